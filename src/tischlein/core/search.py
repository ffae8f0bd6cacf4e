"""What a game's search offers to bots: thinking in slices, and what it has found so far.

A search belongs to one position and the seat that is to move there. It is given a sample of the position, so it
cannot know more than that seat; whatever is hidden it deals anew by itself, as often as it likes.
"""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .game import Move, State

FEWEST_VISITS = 3
"""What was tried less often is worth nobody knows what: a single playout is won or lost."""


@dataclass(frozen=True, slots=True)
class Variation:
    """A move that was looked at: what the seat may expect of it, and how the game may go on."""

    move: Move
    value: float
    """0 a sure loss, 1 a sure win, for the seat that is to move."""
    visits: int
    continuation: tuple[Move, ...] = ()
    proven: bool = False
    """Whether it is proven to win or to lose, whatever the others do."""

    @property
    def is_sure(self) -> bool:
        """Whether its value says something."""
        return self.proven or self.visits >= FEWEST_VISITS


@dataclass(frozen=True, slots=True)
class Level:
    """How strong to play: at most so long and so many simulations a move, and settings that only the game knows.

    What limits a level is its simulations, so that it is as strong on a slow or busy machine as on a fast one; the
    clock only keeps nobody waiting. The text `level-N` of the game says what level N sees.
    """

    seconds: float
    simulations: int | None = None
    settings: Mapping[str, float] = field(default_factory=dict)
    book: bool = False
    """Whether it has read the game's opening book, if there is one."""
    thrifty: bool = False
    """Whether it stops when the rest cannot change its choice. What it keeps for the next move then depends on the
    clock, and games cannot be repeated."""


class Search(ABC):
    """A search at one position."""

    def advance(self, state: State) -> bool:
        """Go on at a position that came later in the same game, with what is known; False if a new search is due."""
        return False

    @abstractmethod
    def run(self, simulations: int) -> None:
        """Search on, in compiled code that leaves other threads running."""

    @abstractmethod
    def variations(self) -> list[Variation]:
        """Return the moves, best first; the first one is the choice. Needs no thinking before it, but may be poor."""

    @property
    @abstractmethod
    def proven(self) -> bool:
        """Whether more thinking cannot change the choice: it is proven, or there is only one move."""

    @property
    def nbytes(self) -> int:
        """About how much memory it takes; unless a search knows better, that of its arrays."""
        return _count_bytes(list(vars(self).values()))

    def is_decided(self, simulations: int) -> bool:
        """Whether so many more simulations cannot change the choice."""
        return self.proven


def fill_settings(settings: Mapping[str, float], defaults: Mapping[str, float]) -> dict[str, float]:
    """Return the defaults with some of them replaced. Raises ValueError for a setting that the search does not have."""
    if unknown := sorted(set(settings) - set(defaults)):
        raise ValueError(f"unknown setting {unknown[0]!r}; there are {', '.join(sorted(defaults))}")
    return {**defaults, **settings}


def _count_bytes(thing: object) -> int:
    """Return the size of an array, or of all arrays in a tuple or list."""
    if isinstance(thing, tuple | list):
        return sum(map(_count_bytes, thing))
    return int(getattr(thing, "nbytes", 0))


def stays_ahead(visits: Iterable[int], simulations: int) -> bool:
    """Return whether the move that was tried most stays ahead even if another one gets all simulations to come."""
    first, second = heapq.nlargest(2, (0, 0, *visits))
    return first - second > simulations
