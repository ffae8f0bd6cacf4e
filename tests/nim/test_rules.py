"""The rules of Nim, one by one."""

import pytest

from tischlein import BadSetup, IllegalMove, State
from tischlein.core.game import Setup
from tischlein.games.nim import GAME


def begin(heap: int, seats: int = 2, last: str = "wins") -> State:
    state: State = GAME.start(Setup("nim", "plain", seats, 0, {"last": last}, {"heap": str(heap)}))
    return state


def play(state: State, moves: str) -> State:
    for move in moves.split():
        state = state.play(move)
    return state


def test_r1_the_heap_is_drawn_by_lot() -> None:
    assert {int(GAME.setup(seed=seed).deal["heap"]) for seed in range(100)} == set(range(5, 13))
    for deal in ({}, {"heap": "0"}, {"heap": "-3"}, {"heap": "x"}):
        with pytest.raises(BadSetup, match="heap"):
            GAME.start(Setup("nim", "plain", 2, deal=deal))


def test_r2_one_to_three_are_taken() -> None:
    assert begin(5).legal_moves() == ["1", "2", "3"]
    assert play(begin(5), "3").legal_moves() == ["1", "2"]
    with pytest.raises(IllegalMove) as refused:
        play(begin(5), "3 3")
    assert refused.value.code == "R2-too-many"


@pytest.mark.parametrize(
    ("seats", "last", "places"), [(2, "wins", (2, 1)), (3, "wins", (2, 1, 2)), (3, "loses", (1, 3, 1))]
)
def test_r3_the_last_match_decides(seats: int, last: str, places: tuple[int, ...]) -> None:
    outcome = play(begin(4, seats, last), "2 2").outcome()
    assert outcome is not None
    assert outcome.places == places


def test_r4_a_move_is_a_number() -> None:
    assert begin(5).canonical(" 2 ") == "2"
    with pytest.raises(IllegalMove) as refused:
        begin(5).play("two")
    assert refused.value.code == "R4-unreadable"
