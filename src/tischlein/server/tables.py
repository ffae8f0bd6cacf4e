"""All tables of this server: finding them, changing them, and keeping up with what other processes do."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, TypeVar

import msgspec
from sqlalchemy import Executable

from tischlein.core.game import Seat, Setup
from tischlein.core.record import Record

from .events import Answered, Asked, Entry, Event
from .hub import Hub, Note
from .keys import new_table_id
from .live import Live, Screen
from .metrics import EVENTS, SOCKETS, TABLES
from .store import Append, NewTable, Store, StoreAway
from .table import Table, Terms, refuse

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], int]
Proposal: TypeAlias = Callable[[Table, int], Event]
Extra: TypeAlias = Callable[[Event], Sequence[Executable]]
Attendant: TypeAlias = Callable[[Live, bool], None]
T = TypeVar("T")

PATIENCE = 20.0
"""Seconds that a request waits for a database that is away."""

FORGET_AFTER = 60_000
"""Milliseconds after which a table that nobody looks at leaves the memory."""

NOTE_USE_AFTER = 3_600_000
"""Milliseconds after which it is noted that a table is still used."""

PRESENT_FOR = 60_000
"""Milliseconds for which the word of another process holds that somebody is there."""


def wall_clock() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Tables:
    """The tables in memory, and the way to all others."""

    def __init__(self, store: Store, hub: Hub, now: Clock = wall_clock) -> None:
        self.store = store
        self.hub = hub
        self.now = now
        self.attend: Attendant = lambda live, in_charge: None
        """Called after every change: a bot may have to think (only if this process is in charge), a clock may run."""
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Future[Live | None]] = {}

    # ------------------------------------------------------------------ finding and setting up

    async def find(self, table_id: str) -> Live:
        """Return a table; loaded once, however many ask for it. Raises the refusal `no-such-table`."""
        live = self._live.get(table_id)
        if live is None:
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            live = await asyncio.shield(self._loading[table_id])
        if live is None:
            raise refuse("no-such-table", table=table_id[:32])
        live.used = self.now()
        return live

    async def _load(self, table_id: str) -> Live | None:
        try:
            stored = await self._patiently(lambda: self.store.load(table_id))
            if stored is None:
                return None
            table = Table.replayed(stored.id, stored.record.setup, stored.terms, stored.entries)
            live = self._live[table_id] = Live(table, self.now)
            TABLES.set(len(self._live))
            return live
        finally:
            del self._loading[table_id]

    async def create(
        self, setup: Setup, terms: Terms, holds: Sequence[tuple[Seat, bytes]], entries: tuple[Entry, ...] = ()
    ) -> Live:
        """Set up a table, store it, and let its first bot begin."""
        table = Table.replayed(new_table_id(), setup, terms, entries)
        await self.store.create(self._as_new(table, entries), holds)
        live = self._live[table.id] = Live(table, self.now)
        TABLES.set(len(self._live))
        self.attend(live, True)
        return live

    def _as_new(self, table: Table, entries: tuple[Entry, ...] = ()) -> NewTable:
        return NewTable(table.id, Record(table.match.setup), table.terms, table.status, self.due(table), entries)

    def due(self, table: Table) -> int | None:
        """Return when somebody must look at a table again if nothing happens there."""
        if table.bot_to_move is not None:
            return self.now() + 60_000
        return None if table.clock is None else table.clock.due()

    # ------------------------------------------------------------------ changing

    async def act(self, live: Live, request: str, propose: Proposal, extra: Extra | None = None) -> int:
        """Carry out a request once: check, store, tell. Return the version that it led to; raises Refusal.

        Another process may be faster, or the database may be away for a while: then it is checked again against
        what has really happened.
        """
        deadline = time.monotonic() + PATIENCE
        async with live.lock:
            while True:
                if request in live.table.answered:
                    return live.table.answered[request]
                now = self.now()
                event = propose(live.table, now)
                entry = Entry(live.table.version + 1, now, request, event)
                after = live.table.after(entry)
                try:
                    if await self.store.append(self._addition(live, entry, after, extra)):
                        break
                except StoreAway as error:
                    log.warning("the database is away", extra={"reason": str(error)})
                    if time.monotonic() > deadline:
                        raise refuse("try-again") from error
                    await asyncio.sleep(0.2)
                await self._catch_up(live)
            live.advance(entry, after)
        EVENTS.labels(type(event).__name__.lower()).inc()
        self.attend(live, True)
        await self.hub.publish(Note(live.table.id, version=entry.version))
        if isinstance(event, Asked | Answered) and event.next is not None:
            self.attend(await self.find(event.next), True)
        return entry.version

    def _addition(self, live: Live, entry: Entry, after: Table, extra: Extra | None) -> Append:
        also = [] if extra is None else list(extra(entry.event))
        due, before = self.due(after), live.table
        watched = due is not None or before.clock is not None or before.bot_to_move is not None
        if watched or after.status != before.status or entry.at - live.noted > NOTE_USE_AFTER:
            also.append(self.store.changed(after.id, after.status, due, entry.at))
            live.noted = entry.at
        event = entry.event
        if isinstance(event, Asked | Answered) and event.next is not None:
            setup, terms = after.rematch(entry.at)
            also.append(self.store.inserted(self._as_new(Table(event.next, setup, terms))))
            also.append(self.store.holds_copied(after.id, event.next))
        return Append(after.id, entry, tuple(also))

    async def _catch_up(self, live: Live) -> None:
        """Let happen what other processes have stored. The lock is held."""
        for entry in await self._patiently(lambda: self.store.load_after(live.table.id, live.table.version)):
            live.advance(entry)

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask the database until it answers. Raises the refusal `try-again` if it is away for long."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return await ask()
            except StoreAway as error:
                log.warning("the database is away", extra={"reason": str(error)})
                if time.monotonic() > deadline:
                    raise refuse("try-again") from error
                await asyncio.sleep(0.2)

    # ------------------------------------------------------------------ screens

    async def open_screen(self, live: Live, seat: Seat | None) -> Screen:
        """Let a page look at a table. It is told everything from its first snapshot on, without a gap."""
        screen = Screen(seat)
        first = not live.screens
        live.screens.add(screen)
        SOCKETS.inc()
        screen.tell(live.snapshot(seat))
        await self._say_who_is_there(live, asks=first)
        return screen

    async def close_screen(self, live: Live, screen: Screen) -> None:
        """Forget a page."""
        live.screens.discard(screen)
        live.used = self.now()
        SOCKETS.dec()
        await self._say_who_is_there(live)

    async def tell(self, live: Live, message: msgspec.Struct) -> None:
        """Tell everybody at a table something that passes."""
        live.tell_all(message)
        await self.hub.publish(Note(live.table.id, message=msgspec.Raw(msgspec.json.encode(message))))

    async def _say_who_is_there(self, live: Live, asks: bool = False) -> None:
        live.tell_all(live.presence())
        await self.hub.publish(Note(live.table.id, present=live.present_here(), asks=asks))

    # ------------------------------------------------------------------ other processes

    async def follow(self, note: Note) -> None:
        """Do what a note of another process asks for."""
        live = self._live.get(note.table)
        if live is None:
            return
        if note.version is not None and note.version > live.table.version:
            await self._refresh(live)
        if note.message is not None:
            live.tell_all(note.message)
        if note.present is not None:
            live.elsewhere[note.sender] = self.now(), note.present
            live.tell_all(live.presence())
        if note.asks and live.screens:
            await self.hub.publish(Note(note.table, present=live.present_here()))

    async def _refresh(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)
        self.attend(live, False)

    async def look_around(self) -> None:
        """Ask the database for news of every table in memory: for when notes may have been lost."""
        known = {live.table.id: live for live in self._live.values()}
        for table_id, version in (await self.store.versions(list(known))).items():
            if version > known[table_id].table.version:
                await self._refresh(known[table_id])

    async def tend_due(self, whenever: bool = False) -> None:
        """Take charge of tables that are due, because whoever was in charge is gone; after a start, of all."""
        now = self.now()
        for summary in await self.store.list_due(2**62 if whenever else now):
            if await self.store.claim(summary, now + 60_000):
                live = await self.find(summary.id)
                await self._refresh(live)
                self.attend(live, True)

    async def give_back_time(self, since: int) -> None:
        """Credit all running clocks with the time in which no server was there."""
        for summary in await self.store.list_due(2**62):
            live = await self.find(summary.id)
            if live.table.credit(since, self.now()) is not None:
                await self.act(live, f"credit:{since}", lambda table, now: table.credit(since, now) or _no_clock())

    def forget_unused(self) -> None:
        """Drop tables that nobody looks at, and the word of processes that have gone silent."""
        now = self.now()
        for table_id, live in list(self._live.items()):
            silent = [name for name, (said, _) in live.elsewhere.items() if now - said > PRESENT_FOR]
            for name in silent:
                del live.elsewhere[name]
            if not live.screens and not live.busy and not live.lock.locked() and now - live.used > FORGET_AFTER:
                del self._live[table_id]
        TABLES.set(len(self._live))

    async def repeat_presence(self) -> None:
        """Say again who is there, so that the others go on believing it."""
        for live in list(self._live.values()):
            if live.screens:
                await self.hub.publish(Note(live.table.id, present=live.present_here()))

    def close(self) -> None:
        """Ask every page to come back later."""
        for live in self._live.values():
            for screen in live.screens:
                screen.close(1012)


def _no_clock() -> Event:
    raise refuse("not-started")
