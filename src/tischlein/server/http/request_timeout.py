"""HTTP that does not wait for ever: for the rest of a request, or for somebody who does not read the answer.

uvicorn only limits how long a connection may be idle between two requests; somebody who sends half a request, or takes
no byte of what comes back, would keep it open for good.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tischlein.server.settings import Settings

SECONDS = Settings.from_environment().request_seconds


class TimeoutHttp(HttpToolsProtocol):
    """uvicorn's protocol, with an alarm while a request is on its way, and a look now and then at what is not read."""

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
        self._look = self.loop.call_later(SECONDS, self._look_at_reader)

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a request; whoever sends one has read what came before."""
        super().on_message_begin()
        self._unread = 0
        self._expect()

    def on_message_complete(self) -> None:
        """Wait no more."""
        super().on_message_complete()
        self._settle()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._settle()
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
        self._settle()
        if self._look is not None:
            self._look.cancel()
            self._look = None
        self.parser = None  # type: ignore[assignment]

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

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
