"""Analyses of finished games: one at a time for each table, kept when done."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec

from tischlein.bots.analysis import Assessment
from tischlein.bots.pool import JobFailed, Pool
from tischlein.core.game import Move, Seat

from .jobs import Analyse
from .live import Live
from .messages import Analysis, HintLine
from .table import refuse
from .tables import Tables

log = logging.getLogger(__name__)

SECONDS_A_MOVE = 0.5


class Judged(msgspec.Struct, frozen=True):
    """One move of a finished game: what it was worth, and the best there was."""

    ply: int
    seat: Seat
    played: Move
    value: float
    best: HintLine
    loss: float
    mark: str
    """?? for a blunder, ? for a mistake, else empty."""


class AnalysisState(msgspec.Struct, frozen=True):
    """How far an analysis is, 0 to 1, and what came of it; no share if nobody has asked for one."""

    share: float | None
    moves: list[Judged] | None


class Analyses:
    """The analyses that go on, and those that are done."""

    def __init__(self, tables: Tables, pool: Pool) -> None:
        self._tables, self._pool = tables, pool
        self._shares: dict[str, float] = {}
        self._running: set[asyncio.Task[Any]] = set()

    async def look(self, live: Live) -> AnalysisState:
        """Return how far the analysis of a table is."""
        stored = await self._tables.store.load_analysis(live.table.id)
        if stored is not None:
            return AnalysisState(1.0, msgspec.json.decode(stored, type=list[Judged]))
        return AnalysisState(self._shares.get(live.table.id), None)

    async def begin(self, live: Live) -> AnalysisState:
        """Start an analysis, unless it goes on or is done."""
        table = live.table
        if table.status != "over":
            raise refuse("not-over")
        if table.id not in self._shares and await self._tables.store.load_analysis(table.id) is None:
            self._shares[table.id] = 0.0
            task = asyncio.ensure_future(self._run(live))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        return await self.look(live)

    async def _run(self, live: Live) -> None:
        table = live.table
        bot = f"{SECONDS_A_MOVE}s" if table.game.levels else "random"
        try:
            job = Analyse(table.record, bot, SECONDS_A_MOVE)
            assessments = await self._pool.run(job, lambda share: self._note(live, share))
            judged = [_judge(one) for one in assessments]
            await self._tables.store.save_analysis(table.id, msgspec.json.encode(judged))
            await self._tables.tell(live, Analysis(1.0))
        except JobFailed as failure:
            log.error("an analysis failed", extra={"table": table.id, "reason": str(failure)})
        finally:
            del self._shares[table.id]

    def _note(self, live: Live, share: float) -> None:
        self._shares[live.table.id] = share
        live.tell_all(Analysis(round(share, 3)))

    async def close(self) -> None:
        """Stop; whoever asks again later starts anew."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


def _judge(one: Assessment) -> Judged:
    return Judged(one.ply, one.seat, one.played, one.value, HintLine(*one.best), one.loss, one.mark)
