"""The linear policy: features that are there on the board, logits that add up, and learning."""

import random
from typing import Any

import numpy as np
import pytest
from training.blokus import reinforce

from tests.blokus.positions import play_randomly, positions
from tischlein import find_game
from tischlein.games.blokus.engine import linear_policy
from tischlein.games.blokus.engine.workspace import new_workspace
from tischlein.games.blokus.tables import cell_of

GAME = find_game("blokus")


def test_logits_add_up() -> None:
    """What `compute_logit` adds up cell by cell is the sum over the features of the move."""
    state = play_randomly("two", 14)
    position, workspace = state.position.copy(), new_workspace()
    linear_policy.apply_linear_policy(position, linear_policy.load_linear_policy(20, 2), workspace)
    counts = np.zeros(linear_policy.FEATURES, dtype=np.float32)
    for move in random.Random(3).sample(state.legal_moves(), 15):
        code = state.judge(move)
        reinforce.count_features(code, workspace, counts)
        assert linear_policy.compute_logit(code, workspace) == pytest.approx(
            float(counts @ workspace.phase_weights), abs=1e-3
        )


def test_features_say_what_is_on_the_board() -> None:
    """Yellow's first piece has just opened s18; blue, next but one, sees it as a contact of the next colour."""
    state: Any = GAME.new("classic", first=0)
    for move in ("a20", "t20", "t1", "a1"):
        state = state.play(move)
    position, workspace = state.position.copy(), new_workspace()
    linear_policy.extract_features(position, 0, workspace)
    features = workspace.features

    def at(square: str) -> Any:
        column, row = "abcdefghijklmnopqrst".index(square[0]), int(square[1:]) - 1
        return features[cell_of((column, row))]

    assert at("s19")[linear_policy.ON] == 0.5 + 0.25 * 2, "two of its neighbours lie along yellow's edges"
    assert at("s18")[linear_policy.BESIDE] == 1
    assert at("b19")[linear_policy.OWN_CONTACT] == 1
    assert at("t20")[linear_policy.TOUCH] == 1
    assert at("a19")[linear_policy.FREE] == 0, "beside an own piece"
    assert at("j10")[linear_policy.OPEN + 4] == 1
    assert at("j10")[linear_policy.SPACE] == 1
    assert at("s2")[linear_policy.RECENT] == 1, "red played two plies ago"
    assert at("s3")[linear_policy.RECENT_BESIDE] == 1
    assert at("b19")[linear_policy.RECENT] == 0, "the own corner"
    assert at("r18")[linear_policy.CROWD] == 1 / 25
    assert at("j10")[linear_policy.CROWD] == 0
    assert at("c3")[linear_policy.VACANT] == 24 / 25
    assert at("a5")[linear_policy.CENTRE] < at("j5")[linear_policy.CENTRE] < at("j10")[linear_policy.CENTRE]


@pytest.mark.parametrize(("placed", "phase"), [(0, 0), (1, 0), (2, 1), (8, 2), (9, 3), (13, 4), (21, 4)])
def test_phases(placed: int, phase: int) -> None:
    position = GAME.new("duo").position.copy()  # type: ignore[attr-defined]
    position.placed[0] = (1 << placed) - 1
    assert linear_policy.phase_of(position, 0) == phase


@pytest.mark.parametrize(("variant", "plies"), [("duo", 9), ("classic", 22), ("three", 31)])
def test_corners_of_the_newest_pieces_count_at_once(variant: str, plies: int) -> None:
    """The rules make them contacts when their colour is to move (R6); the features must not wait for that."""
    early, late = (new_workspace(), new_workspace())
    for position, workspace in ((play_randomly(variant, plies).position, early), (positions(variant, plies), late)):
        linear_policy.extract_features(position, int(position.turn), workspace)
    assert early.contacts.any()
    assert (early.contacts == late.contacts).all()
    assert (early.features == late.features).all()


def test_learning_moves_the_weights_towards_what_wins(capsys: pytest.CaptureFixture[str]) -> None:
    before = reinforce.first_weights()
    learned = reinforce.train("duo", games=2, seed=1, batch=1)
    assert learned.shape == before.shape
    assert not np.allclose(learned, before)
    assert np.isfinite(learned).all()
    assert "games" in capsys.readouterr().out
