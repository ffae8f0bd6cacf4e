"""uvicorn's WebSocket, made lighter: ten thousand pages that only wait should cost little.

It does what uvicorn's does, by uvicorn's and websockets' code; it only keeps less. An asyncio.Event brings a deque of
760 bytes and a Queue four of them, an object with forty attributes has a dictionary of 1.5 kB, and the headers of a
handshake are of no use after it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Signal:
    """An asyncio.Event without its deque."""

    __slots__ = ("_is_set", "_waiters")

    def __init__(self, is_set: bool = False) -> None:
        self._is_set = is_set
        self._waiters: tuple[asyncio.Future[None], ...] = ()

    def set(self) -> None:
        """Wake everybody who waits."""
        self._is_set = True
        waiters, self._waiters = self._waiters, ()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def clear(self) -> None:
        """Let people wait from now on."""
        self._is_set = False

    async def wait(self) -> None:
        """Wait until it is set."""
        if not self._is_set:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters += (waiter,)
            await waiter


class Inbox:
    """An asyncio.Queue for one reader, without its deques."""

    __slots__ = ("_items", "_news")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._news = Signal()

    def put_nowait(self, item: Any) -> None:
        """Add something."""
        self._items.append(item)
        self._news.set()

    def empty(self) -> bool:
        """Return whether there is nothing to read."""
        return not self._items

    async def get(self) -> Any:
        """Wait for the next thing."""
        while not self._items:
            self._news.clear()
            await self._news.wait()
        return self._items.pop(0)


class LightSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose attributes are slots, and which forgets its handshake."""

    __slots__ = (
        "app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer", "config", "conn",
        "connections", "curr_msg_data_type", "default_headers", "disconnected", "frames", "handshake_complete",
        "handshake_initiated", "initial_response", "last_ping_rtt", "logger", "loop", "pending_ping_payload",
        "ping_interval", "ping_sent_at", "ping_timeout", "ping_timer", "pong_timer", "queue", "read_paused", "request",
        "response", "root_path", "scheme", "scope", "server", "tasks", "transport", "writable",
    )  # fmt: skip

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue: Any = Inbox()
        self.writable: Any = Signal(is_set=True)

    async def send(self, message: Any) -> None:
        """Send an event of the application."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            # The parser's frame holds the request for good, so it is emptied rather than let go.
            self.request.headers.clear()
            self.response.headers.clear()
            self.scope.clear()  # type: ignore[attr-defined]
