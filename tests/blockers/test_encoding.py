"""The numbers for learning."""

import random

import numpy as np
import pytest

from tischlein.games.blockers import GAME

from .positions import table

SEATS = [("expert", 2), ("basic", 2), ("basic", 3), ("basic", 4), ("basic", 5)]


@pytest.mark.parametrize(("variant", "seats"), SEATS)
def test_every_number_is_a_move_and_back(variant: str, seats: int) -> None:
    encoding = GAME.encoding(variant, seats)
    assert encoding.actions == (4 * 324 if variant == "expert" else 324)
    moves = [encoding.move(number) for number in range(encoding.actions)]
    assert len(set(moves)) == encoding.actions
    assert [encoding.index(move) for move in moves] == list(range(encoding.actions))


def test_planes_show_the_view_from_the_seat() -> None:
    state = table("rg. bbb", {"green": "1 B moon joker 3"}, seats=3, turn=1, taken={0: "2blue"})
    encoding = GAME.encoding("basic", 3)
    planes = dict(zip(encoding.planes, encoding.observe(state, 1), strict=True))
    assert planes["colour 0 on the board"][0, 1] == planes["colour 0 on the board"].sum() == 1  # green
    assert planes["colour 1 on the board"][1].tolist() == [1, 1, 1, 0, 0, 0, 0, 0, 0]  # blue, the next seat's
    assert planes["colour 2 on the board"][0, 0] == 1  # red
    assert np.argwhere(planes["tiles that nobody may take"]).tolist() == [[1, 1]]
    assert planes["colour 0 rack: numbers"].sum(axis=0).tolist() == [9, 0, 9, 0, 0, 0, 0, 0, 0]
    assert planes["colour 0 rack: letters"].sum(axis=1).tolist() == [0, 9, 0, 0, 0, 0, 0, 0, 0]
    assert planes["colour 0 rack: symbols"][6:, :3].sum() == planes["colour 0 rack: symbols"].sum() == 9
    assert planes["colour 0 rack: joker"].all()
    assert not planes["colour 0 unseen: joker"].any()
    assert planes["colour 1 unseen: joker"].all()
    assert planes["seat 2 took of colour 1 / 5"][4, 4] == np.float32(0.4)  # red took two blue ones
    assert planes["to move"].all()
    assert not encoding.observe(state, 0)[encoding.planes.index("to move")].any()


def test_planes_show_options_and_progress() -> None:
    options = {"scoring": "uptown", "own-colour": "no"}
    state = table(variant="expert", seats=2, options=options, placed={"blue": 12})
    encoding = GAME.encoding("expert", 2)
    planes = dict(zip(encoding.planes, encoding.observe(state, 0), strict=True))
    assert planes["option scoring: uptown"].all()
    assert planes["option own-colour: no"].all()
    assert planes["colour 3 placed / 24"][0, 0] == 0.5  # red, yellow, green, blue
    assert "colour 1 rack: joker" in planes
    assert "colour 2 rack: joker" not in planes


def test_the_mask_is_the_list_of_moves() -> None:
    state, rng = GAME.new("expert", seed=1), random.Random(1)
    encoding = GAME.encoding("expert", 2)
    for _ in range(20):
        legal = [encoding.move(number) for number in np.flatnonzero(encoding.mask(state)).tolist()]
        assert sorted(legal) == state.legal_moves()
        state = state.play(rng.choice(state.legal_moves()))
