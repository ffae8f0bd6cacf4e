"""How much one client may ask for: buckets that fill slowly and are emptied by requests."""

from __future__ import annotations

import time
from collections.abc import Callable


class Bucket:
    """Allows `rate` a second in the long run, and `burst` at once."""

    __slots__ = ("_burst", "_filled", "_level", "_now", "_rate")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._level, self._filled = burst, now()

    def take(self, cost: float = 1.0) -> bool:
        """Return whether one more is allowed, and count it; some count more than others."""
        now = self._now()
        self._level = min(self._burst, self._level + (now - self._filled) * self._rate)
        self._filled = now
        if self._level < cost:
            return False
        self._level -= cost
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for a while, so that it may be forgotten."""
        return self._level + (self._now() - self._filled) * self._rate >= self._burst


class Limiter:
    """A bucket for each address."""

    MOST = 10_000

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}
        self._room = self.MOST
        """How many there may be before all are looked at: twice as many as the last look has left."""

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Return whether an address may go on."""
        if address not in self._buckets:
            if len(self._buckets) >= self._room:
                self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.full}
                self._room = max(self.MOST, 2 * len(self._buckets))
            self._buckets[address] = Bucket(self._rate, self._burst)
        return self._buckets[address].take(cost)
