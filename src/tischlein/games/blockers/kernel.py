"""The fast lane: the compiled rules on bare arrays, with random playouts and perft."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, roll
from tischlein.core.kernel import Kernel

from .game import BlockersState
from .rules import BUFFER, NONE, POSITION, RACK, all_taken, is_open, moves, points, push, target_fault
from .tables import REACH, TILE_CELLS

TRIES = 24
"""How often a playout draws blindly before it lists the moves."""


@compiled
def draw_move(position: Position, dice: Dice) -> int:
    """Return a uniformly random legal move.

    Draws from all pairs of a rack tile and a cell that it matches, until one is legal: that is uniform without
    listing anything. So is the list, which takes over where few are legal.
    """
    pairs = 0
    for colour in range(position.colours):
        if position.owner[colour] == position.turn and is_open(position, colour):
            for slot in range(position.placed[colour], position.placed[colour] + RACK):
                pairs += REACH[position.tiles[colour, slot]]
    for _ in range(TRIES):
        code = pair(position, roll(dice, pairs))
        if target_fault(position, code >> 12, code & 127) == NONE:
            return code
    legal = 0
    for number in range(pairs):
        code = pair(position, number)
        legal += target_fault(position, code >> 12, code & 127) == NONE
    chosen = roll(dice, legal)
    for number in range(pairs):
        code = pair(position, number)
        if target_fault(position, code >> 12, code & 127) == NONE:
            if chosen == 0:
                return code
            chosen -= 1
    return -1


@compiled
def pair(position: Position, number: int) -> int:
    """Return the pair of a rack tile and a matching cell with this number as the code of a move, legal or not."""
    for colour in range(position.colours):
        if position.owner[colour] == position.turn and is_open(position, colour):
            for slot in range(position.placed[colour], position.placed[colour] + RACK):
                tile = position.tiles[colour, slot]
                if number < REACH[tile]:
                    return int(colour << 12 | tile << 7 | TILE_CELLS[tile, number])
                number -= REACH[tile]
    return -1


@compiled
def playout(position: Position, dice: Dice) -> int:
    """Play uniformly random moves to the end, in place, and return how many."""
    start = position.ply
    while position.turn >= 0:
        push(position, draw_move(position, dice))
    return int(position.ply - start)


def playouts(position: Position, count: int, dice: Dice) -> int:
    """Play many games to the end from this position, which stays as it is, and return the plies in all."""
    return _playouts(position, np.empty(1, POSITION), count, dice)


@compiled
def _playouts(position: Position, scratch: NDArray[np.void], count: int, dice: Dice) -> int:
    plies = 0
    for _ in range(count):
        scratch[0] = position
        plies += playout(scratch[0], dice)
    return plies


def perft(position: Position, depth: int) -> int:
    """Return how many sequences of `depth` legal moves there are."""
    stack = np.zeros(depth + 1, POSITION)
    stack[0] = position
    return _perft(stack, 0, np.empty((depth + 1, BUFFER), np.int32))


@compiled
def _perft(stack: NDArray[np.void], ply: int, buffers: NDArray[np.int32]) -> int:
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
    """Return the kernel of a variant; it is the same for both."""
    return Kernel(
        position=_copy_position,
        buffer=BUFFER,
        moves=moves,
        push=push,
        to_move=lambda position: int(position.turn),
        result=_rate,
        playout=playout,
        playouts=playouts,
        perft=perft,
        encode=lambda state, move: cast(Any, state).code(move),
        decode=lambda state, code: cast(Any, state).move(code),
    )


def _copy_position(state: BlockersState) -> Position:
    return state._array.copy()[0]


def _rate(position: Position, seat: int) -> int:
    """Return a number for a seat's result: few points are good, then few taken tiles, of which there are never many."""
    return -1000 * int(points(position, seat)) - int(all_taken(position, seat))  # R11
