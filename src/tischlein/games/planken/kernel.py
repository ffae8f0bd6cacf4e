"""The fast lane: the compiled rules on bare arrays, with random playouts and perft."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, roll
from tischlein.core.kernel import Kernel

from .game import PlankenState, seat_to_move
from .notation import read, write
from .rules import GOING_ON, ROOM, moves, push, result
from .tables import BUFFER


def playout(position: Position, dice: Dice) -> int:
    """Play uniformly random moves to the end, in place, and return how many."""
    return _playout(position, np.empty(BUFFER, np.int32), dice)


@compiled
def _playout(position: Position, buffer: NDArray[np.int32], dice: Dice) -> int:
    plies = 0
    while position.ending == GOING_ON:
        count = moves(position, buffer)
        push(position, np.int64(buffer[roll(dice, count)]))  # type: ignore[arg-type]
        plies += 1
    return plies


def playouts(position: Position, count: int, dice: Dice) -> int:
    """Play many random games from a position, which stays as it was; return the plies of all."""
    return _playouts(position, np.zeros(1, position.dtype), np.empty(BUFFER, np.int32), count, dice)


@compiled
def _playouts(position: Position, scratch: NDArray[Any], buffer: NDArray[np.int32], count: int, dice: Dice) -> int:
    plies = 0
    for _ in range(count):
        scratch[0] = position
        plies += _playout(scratch[0], buffer, dice)
    return plies


def perft(position: Position, depth: int) -> int:
    """Return how many sequences of legal moves of this length there are."""
    stack = np.zeros(depth + 1, position.dtype)
    stack[0] = position
    return _perft(stack, 0, np.empty((depth + 1, BUFFER), np.int32))


@compiled
def _perft(stack: NDArray[Any], ply: int, buffers: NDArray[np.int32]) -> int:
    if ply == len(stack) - 1:
        return 1
    count = moves(stack[ply], buffers[ply])
    if ply == len(stack) - 2:
        return count
    total = 0
    for index in range(count):
        stack[ply + 1] = stack[ply]
        push(stack[ply + 1], np.int64(buffers[ply, index]))  # type: ignore[arg-type]
        total += _perft(stack, ply + 1, buffers)
    return total


def make_kernel(variant: str) -> Kernel:
    """Return the kernel of a variant; it is the same for all."""
    return Kernel(
        position=_copy_position,
        buffer=BUFFER,
        moves=moves,
        push=push,
        to_move=seat_to_move,
        result=result,
        playout=playout,
        playouts=playouts,
        perft=perft,
        encode=lambda _, move: read(move)[0],
        decode=lambda _, code: write(code),
    )


def _copy_position(state: PlankenState) -> Position:
    return state.copy_record(room=ROOM // 2)[0]
