"""HTTP with bounds: it waits for nobody for ever, and nobody fills the memory.

uvicorn only limits how long a connection may be idle between two requests; somebody who sends half a request, or takes
no byte of what comes back, would keep it open for good. Its parser takes a head of any length, and of requests that
come at once as many as there are: some thousand of them in one read, each a hundred times as large as its bytes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tischlein.server.settings import Settings
from tischlein.server.visitors.visitor import is_proxy, network_of

SETTINGS = Settings.from_environment()
SECONDS = SETTINGS.request_seconds

SLICE = 2048
"""Bytes that are read at once; what they ask for is counted in between."""

LONGEST_HEAD = 32_768
"""Bytes before the body: address and headers."""

MOST_WAITING = 16
"""Requests of one connection that may wait for their answers before it is read no further."""

TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

_open: Counter[str] = Counter()
"""Connections by network, those of WebSockets left out: they are counted elsewhere."""


class TimeoutHttp(HttpToolsProtocol):
    """uvicorn's protocol, with an alarm while a request is on its way, and a look now and then at what is not read."""

    _network = ""
    """Where it comes from, as long as the connection is counted."""
    _rest = b""
    """What has come and is not read yet, because its requests would be too many."""
    _head: int | None = 0
    """Bytes of the head so far; None once it is complete."""

    _alarm: asyncio.TimerHandle | None = None
    _look: asyncio.TimerHandle | None = None
    _unread = 0
    """Bytes of the answer that were not taken at the last look."""

    _answering: RequestResponseCycle | None = None
    """The request that is being answered. uvicorn knows only the last that came, and would go on writing to a line that
    is closed if somebody has sent several at once."""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._expect()
        self._count()
        self._look = self.loop.call_later(SECONDS, self._look_at_reader)

    def data_received(self, data: bytes) -> None:
        """Read on, unless enough requests wait for their answers."""
        self._rest += data
        self._read_on()

    def on_response_complete(self) -> None:
        """Read on where it was left."""
        super().on_response_complete()
        if self._rest and not self.transport.is_closing():
            self._read_on()

    def _read_on(self) -> None:
        while self._rest and len(self.pipeline) < MOST_WAITING and self._is_ours() and not self.transport.is_closing():
            data, self._rest = self._rest[:SLICE], self._rest[SLICE:]
            super().data_received(data)
            if self._head is not None and (head := self._head + len(data)) > LONGEST_HEAD:
                self.transport.write(TOO_LONG)
                self.transport.close()
                return
            self._head = None if self._head is None else head
        if self._rest and self._is_ours() and not self.transport.is_closing():
            self.flow.pause_reading()

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a request; whoever sends one has read what came before."""
        super().on_message_begin()
        self._unread, self._head = 0, 0
        self._expect()

    def on_headers_complete(self) -> None:
        """Count the head no further."""
        self._head = None
        super().on_headers_complete()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Note a header; those that come after a body are nobody's."""
        if self._head is not None:
            super().on_header(name, value)

    def on_message_complete(self) -> None:
        """Wait no more."""
        super().on_message_complete()
        self._settle()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._rest = b""
        self._settle()
        self._discount()
        if self._look is not None:
            self._look.cancel()
        if self._answering is not None:
            self._answering.disconnected = True
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Leave the line to a WebSocket, and nothing behind: this and its parser know each other.

        Nobody is told when the line ends later, and the collector looks seldom.
        """
        super().handle_websocket_upgrade()
        self._rest = b""  # nobody sends frames before the handshake is answered
        self._settle()
        self._discount()
        if self._look is not None:
            self._look.cancel()
            self._look = None
        self.parser = None  # type: ignore[assignment]

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _count(self) -> None:
        """Count the connection, and turn it away if its network has too many; a proxy speaks for many networks."""
        address = self.client[0] if self.client else ""
        if is_proxy(address, SETTINGS.proxies):
            return
        self._network = network_of(address)
        _open[self._network] += 1
        if _open[self._network] > SETTINGS.connections_per_address:
            self.transport.write(TOO_MANY)
            self.transport.close()

    def _discount(self) -> None:
        if self._network:
            _open[self._network] -= 1
            if not _open[self._network]:
                del _open[self._network]
            self._network = ""

    def _expect(self) -> None:
        if self._alarm is None:
            self._alarm = self.loop.call_later(SECONDS, self._give_up)

    def _settle(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _give_up(self) -> None:
        self._alarm = None
        if self._is_ours():
            self.transport.close()

    def _look_at_reader(self) -> None:
        """Give up who has taken nothing since the last look; a slow line takes something."""
        if not self._is_ours():
            return
        unread = self.transport.get_write_buffer_size()
        if 0 < self._unread <= unread:
            self.transport.abort()
            return
        self._unread = unread
        self._look = self.loop.call_later(SECONDS, self._look_at_reader)

    def _is_ours(self) -> bool:
        return self.transport.get_protocol() is self  # else it is a WebSocket by now
