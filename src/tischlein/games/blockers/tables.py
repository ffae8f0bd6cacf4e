"""Tables of numbers for the compiled rules, made from the material once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .pieces import CELLS, TILES, cells_for, tiles_for

KINDS = len(TILES)
SIZE = 111
"""Numbers of cells, with the rim around them."""


def _cell_table() -> NDArray[np.int64]:
    table = np.zeros((KINDS, len(CELLS)), np.int64)
    for tile in range(KINDS):
        table[tile, : len(cells_for(tile))] = cells_for(tile)
    return table


def _match_table() -> NDArray[np.bool_]:
    table = np.zeros((KINDS, SIZE), np.bool_)
    for cell in CELLS:
        table[list(tiles_for(cell)), cell] = True
    return table


def _joined_table() -> NDArray[np.bool_]:
    """Say for each set of the eight neighbours whether those beside the cell hang together around it."""
    table = np.zeros(256, np.bool_)
    for near in range(256):
        beside = [near >> i & 1 for i in (0, 2, 4, 6)]
        links = [near >> i & near >> i + 1 & near >> (i + 2) % 8 & 1 for i in (0, 2, 4, 6)]
        table[near] = sum(beside) - sum(links) <= 1
    return table


TILE_CELLS = _cell_table()
"""By tile: the cells that it matches, first to last."""
REACH = np.array([len(cells_for(tile)) for tile in range(KINDS)], np.int64)
"""By tile: how many these are."""
MATCHES = _match_table()
"""By tile and cell: whether they match."""
AROUND = np.array([-10, -9, 1, 11, 10, 9, -1, -11], np.int64)
"""The way to the eight neighbours, clockwise from the north; those with even numbers touch along an edge."""
JOINED = _joined_table()
"""By the set of neighbours that have the cell's colour, as bits: see `_joined_table`."""
