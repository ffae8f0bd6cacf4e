"""Solving: the right searches for a layout, side by side, until one of them knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

from .arrange import arrange
from .beam import Beam
from .challenge import CHALLENGES, Layout, Placement
from .cover import Cover
from .pack import Pack
from .scan import Scan
from .search import Search


class Progress(NamedTuple):
    """How far a search is: pieces tried so far, and slices worked."""

    tried: int
    slices: int


Watch: TypeAlias = Callable[[Progress], bool]
"""Called after every slice; answers whether to go on."""

HEAD_START = 20_000
"""Pieces that the scan tries alone, for each piece left: most layouts need no more, and the tables take time."""

COVER_COST = 30
"""A choice of the exact search takes about as long as so many pieces of the scan."""

BEAM_STEPS = 4
"""How many steps of the beam come before a slice of the search that tries everything."""

MOST_TO_PACK = 28
"""With more pieces left, trying everything is hopeless."""


class Solver(Search):
    """Two searches in turn: one that finds and one that also proves. Which one is next never depends on the clock."""

    def __init__(self, layout: Layout, seed: int = 0) -> None:
        self._layout = layout
        self._seed = seed
        self._spent = [0, 0]
        left = layout.challenge.pieces - len(layout.lying)
        self._head_start: float = HEAD_START * left
        if layout.challenge.as_in_the_game:
            self._head_start = BEAM_STEPS if left <= MOST_TO_PACK else float("inf")
        self._finder: Search = Beam(layout, seed) if layout.challenge.as_in_the_game else Scan(layout, seed)
        self._prover: Search | None = None
        self.tried = self.slices = 0
        if layout.solved:
            self.found = ()

    def think(self) -> int:
        """Let the search that has worked less go on."""
        prove = self._spent[1] <= self._spent[0] - self._head_start
        if prove and self._prover is None:
            packing = self._layout.challenge.as_in_the_game
            self._prover = Pack(self._layout) if packing else Cover(self._layout, self._seed)
        search = self._prover if prove and self._prover else self._finder
        tried = search.think() if not search.settled else 0
        self._spent[prove] += self._cost(tried, prove)
        self.tried += tried
        self.slices += 1
        if search.found is not None:
            self.found = search.found
        self.exhausted = search.exhausted
        return tried

    def _cost(self, tried: int, prove: bool) -> int:
        if self._layout.challenge.as_in_the_game:
            return BEAM_STEPS if prove else 1
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


def solve(layout: Layout, seed: int = 0, watch: Watch | None = None) -> Layout | None:
    """Return a solved layout that starts like this one; None if there is none, or if `watch` says to stop.

    Equal seeds give equal solutions, different seeds usually different ones. To tell "there is none" from "stopped",
    ask the tutor.
    """
    solver = Solver(layout, seed)
    while not solver.settled:
        solver.think()
        if watch is not None and not watch(Progress(solver.tried, solver.slices)):
            break
    return solver.completed()


@cache
def warm_up(as_in_the_game: bool) -> None:
    """Compile both searches for such challenges, so that nobody waits for it later, least of all halfway."""
    layout = Layout(CHALLENGES["s1" if as_in_the_game else "s4"])
    finder: Search = Beam(layout, 0) if as_in_the_game else Scan(layout, 0)
    prover: Search = Pack(layout) if as_in_the_game else Cover(layout, 0)
    finder.think()
    prover.think()
