"""uvicorn's WebSocket, made lighter: ten thousand pages that only wait should cost little, and so should a message.

It does what uvicorn's does, by uvicorn's and websockets' code; it only keeps less. An asyncio.Event brings a deque of
760 bytes and a Queue four of them, an object with forty attributes has a dictionary of 1.5 kB, and the headers of a
handshake are of no use after it. Messages go out without a task for each of them (`write`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

EXTENSION = "tischlein.socket"
"""Where the application finds the socket."""


TEXT = 0x81
"""The first byte of a frame that is a whole text."""


class Signal:
    """An asyncio.Event without its deque."""

    __slots__ = ("_is_set", "_waiters")

    def __init__(self, is_set: bool = False) -> None:
        self._is_set = is_set
        self._waiters: tuple[asyncio.Future[None], ...] = ()

    @property
    def is_set(self) -> bool:
        """Whether nobody need wait."""
        return self._is_set

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

    def __len__(self) -> int:
        return len(self._items)

    def empty(self) -> bool:
        """Return whether there is nothing to read."""
        return not self._items

    async def get(self) -> Any:
        """Wait for the next thing."""
        while not self._items:
            self._news.clear()
            await self._news.wait()
        return self._items.pop(0)


def text_frame(message: bytes) -> bytes:
    """Return a whole message as it goes over the line (RFC 6455, 5.2): from a server it is not masked."""
    size = len(message)
    if size < 126:
        return bytes((TEXT, size)) + message
    long = (126, 2) if size < 65_536 else (127, 8)
    return bytes((TEXT, long[0])) + size.to_bytes(long[1], "big") + message


class LeanWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose attributes are slots, and which forgets its handshake."""

    __slots__ = (
        "app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer", "config", "conn",
        "connections", "curr_msg_data_type", "default_headers", "disconnected", "frames", "handshake_complete",
        "handshake_initiated", "initial_response", "last_ping_rtt", "logger", "loop", "on_writable",
        "pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout", "ping_timer", "pong_timer", "queue",
        "read_paused", "request", "response", "root_path", "scheme", "scope", "server", "tasks", "transport",
        "writable",
    )  # fmt: skip

    MOST_WAITING = 8
    """Messages that a page may be ahead of the server before it is read no further."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue: Any = Inbox()
        self.writable: Any = Signal(is_set=True)
        self.on_writable: Callable[[], None] | None = None
        """Called when a line that was too slow can be written to again."""

    def handle_connect(self, event: Request) -> None:
        """Begin, and let the application find this socket, to write to it directly."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    @property
    def is_writable(self) -> bool:
        """Whether the other side keeps up with what is sent."""
        return bool(self.writable.is_set)

    def resume_writing(self) -> None:
        """Go on after a pause."""
        super().resume_writing()
        if self.on_writable is not None:
            self.on_writable()

    def write(self, message: bytes) -> None:
        """Send a message; somebody who has just gone does not hear it."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(text_frame(message))

    def stop_reading(self) -> None:
        """Let who waits for the page wait no more."""
        self.queue.put_nowait({"type": "websocket.disconnect"})

    async def flush(self) -> None:
        """Wait until everything is sent: `write` sends at once."""

    async def read(self) -> Any:
        """Return the next event."""
        return await self.receive()

    def handle_text(self, event: Frame) -> None:
        """Hand over a whole message at once; uvicorn stops reading after each, which costs more than reading."""
        if event.fin and not self.close_sent and len(self.queue) < self.MOST_WAITING:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": event.data})
        else:
            super().handle_text(event)

    async def send(self, message: Any) -> None:
        """Send an event of the application."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            # The parser's frame holds the request for good, so it is emptied rather than let go.
            self.request.headers.clear()
            self.response.headers.clear()
            self.scope.clear()  # type: ignore[attr-defined]


def fits() -> bool:
    """Return whether uvicorn's class still has the parts that are changed here, and no other attributes."""

    async def application(scope: Any, receive: Any, send: Any) -> None: ...

    config = Config(application)
    config.load()
    loop = asyncio.new_event_loop()
    try:
        made = LeanWebSocket(config, ServerState(), {}, loop)
    except (AttributeError, TypeError):
        return False
    finally:
        loop.close()
    parts = ("handle_connect", "handle_text", "resume_writing", "send", "receive")
    return not vars(made) and all(hasattr(WebSocketsSansIOProtocol, part) for part in parts)
