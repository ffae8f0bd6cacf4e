"""A pool of worker processes. A worker that dies is replaced, and its job is done by the next one."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .jobs import Failed, Finished, Job, Progress, Report
from .metrics import WORKERS_LOST
from .worker import write_frame

log = logging.getLogger(__name__)

TRIES = 3
"""How many workers may die over one job."""

Listener: TypeAlias = Callable[[float], None]


class JobFailed(Exception):
    """A job ended with an error, or killed too many workers."""


@dataclass(order=True)
class _Order:
    """A job in the queue: those that take less time go first."""

    seconds: float
    number: int
    job: Job = field(compare=False)
    done: asyncio.Future[Any] = field(compare=False)
    listener: Listener | None = field(compare=False)
    tries: int = field(compare=False, default=0)


class Pool:
    """So many workers, started when they are first needed."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._queue: asyncio.PriorityQueue[_Order] = asyncio.PriorityQueue()
        self._numbers = itertools.count()
        self._tasks: list[asyncio.Task[None]] = []
        self.processes: set[asyncio.subprocess.Process] = set()

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
        self._queue.put_nowait(_Order(job.seconds, next(self._numbers), job, done, listener))
        return await done

    async def _attend(self) -> None:
        """Keep one worker alive and give it jobs."""
        while True:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tischlein.server.worker",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
            self.processes.add(process)
            try:
                await self._employ(process)
            finally:
                self.processes.discard(process)
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            WORKERS_LOST.inc()
            log.warning("a worker died", extra={"code": process.returncode})

    async def _employ(self, process: asyncio.subprocess.Process) -> None:
        """Give jobs to a worker until it dies."""
        died = asyncio.create_task(process.wait())
        try:
            while True:
                waiting = asyncio.create_task(self._queue.get())
                await asyncio.wait([waiting, died], return_when=asyncio.FIRST_COMPLETED)
                if not waiting.done():
                    waiting.cancel()
                    return
                order = waiting.result()
                if order.done.done():
                    continue
                if not await self._carry_out(process, order):
                    self._try_again(order)
                    return
        finally:
            died.cancel()

    async def _carry_out(self, process: asyncio.subprocess.Process, order: _Order) -> bool:
        """Return whether the worker survived the job."""
        assert process.stdin is not None
        pipe = process.stdin

        def stop(done: asyncio.Future[Any]) -> None:
            if done.cancelled():
                pipe.write(write_frame(None))

        order.done.add_done_callback(stop)
        try:
            pipe.write(write_frame(order.job))
            # A worker that says nothing for so long hangs.
            async with asyncio.timeout(order.seconds * 4 + 120):
                while isinstance(report := await _read(process), Progress):
                    if order.listener is not None and not order.done.done():
                        order.listener(report.share)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError):
            return False
        order.done.remove_done_callback(stop)
        if not order.done.done():
            if isinstance(report, Finished):
                order.done.set_result(report.result)
            else:
                order.done.set_exception(JobFailed(report.text))
        return True

    def _try_again(self, order: _Order) -> None:
        order.tries += 1
        if order.done.done():
            return
        if order.tries >= TRIES:
            order.done.set_exception(JobFailed(f"{TRIES} workers died over it"))
        else:
            self._queue.put_nowait(order)


async def _read(process: asyncio.subprocess.Process) -> Report:
    assert process.stdout is not None
    size = int.from_bytes(await process.stdout.readexactly(4))
    report: Progress | Finished | Failed = pickle.loads(await process.stdout.readexactly(size))
    return report
