"""A pool of worker processes on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import sys
from typing import Any

from tischlein.bots.pool import Order, Pool

from .jobs import Failed, Finished, Progress, Report
from .metrics import WORKERS_LOST
from .worker import Trade, write_frame

log = logging.getLogger(__name__)


class LocalPool(Pool):
    """So many worker processes; the trade says what they compile ahead."""

    def __init__(self, size: int, trade: Trade = "bots") -> None:
        super().__init__(size)
        self._trade: Trade = trade
        self.processes: set[asyncio.subprocess.Process] = set()

    async def _attend(self) -> None:
        while True:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tischlein.server.worker", self._trade,
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
            async with asyncio.timeout(order.patience):
                while isinstance(report := await _read(process), Progress):
                    order.report(report.share)
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
    report: Progress | Finished | Failed = pickle.loads(await process.stdout.readexactly(size))
    return report
