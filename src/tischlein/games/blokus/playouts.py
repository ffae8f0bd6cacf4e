"""Playing a game out quickly and not quite foolishly: large pieces first, and near what others have just opened."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, roll

from .pieces import PIECES
from .priors import RECENT_PLIES, note_corners
from .rules import fits, push, tidy
from .tables import ORIGIN_BITS, ORIGIN_MASK, SHAPE_CELLS, SHAPE_SIZE

SIZES = [piece.size for piece in PIECES]
OF_SIZE = np.array([sum(1 << i for i, size in enumerate(SIZES) if size == wanted) for wanted in range(6)])
"""By size: its pieces, one bit each."""

SHARE = np.array([625, 125, 25, 5, 1], dtype=np.int64)
"""A piece that is one square smaller is five times less likely."""

PATIENCE = 16
"""How often a drawn move may be turned down before the list is read through."""


@compiled
def _largest_left(position: Position, colour: int) -> int:
    """Return the size of the largest piece that a colour has not placed."""
    size = 5
    while size > 1 and position.placed[colour] & OF_SIZE[size] == OF_SIZE[size]:
        size -= 1
    return size


@compiled
def draw_large(position: Position, dice: Dice) -> int:
    """Return a random legal move, larger pieces more likely; the game is not over."""
    colour = position.turn
    listed = position.lists[colour]
    largest = _largest_left(position, colour)
    for _ in range(PATIENCE):
        at = roll(dice, position.counts[colour])
        code = int(listed[at])
        size = SHAPE_SIZE[code >> ORIGIN_BITS]
        if size < largest and roll(dice, 625) >= SHARE[largest - size]:
            continue
        if fits(position, colour, code):
            return code
        position.counts[colour] -= 1
        listed[at] = listed[position.counts[colour]]
    return _draw_from_all(position, dice)


@compiled
def _draw_from_all(position: Position, dice: Dice) -> int:
    """Return the same, by reading the whole list: better when few moves are left or none is large."""
    colour = position.turn
    tidy(position, colour)
    listed = position.lists[colour]
    total = 0
    for i in range(position.counts[colour]):
        total += SHARE[5 - SHAPE_SIZE[listed[i] >> ORIGIN_BITS]]
    rest = roll(dice, total)
    i = -1
    while rest >= 0:
        i += 1
        rest -= SHARE[5 - SHAPE_SIZE[listed[i] >> ORIGIN_BITS]]
    return int(listed[i])


@compiled
def _count_recent(code: int, marks: NDArray[np.uint8], since: int) -> int:
    """Return how many cells of a move were opened by somebody a moment ago."""
    recent = 0
    for i in range(SHAPE_SIZE[code >> ORIGIN_BITS]):
        recent += int(marks[(code & ORIGIN_MASK) + SHAPE_CELLS[code >> ORIGIN_BITS, i]] >= since)
    return recent


@compiled
def draw_local(position: Position, marks: NDArray[np.uint8], dice: Dice, tries: int) -> int:
    """Return the first of a few random moves that answers what was just played, or the first of all."""
    since = max(1, position.ply + 1 - RECENT_PLIES)
    first = draw_large(position, dice)
    code = first
    for _ in range(tries - 1):
        if _count_recent(code, marks, since) > 0:
            return code
        code = draw_large(position, dice)
    return code if _count_recent(code, marks, since) > 0 else first


@compiled
def play_out(position: Position, marks: NDArray[np.uint8], dice: Dice, tries: int) -> None:
    """Play to the end."""
    while position.turn >= 0:
        colour = position.turn
        code = draw_local(position, marks, dice, tries)
        push(position, code)
        note_corners(position, marks, colour, code)
