"""Work that goes on beside the requests: it is kept in sight until it is done, and ended with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Chores:
    """The tasks that one part of the server has begun."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task. asyncio itself keeps no hold of it."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def close(self) -> None:
        """Cancel what still runs, and wait for it."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
