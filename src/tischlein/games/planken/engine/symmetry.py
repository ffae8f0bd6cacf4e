"""One number for all positions that are the same game.

Nothing changes when left and right are exchanged, when all planks (in the stocks too) are turned upside down, or when
colours are renamed everywhere. Of the 24 ways to look at a position, the colours are settled by calling those of the
first plank 0, 1, 2 from the top; of the four ways that are left, the one with the smallest plank_pattern of the planks
counts. Sides are taken in the order of play from the one that is to move.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.compiled import JIT, Position, compiled
from tischlein.games.planken.rules import colour_at, kind
from tischlein.games.planken.tables import COLOUR_OF

MOST_PLANKS = 12

ORDER_OF = np.zeros((3, 3), np.int64)
"""[colour at the top, colour in the middle] -> order."""
for _order in range(6):
    ORDER_OF[COLOUR_OF[_order, 0], COLOUR_OF[_order, 1]] = _order

REVERSED = np.array([int(f"{mask:012b}"[::-1], 2) for mask in range(1 << MOST_PLANKS)])
"""Twelve columns from right to left."""

LARGEST = 2**63 - 1
MULTIPLIER = 0x9E3779B97F4A7C15

if JIT:

    @compiled
    def mix(word: np.uint64, more: int) -> np.uint64:
        """Return a word in which each bit of both depends on many."""
        word = (word ^ np.uint64(more)) * np.uint64(MULTIPLIER)
        word ^= word >> np.uint64(29)
        word *= np.uint64(MULTIPLIER)
        return word ^ word >> np.uint64(32)

else:

    def mix(word: np.uint64, more: int) -> np.uint64:
        """Return a word in which each bit of both depends on many."""
        bits = (int(word) ^ int(more)) * MULTIPLIER % 2**64
        bits ^= bits >> 29
        bits = bits * MULTIPLIER % 2**64
        return np.uint64(bits ^ bits >> 32)


@compiled
def canonical_key(position: Position, salt: int) -> np.uint64:
    """Return a number that positions share if they are the same game for the side to move; `salt` is mixed in."""
    start = mix(np.uint64(salt), max(position.choice_ply - position.ply + 1, 0))  # R14: how soon sides may be swapped
    if position.row == 0:
        return start
    smallest = np.int64(LARGEST)
    best = np.uint64(0)
    for view in range(4):
        planks = np.int64(plank_pattern(position, view >> 1, view & 1))
        if planks < smallest:
            smallest = planks
            best = np.uint64(0)
        if planks == smallest:  # several times, where the planks themselves are symmetric
            whole = _hash_sides(position, view >> 1, view & 1, mix(start, planks))  # type: ignore[arg-type]
            best = max(best, whole)
    return best


@compiled
def renamed(position: Position, mirrored: int, flipped: int) -> int:
    """Return which colours are called 0, 1 and 2: two bits each, read by `nth`."""
    first = position.right - 1 if mirrored else position.left + 1
    top = colour_at(position, first, 2 if flipped else 0)
    middle = colour_at(position, first, 1)
    return top | middle << 2 | (3 - top - middle) << 4


@compiled
def nth(names: int, number: int) -> int:
    """Return which colour is called by a number."""
    return names >> 2 * number & 3


@compiled
def _columns(position: Position, mask: int, mirrored: int) -> int:
    mask >>= position.left + 1
    if mirrored:
        return int(REVERSED[mask] >> MOST_PLANKS + 1 - (position.right - position.left))
    return mask


@compiled
def plank_pattern(position: Position, mirrored: int, flipped: int) -> int:
    """Return the planks of the row as one number: four masks tell all nine."""
    names = renamed(position, mirrored, flipped)
    top, middle = nth(names, 0), nth(names, 1)
    upper = 2 if flipped else 0
    return int(
        _columns(position, position.fields[upper, top], mirrored)
        | _columns(position, position.fields[upper, middle], mirrored) << 12
        | _columns(position, position.fields[1, top], mirrored) << 24
        | _columns(position, position.fields[1, middle], mirrored) << 36
        | (position.right - position.left) << 48
    )


@compiled
def _hash_sides(position: Position, mirrored: int, flipped: int, word: np.uint64) -> np.uint64:
    """Return the planks' number with the nails and stocks of every side added."""
    names = renamed(position, mirrored, flipped)
    for step in range(position.seats):
        side = (position.turn + step) % position.seats
        nails = np.int64(0)
        for colour in range(3):
            nails |= _columns(position, position.nails[side, nth(names, colour)], mirrored) << 12 * colour
        stock = np.int64(0)
        for order in range(0, 6, 1 + position.turning):
            top = nth(names, COLOUR_OF[order, 2 if flipped else 0])
            own = ORDER_OF[top, nth(names, COLOUR_OF[order, 1])]
            stock |= np.int64(position.stock[side, kind(position, own)]) << 3 * order
        word = mix(word, nails | stock << 36)  # type: ignore[arg-type]
    return word


@compiled
def plain_key(position: Position, salt: int) -> np.uint64:
    """Return a number for this very position: for repetition (R10), where a mirror image is another position."""
    word = mix(np.uint64(salt), position.row << 3 | position.turn << 1 | position.swapped)
    for height in range(2):
        word = mix(word, position.fields[height, 0] << 23 | position.fields[height, 1])
    for side in range(position.seats):
        stock = np.int64(0)
        for order in range(6):
            stock |= np.int64(position.stock[side, order]) << 3 * order
        word = mix(word, position.nails[side, 0] << 23 | position.nails[side, 1])
        word = mix(word, position.nails[side, 2] << 23 | stock)
    return word
