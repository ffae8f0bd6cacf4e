"""The search that fills a rectangle without regard to colours, and then mends it; `mending.py` says how."""

from __future__ import annotations

from tischlein.core.compiled import new_dice, new_memory
from tischlein.games.blokus.pieces import PIECE_OF_SHAPE, PIECES
from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles.blokus.challenge import Layout, Placement

from .boards import read_placement, write_move
from .mending import MENDING, run_mending
from .scan import Scan
from .search import Search

SLICE = 20_000
"""Pieces tried in one slice: some milliseconds."""

LONGEST = 4_000_000
"""Pieces tried before a fresh filling."""

RASHNESS = 50
"""How often, of 1024 times, one clash more is taken over."""

WIDEST, NARROW = 4, 3
"""How many pieces are lifted at most; and up to how many it is good enough to have no more clashes than before."""


class Mend(Search):
    """Fill the free squares of a layout in which equal colours must not touch; all pieces left have the same size."""

    def __init__(self, layout: Layout, seed: int) -> None:
        self._layout = layout
        self._mending = mending = new_memory(run_mending).zeros(1, MENDING)[0]
        mending.rashness, mending.widest, mending.narrow = RASHNESS, WIDEST, NARROW
        mending.dice[:] = new_dice(seed)
        left = {piece for colour in FOUR_COLOURS for piece in layout.left(colour)}
        usable = [shape for shape, piece in enumerate(PIECE_OF_SHAPE) if PIECES[piece].name in left]
        mending.usable[: len(usable)], mending.usable_count = usable, len(usable)
        self._scan = Scan(layout, seed, careless=True)
        self._used = 0

    def run(self) -> int:
        """Go on with filling or mending."""
        if self._scan.found is None:
            tried = self._scan.run()
            self._begin(self._scan.found or ())
            return tried
        tried = int(run_mending(self._mending, SLICE))
        self._used += tried
        if self._mending.clashes == 0:
            moves = self._mending.found[: self._mending.loose].tolist()
            self.found = tuple(read_placement(colour, move) for colour, move in moves)
        elif self._used >= LONGEST:
            self._scan.found, self._used = None, 0
        return tried

    def _begin(self, filling: tuple[Placement, ...]) -> None:
        """Hand over a filling, if there is one, and what lies there for good."""
        mending, pieces = self._mending, (*filling, *self._layout.lying)
        mending.clashes, mending.loose, mending.count = -1, len(filling), len(pieces)
        for node, placement in enumerate(pieces):
            mending.found[node] = FOUR_COLOURS.index(placement.colour), write_move(placement)
