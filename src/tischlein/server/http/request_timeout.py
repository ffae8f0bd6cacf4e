"""HTTP that does not wait for ever: a request that is not complete after some seconds is given up.

uvicorn only limits how long a connection may be idle between two requests; somebody who sends half a request would
keep it open for good.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tischlein.server.settings import Settings

SECONDS = Settings.from_environment().request_seconds


class TimeoutHttp(HttpToolsProtocol):
    """uvicorn's protocol, with an alarm while a request is on its way."""

    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._expect()

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a request."""
        super().on_message_begin()
        self._expect()

    def on_message_complete(self) -> None:
        """Wait no more."""
        super().on_message_complete()
        self._settle()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._settle()
        super().connection_lost(exc)

    def _expect(self) -> None:
        if self._alarm is None:
            self._alarm = self.loop.call_later(SECONDS, self._give_up)

    def _settle(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _give_up(self) -> None:
        self._alarm = None
        if self.transport.get_protocol() is self:  # else it is a WebSocket by now
            self.transport.close()
