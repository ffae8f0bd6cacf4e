"""What Blokus' search foresees: traits that are there on the board, and weights that foretell playouts."""

import random
from typing import Any

import numpy as np
import pytest

from tischlein import find_game
from tischlein.games.blokus import appraisal, foresight, search
from tischlein.games.blokus.search import BlokusThinker

GAME = find_game("blokus")


def play_randomly(variant: str, plies: int, seed: int = 1) -> Any:
    """Return a State after random plies."""
    rng, state = random.Random(seed), GAME.new(variant, seed=seed, first=0)
    for _ in range(plies):
        state = state.play(rng.choice(state.legal_moves()))
    return state


@pytest.mark.parametrize(("variant", "plies"), [("duo", 8), ("duo", 17), ("two", 22), ("classic", 13), ("three", 30)])
def test_traits_are_counted_as_one_would_by_hand(variant: str, plies: int) -> None:
    state = play_randomly(variant, plies)
    position, glass = state.position.copy(), foresight.new_glass()
    colour = int(position.turn)
    foresight.note_traits(position, glass)
    moves = state.legal_moves()
    traits = glass.traits[colour]
    assert traits[foresight.PLACED] == -position.rest[colour]
    assert traits[foresight.MOVES] == pytest.approx(len(moves) ** 0.5)
    assert traits[foresight.MOVES_LOG] == pytest.approx(np.log(1 + len(moves)))
    assert traits[foresight.REACH] == len({square for move in moves for square in move.split(",")})
    assert traits[foresight.OWN_REACH_ROOT] == pytest.approx(traits[foresight.OWN_REACH] ** 0.5)
    assert glass.traits[:, foresight.TURN].tolist() == [float(other == colour) for other in range(4)]


def test_what_rivals_reach_is_not_reached_alone() -> None:
    """In Duo a cell is reached by both, or by one alone; in the game for two partners are no rivals."""
    state = play_randomly("duo", 12)
    glass = foresight.new_glass()
    foresight.note_traits(state.position.copy(), glass)
    shared = glass.traits[:2, foresight.REACH] - glass.traits[:2, foresight.OWN_REACH]
    assert shared[0] == shared[1] == (glass.reach == 3).sum() > 0
    state = play_randomly("two", 24)
    foresight.note_traits(state.position.copy(), glass)
    alone = sum(1 for here in glass.reach.tolist() if here & 1 and not here & 0b1010)
    assert glass.traits[0, foresight.OWN_REACH] == alone


@pytest.mark.parametrize("variant", ["duo", "two"])
def test_with_two_sides_one_leads_by_what_the_other_is_behind(variant: str) -> None:
    state = play_randomly(variant, 10)
    position, glass = state.position.copy(), foresight.new_glass()
    outlook = search.outlook_for(int(position.width), int(position.sides))
    assert foresight.foresee(position, outlook, glass) > 0
    assert glass.leads[0] == pytest.approx(-glass.leads[1])


@pytest.mark.parametrize(("ply", "stage"), [(0, 0), (3, 0), (4, 1), (15, 3), (28, 7), (40, 7)])
def test_stages(ply: int, stage: int) -> None:
    position = GAME.new("duo").position.copy()  # type: ignore[attr-defined]
    position.ply = ply
    assert foresight.stage_of(position) == stage


@pytest.mark.compiled
def test_looking_ahead_changes_what_moves_are_worth_but_not_how_many_are_tried() -> None:
    state = play_randomly("duo", 8)
    values = []
    for share in (0.0, 0.9):
        thinker = BlokusThinker(state, 1, {"nodes": 100_000, "foresight": share})
        thinker.think(400)
        lines = thinker.lines()
        assert sum(line.visits for line in lines) == 400
        values.append([line.value for line in lines if line.visits >= 10])
    spreads = [np.std(some) for some in values]
    assert all(0 <= value <= 1 for some in values for value in some)
    assert spreads[0] != spreads[1]


@pytest.mark.compiled
@pytest.mark.parametrize(("variant", "sides"), [("duo", 2), ("classic", 4)])
def test_weights_learn_to_foretell_playouts(variant: str, sides: int, capsys: pytest.CaptureFixture[str]) -> None:
    sample = appraisal.collect(variant, games=12, playouts=10, seed=2)
    assert sample.traits.shape == (len(sample.stages), 4, foresight.TRAITS)
    outlook = appraisal.fit(sample, sides, fewest=10)
    assert np.isfinite(outlook).all()
    assert (outlook[:, -1] > 0).all(), "nothing is foreseen exactly"
    foreseen = np.einsum("ij,ikj->ik", outlook[sample.stages, :-1], sample.traits)
    leads = sample.points[:, 0] - sample.points[:, 1]
    assert np.corrcoef(foreseen[:, 0] - foreseen[:, 1], leads)[0, 1] > 0.5
    capsys.readouterr()


@pytest.mark.parametrize("kind", ["duo", "two", "classic"])
def test_what_lies_on_the_board_counts_about_a_point_for_a_square(kind: str) -> None:
    """Late in a game, little more is to come."""
    outlook = search.outlook_for(14 if kind == "duo" else 20, 4 if kind == "classic" else 2)
    assert outlook[-1, foresight.PLACED] == pytest.approx(1.0, abs=0.3)
