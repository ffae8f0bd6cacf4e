"""A pool of worker processes on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from collections.abc import Callable
from typing import Any

from .job import Finished, Order, Pool, Progress, Report, WorkerKind
from .worker import write_frame


class LocalPool(Pool):
    """So many worker processes."""

    def __init__(self, size: int, kind: WorkerKind, on_death: Callable[[], None] | None = None) -> None:
        super().__init__(size, kind, on_death)
        self.processes: set[asyncio.subprocess.Process] = set()

    async def _attend(self, slot: int) -> None:
        while True:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tischlein.work.worker", *filter(None, self._kind),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
            self.processes.add(process)
            try:
                await self._employ(process, slot)
            finally:
                self.processes.discard(process)
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            self._note_death(process.returncode)

    async def _employ(self, process: asyncio.subprocess.Process, slot: int) -> None:
        """Give jobs to a worker until it dies."""
        died = asyncio.create_task(process.wait())
        try:
            while True:
                waiting = asyncio.create_task(self._next_order(slot))
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

    async def _carry_out(self, process: asyncio.subprocess.Process, order: Order) -> bool:
        """Return whether the worker survived the job."""
        assert process.stdin is not None
        pipe = process.stdin

        def stop(done: asyncio.Future[Any]) -> None:
            if done.cancelled():
                pipe.write(write_frame(None))

        order.done.add_done_callback(stop)
        try:
            pipe.write(write_frame(order.job))
            async with asyncio.timeout(order.silence_limit) as limit:
                while isinstance(report := await _read(process), Progress):
                    limit.reschedule(asyncio.get_running_loop().time() + order.silence_limit)
                    order.report(report.done)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError):
            return False
        order.done.remove_done_callback(stop)
        if isinstance(report, Finished):
            order.finish(report.result)
        else:
            order.fail(report.text)
        return True


async def _read(process: asyncio.subprocess.Process) -> Report:
    assert process.stdout is not None
    size = int.from_bytes(await process.stdout.readexactly(4))
    report: Report = pickle.loads(await process.stdout.readexactly(size))
    return report
