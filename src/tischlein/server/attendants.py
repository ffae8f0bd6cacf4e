"""Those who look after a table when nobody clicks: bots that are to move, and clocks that run out."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Coroutine
from typing import Any, NamedTuple

from tischlein.bots.bot import RandomBot
from tischlein.bots.pool import JobFailed, Listener, Pool
from tischlein.bots.roster import find_level
from tischlein.core.game import Move, Seat
from tischlein.core.refusal import Refusal
from tischlein.core.thinker import Line

from .jobs import Choose, Think
from .live import Live
from .messages import Thinking
from .metrics import THINKING_SECONDS
from .table import Table
from .tables import Tables

log = logging.getLogger(__name__)


class Turn(NamedTuple):
    """What a bot thinks about; when it changes, the thought is worth nothing."""

    ply: int
    seat: Seat
    level: str


class Attendants:
    """Bots at the tables, and a hand at every clock."""

    def __init__(self, tables: Tables, pool: Pool, rng: random.Random | None = None) -> None:
        self._tables = tables
        self._pool = pool
        self._rng = rng or random.SystemRandom()
        self._thoughts: dict[str, tuple[Turn, asyncio.Task[None]]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task[None]] = set()

    def attend(self, live: Live, in_charge: bool) -> None:
        """Look at a table that has changed: stop a thought that is out of date, begin the next, set the clock."""
        self._watch_clock(live)
        turn, (thought, task) = _turn(live.table), self._thoughts.get(live.table.id, (None, None))
        if thought == turn and task is not None:
            return
        if task is not None:
            task.cancel()
            del self._thoughts[live.table.id]
        live.busy = turn is not None and in_charge
        if turn is not None and in_charge:
            self._thoughts[live.table.id] = turn, self._go(self._think(live, turn))

    async def close(self) -> None:
        """Stop everything; what is due is done after the next start."""
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    # ------------------------------------------------------------------ bots

    async def _think(self, live: Live, turn: Turn) -> None:
        table = live.table
        try:
            with THINKING_SECONDS.time():
                move = await self._choose(live, turn)
            del self._thoughts[table.id]  # the move leads to the next call of `attend`, which must not cancel us
            live.busy = False
            request = f"bot:{table.version}"
            await self._tables.act(live, request, lambda now_there, _: now_there.play_bot(turn.seat, turn.ply, move))
        except Refusal as refusal:
            log.info("a bot was too late", extra={"table": table.id, "code": refusal.code})

    async def _choose(self, live: Live, turn: Turn) -> Move:
        def tell(share: float) -> None:
            self._go(self._tables.tell(live, Thinking(turn.seat, round(share, 2))))

        try:
            move: Move = await self._run(Choose, live.table, turn.seat, turn.level, tell)
            return move
        except JobFailed as failure:
            # Whatever happened to the workers, the game must go on.
            log.error("a bot failed", extra={"table": live.table.id, "reason": str(failure)})
            return RandomBot().choose(live.table.match.state, turn.seat)

    async def think(self, table: Table, seat: Seat, bot: str, listener: Listener | None) -> list[Line]:
        """Have a bot look at the position as its seat sees it. Raises JobFailed."""
        lines: list[Line] = await self._run(Think, table, seat, bot, listener)
        return lines

    async def _run(self, job: type[Think], table: Table, seat: Seat, bot: str, listener: Listener | None) -> Any:
        level = find_level(table.game, bot)
        sample = table.match.state.sample(seat, random.Random(self._rng.random()))
        return await self._pool.run(job(sample, seat, bot, level.seconds if level else 0.0), listener)

    # ------------------------------------------------------------------ clocks

    def _watch_clock(self, live: Live) -> None:
        alarm = self._alarms.pop(live.table.id, None)
        if alarm is not None:
            alarm.cancel()
        due = live.table.clock.due() if live.table.clock is not None else None
        if due is not None:
            wait = max(0, due - self._tables.now()) / 1000 + 0.001
            loop = asyncio.get_running_loop()
            self._alarms[live.table.id] = loop.call_later(wait, lambda: self._go(self._flag(live)))

    async def _flag(self, live: Live) -> None:
        self._alarms.pop(live.table.id, None)
        version = live.table.version
        if live.table.flag(self._tables.now()) is None:
            self._watch_clock(live)
            return
        try:
            await self._tables.act(live, f"flag:{version}", lambda table, now: table.flag(now) or _still_time())
        except Refusal as refusal:
            log.info("a flag did not fall", extra={"table": live.table.id, "code": refusal.code})

    def _go(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task


def _turn(table: Table) -> Turn | None:
    level = table.bot_to_move
    return None if level is None or table.to_move is None else Turn(table.match.ply, table.to_move, level)


def _still_time() -> Any:
    raise Refusal("tischlein.server", "still-time")
