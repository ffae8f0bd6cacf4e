"""Clocks that run out: an alarm for each table whose clock runs."""

from __future__ import annotations

import asyncio
import logging
from typing import NoReturn

from tischlein.core.refusal import Refusal
from tischlein.server.table.table import refuse

from .chores import Chores
from .live_table import Live
from .tables import Tables

log = logging.getLogger(__name__)


class ClockAlarms:
    """One alarm for each running clock; each process sets its own, and the first that stores the end counts."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._chores = Chores()

    def follow(self, live: Live, in_charge: bool) -> None:
        """Set the alarm of a table that has changed."""
        alarm = self._alarms.pop(live.table.id, None)
        if alarm is not None:
            alarm.cancel()
        due = live.table.clock.due() if live.table.clock is not None else None
        if due is not None:
            wait = max(0, due - self._tables.now()) / 1000 + 0.001
            loop = asyncio.get_running_loop()
            self._alarms[live.table.id] = loop.call_later(wait, lambda: self._chores.begin(self._ring(live)))

    async def _ring(self, live: Live) -> None:
        self._alarms.pop(live.table.id, None)
        version = live.table.version
        if live.table.flag(self._tables.now()) is None:
            self.follow(live, True)
            return
        try:
            await self._tables.act(live, f"flag:{version}", lambda table, now: table.flag(now) or _refuse_early())
        except Refusal as refusal:
            log.info("nobody ran out of time after all", extra={"table": live.table.id, "code": refusal.code})

    async def close(self) -> None:
        """Stop; clocks that ran out meanwhile are found after the next start."""
        for alarm in self._alarms.values():
            alarm.cancel()
        await self._chores.close()


def _refuse_early() -> NoReturn:
    raise refuse("still-time")
