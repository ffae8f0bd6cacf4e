"""Analyses of finished games: one at a time for each table, kept when done."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress

import msgspec

from tischlein.bots.analysis import Assessment, assess
from tischlein.bots.levels import levels_of
from tischlein.core.refusal import Refusal
from tischlein.core.search import Variation
from tischlein.server.store import StoreAway, StoreRefused
from tischlein.server.table.table import refuse
from tischlein.work.job import JobFailed

from .chores import Chores
from .jobs import ANALYST, Analyse
from .live_table import Live
from .messages import Analysis
from .tables import Tables
from .work_queue import WorkQueue

log = logging.getLogger(__name__)

SECONDS_A_MOVE = 0.5
MOST_FOR_ONE, MOST = 2, 50
"""Analyses that may go on at once, for one client and in all."""


CLAIM = 60_000
"""Milliseconds for which nobody else begins an analysis, counted from its last position."""

PREFIX = "analysis:"
"""What claims of analyses begin with; one whose time is over was left undone, and with the time 0 it is done."""

DONE, LEFT = 0, 1


class AnalysisState(msgspec.Struct, frozen=True):
    """How far an analysis is, 0 to 1, and what came of it; no share if nobody has asked for one."""

    share: float | None
    moves: list[Assessment] | None


class Analyses:
    """The analyses that go on, and those that are done."""

    def __init__(self, tables: Tables, work: WorkQueue) -> None:
        self._tables, self._work = tables, work
        self._shares: dict[str, float] = {}
        self._clients: Counter[str] = Counter()
        """How many analyses go on for each client."""
        self._chores = Chores()

    async def look(self, live: Live) -> AnalysisState:
        """Return how far the analysis of a table is."""
        stored = await self._tables.store.load_analysis(live.table.id)
        if stored is not None:
            return AnalysisState(1.0, msgspec.json.decode(stored, type=list[Assessment]))
        return AnalysisState(self._shares.get(live.table.id), None)

    async def begin(self, live: Live, client: str) -> AnalysisState:
        """Start an analysis, unless it goes on or is done. Raises the refusal `busy` if too many go on already."""
        table = live.table
        state = await self.look(live)
        if state.moves is None and table.id not in self._shares:
            if self._clients[client] >= MOST_FOR_ONE or len(self._shares) >= MOST:
                raise refuse("busy")
            self._shares[table.id] = 0.0  # before anything is waited for: who asks now is told that it goes on
            self._clients[client] += 1
            self._chores.begin(self._run(live, client))
            return AnalysisState(0.0, None)
        return AnalysisState(self._shares.get(table.id, 0.0), None) if state.moves is None else state

    async def resume(self) -> None:
        """Go on with analyses that a server has left undone when it ended: nobody's page need be there to ask again."""
        for name in await self._tables.store.list_left(PREFIX, self._tables.now()):
            try:
                live = await self._tables.find(name.removeprefix(PREFIX))
            except Refusal:  # it has been deleted
                await self._tables.store.keep_work(name, DONE)
            else:
                with suppress(Refusal):  # too many at once: the others come when these are done
                    await self.begin(live, PREFIX)

    async def _claim(self, table_id: str) -> bool:
        """Return whether no other process is at it."""
        now = self._tables.now()
        return await self._tables.store.claim_work(PREFIX + table_id, now, now + CLAIM)

    async def _hold(self, table_id: str, until: int) -> None:
        """Keep the claim for some time; or say that it is done, or left."""
        await self._tables.store.keep_work(PREFIX + table_id, until)

    async def _run(self, live: Live, client: str) -> None:
        table = live.table
        try:
            if not await self._claim(table.id):
                return
            assessments = await self._assess(live, client)
            await self._tables.store.save_analysis(table.id, msgspec.json.encode(assessments))
            await self._tables.tell(live, Analysis(1.0))
            await self._hold(table.id, DONE)
        except StoreAway as failure:
            log.error("an analysis failed", extra={"table": table.id, "reason": str(failure)})
        except (JobFailed, StoreRefused) as failure:  # it would fail again, perhaps because the table was deleted
            log.error("an analysis failed", extra={"table": table.id, "reason": str(failure)})
            await self._hold(table.id, DONE)
        except asyncio.CancelledError:
            await self._hold(table.id, LEFT)
            raise
        finally:
            del self._shares[table.id]
            self._clients[client] -= 1
            self._clients += Counter()  # drops those without an analysis

    async def _assess(self, live: Live, client: str) -> list[Assessment]:
        """Look at one position after the other, and then at the game as a whole."""
        table, thoughts = live.table, list[list[Variation]]()
        record, level = table.record, levels_of(table.game)[-1]
        for state, _ in zip(record.states(), record.moves, strict=False):
            job = Analyse(state, level, SECONDS_A_MOVE, table.id)
            key = table.id, ANALYST
            thoughts.append(await self._work.run(job, client, key=key, person=table.id, background=True))
            await self._hold(table.id, self._tables.now() + CLAIM)
            self._note(live, min(len(thoughts) / len(record.moves), 0.999))
        return await asyncio.to_thread(assess, record, thoughts)

    def _note(self, live: Live, share: float) -> None:
        self._shares[live.table.id] = share
        live.tell_all(Analysis(round(share, 3)))

    async def close(self) -> None:
        """Stop; the next server begins anew with what is left."""
        await self._chores.close()
