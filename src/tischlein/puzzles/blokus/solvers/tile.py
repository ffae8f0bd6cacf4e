"""The search that tiles a rectangle in which equal colours must not touch; `tiling.py` says how."""

from __future__ import annotations

from math import gcd

from tischlein.core.compiled import new_dice, new_memory
from tischlein.games.blokus.pieces import PIECES
from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles.blokus.challenge import SIZE_OF, Layout

from .boards import read_placement
from .scan import EXHAUSTED, FOUND, SHORT
from .search import Search
from .tiling import TILING, run_tiling

MOST_PUSHES = 100
"""How often a piece is given a colour before it is held that there is none for all."""

CROWDING, PUSHING = 700, 1500
"""How much later a shape is tried for each piece that it touches, and where others must change their colour for it."""


class Tile(Search):
    """Fill the free squares of a layout in which equal colours must not touch."""

    def __init__(self, layout: Layout, seed: int) -> None:
        self._tiling = tiling = new_memory(run_tiling).zeros(1, TILING)[0]
        challenge = layout.challenge
        tiling.columns, tiling.rows, tiling.limit = challenge.columns, challenge.rows, SHORT
        tiling.pushes, tiling.crowding, tiling.pushing = MOST_PUSHES, CROWDING, PUSHING
        tiling.dice[:] = new_dice(seed)
        for number, piece in enumerate(PIECES):
            colours = [bit for bit, colour in enumerate(FOUR_COLOURS) if piece.name in layout.left(colour)]
            tiling.left[number] = sum(1 << bit for bit in colours)
        for placement in layout.lying:
            for column, row in placement.squares:
                tiling.given[column, row] = 1 << FOUR_COLOURS.index(placement.colour)
        sizes = {SIZE_OF[piece] for colour in FOUR_COLOURS for piece in layout.left(colour)} or {1}
        tiling.divisor, tiling.least = gcd(*sizes), min(sizes)

    def run(self) -> int:
        """Start once more."""
        result, depth, tried = run_tiling(self._tiling)
        if result == FOUND:
            self.found = tuple(read_placement(colour, move) for colour, move in self._tiling.found[:depth].tolist())
        self.exhausted = result == EXHAUSTED
        return int(tried)
