"""Every rule of Nim, once, compiled; numbers as on the rules page. The code of a move is how many are taken."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, record_type, roll

MOST = 3
"""R2: so many may be taken at once."""

POSITION = record_type([(name, np.int32) for name in ("heap", "ply", "turn", "seats", "last_wins")])


@compiled
def moves(position: Position, buffer: NDArray[np.int32]) -> int:
    """Write the codes of all legal moves to the buffer and return how many there are."""
    count = int(min(MOST, position.heap))  # R2
    for index in range(count):
        buffer[index] = index + 1
    return count


@compiled
def push(position: Position, code: int) -> None:
    """Play a legal move."""
    position.heap -= code
    position.ply += 1
    position.turn = (position.turn + 1) % position.seats


@compiled
def to_move(position: Position) -> int:
    """Return the seat whose turn it is; -1 when the game is over."""
    return int(position.turn) if position.heap else -1


@compiled
def result(position: Position, seat: int) -> int:
    """Return 1 for a seat that has won a finished game alone, -1 if it has lost alone, else 0."""
    last = (position.turn + position.seats - 1) % position.seats
    if seat != last:
        return 0
    return 1 if position.last_wins else -1  # R3


@compiled
def playout(position: Position, dice: Dice) -> int:
    """Play random moves to the end, in place; not needed, but much faster than the general one."""
    start = position.ply
    while position.heap:
        push(position, 1 + roll(dice, min(MOST, position.heap)))
    return int(position.ply - start)
