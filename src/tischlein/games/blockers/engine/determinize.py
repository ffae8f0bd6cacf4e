"""Dealing anew what a seat cannot see, compiled: the same as `sample_state`, for positions that only a search will see.

The draw order of the past does not matter here, only what is on racks and piles now. What a skip proved about an
unknown tile on a rack depends on nothing but the public past, so it is found out once for all deals.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, roll
from tischlein.games.blockers.rules import RACK
from tischlein.games.blockers.tables import KINDS


def known_position(array: NDArray[np.void], seat: int) -> NDArray[np.void]:
    """Return a copy in which the order of everything that the seat cannot see is the order of the tiles."""
    result = array.copy()
    hide(result[0], seat)
    return result


def exclusions(position: Position) -> NDArray[np.int64]:
    """Return by colour what each of the five unknown tiles on its rack cannot be, as bits, longest-standing first."""
    result = np.zeros((5, RACK), np.int64)
    note_exclusions(position, result)
    return result


@compiled
def hide(position: Position, seat: int) -> None:
    """Bring everything that the seat cannot see into the order of the tiles, so that no order tells anything."""
    for colour in range(position.colours):
        first = position.placed[colour]
        middle = min(first + RACK, KINDS) if position.owner[colour] == seat else first
        sort_tiles(position, colour, first, middle)
        sort_tiles(position, colour, middle, KINDS)


@compiled
def sort_tiles(position: Position, colour: int, first: int, end: int) -> None:
    """Sort a part of a colour's row, by insertion."""
    for slot in range(first + 1, end):
        place = slot
        while place > first and position.tiles[colour, place - 1] > position.tiles[colour, place]:
            swap(position, colour, place - 1, place)
            place -= 1


@compiled
def note_exclusions(position: Position, excluded: NDArray[np.int64]) -> None:
    """Write by colour what each of the five unknown tiles on its rack cannot be, as bits, longest-standing first."""
    for colour in range(position.colours):
        for place in range(RACK):
            excluded[colour, place] = 0
        for count in range(position.placed[colour]):
            for place in range(RACK):
                excluded[colour, place] |= position.barred[colour, count]
            # The longest-standing that it can have been: that leaves the others the most freedom (see `sample_state`).
            place = 0
            while excluded[colour, place] >> position.tiles[colour, count] & 1:
                place += 1
            for later in range(place, RACK - 1):
                excluded[colour, later] = excluded[colour, later + 1]
            excluded[colour, RACK - 1] = 0
        for place in range(RACK):
            excluded[colour, place] |= position.barred[colour, position.placed[colour]]


@compiled
def determinize(position: Position, seat: int, excluded: NDArray[np.int64], dice: Dice) -> None:
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
