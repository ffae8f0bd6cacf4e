"""Solving: the right searches for a layout, side by side, until one of them knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles.blokus.challenge import CHALLENGES, SIZE_OF, Layout, Placement

from .arrange import arrange
from .beam import Beam
from .cover import Cover
from .mend import Mend
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
"""Pieces that are tried alone, for each piece left: most layouts need no more, and the others' tables take time."""

TILE_COST, COVER_COST = 40, 320
"""A piece of a tiling, or a choice of the exact search, counts as so many pieces of mending, so that mending has most
of the time."""

BEAM_START, PACK_COST = 20, 4
"""So many boards for each piece left the beam goes on alone, which is its first attempt. A piece of the search that
tries everything takes about as long as three boards, so that the beam has somewhat more than half of the time."""

MOST_TO_PACK = 44
"""With more pieces left, trying everything is hopeless."""


class Share(NamedTuple):
    """A search among others: what each piece it tries counts, and how much the others do before it begins."""

    begin: Callable[[Layout, int], Search]
    cost: int = 1
    wait: float = 0


def _list_shares(layout: Layout) -> tuple[Share, ...]:
    """Return the searches for a layout: first those that are fast where there is a way, last one that also proves."""
    challenge, left = layout.challenge, layout.challenge.pieces - len(layout.lying)
    if challenge.as_in_the_game:
        wait = BEAM_START * left if left <= MOST_TO_PACK else float("inf")
        return Share(Beam), Share(Pack, PACK_COST, wait)
    if challenge.may_touch:
        return Share(Scan), Share(Cover, 12, HEAD_START * left)
    wait = HEAD_START * left * TILE_COST
    sizes = {SIZE_OF[piece] for colour in FOUR_COLOURS for piece in layout.left(colour)}
    mending = (Share(Mend, wait=wait),) if len(sizes) == 1 else ()
    return Share(Tile, TILE_COST), *mending, Share(Cover, COVER_COST, wait * 3 // 2)


class Solver(Search):
    """Several searches in turn, of which the last also proves. Which one is next never depends on the clock."""

    def __init__(self, layout: Layout, seed: int = 0) -> None:
        self._layout = layout
        self._seed = seed
        self._shares = _list_shares(layout)
        self._spent = [share.wait for share in self._shares]
        self._searches: list[Search | None] = [None] * len(self._shares)
        self.tried = self.slices = 0
        if layout.solved:
            self.found = ()

    def run(self) -> int:
        """Let the search that has worked less go on."""
        number = min(range(len(self._spent)), key=lambda one: (self._spent[one], -one))
        share = self._shares[number]
        search = self._searches[number] = self._searches[number] or share.begin(self._layout, self._seed)
        tried = search.run() if not search.settled else 0
        self._spent[number] += share.cost * tried
        self.tried += tried
        self.slices += 1
        if search.found is not None:
            self.found = search.found
        self.exhausted = search.exhausted
        return tried

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
        for share in _list_shares(layout):
            search = share.begin(layout, 0)
            search.run()
            search.run()
