"""Work on more than one machine, with Ray; `pip install tischlein[cluster]` brings it.

`RayExecutor` does the pieces of an arena, of self-play or of anything else that `resumable.complete` writes down.
`RayPool` keeps workers for single jobs, as a server needs them for its bots.

A worker that is killed only delays: its piece is done again by another one. If the driver is killed, the folder of
results says what is missing.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import Any, Self, TypeVar

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told who plays here

import ray
from ray.exceptions import RayActorError, RayTaskError

from .compiling import is_compiling
from .job import TRIES, Job, Order, Pool, WorkerKind

T = TypeVar("T")
R = TypeVar("R")

STORE = 100 * 2**20
"""Bytes of shared memory for results on the way: records are short."""

BETWEEN_LOOKS = 0.2
"""Seconds between two looks at the progress of a job."""


class Cluster:
    """Ray on this machine with so many workers, or the cluster at an address; ended when the `with` block ends.

    A program that has started Ray already keeps what it has.
    """

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        self._own = not ray.is_initialized()
        if self._own:
            here: dict[str, Any] = {"num_cpus": workers, "object_store_memory": STORE, "include_dashboard": False}
            quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
            ray.init(address=address or "local", **quiet, **({} if address else here))
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        self.workers = max(1, int(resources.get("CPU", 1)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End what was started here, or let go of the cluster."""
        if self._own:
            ray.shutdown()


class RayExecutor(Cluster):
    """An executor (see `resumable`) whose workers are Ray's."""

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Generator[tuple[int, R]]:
        """Yield (number of the task, result) as they come; a task whose worker died is done again."""
        remote: Any = ray.remote(num_cpus=1, max_retries=TRIES - 1)(function)
        waiting = iter(enumerate(tasks))
        running: dict[Any, int] = {}

        def submit(count: int) -> None:
            for number, task in itertools.islice(waiting, count):
                running[remote.remote(task)] = number

        try:
            submit(2 * self.workers)  # a few more than can run, so that nobody waits for the driver
            while running:
                (finished,), _ = ray.wait(list(running), num_returns=1)
                result = ray.get(finished)
                number = running.pop(finished)
                submit(1)
                yield number, result
        finally:
            for unwanted in running:
                with suppress(Exception):
                    ray.cancel(unwanted, force=True)


# ------------------------------------------------------------------ single jobs


class Worker:
    """Does one job after the other in a process of its own; a second thread answers questions meanwhile."""

    def __init__(self, kind: WorkerKind) -> None:
        threading.Thread(target=list, args=(kind.preparations(),), daemon=True, name="prepare").start()
        self._number = -1
        self._reports, self._done = 0, 0.0
        self._stopped: set[int] = set()

    def run(self, number: int, job: Job) -> Any:
        """Do a job."""
        self._number, self._reports, self._done = number, 0, 0.0
        return job.run(self._watch)

    def _watch(self, done: float) -> bool:
        self._reports, self._done = self._reports + 1, done
        return self._number not in self._stopped

    def progress(self, number: int) -> tuple[int, float]:
        """Return how often a job has said how much is done, and how much that is; one that compiles cannot say it."""
        self._reports += is_compiling()
        return (self._reports, self._done) if number == self._number else (0, 0.0)

    def stop(self, number: int) -> None:
        """Let a job end soon; one that is over is not disturbed."""
        self._stopped = {number}


class RayPool(Pool):
    """A pool of Ray workers: as many as are asked for, or with None as the cluster has room for."""

    def __init__(
        self,
        size: int | None,
        kind: WorkerKind,
        on_death: Callable[[], None] | None = None,
        address: str | None = None,
    ) -> None:
        super().__init__(size or 0, kind, on_death)
        self._address = address
        self._cluster: Cluster | None = None

    async def start(self) -> None:
        """Start or find the cluster, and workers on it."""
        self._cluster = await asyncio.to_thread(Cluster, self._address, self._size or None)
        self._size = self._size or self._cluster.workers
        await super().start()

    async def close(self) -> None:
        """End the workers."""
        await super().close()
        if self._cluster is not None:
            await asyncio.to_thread(self._cluster.close)

    async def _attend(self, slot: int) -> None:
        remote: Any = ray.remote(Worker)
        while True:
            # Two threads: one for the job, one for questions.
            worker = remote.options(num_cpus=1, max_concurrency=2).remote(self._kind)
            try:
                while await self._employ(worker, slot):
                    pass
            finally:
                with suppress(Exception):
                    ray.kill(worker)

    async def _employ(self, worker: Any, slot: int) -> bool:
        """Give a worker the next job and return whether it survived."""
        order = await self._next_order(slot)
        if order.done.done():
            return True
        try:
            order.finish(await self._carry_out(worker, order))
        except RayActorError as error:
            self._note_death(error)
            self._try_again(order)
            return False
        except RayTaskError as error:
            order.fail(str(error))
        return True

    async def _carry_out(self, worker: Any, order: Order) -> Any:
        loop = asyncio.get_running_loop()
        reports, hangs_after = 0, loop.time() + order.silence_limit
        running = asyncio.wrap_future(worker.run.remote(order.number, order.job).future())
        order.done.add_done_callback(lambda done: done.cancelled() and worker.stop.remote(order.number))
        while not (await asyncio.wait([running], timeout=BETWEEN_LOOKS))[0]:
            said, done = await worker.progress.remote(order.number)
            if said > reports:
                reports, hangs_after = said, loop.time() + order.silence_limit
                order.report(done)
            if loop.time() > hangs_after:
                ray.kill(worker)
        return running.result()
