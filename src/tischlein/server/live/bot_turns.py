"""Bots at the tables: whose turn it is thinks in a worker, and its move goes the way of everybody's moves."""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
from dataclasses import replace
from typing import NamedTuple

from tischlein.bots.levels import find_level
from tischlein.core.game import Move, Seat
from tischlein.core.refusal import Refusal
from tischlein.core.search import Level, Variation
from tischlein.server.metrics import BOTS_FAILED, THINKING_SECONDS
from tischlein.server.table.table import Table
from tischlein.work.job import JobFailed, Listener

from .chores import Chores
from .jobs import Choose, Think
from .live_table import Live
from .messages import Thinking
from .tables import Tables
from .work_queue import WorkQueue

log = logging.getLogger(__name__)


ANSWER_WITHIN = 2.5
"""Seconds after which a hint should be there, whatever else there is to do; it thinks for 1.5 if nothing is."""

MOST_HINTS = 4
"""Hints that one client may wait for at once."""

PAUSES = (1.0, 5.0, 20.0, 60.0)
"""Seconds between two tries of a bot whose workers died."""


class Turn(NamedTuple):
    """What a bot thinks about; when it changes, the thought is worth nothing."""

    ply: int
    seat: Seat
    level: str


class BotTurns:
    """The bots that think at present."""

    def __init__(self, tables: Tables, work: WorkQueue, rng: random.Random | None = None) -> None:
        self._tables = tables
        self._work = work
        self._rng = rng or random.SystemRandom()
        self._thoughts: dict[str, tuple[Turn, asyncio.Task[None]]] = {}
        self._chores = Chores()

    def follow(self, live: Live, in_charge: bool) -> None:
        """Look at a table that has changed: stop a thought that is out of date, and begin the next."""
        turn, (thought, task) = _turn(live.table), self._thoughts.get(live.table.id, (None, None))
        if thought == turn and task is not None:
            return
        if task is not None:
            task.cancel()
            del self._thoughts[live.table.id]
        live.busy = turn is not None and in_charge
        if turn is not None and in_charge:
            self._thoughts[live.table.id] = turn, self._chores.begin(self._think(live, turn))

    async def close(self) -> None:
        """Stop; bots that were thinking begin again after the next start."""
        await self._chores.close()

    async def _think(self, live: Live, turn: Turn) -> None:
        table = live.table
        try:
            with THINKING_SECONDS.time():
                move = await self._choose(live, turn)
            self._end(live)  # the move leads to the next call of `follow`, which must not cancel us
            request = f"bot:{table.version}"
            await self._tables.act(live, request, lambda now_there, _: now_there.play_bot(turn.seat, turn.ply, move))
        except Refusal as refusal:
            log.info("a bot was too late", extra={"table": table.id, "code": refusal.code})
        except Exception:
            log.exception("a bot could not move", extra={"table": table.id})
        finally:
            self._end(live)

    def _end(self, live: Live) -> None:
        """Forget a thought, unless another one has taken its place; whatever came of it, the table is free again."""
        if self._thoughts.get(live.table.id, (None, None))[1] is asyncio.current_task():
            del self._thoughts[live.table.id]
            live.busy = False

    async def _choose(self, live: Live, turn: Turn) -> Move:
        """Return a bot's move. It never plays below its level: if its workers die, it waits and tries again."""
        pauses = itertools.chain(PAUSES, itertools.repeat(PAUSES[-1]))
        while (move := await self._try(live, turn)) is None:
            await self._tables.tell(live, Thinking(turn.seat, 0.0, trouble=True))
            await asyncio.sleep(next(pauses))
        return move

    async def _try(self, live: Live, turn: Turn) -> Move | None:
        def tell(share: float) -> None:
            self._chores.begin(self._tables.tell(live, Thinking(turn.seat, round(share, 2))))

        job = self._make_job(Choose, live.table, turn.seat, find_level(live.table.game, turn.level))
        try:
            table = live.table.id
            move: Move = await self._work.run(job, live.client or table, tell, (table, turn.seat), person=table)
            return move
        except JobFailed as failure:
            log.error("a bot failed and tries again", extra={"table": live.table.id, "reason": str(failure)})
            BOTS_FAILED.inc()
            return None

    async def analyse(
        self, live: Live, seat: Seat, level: Level | None, client: str, listener: Listener
    ) -> list[Variation]:
        """Have a bot look at the position as its seat sees it. Raises JobFailed, or a refusal if too much waits."""
        job = replace(self._make_job(Think, live.table, seat, level), until=self._tables.now() / 1000 + ANSWER_WITHIN)
        key = live.table.id, seat
        variations: list[Variation] = await self._work.run(job, client, listener, key, MOST_HINTS, live.table.id)
        return variations

    def _make_job(self, kind: type[Think], table: Table, seat: Seat, level: Level | None) -> Think:
        sample = table.match.state.sample(seat, random.Random(self._rng.random()))
        return kind(sample, seat, level, table.id)


def _turn(table: Table) -> Turn | None:
    level = table.bot_to_move
    return None if level is None or table.to_move is None else Turn(table.match.ply, table.to_move, level)
