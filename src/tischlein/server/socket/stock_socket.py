"""uvicorn's own WebSocket behind the interface of the lean one: for versions that the lean one does not fit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

MOST_WAITING = 8
"""Messages on their way to a page before it counts as slow."""


class StockSocket:
    """Messages wait in a queue, and a task sends one after the other."""

    def __init__(self, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        self._receive, self._send = receive, send
        self._outbox: list[bytes] = []
        self._sender: asyncio.Task[None] | None = None
        self._reader: asyncio.Future[Any] | None = None
        self._ended = asyncio.Event()
        self.on_writable: Callable[[], None] | None = None
        """Called when everything was sent."""

    @property
    def is_writable(self) -> bool:
        """Whether the other side keeps up with what is sent."""
        return len(self._outbox) < MOST_WAITING

    def write(self, message: bytes) -> None:
        """Send a message when those before it are sent."""
        self._outbox.append(message)
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        while self._outbox:
            try:
                await self._send({"type": "websocket.send", "text": self._outbox[0].decode()})
            except (OSError, RuntimeError):  # somebody who has just gone does not hear it
                self._outbox.clear()
                return
            self._outbox.pop(0)
            if not self._outbox and self.on_writable is not None:
                self.on_writable()

    async def read(self) -> Any:
        """Return the next event, or a disconnect if `stop_reading` was called."""
        self._reader = self._reader or asyncio.ensure_future(self._receive())
        ended = asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait([self._reader, ended], return_when=asyncio.FIRST_COMPLETED)
        finally:
            ended.cancel()
        if not self._reader.done():
            self._reader.cancel()
            return {"type": "websocket.disconnect"}
        event, self._reader = self._reader.result(), None
        return event

    def stop_reading(self) -> None:
        """Let who waits for the page wait no more."""
        self._ended.set()

    async def flush(self) -> None:
        """Wait until everything is sent."""
        if self._sender is not None:
            await asyncio.wait([self._sender])
