"""The server's parts, put together, and what they do by themselves while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from sqlalchemy.engine import make_url

from tischlein.bots.pool import Pool
from tischlein.bots.warmup import warm_up_rules
from tischlein.core.game import Seat
from tischlein.core.refusal import BadSetup, Refusal
from tischlein.core.registry import find_game, game_ids

from .analyses import Analyses
from .attendants import Attendants
from .hub import Hub, LonelyHub
from .limits import Limiter
from .live import Live
from .memory import calm_collector, give_back_compiler
from .settings import Settings
from .solo import Solo
from .store import Store, StoreAway
from .store.migrate import is_current, migrate
from .table import refuse
from .tables import Tables
from .workers import LocalPool

log = logging.getLogger(__name__)

DAY = 86_400_000
AWAY = 10_000
"""Milliseconds without a beat after which clocks get their time back."""


class Service:
    """All that handlers need."""

    def __init__(self, settings: Settings) -> None:
        settings.check()
        self.settings = settings
        self.store = Store(settings.database_url)
        self.hub = make_hub(settings.redis)
        self.tables = Tables(self.store, self.hub)
        self.pool = make_pool(settings)
        self.attendants = Attendants(self.tables, self.pool)
        self.tables.attend = self.attendants.attend
        self.analyses = Analyses(self.tables, self.pool)
        self.solo = Solo(self.store, self.tables.now)
        per_second = settings.changes_per_minute / 60
        self.changes = Limiter(per_second, settings.changes_per_minute / 2)
        self.questions = Limiter(settings.messages_per_second, 3 * settings.messages_per_second)
        """What asks over HTTP but changes nothing is limited like the messages of a socket."""
        self.sockets: Counter[str] = Counter()
        """Open sockets by address."""
        self.ready = False
        self._looks = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def held(self, live: Live, key: bytes | None) -> set[Seat]:
        """Return the seats that a key holds at a table; WATCH among them if it may watch."""
        return set() if key is None else await self.store.list_seats(live.table.id, key)

    def check_watcher(self, live: Live, held: set[Seat]) -> None:
        """Raise a refusal unless somebody who holds these seats may see the board."""
        if not held and not live.table.terms.public and live.table.status != "over":
            raise refuse("cannot-watch")

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start, and stop again when the server ends; a move that is being stored is finished."""
        await prepare_database(self.store)
        await self.pool.start()
        await self._settle_absence()
        self._tasks = [asyncio.ensure_future(work) for work in self._chores()]
        try:
            yield
        finally:
            self.ready = False
            self.tables.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.attendants.close()
            await self.analyses.close()
            await self.solo.close()
            await self.pool.close()
            await self.hub.close()
            await self.store.close()

    def _chores(self) -> list[Awaitable[None]]:
        chores: list[Awaitable[None]] = [
            self._warm_up(),
            self.hub.run(self.tables.follow),
            self._every(1, self.tables.tend_due),
            self._every(5, lambda: self.store.beat(self.tables.now())),
            self._every(10, self._forget),
            self._every(3600, self._clean_up),
        ]
        if self.store.database.shared:
            chores += [self._every(1, self._look_around), self._every(20, self.tables.repeat_presence)]
        return chores

    async def _warm_up(self) -> None:
        """Compile the rules before anybody needs them."""
        for game_id in game_ids():
            await asyncio.to_thread(warm_up_rules, find_game(game_id))
        give_back_compiler()
        calm_collector()
        self.ready = True

    async def _settle_absence(self) -> None:
        """Give back the time that nobody could play, and let bots go on that were thinking when the server ended."""
        now, last = self.tables.now(), await self.store.last_beat()
        if last is not None and now - last > AWAY and await self.store.claim_gap(last, now):
            await self.tables.give_back_time(last)
        await self.store.beat(now)
        if not self.store.database.shared:
            await self.tables.tend_due(whenever=True)

    async def _look_around(self) -> None:
        """Look into the database for news: each second while notes do not arrive, else now and then."""
        self._looks += 1
        if not self.hub.reliable or self._looks % 15 == 0:
            await self.tables.look_around()

    async def _forget(self) -> None:
        self.tables.forget_unused()
        self.sockets += Counter()  # drops addresses without a socket

    async def _clean_up(self) -> None:
        now, kept = self.tables.now(), self.settings
        days = {"waiting": kept.keep_waiting_days, "playing": kept.keep_playing_days, "over": kept.keep_over_days}
        before = {status: now - number * DAY for status, number in days.items()}
        gone = await self.store.delete_unused(before) + await self.solo.shelf.delete_unused(before)
        if gone:
            log.info("unused tables, saves and puzzles deleted", extra={"rows": gone})

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except (StoreAway, Refusal) as error:
                log.warning("the database is away", extra={"reason": str(error)})
            await asyncio.sleep(seconds)


def make_pool(settings: Settings) -> Pool:
    """Return the workers in which bots think. Raises BadSetup if Ray is wanted and not installed."""
    if settings.bots == "local":
        return LocalPool(settings.bot_workers)
    try:
        from tischlein.bots.cluster import RayPool  # noqa: PLC0415 - Ray is an extra, and slow to load
    except ImportError:
        raise BadSetup("tischlein.bots", "no-library", field="--bots", library="Ray", extra="cluster") from None
    return RayPool(settings.bot_workers) if settings.bots == "ray" else RayPool(address=settings.bots)


def make_hub(redis: str) -> Hub:
    """Return the way to the other processes, if there is one."""
    if not redis:
        return LonelyHub()
    from .redis_hub import RedisHub  # noqa: PLC0415 - only who uses it pays for it

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
