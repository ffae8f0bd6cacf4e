"""uvicorn's WebSocket, made lighter: ten thousand pages that only wait should cost little, and so should a message.

It does what uvicorn's does, by uvicorn's and websockets' code; it only keeps less. An asyncio.Event brings a deque of
760 bytes and a Queue four of them, an object with forty attributes has a dictionary of 1.5 kB, and the headers of a
handshake are of no use after it. Messages go out without a task for each of them (`write`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request

EXTENSION = "tischlein.socket"
"""Where the application finds the socket."""


TEXT = 0x81
"""The first byte of a frame that is a whole text."""

FIN = 0x80
"""The bit of that byte that says that a message ends with the frame."""


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


class Head(NamedTuple):
    """Where the parts of a frame from a client are."""

    first: int
    """The byte with the kind of the frame, and whether the message ends with it."""
    mask: int
    data: int
    end: int


def read_head(data: bytes, at: int) -> Head | None:
    """Return what a frame begins with (RFC 6455, 5.2); None if not enough of it is there."""
    if len(data) < at + 2:
        return None
    size, mask = data[at + 1] & 0x7F, at + 2
    if size > 125:
        mask += 2 if size == 126 else 8
        if len(data) < mask:
            return None
        size = int.from_bytes(data[at + 2 : mask])
    start = mask + (4 if data[at + 1] & 0x80 else 0)
    return Head(data[at], mask, start, start + size)


class LeanWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose attributes are slots, and which forgets its handshake."""

    __slots__ = (
        "app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer", "config", "conn",
        "connections", "curr_msg_data_type", "default_headers", "disconnected", "frames", "handshake_complete",
        "handshake_initiated", "initial_response", "last_ping_rtt", "logger", "loop", "on_writable",
        "pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout", "ping_timer", "pong_timer", "queue",
        "read_paused", "request", "response", "rest", "root_path", "scheme", "scope", "server", "takes_texts", "tasks",
        "transport", "writable",
    )  # fmt: skip

    MOST_WAITING = 8
    """Messages that a page may be ahead of the server before it is read no further."""

    MOST_PIECES = 64
    """Frames that a message may come in; empty ones would count for nothing otherwise, and stay in memory."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue: Any = Inbox()
        self.writable: Any = Signal(is_set=True)
        self.on_writable: Callable[[], None] | None = None
        """Called when a line that was too slow can be written to again."""
        self.takes_texts = False
        """Whether frames are taken apart here: from the handshake on, until somebody sends a message in pieces."""
        self.rest = b""
        """The beginning of a frame whose end has not come yet."""

    def data_received(self, data: bytes) -> None:
        """Take out what is a whole text, which is nearly everything; all other frames are the business of uvicorn.

        Its parser is made for whatever may come, and takes as long for a move as the move itself.
        """
        if not self.takes_texts:
            super().data_received(data)
            return
        data, at = self.rest + data, 0
        while (head := read_head(data, at)) is not None:
            if not head.first & FIN or head.end - head.data > self.config.ws_max_size:
                self.takes_texts, self.rest = False, b""
                super().data_received(data[at:])
                return
            if head.end > len(data):
                break
            if head.first == TEXT and head.data > head.mask:
                self.take_text(apply_mask(data[head.data : head.end], data[head.mask : head.data]))
            else:
                super().data_received(data[at : head.end])
            at = head.end
        self.rest = data[at:]

    def handle_connect(self, event: Request) -> None:
        """Begin, and let the application find this socket, to write to it directly."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
            self.takes_texts = not self.conn.reader.buffer

    @property
    def is_writable(self) -> bool:
        """Whether the other side keeps up with what is sent."""
        return bool(self.writable.is_set)

    def resume_writing(self) -> None:
        """Go on after a pause."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
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

    def pause_writing(self) -> None:
        """Read nothing more from who reads nothing: every ping would have an answer that has to wait here."""
        super().pause_writing()
        self.transport.pause_reading()

    def take_text(self, text: bytes) -> None:
        """Hand over a whole message; uvicorn stops reading after each, which costs more than reading."""
        if len(self.queue) < self.MOST_WAITING:
            if not self.close_sent:
                self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        else:
            self.handle_text(Frame(Opcode.TEXT, text))

    def handle_cont(self, event: Frame) -> None:
        """Add a piece to a message."""
        if len(self.frames) >= self.MOST_PIECES:
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG)
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand over bytes, whatever they are: who reads them answers what is no UTF-8, and nothing is logged."""
        self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    async def receive(self) -> Any:
        """Return the next event, and read on when there is no other, if the page reads, too."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self.is_writable:
                self.transport.resume_reading()
        return message

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
    parts = (
        "data_received", "handle_connect", "handle_cont", "handle_parser_exception", "handle_text", "pause_writing",
        "receive", "resume_writing", "send", "send_receive_event_to_app",
    )  # fmt: skip
    return not vars(made) and all(hasattr(WebSocketsSansIOProtocol, part) for part in parts)
