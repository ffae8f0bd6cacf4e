"""What a worker remembers between two jobs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """The latest things by key, as many as there is room for; `size` says how much room a thing takes."""

    def __init__(self, room: int, size: Callable[[V], int] = lambda _: 1) -> None:
        self._room, self._size = room, size
        self._things: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self.used = 0
        """How much room is taken."""

    def __len__(self) -> int:
        return len(self._things)

    def take(self, key: K) -> V | None:
        """Return what is remembered, or None; whoever takes it puts it back after use, for it may have grown."""
        thing, size = self._things.pop(key, (None, 0))
        self.used -= size
        return thing

    def put(self, key: K, thing: V) -> None:
        """Remember a thing and forget the oldest ones that there is no room for."""
        self.take(key)
        size = self._size(thing)
        self._things[key] = thing, size
        self.used += size
        while self.used > self._room:
            self.take(next(iter(self._things)))
