"""Dealing anew what a seat cannot see: the racks and piles of the others and the order of its own piles.

What a seat knows of another colour: each tile that was placed, and when. The draw order is made up around that.
Five unknown tiles stand on the rack; each placement reveals one of them, any one, and the next unknown tile comes in.

A skip tells more: nothing on the rack could be placed then, and `barred` has the tiles that could have been. So an
unknown tile that stood there during a skip is none of those. What has stood longer is barred from at least as much,
which makes the rest easy: who places a tile is taken to reveal the longest-standing unknown that it can have been,
because that leaves the others the most freedom, and the unknowns that remain are filled in from the longest-standing
on, each with any tile that is left to it; that always works out, and every way to fill them has the same chance.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tischlein.core.game import Seat, Setup

from .pieces import TILES
from .rules import RACK
from .tables import KINDS
from .variants import colours_in_play


def redeal(setup: Setup, array: NDArray[np.void], seat: Seat, rng: random.Random) -> tuple[Setup, NDArray[np.void]]:
    """Return a set-up and a position that fit everything this seat has seen.

    The deal is made anew too, because the true one would tell everything.
    """
    result = array.copy()
    position = result[0]
    deal = {}
    names = colours_in_play(setup.variant, setup.seats, setup.options)
    for colour in range(position.colours):
        placed = int(position.placed[colour])
        row = position.tiles[colour].tolist()
        if position.owner[colour] == seat:
            drawn = [TILES.index(name) for name in setup.deal[names[colour]].split()][: placed + RACK]
            rack = row[placed : placed + RACK]
            pile = rng.sample(sorted(row[placed + RACK :]), len(row[placed + RACK :]))
        else:
            drawn, rack, pile = _sample_draws(row[:placed], row[placed:], position.barred[colour].tolist(), rng)
        position.tiles[colour] = row[:placed] + sorted(rack) + pile
        deal[names[colour]] = " ".join(TILES[tile] for tile in drawn + pile)
    return replace(setup, deal=deal), result


def _sample_draws(
    played: list[int], unseen: list[int], barred: list[int], rng: random.Random
) -> tuple[list[int], list[int], list[int]]:
    """Return a colour's drawn tiles in order, its rack and its pile, as they can have been."""
    drawn = [-1] * min(len(played) + RACK, KINDS)
    rack = list(range(RACK))  # places in `drawn`, the longest-standing first
    excluded = [0] * KINDS  # by place: what it cannot be, as bits
    for count, tile in enumerate(played):
        _exclude(excluded, rack, barred[count])
        possible = [place for place in rack if not excluded[place] >> tile & 1]
        chosen = possible[0] if excluded[rack[0]] else rng.choice(possible)
        drawn[chosen] = tile
        rack.remove(chosen)
        if count + RACK < KINDS:
            rack.append(count + RACK)
    _exclude(excluded, rack, barred[len(played)])
    left = sorted(unseen)  # the true order must not show through
    for place in rack:
        drawn[place] = rng.choice([tile for tile in left if not excluded[place] >> tile & 1])
        left.remove(drawn[place])
    rng.shuffle(left)
    return drawn, [drawn[place] for place in rack], left


def _exclude(excluded: list[int], rack: list[int], tiles: int) -> None:
    for place in rack:
        excluded[place] |= tiles
