"""The clocks of a table, as arithmetic: whoever owns a real clock passes the time in."""

from __future__ import annotations

from copy import copy

import msgspec

from tischlein.core.game import Seat


class ClockTerms(msgspec.Struct, frozen=True):
    """How much time everybody has: seconds for the whole game, and more for each move."""

    seconds: int
    increment: int = 0


class Clock:
    """What each seat has left. Only one clock runs, and none for a bot or an empty seat."""

    def __init__(self, terms: ClockTerms, seats: int) -> None:
        self._increment = terms.increment * 1000
        self._left = [terms.seconds * 1000] * seats
        self._since = 0
        self.running: Seat | None = None

    def copy(self) -> Clock:
        """Return a clock that goes on by itself."""
        other = copy(self)
        other._left = list(self._left)
        return other

    def turn(self, seat: Seat | None, at: int) -> None:
        """Stop the running clock and start that of a seat."""
        if self.running is not None:
            self._left[self.running] = self.left(at)[self.running]
        self.running, self._since = seat, at

    def add_increment(self, seat: Seat) -> None:
        """Give a seat its time for a move."""
        self._left[seat] += self._increment

    def credit(self, seat: Seat, ms: int) -> None:
        """Give time back."""
        self._left[seat] += ms

    def left(self, at: int) -> list[int]:
        """Return the milliseconds that each seat has left, never below nothing."""
        spent = max(0, at - self._since)
        return [max(0, left - spent * (seat == self.running)) for seat, left in enumerate(self._left)]

    def due(self) -> int | None:
        """Return when the running clock will have run out."""
        return None if self.running is None else self._since + self._left[self.running]
