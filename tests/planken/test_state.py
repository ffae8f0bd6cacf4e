"""What the contract asks of a State and a Game beyond the rules."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

from tischlein.core.compiled import new_dice
from tischlein.core.game import Setup
from tischlein.core.refusal import BadSetup
from tischlein.games.planken import GAME, rules
from tischlein.games.planken.game import PlankenState
from tischlein.games.planken.rules import POSITION, ROOM, position_type

from .table import begin, double, play, wander


def test_importing_the_game_loads_no_compiler() -> None:
    code = "import sys, tischlein.games.planken as game; game.GAME.setup(seed=1); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_missing_options_are_the_default() -> None:
    bare = begin()
    full = GAME.start(
        Setup("planken", "standard", 2, 0, GAME.setup("standard", 2).options, dict(bare.setup.deal)),
    )
    assert bare.legal_moves() == full.legal_moves()
    assert bare.view(None) == full.view(None)


@pytest.mark.parametrize("first", range(3))
def test_play_goes_clockwise_from_the_first_seat(first: int) -> None:
    state = begin(3, first=first)
    order = []
    for move in ("RBG:m1", "m2", "RBG:n1"):
        order.append(state.to_move)
        state = state.play(move)
    assert order == [(first + step) % 3 for step in range(3)]


def test_seats_that_no_variant_has() -> None:
    with pytest.raises(BadSetup):
        GAME.setup("teams", 3)


def test_same_position_by_another_way_is_another_state() -> None:
    """The view shows the last move, so the states differ; after the same moves they are equal."""
    one, other = play(begin(), "RGB:m1 RGB:n1 m2"), play(begin(), "RGB:m2 RGB:n1 m1")
    assert one != other
    assert one == play(begin(), "RGB:m1 RGB:n1 m2")
    assert hash(one) == hash(play(begin(), "RGB:m1 RGB:n1 m2"))
    assert one.legal_moves() == other.legal_moves()


def test_pickle() -> None:
    state = play(begin(), "RGB:m1 RGB:n1 m2")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.view(0) == state.view(0)


def test_nothing_is_hidden() -> None:
    state = play(begin(3), "RGB:m1 RGB:n1 m2")
    assert all(state.view(seat) == state.view(None) for seat in range(3))
    assert state.sample(2, random.Random(1)) == state


def narrow(state: PlankenState, room: int) -> PlankenState:
    """Return the same position in a record that can remember only a few moves."""
    record = np.zeros(1, position_type(room))
    for name in POSITION.names or ():
        if name != "history":
            record[name] = state.position[name]
    return PlankenState(state.setup, record)


def open_game(seats: int, moves: str = "") -> PlankenState:
    state = play(begin(seats), moves)
    assert isinstance(state, PlankenState)
    return state


def test_memory_grows_when_it_is_full() -> None:
    """A run of moves longer than a record remembers is judged as before; see R10."""
    rng = random.Random(5)
    room = ROOM // 16
    state, reference = open_game(3), double(begin(3))
    while state.position.run <= room + 8:
        moves = rng.sample(list(state.legal_moves()), len(state.legal_moves()))
        moves.sort(key=lambda move: move[-2] != "-" or ":" in move)  # nails that move first, to make the run long
        move = next(move for move in moves if state.play(move).to_move is not None)
        state = state.play(move)
        reference.play(move)
        if state.position.ply == 18:
            state = narrow(state, room)
        assert list(state.legal_moves()) == reference.legal_moves()
    assert len(state.position.history) == ROOM


def test_a_random_game_forgets_its_oldest_moves_when_the_memory_is_full() -> None:
    room = ROOM // 16
    state = narrow(open_game(2, "RBG:m2 m3 m1 GRB:n2 GBR:l2 GRB:k1 k2 RBG:j1 n1 n3 j3 k3"), room)
    position = state.position
    position.run = room
    position.history[:] = np.arange(room)
    rules.push(position, GAME.kernel("standard").encode(state, "m2-j"))
    assert position.run == room // 2 + 1
    assert position.history[: room // 2].tolist() == list(range(room // 2, room))


def test_kernel_positions_leave_room_for_a_long_search() -> None:
    state = open_game(2)
    state.position.run = ROOM - 1
    assert len(GAME.kernel("standard").position(state).history) == 16 * ROOM


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end(seats: int) -> None:
    rng = random.Random(seats)
    state = wander(GAME.new(seats=seats, seed=seats), rng)
    assert state.outcome() is not None
    kernel = GAME.kernel("standard")
    position = kernel.position(GAME.new(seats=seats, seed=seats))
    plies = kernel.playout(position, new_dice(1))
    assert plies == position.ply
    assert position.ending
    fresh = kernel.position(GAME.new(seats=seats, seed=seats))
    assert kernel.playouts(fresh, 1, new_dice(1)) == plies
    assert fresh.ply == 0


@pytest.mark.compiled
@pytest.mark.parametrize("options", [{}, {"turning": "no"}, {"stuck": "loses"}, {"deal": "random"}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_thousands_of_random_games_end(seats: int, options: dict[str, str]) -> None:
    kernel = GAME.kernel("standard")
    position = kernel.position(GAME.new(seats=seats, seed=1, options=options))
    assert kernel.playouts(position, 5_000, new_dice(seats)) >= 5 * 5_000
