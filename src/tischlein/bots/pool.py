"""Workers for single jobs. One that dies is replaced, and the next one does its job. What a worker is, others say."""

from __future__ import annotations

import asyncio
import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

TRIES = 3
"""How many workers may die over one job."""

Watch: TypeAlias = Callable[[float], bool]
Listener: TypeAlias = Callable[[float], None]


class Job(Protocol):
    """Something to do that tells how far it is, and stops when it is told so."""

    @property
    def seconds(self) -> float:
        """About how long it takes; short jobs go first."""

    def run(self, watch: Watch) -> Any:
        """Do it, in the worker; `watch` is given the share that is done and answers whether to go on."""


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
    tries: int = field(compare=False, default=0)

    @property
    def patience(self) -> float:
        """A worker that says nothing for so many seconds hangs."""
        return 4 * self.seconds + 120

    def report(self, share: float) -> None:
        """Tell who asked how much is done."""
        if self.listener is not None and not self.done.done():
            self.listener(share)

    def finish(self, result: Any) -> None:
        """Tell who asked what came of it."""
        if not self.done.done():
            self.done.set_result(result)

    def fail(self, reason: str) -> None:
        """Tell who asked that nothing came of it."""
        if not self.done.done():
            self.done.set_exception(JobFailed(reason))


class Pool(ABC):
    """So many workers, and the jobs that wait for them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._queue: asyncio.PriorityQueue[Order] = asyncio.PriorityQueue()
        self._numbers = itertools.count()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the workers; they begin with compiling."""
        self._tasks = [asyncio.create_task(self._attend()) for _ in range(self._size)]

    async def close(self) -> None:
        """End the workers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def run(self, job: Job, listener: Listener | None = None) -> Any:
        """Have a job done; cancelling this cancels the job. Raises JobFailed."""
        done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Order(job.seconds, next(self._numbers), job, done, listener))
        return await done

    @abstractmethod
    async def _attend(self) -> None:
        """Keep one worker alive and give it jobs from the queue."""

    def _try_again(self, order: Order) -> None:
        """Put a job back whose worker died."""
        order.tries += 1
        if order.tries >= TRIES:
            order.fail(f"{TRIES} workers died over it")
        elif not order.done.done():
            self._queue.put_nowait(order)
