"""Solving: the right searches for a layout, side by side, until one of them knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

from tischlein.puzzles.blokus.challenge import CHALLENGES, Layout, Placement

from .arrange import arrange
from .beam import Beam
from .cover import Cover
from .pack import Pack
from .scan import Scan
from .search import Search
from .tile import Tile


class Progress(NamedTuple):
    """How far a search is: pieces tried so far, and slices worked."""

    tried: int
    slices: int


WatchSlices: TypeAlias = Callable[[Progress], bool]
"""Called after every slice; answers whether to go on."""

HEAD_START = 4_000
"""Pieces that are tried alone, for each piece left: most layouts need no more, and the other's tables take time."""

COVER_COST = 12
"""A choice of the exact search counts as so many pieces, so that it has a third of the time."""

BEAM_COST, BEAM_START = 8, 20
"""A board of the beam takes about as long as so many pieces of the search that tries everything; and so many boards
for each piece left it goes on alone, which is its first attempt."""

MOST_TO_PACK = 44
"""With more pieces left, trying everything is hopeless."""


def _find(layout: Layout, seed: int) -> Search:
    """Return the search that is fast where there is a way."""
    if layout.challenge.as_in_the_game:
        return Beam(layout, seed)
    return Scan(layout, seed) if layout.challenge.may_touch else Tile(layout, seed)


def _prove(layout: Layout, seed: int) -> Search:
    """Return the search that also proves that there is none."""
    return Pack(layout, seed) if layout.challenge.as_in_the_game else Cover(layout, seed)


class Solver(Search):
    """Two searches in turn: one that finds and one that also proves. Which one is next never depends on the clock."""

    def __init__(self, layout: Layout, seed: int = 0) -> None:
        self._layout = layout
        self._seed = seed
        self._spent = [0, 0]
        left = layout.challenge.pieces - len(layout.lying)
        self._head_start: float = HEAD_START * left
        if layout.challenge.as_in_the_game:
            self._head_start = BEAM_COST * BEAM_START * left if left <= MOST_TO_PACK else float("inf")
        self._finder = _find(layout, seed)
        self._prover: Search | None = None
        self.tried = self.slices = 0
        if layout.solved:
            self.found = ()

    def run(self) -> int:
        """Let the search that has worked less go on."""
        prove = self._spent[1] <= self._spent[0] - self._head_start
        if prove and self._prover is None:
            self._prover = _prove(self._layout, self._seed)
        search = self._prover if prove and self._prover else self._finder
        tried = search.run() if not search.settled else 0
        self._spent[prove] += self._cost(tried, prove)
        self.tried += tried
        self.slices += 1
        if search.found is not None:
            self.found = search.found
        self.exhausted = search.exhausted
        return tried

    def _cost(self, tried: int, prove: bool) -> int:
        if self._layout.challenge.as_in_the_game:
            return tried if prove else BEAM_COST * tried
        return COVER_COST * tried if prove else tried

    def completed(self) -> Layout | None:
        """Return the solved layout, in an order that the challenge allows and checked by its rules; None if unknown."""
        if self.found is None:
            return None
        ordered = arrange(self._layout, self.found)
        assert ordered is not None, "a search has found what cannot be placed"
        solved = self._layout.place_all(ordered)
        assert solved.solved, "a search has left pieces over"
        return solved

    def completion(self) -> tuple[Placement, ...] | None:
        """Return the missing pieces of `completed`."""
        solved = self.completed()
        return None if solved is None else solved.placements[len(self._layout.placements) :]


def solve(layout: Layout, seed: int = 0, watch: WatchSlices | None = None) -> Layout | None:
    """Return a solved layout that starts like this one; None if there is none, or if `watch` says to stop.

    Equal seeds give equal solutions, different seeds usually different ones. To tell "there is none" from "stopped",
    ask the tutor.
    """
    solver = Solver(layout, seed)
    while not solver.settled:
        solver.run()
        if watch is not None and not watch(Progress(solver.tried, solver.slices)):
            break
    return solver.completed()


@cache
def warm_up(as_in_the_game: bool) -> None:
    """Compile the searches for such challenges, so that nobody waits for it later, least of all halfway."""
    for name in ("s1",) if as_in_the_game else ("s3", "s4"):
        layout = Layout(CHALLENGES[name])
        _find(layout, 0).run()
        _prove(layout, 0).run()
