"""Colours for pieces that lie: those that touch, or have the same shape, must differ.

A tiling holds, for each piece, the colours it may have, its neighbours, and the colour it has; 0 is none yet.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled, count_bits, roll

MOST_TO_PROVE = 16
MOST_COLOURINGS = 1000
"""With so few pieces laid it is proven that there is no colouring, unless that takes more steps."""

COLOURED, IMPOSSIBLE, TOO_HARD = range(3)


@compiled
def _blocked(tiling: Position, node: int, colours: NDArray[np.int64]) -> int:
    """Return the colours of those that a piece must differ from."""
    blocked = 0
    for i in range(tiling.degree[node]):
        blocked |= colours[tiling.neighbours[node, i]]
    return blocked


@compiled
def _choose_anyway(tiling: Position, node: int) -> int:
    """Return the allowed colour that the fewest neighbours have, now and then any: there is no free one."""
    careless = roll(tiling.dice, 8) == 0
    best, fewest = 0, 1 << 20
    for bit in range(4):
        colour = 1 << bit
        if tiling.allowed[node] & colour:
            wanted = roll(tiling.dice, 8)
            if not careless:
                for i in range(tiling.degree[node]):
                    if tiling.colour[tiling.neighbours[node, i]] == colour:
                        wanted += 8
            if wanted < fewest:
                best, fewest = colour, wanted
    return best


@compiled
def _push_aside(tiling: Position, newest: int) -> bool:
    """Colour the newest piece; neighbours that are in the way look for another colour, and so on, for a while."""
    for node in range(newest):
        tiling.trial[node] = tiling.colour[node]
    tiling.sequence[0], waiting = newest, 1
    for _ in range(tiling.pushes):
        waiting -= 1
        node = tiling.sequence[waiting]
        free = tiling.allowed[node] & ~_blocked(tiling, node, tiling.colour)
        if free:
            tiling.colour[node] = _draw_colour(tiling, free)
            if waiting == 0:
                return True
            continue
        colour = _choose_anyway(tiling, node)
        tiling.colour[node] = colour
        for i in range(tiling.degree[node]):
            other = tiling.neighbours[node, i]
            if tiling.colour[other] == colour:
                tiling.colour[other] = 0
                tiling.sequence[waiting] = other
                waiting += 1
    for node in range(newest):
        tiling.colour[node] = tiling.trial[node]
    tiling.colour[newest] = 0
    return False


@compiled
def _draw_colour(tiling: Position, free: int) -> int:
    """Return one of some colours, each as likely."""
    for _ in range(roll(tiling.dice, count_bits(np.uint64(free)))):
        free &= free - 1
    return free & -free


@compiled
def _pick_tightest(tiling: Position, count: int) -> tuple[int, int]:
    """Return the piece without a colour that has the fewest to choose from, and these; -1 when all have one."""
    best, open_to_it, fewest = -1, 0, 5
    for node in range(count):
        if tiling.trial[node] == 0:
            free = tiling.allowed[node] & ~_blocked(tiling, node, tiling.trial)
            colours = count_bits(np.uint64(free))
            if colours < fewest:
                best, open_to_it, fewest = node, free, colours
                if colours == 0:
                    break
    return best, open_to_it


@compiled
def _colour_anew(tiling: Position, count: int) -> int:
    """Colour all pieces from nothing, the tightest first; try everything, unless that takes too long."""
    for node in range(count):
        tiling.trial[node] = 0
    depth, given = 0, 0
    node, free = _pick_tightest(tiling, count)
    while node >= 0:
        tiling.sequence[depth], tiling.rest[depth] = node, free
        while tiling.rest[depth] == 0:
            depth -= 1
            if depth < 0:
                return IMPOSSIBLE
            tiling.trial[tiling.sequence[depth]] = 0
        given += 1
        if given > MOST_COLOURINGS:
            return TOO_HARD
        colour = tiling.rest[depth] & -tiling.rest[depth]
        tiling.rest[depth] &= ~colour
        tiling.trial[tiling.sequence[depth]] = colour
        depth += 1
        node, free = _pick_tightest(tiling, count)
    for node in range(count):
        tiling.colour[node] = tiling.trial[node]
    return COLOURED


@compiled
def give_colour(tiling: Position, node: int) -> bool:
    """Give the newest piece a colour, and others another one if need be; return whether that was possible."""
    free = tiling.allowed[node] & ~_blocked(tiling, node, tiling.colour)
    if free:
        tiling.colour[node] = _draw_colour(tiling, free)
        return True
    if tiling.allowed[node] == 0:
        return False
    if _push_aside(tiling, node):
        return True
    result = _colour_anew(tiling, node + 1) if node < MOST_TO_PROVE else TOO_HARD
    if result == TOO_HARD:
        tiling.incomplete = 1
    return bool(result == COLOURED)
