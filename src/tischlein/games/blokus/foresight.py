"""What a position promises before it is played out: points that each colour may end with, from what it can reach now.

A weighted sum of a few traits of a colour foretells the mean of many playouts as well as two to ten single ones do in
the first half of a game, and costs a quarter of one. The weights were learned from playouts (`appraisal.py`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled

from .priors import are_rivals
from .rules import can_place, tidy, whole
from .tables import A1, CELLS, ORIGIN_BITS, ORIGIN_MASK, SHAPE_CELLS, STRIDE

# Traits of a colour: squares placed (0 is all of them); open contacts; moves, as a root and as a logarithm; cells that
# its moves reach, those that no rival's move reaches, and the root of their number; whether it is to move.
PLACED, CONTACTS, MOVES, MOVES_LOG, REACH, OWN_REACH, OWN_REACH_ROOT, TURN = range(8)
TRAITS = 8

STAGES = 8
"""Weights change every two rounds."""

Outlook = NDArray[np.float32]
"""By stage: a weight for each trait, and how far off a foreseen lead usually is."""


class Glass(NamedTuple):
    """Room to look ahead in."""

    traits: NDArray[np.float32]
    """By colour."""
    reach: NDArray[np.uint8]
    """By cell: the colours whose moves cover it, one bit each."""
    leads: NDArray[np.float64]
    """By side: the foreseen lead over the best other side."""


def new_glass() -> Glass:
    """Return room to look ahead in."""
    return Glass(np.zeros((4, TRAITS), dtype=np.float32), np.zeros(CELLS, dtype=np.uint8), np.zeros(4))


@compiled
def stage_of(position: Position) -> int:
    """Return which weights hold now."""
    return min(whole(position.ply) // (2 * whole(position.colours)), STAGES - 1)


@compiled
def _note_moves(position: Position, colour: int, glass: Glass) -> None:
    """Note how many moves a colour has and where they reach."""
    if (position.out >> colour) & 1 or not can_place(position, colour):
        return
    tidy(position, colour)
    traits, bit = glass.traits[colour], np.uint8(1 << colour)
    for i in range(position.counts[colour]):
        code = whole(position.lists[colour, i])
        shape, origin = code >> ORIGIN_BITS, code & ORIGIN_MASK
        for k in range(5):
            glass.reach[origin + SHAPE_CELLS[shape, k]] |= bit
    traits[CONTACTS] = position.contacts[colour]
    traits[MOVES] = np.sqrt(position.counts[colour])
    traits[MOVES_LOG] = np.log(1.0 + position.counts[colour])


@compiled
def _note_reach(position: Position, colour: int, glass: Glass) -> None:
    """Count the cells that a colour reaches, and those that no rival does."""
    rivals = 0
    for other in range(position.colours):
        rivals |= are_rivals(position, colour, other) << other
    reached, alone = 0, 0
    for row in range(position.width):
        for column in range(position.width):
            here = whole(glass.reach[A1 + STRIDE * row + column])
            own = (here >> colour) & 1
            reached += own
            alone += own & whole(here & rivals == 0)
    traits = glass.traits[colour]
    traits[REACH], traits[OWN_REACH], traits[OWN_REACH_ROOT] = reached, alone, np.sqrt(alone)


@compiled
def note_traits(position: Position, glass: Glass) -> None:
    """Note the traits of every colour; the game is not over."""
    glass.traits[:] = 0
    glass.reach[:] = 0
    for colour in range(position.colours):
        glass.traits[colour, PLACED] = -position.rest[colour]
        _note_moves(position, colour, glass)
    for colour in range(position.colours):
        _note_reach(position, colour, glass)
    glass.traits[position.turn, TURN] = 1


@compiled
def foresee(position: Position, outlook: Outlook, glass: Glass) -> float:
    """Write for each side the lead that the game may end with, and return how far off that usually is."""
    note_traits(position, glass)
    own = outlook[stage_of(position)]
    totals = np.zeros(4)
    for colour in range(position.colours):
        if position.side[colour] >= 0:
            for i in range(TRAITS):
                totals[position.side[colour]] += own[i] * glass.traits[colour, i]
    for side in range(position.sides):
        glass.leads[side] = 1e9
        for other in range(position.sides):
            if other != side:
                glass.leads[side] = min(glass.leads[side], totals[side] - totals[other])
    return float(own[TRAITS])
