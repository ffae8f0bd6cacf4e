"""What every search offers: it works in slices that leave other threads running, and can be stopped between them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tischlein.puzzles.blokus.challenge import Placement


class Search(ABC):
    """A search for a way to complete one layout. Equal seeds take equal steps, however they are sliced by the clock."""

    found: tuple[Placement, ...] | None = None
    """The missing pieces, as soon as a way is known; in an order of the search, not of the challenge."""

    exhausted: bool = False
    """Whether it is proven that there is no way."""

    @abstractmethod
    def run(self) -> int:
        """Search on for some milliseconds, in compiled code without the GIL; return how many pieces were tried."""

    @property
    def settled(self) -> bool:
        """Whether nothing is left to search."""
        return self.found is not None or self.exhausted
