"""Jobs, and pools of workers that do them. A worker that dies is replaced, and the next one does its job."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any, NamedTuple, Protocol, TypeAlias

from .lru import LruCache

log = logging.getLogger(__name__)

TRIES = 3
"""How many workers may die over one job."""

SILENCE = 120.0
"""Seconds for which a worker may say nothing, besides the time that its job should take."""

HOMES = 10_000
"""For how many keys a pool knows which worker did the last job."""

Watch: TypeAlias = Callable[[float], bool]
"""Called now and then with how much is done, 0 to 1; answers whether to go on."""

Listener: TypeAlias = Callable[[float], None]
"""Called now and then with how much is done, 0 to 1."""


class Job(Protocol):
    """Something to do that tells how far it is, and stops when it is told so."""

    @property
    def seconds(self) -> float:
        """About how long it takes; short jobs go first."""

    def run(self, watch: Watch) -> Any:
        """Do it, in the worker."""


class WorkerKind(NamedTuple):
    """What workers are for, and what they prepare while nobody asks.

    `prepare` names a function without arguments, `package.module:function`: the worker looks it up, and this package
    need not know who uses it. It returns an iterator that does a part of the preparations at each step.
    """

    name: str
    prepare: str | None = None

    def preparations(self) -> Iterator[object]:
        """Begin the preparations."""
        return iter(()) if self.prepare is None else iter(resolve_name(self.prepare)())


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a job is done, 0 to 1."""

    done: float


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of a job."""

    result: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """A job ended with an error; the text is for the log."""

    text: str


Report: TypeAlias = Progress | Finished | Failed
"""What a worker says about its job."""


class JobFailed(Exception):
    """A job ended with an error, or killed too many workers."""


@dataclass(order=True)
class Order:
    """A job in the queue: those that take less time go first."""

    seconds: float
    number: int
    job: Job = field(compare=False)
    done: asyncio.Future[Any] = field(compare=False)
    listener: Listener | None = field(compare=False)
    key: Hashable = field(compare=False, default=None)
    tries: int = field(compare=False, default=0)

    @property
    def silence_limit(self) -> float:
        """A worker that says nothing for so many seconds hangs; one that reports may take as long as it likes."""
        return 4 * self.seconds + SILENCE

    def report(self, progress: float) -> None:
        """Tell who asked how much is done."""
        if self.listener is not None and not self.done.done():
            self.listener(progress)

    def finish(self, result: Any) -> None:
        """Tell who asked what came of it."""
        if not self.done.done():
            self.done.set_result(result)

    def fail(self, reason: str) -> None:
        """Tell who asked that nothing came of it."""
        if not self.done.done():
            self.done.set_exception(JobFailed(reason))


class Pool(ABC):
    """So many workers of a kind, and the jobs that wait for them; `on_death` is called when a worker dies."""

    def __init__(self, size: int, kind: WorkerKind, on_death: Callable[[], None] | None = None) -> None:
        self._size, self._kind, self._on_death = size, kind, on_death
        self._waiting: list[Order] = []
        """A heap."""
        self._idle: dict[int, asyncio.Future[Order]] = {}
        """Workers without work, the one that has waited longest first."""
        self._homes: LruCache[Hashable, int] = LruCache(HOMES)
        self._numbers = itertools.count()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def size(self) -> int:
        """How many workers there are."""
        return self._size

    async def start(self) -> None:
        """Start the workers; they begin with their preparations."""
        self._tasks = [asyncio.create_task(self._attend(slot)) for slot in range(self._size)]

    async def close(self) -> None:
        """End the workers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def run(self, job: Job, listener: Listener | None = None, key: Hashable = None) -> Any:
        """Have a job done; cancelling this cancels the job. Raises JobFailed.

        If the worker that did the last job of the same key is idle, it does this one: it may remember something.
        """
        done = asyncio.get_running_loop().create_future()
        self._submit(Order(job.seconds, next(self._numbers), job, done, listener, key))
        return await done

    @abstractmethod
    async def _attend(self, slot: int) -> None:
        """Keep one worker alive and give it the jobs that come to its slot."""

    def _submit(self, order: Order) -> None:
        """Give a job to an idle worker, or let it wait."""
        home = self._homes.take(order.key) if order.key is not None else None
        slot = home if home in self._idle else next(iter(self._idle), None)
        if slot is None:
            heapq.heappush(self._waiting, order)
        else:
            self._idle.pop(slot).set_result(order)

    async def _next_order(self, slot: int) -> Order:
        """Return what the worker of a slot should do next."""
        while self._waiting:
            order = heapq.heappop(self._waiting)
            if not order.done.done():
                return self._settle(slot, order)
        offer = self._idle[slot] = asyncio.get_running_loop().create_future()
        try:
            return self._settle(slot, await offer)
        except asyncio.CancelledError:
            self._idle.pop(slot, None)
            if offer.done() and not offer.cancelled():
                self._submit(offer.result())
            raise

    def _settle(self, slot: int, order: Order) -> Order:
        if order.key is not None:
            self._homes.put(order.key, slot)
        return order

    def _note_death(self, reason: object) -> None:
        """Say that a worker died; another one takes its place."""
        log.warning("a worker died", extra={"kind": self._kind.name, "reason": str(reason)})
        if self._on_death is not None:
            self._on_death()

    def _try_again(self, order: Order) -> None:
        """Put a job back whose worker died."""
        order.tries += 1
        if order.tries >= TRIES:
            order.fail(f"{TRIES} workers died over it")
        elif not order.done.done():
            self._submit(order)
