"""The time of a whole game: how it is divided among the moves, and what a referee says of it."""

from __future__ import annotations

import random

import pytest

from tischlein.adapters.game_clock import GameClock
from tischlein.games.blokus import GAME
from tischlein.games.blokus.engine.time_plan import seconds_for_move
from tischlein.games.blokus.game import BlokusState

pytestmark = pytest.mark.compiled


class Wall:
    """A clock that stands until it is told."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def state_at(variant: str, plies: int) -> BlokusState:
    rng, state = random.Random(1), GAME.new(variant, first=0)
    for _ in range(plies):
        state = state.play(rng.choice(state.legal_moves()))
    assert isinstance(state, BlokusState)
    return state


@pytest.mark.parametrize(("variant", "one_in"), [("duo", 2), ("two", 2), ("classic", 4), ("three", 3)])
def test_the_time_of_a_game_is_divided_and_never_overdrawn(variant: str, one_in: int) -> None:
    rng, state, left = random.Random(1), state_at(variant, 0), 10.0
    shares = []
    while state.to_move is not None:
        if int(state.position.ply) % one_in == 0:
            shares.append(seconds_for_move(state, left, 10.0))
            left -= shares[-1]
        after = state.play(rng.choice(state.legal_moves()))
        assert isinstance(after, BlokusState)
        state = after
    assert all(share > 0 for share in shares)
    assert -0.5 < left < 5
    assert max(shares) > 2 * shares[0]  # the first move is worth little


@pytest.mark.parametrize(("variant", "one_in"), [("duo", 2), ("two", 2), ("classic", 4)])
def test_who_stops_early_still_uses_most_of_the_time(variant: str, one_in: int) -> None:
    """What is saved is not put off to the end, where nothing is left to choose."""
    rng, state, left = random.Random(1), state_at(variant, 0), 10.0
    while state.to_move is not None:
        if int(state.position.ply) % one_in == 0:
            left -= 0.65 * seconds_for_move(state, left, 10.0)
        after = state.play(rng.choice(state.legal_moves()))
        assert isinstance(after, BlokusState)
        state = after
    assert 0 < left < 2


def test_a_move_gets_some_time_even_when_none_is_left() -> None:
    assert 0 < seconds_for_move(state_at("duo", 20), 0.0, 10.0) < 0.1


def test_a_clock_counts_for_each_seat() -> None:
    wall = Wall()
    clock, state = GameClock(60.0, wall), state_at("two", 20)
    before = clock.seconds_for(state, 0)
    with clock.running(0):
        wall.time += 30
    assert before is not None
    assert clock.seconds_for(state, 0) == pytest.approx(before / 2)
    assert clock.seconds_for(state, 1) == pytest.approx(before)
    clock.reset()
    assert clock.seconds_for(state, 0) == pytest.approx(before)


def test_no_clock_no_limit() -> None:
    clock, state = GameClock(None, Wall()), state_at("two", 20)
    assert clock.seconds_for(state, 0) is None
    with clock.running(0):
        pass
    clock.set(60, 30, 0)  # what the protocol writes for: no limit
    assert clock.seconds_for(state, 0) is None


def test_a_referee_knows_better() -> None:
    clock, state = GameClock(None, Wall()), state_at("two", 20)
    clock.set(100, 0, 0)
    whole = clock.seconds_for(state, 0)
    clock.correct(0, 50, 0)
    assert whole is not None
    assert clock.seconds_for(state, 0) == pytest.approx(whole / 2)
    clock.correct(0, 30, 10)
    assert clock.seconds_for(state, 0) == pytest.approx(2.7)


def test_byo_yomi_begins_again_after_so_many_moves() -> None:
    clock, state = GameClock(None, Wall()), state_at("two", 20)
    clock.set(0, 20, 2)
    spans = []
    for _ in range(3):
        spans.append(clock.seconds_for(state, 0))
        with clock.running(0):
            pass
    assert spans == pytest.approx([9, 18, 9], rel=0.01)
