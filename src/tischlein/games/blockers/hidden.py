"""Dealing anew what a seat cannot see, compiled: the same as `sampling`, for positions that only a search will see.

The draw order of the past does not matter here, only what is on racks and piles now. What a skip proved about an
unknown tile on a rack depends on nothing but the public past, so it is found out once for all deals.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, roll

from .rules import RACK
from .tables import KINDS


def known_position(array: NDArray[np.void], seat: int) -> NDArray[np.void]:
    """Return a copy in which the order of everything that the seat cannot see is the order of the tiles."""
    result = array.copy()
    position: Position = result[0]
    for colour in range(position.colours):
        first = int(position.placed[colour])
        middle = min(first + RACK, KINDS) if position.owner[colour] == seat else first
        position.tiles[colour, first:middle].sort()
        position.tiles[colour, middle:].sort()
    return result


def exclusions(position: Position) -> NDArray[np.int64]:
    """Return by colour what each of the five unknown tiles on its rack cannot be, as bits, longest-standing first."""
    result = np.zeros((5, RACK), np.int64)
    for colour in range(position.colours):
        rack = [0] * RACK
        for count in range(position.placed[colour]):
            rack = [tiles | int(position.barred[colour, count]) for tiles in rack]
            tile = int(position.tiles[colour, count])
            # The longest-standing that it can have been: that leaves the others the most freedom (see `sampling`).
            rack.pop(next(place for place in range(RACK) if not rack[place] >> tile & 1))
            rack.append(0)
        result[colour] = [tiles | int(position.barred[colour, position.placed[colour]]) for tiles in rack]
    return result


@compiled
def deal_anew(position: Position, seat: int, excluded: NDArray[np.int64], dice: Dice) -> None:
    """Deal the racks of the others and all piles anew, in place."""
    for colour in range(position.colours):
        slot = position.placed[colour]
        if position.owner[colour] == seat:
            slot += RACK
        else:
            for place in range(min(RACK, KINDS - slot)):
                draw_tile(position, colour, slot, excluded[colour, place], dice)
                slot += 1
        while slot < KINDS - 1:
            swap(position, colour, slot, slot + roll(dice, KINDS - slot))
            slot += 1


@compiled
def draw_tile(position: Position, colour: int, slot: int, excluded: int, dice: Dice) -> None:
    """Put one of the tiles from this slot on into it, any but the excluded ones."""
    possible = 0
    for other in range(slot, KINDS):
        possible += 1 - (excluded >> position.tiles[colour, other] & 1)
    number = roll(dice, possible)
    for other in range(slot, KINDS):
        if excluded >> position.tiles[colour, other] & 1 == 0:
            if number == 0:
                swap(position, colour, slot, other)
                return
            number -= 1


@compiled
def swap(position: Position, colour: int, one: int, other: int) -> None:
    """Let two tiles of a colour's row change places."""
    tile = position.tiles[colour, one]
    position.tiles[colour, one] = position.tiles[colour, other]
    position.tiles[colour, other] = tile
