"""Threats: what a side can complete at its next turn, in a few operations on masks of columns.

A side's finishing cells are three masks, one for each height from the top: where a nail would complete a line now.
Bits inside the row are free fields; bits at its two ends are planks that the side could lay there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled, count_bits
from tischlein.games.planken.rules import has_stock, in_hand, is_setting, kind, parts, single, taken
from tischlein.games.planken.tables import COLOUR_OF

EVERYWHERE = (1 << 23) - 1


@compiled
def finishing_cells(position: Position, side: int) -> tuple[int, int, int]:
    """Return where a nail of the side, were it to move, would complete a line: masks for the three heights."""
    top = middle = bottom = 0
    setting = is_setting(position, side)
    held_by_one = 0 if setting else single(position)
    ends = (1 << position.left | 1 << position.right) if has_stock(position, side) else 0
    for colour in range(3):
        # A nail that moves is none of the line's other two, which have other colours.
        ready = in_hand(position, side, colour) > 0 if setting else position.nails[side, colour] & ~held_by_one != 0
        if not ready:
            continue
        free = position.row & ~taken(position, colour)
        one, other = position.nails[side, (colour + 1) % 3], position.nails[side, (colour + 2) % 3]
        upright = one & other & free
        top |= _finishing_at(position, side, colour, 0, free, upright, ends)
        middle |= _finishing_at(position, side, colour, 1, free, upright, ends)
        bottom |= _finishing_at(position, side, colour, 2, free, upright, ends)
    return top, middle, bottom


@compiled
def _finishing_at(position: Position, side: int, colour: int, height: int, free: int, upright: int, ends: int) -> int:
    first, second = (colour + 1) % 3, (colour + 2) % 3
    one = position.nails[side, first] & position.fields[height, first]
    other = position.nails[side, second] & position.fields[height, second]
    level = _beside(one, other)
    if position.any_line and one and other:
        level = EVERYWHERE
    found = position.fields[height, colour] & free & (level | upright)
    if level & ends and can_show(position, side, colour, height):
        found |= level & ends
    return int(found)


@compiled
def _beside(one: int, other: int) -> int:
    """Return the columns whose two neighbours in a level line are one of each mask, in either order."""
    between = (one << 1 & other >> 1) | (other << 1 & one >> 1)
    left = (one >> 1 & other >> 2) | (other >> 1 & one >> 2)
    right = (one << 1 & other << 2) | (other << 1 & one << 2)
    return between | left | right


@compiled
def can_show(position: Position, side: int, colour: int, height: int) -> bool:
    """Return whether the side can lay a plank that shows this colour at this height."""
    shown = False
    for order in range(6):
        shown |= COLOUR_OF[order, height] == colour and position.stock[side, kind(position, order)] > 0
    return shown


@compiled
def can_finish(position: Position, side: int) -> bool:
    """Return whether the side, were it to move, could complete a line."""
    top, middle, bottom = finishing_cells(position, side)
    return top | middle | bottom != 0


@compiled
def count_places(position: Position, top: int, middle: int, bottom: int) -> int:
    """Return how many moves it takes to spoil all these finishing cells: one for each field, one for each end."""
    row = position.row
    fields = (
        count_bits(np.uint64(row & top)) + count_bits(np.uint64(row & middle)) + count_bits(np.uint64(row & bottom))
    )
    every = top | middle | bottom
    return int(fields + (every >> position.left & 1) + (every >> position.right & 1))


@compiled
def spoils(code: int, top: int, middle: int, bottom: int) -> bool:
    """Return whether a move may spoil these finishing cells: by a nail on the field, or by any plank at that end."""
    order, source, column, height = parts(code)
    if order >= 0 or source >= 0:  # at which height a moved nail arrives is left to the rules
        return bool((top | middle | bottom) >> column & 1)
    cells = top if height == 0 else middle if height == 1 else bottom
    return bool(cells >> column & 1)


@compiled
def keep_forced(position: Position, buffer: NDArray[np.int32], count: int) -> int:
    """Keep, of all moves, those that may spoil what the next side threatens to complete; return how many are left.

    Nothing is left when no move can: there are threats in two places. Without a threat all moves are kept.
    """
    following = (position.turn + 1) % position.seats
    if not is_setting(position, following):  # a nail that moves can also be stopped by leaving it alone on its plank
        return count
    top, middle, bottom = finishing_cells(position, following)
    if top | middle | bottom == 0:
        return count
    kept = 0
    if count_places(position, top, middle, bottom) == 1:
        for index in range(count):
            if spoils(np.int64(buffer[index]), top, middle, bottom):  # type: ignore[arg-type]
                buffer[kept] = buffer[index]
                kept += 1
    return kept
