"""What a game's search offers to bots: thinking in slices, and what it has found so far.

A thinker belongs to one position and the seat that is to move there. It is given a sample of the position, so it
cannot know more than that seat; whatever is hidden it deals anew by itself, as often as it likes.
"""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .game import Move, State


class Line(NamedTuple):
    """A move that was looked at: what the seat may expect of it, and how the game may go on."""

    move: Move
    value: float
    """0 a sure loss, 1 a sure win, for the seat that is to move."""
    visits: int
    continuation: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """How strong to play: at most so long and so many simulations a move, and settings that only the game knows.

    A level below the top has a limit of simulations, so that it is as strong on a slow machine as on a fast one.
    """

    seconds: float
    simulations: int | None = None
    settings: Mapping[str, float] = field(default_factory=dict)
    book: bool = False
    """Whether it has read the game's opening book, if there is one."""


class Thinker(ABC):
    """A search at one position."""

    def advance(self, state: State) -> bool:
        """Go on at a position that came later in the same game, with what is known; False if a new thinker is due."""
        return False

    @abstractmethod
    def think(self, simulations: int) -> None:
        """Search on, in compiled code that leaves other threads running."""

    @abstractmethod
    def lines(self) -> list[Line]:
        """Return the moves, best first; the first one is the choice. Needs no thinking before it, but may be poor."""

    @property
    @abstractmethod
    def settled(self) -> bool:
        """Whether more thinking cannot change the choice: it is proven, or there is only one move."""

    def is_decided(self, simulations: int) -> bool:
        """Whether so many more simulations cannot change the choice."""
        return self.settled


def stays_ahead(visits: Iterable[int], simulations: int) -> bool:
    """Return whether the move that was tried most stays ahead even if another one gets all simulations to come."""
    first, second = heapq.nlargest(2, (0, 0, *visits))
    return first - second > simulations
