"""The server's parts, put together, and what they do by themselves while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from sqlalchemy.engine import make_url

from tischlein.bots.warmup import BOT_WORKER, warm_up_rules
from tischlein.core.refusal import BadSetup, Refusal
from tischlein.core.registry import find_game, game_ids
from tischlein.work.job import Pool
from tischlein.work.local import LocalPool

from .live.analyses import Analyses
from .live.bot_turns import BotTurns
from .live.clock_alarms import ClockAlarms
from .live.hub import Hub, LocalHub
from .live.live_table import Live
from .live.tables import LEASE, Tables
from .live.work_queue import WorkQueue
from .metrics import WORKERS_LOST
from .process_memory import calm_collector, give_back_compiler
from .settings import Settings
from .solo.solo import Solo
from .store import Gap, Store, StoreAway
from .store.migrate import is_current, migrate
from .store.people import PeopleStore
from .table import rights
from .table.rights import Role, Standing
from .table.table import refuse
from .training.training import Training
from .visitors.keys import is_sealed
from .visitors.limits import Limiter
from .visitors.visitor import Visitor

log = logging.getLogger(__name__)

DAY = 86_400_000
AWAY = 10_000
"""Milliseconds without a beat after which clocks get their time back."""


BETWEEN_TRIALS = 0.2
"""Seconds between two writes for those who ask whether the database takes anything: anybody may ask that."""

NEED_KEY = frozenset({"leave-seat", "seat-bot", "link-seat", "link-watch", "begin-analysis"})
"""What somebody without a key is told to take a seat for."""


class Service:
    """All that handlers need."""

    def __init__(self, settings: Settings) -> None:
        settings.check()
        self.settings = settings
        self.store = Store(settings.database_url)
        self.hub = make_hub(settings.redis)
        self.tables = Tables(self.store, self.hub, patience=settings.gone_minutes * 60_000)
        self.pool = make_pool(settings)
        self.work = WorkQueue(self.pool)
        self.bot_turns, self.clock_alarms = BotTurns(self.tables, self.work), ClockAlarms(self.tables)
        self.tables.followers = [self.clock_alarms.follow, self.bot_turns.follow]
        self.analyses = Analyses(self.tables, self.work)
        self.solo = Solo(self.store, self.tables.now)
        self.training = Training(self.store, self.tables.now)
        per_second = settings.changes_per_minute / 60
        self.changes = Limiter(per_second, settings.changes_per_minute / 2)
        self.questions = Limiter(settings.messages_per_second, 3 * settings.messages_per_second)
        """What asks over HTTP but changes nothing is limited like the messages of a socket."""
        self._pages: Counter[str | bytes] = Counter()
        """Open sockets by network and by key."""
        self.people = PeopleStore(self.store)
        self.seal = secrets.token_bytes(32)
        """What keys are sealed with; that of the database once it is read."""
        self.blocks: dict[str, int] = {}
        """Networks that are not served, and until when."""
        self.ready = False
        self._trial: asyncio.Future[bool] | None = None
        self._tried = -BETWEEN_TRIALS
        self._looks = 0
        self._edits: dict[str, int] = {}
        """The tables that were changed by hand, and which change is known here."""
        self._parent = os.getppid()
        self._tasks: list[asyncio.Task[None]] = []

    async def find_standing(self, live: Live, key: bytes | None) -> Standing:
        """Return what a key is at a table, at the very moment when it is told: a seat may change hands meanwhile."""
        if key is None:
            return Standing()
        while True:
            chairs = live.table.chairs
            standing = await self.store.find_standing(live.table.id, key)
            if all(before is now for before, now in zip(chairs, live.table.chairs, strict=True)):
                return standing

    async def accepts(self, visitor: Visitor) -> bool:
        """Return whether a key was given out by this server; those of older versions are known by what they hold."""
        return visitor.key is not None and (
            is_sealed(visitor.secret, self.seal) or await self.people.is_known(visitor.key)
        )

    def count_page(self, visitor: Visitor, change: int) -> None:
        """Count a page that comes or goes."""
        self._pages[visitor.network] += change
        if visitor.key is not None:
            self._pages[visitor.key] += change

    def has_too_many_pages(self, visitor: Visitor) -> bool:
        """Return whether too many pages are open from where somebody comes, or with the same key."""
        most = self.settings.sockets_per_address
        return max(self._pages[one] for one in (visitor.network, visitor.key) if one is not None) > most

    def is_blocked(self, network: str) -> bool:
        """Return whether an address is not served at present."""
        return bool(self.blocks) and self.blocks.get(network, 0) > self.tables.now()

    async def check_right(self, live: Live, key: bytes | None, action: str, *more: Role) -> Standing:
        """Return what a key is at a table (and `more`). Raises a refusal if it may not do this there."""
        standing = await self.find_standing(live, key)
        roles = standing.roles(live.table.terms.public).union(more)
        if key is None and not rights.may(action, roles, live.table.status) and action in NEED_KEY:
            raise refuse("no-key")
        rights.check(action, roles, live.table.status)
        return standing

    async def can_write(self) -> bool:
        """Return whether the database takes something from now on; all who ask in one moment share one trial."""
        if self._trial is None:
            self._trial = asyncio.ensure_future(self._try_to_write())
        return await asyncio.shield(self._trial)

    async def _try_to_write(self) -> bool:
        await asyncio.sleep(self._tried + BETWEEN_TRIALS - time.monotonic())
        self._trial, self._tried = None, time.monotonic()  # who asks from now on wants to know what holds then
        try:
            await self.store.beat(self.tables.now())  # a disk that is full can still be read
        except StoreAway:
            return False
        return True

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start, and stop again when the server ends; a move that is being stored is finished."""
        await prepare_database(self.store)
        self.seal = await self.people.load_seal()
        await self._follow_operator()
        await self.pool.start()
        await self._note_absence()
        self._tasks = [asyncio.ensure_future(work) for work in self._chores()]
        try:
            yield
        finally:
            self.ready = False
            self.tables.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.clock_alarms.close()
            await self.bot_turns.close()
            await self.analyses.close()
            await self.solo.close()
            await self.pool.close()
            await self.hub.close()
            await self.store.close()

    def _chores(self) -> list[Awaitable[None]]:
        chores: list[Awaitable[None]] = [
            self._warm_up(),
            self.hub.run(lambda note: self._guard(lambda: self.tables.follow(note))),
            self._look_after_tables(),
            self._every(0.5, self.tables.renew),
            self._every(5, lambda: self.store.beat(self.tables.now())),
            self._every(3, self._follow_operator),
            self._every(10, self._forget),
            self._every(15, self.analyses.resume),
            self._every(3600, self._clean_up),
        ]
        if self.store.database.shared:
            chores += [self._every(1, self._look_around), self._every(20, self.tables.repeat_presence)]
        if self.settings.workers > 1:
            chores.append(self._every(0.5, self._end_with_parent))
        return chores

    async def _follow_operator(self) -> None:
        """Look for what was changed by hand: addresses that are blocked, tables that are no longer what they were."""
        self.blocks = await self.people.list_blocks(self.tables.now())
        self.tables.gaps = await self.store.list_gaps()
        edits = await self.people.list_edits()
        for table_id, mark in edits.items():
            if self._edits.get(table_id) != mark:
                await self._show_edit(table_id)
                self._edits[table_id] = mark
        self._edits = {table_id: mark for table_id, mark in self._edits.items() if table_id in edits}

    async def _show_edit(self, table_id: str) -> None:
        """Read a table anew; the others need not wait for one that cannot be read."""
        try:
            await self.tables.reload(table_id)
        except StoreAway:
            raise
        except Exception:
            log.exception("a table cannot be read anew", extra={"table": table_id})

    async def _end_with_parent(self) -> None:
        """End when the supervisor was killed: nobody would stop this process any more."""
        if os.getppid() != self._parent:
            log.warning("the supervisor is gone")
            os.kill(os.getpid(), signal.SIGTERM)

    async def _warm_up(self) -> None:
        """Compile the rules before anybody needs them."""
        for game_id in game_ids():
            await asyncio.to_thread(warm_up_rules, find_game(game_id))
        give_back_compiler()
        calm_collector()
        self.ready = True

    async def _note_absence(self) -> None:
        """Note since when no server was there; whose clock ran gets that time back when the table is needed again."""
        now, last = self.tables.now(), await self.store.last_beat()
        if last is not None and now - last > AWAY:
            await self.store.note_gap(Gap(last, now), LEASE)
        await self.store.beat(now)
        self.tables.gaps = await self.store.list_gaps()

    async def _look_after_tables(self) -> None:
        """Let bots move and clocks run out."""
        if not self.store.database.shared:
            await self._insist(lambda: self.tables.tend_due(whenever=True))
        await self._every(0.5, self.tables.tend_due)

    async def _insist(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something once, as soon as the database is there."""
        while True:
            try:
                return await work()
            except (StoreAway, Refusal) as error:
                log.warning("the database is away", extra={"reason": str(error)})
                await asyncio.sleep(1)

    async def _look_around(self) -> None:
        """Look into the database for news: each second while notes do not arrive, else now and then."""
        self._looks += 1
        if not self.hub.reliable or self._looks % 15 == 0:
            await self.tables.look_around()

    async def _forget(self) -> None:
        self.tables.forget_unused()
        self._pages += Counter()  # drops who has none

    async def _clean_up(self) -> None:
        now, kept = self.tables.now(), self.settings
        days = {"waiting": kept.keep_waiting_days, "playing": kept.keep_playing_days, "over": kept.keep_over_days}
        before = {status: now - number * DAY for status, number in days.items()}
        gone = await self.store.delete_unused(before) + await self.solo.puzzles.delete_unused(before)
        gone += await self.store.delete_gaps(before["playing"]) + await self.store.delete_past(now - DAY)
        gone += await self.training.answers.delete_old(before["over"])
        if gone:
            log.info("unused tables, saves and puzzles deleted", extra={"rows": gone})

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await self._guard(work)
            await asyncio.sleep(seconds)

    async def _guard(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something that comes again; whatever goes wrong with it now must not end it for good."""
        try:
            await work()
        except (StoreAway, Refusal) as error:
            log.warning("the database is away", extra={"reason": str(error)})
        except Exception:
            log.exception("a chore failed")


def make_pool(settings: Settings) -> Pool:
    """Return the workers in which bots think. Raises BadSetup if Ray is wanted and not installed."""
    if settings.bots == "local":
        return LocalPool(settings.bot_workers, BOT_WORKER, WORKERS_LOST.inc)
    try:
        from tischlein.work.ray import RayPool  # noqa: PLC0415 - Ray is an extra, and slow to load
    except ImportError:
        raise BadSetup("tischlein.work", "no-library", field="--bots", library="Ray", extra="cluster") from None
    if settings.bots == "ray":
        return RayPool(settings.bot_workers, BOT_WORKER, WORKERS_LOST.inc)
    return RayPool(None, BOT_WORKER, WORKERS_LOST.inc, settings.bots)


def make_hub(redis: str) -> Hub:
    """Return the way to the other processes, if there is one."""
    if not redis:
        return LocalHub()
    from .live.redis_hub import RedisHub  # noqa: PLC0415 - only who uses it pays for it

    return RedisHub(redis)


async def prepare_database(store: Store) -> None:
    """Bring the embedded database up to date; refuse to run on another one that is not."""
    if not store.database.shared:
        path = make_url(store.url).database
        if path and path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        await migrate(store.database)
    elif not await is_current(store.database):
        raise BadSetup("tischlein.server", "migrate-first")
