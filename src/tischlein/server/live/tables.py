"""All tables of this server: finding them, changing them, and keeping up with what other processes do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

import msgspec

from tischlein.core.game import Seat, Setup
from tischlein.core.record import Record
from tischlein.core.refusal import Refusal
from tischlein.server.metrics import SOCKETS, TABLES, counter_of
from tischlein.server.store import Append, Followed, Freed, Held, NewTable, Progress, Store, StoreAway, StoreRefused
from tischlein.server.store.gaps import Gap, find_owed, name_credit
from tischlein.server.store.store import Change
from tischlein.server.table.events import Answered, Asked, Brought, Entry, Event
from tischlein.server.table.table import Table, Terms, refuse
from tischlein.server.visitors.keys import is_id, new_table_id

from .hub import Hub, Note
from .live_table import Live, Screen, changes_hands

log = logging.getLogger(__name__)

Now: TypeAlias = Callable[[], int]
Proposal: TypeAlias = Callable[[Table, int], Event]
Follower: TypeAlias = Callable[[Live, bool], None]
T = TypeVar("T")

STORE_TIMEOUT = 20.0
"""Seconds that a request waits for a database that is away."""

FORGET_AFTER = 60_000
"""Milliseconds after which a table that nobody looks at leaves the memory."""

NOTE_USE_AFTER = 3_600_000
"""Milliseconds after which it is noted that a table is still used."""

LEASE = 2_000
"""Milliseconds for which a process is in charge of a bot's turn; it says so again while the bot thinks."""

BROKEN_FOR = 3_600_000
"""Milliseconds after which a table that cannot be read is tried again."""

PRESENT_FOR = 60_000
"""Milliseconds for which the word of another process holds that somebody is there."""


def wall_clock() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Tables:
    """The tables in memory, and the way to all others."""

    def __init__(self, store: Store, hub: Hub, now: Now = wall_clock, patience: int = 600_000) -> None:
        self.store = store
        self.hub = hub
        self.now = now
        self.patience = patience
        """Milliseconds after which somebody who is not there and does not move has gone."""
        self.followers: list[Follower] = []
        """Called after every change: a bot may have to think (only if this process is in charge), a clock may run."""
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Future[Live | None]] = {}
        self._heard: dict[str, int] = {}
        """The versions that other processes told of tables while these were being read."""
        self.gaps: Sequence[Gap] = ()
        """When no server was there; clocks that ran then get their time back as soon as somebody needs the table."""

    # ------------------------------------------------------------------ finding and setting up

    async def find(self, table_id: str) -> Live:
        """Return a table; loaded once, however many ask for it. Raises the refusal `no-such-table`."""
        live = self._live.get(table_id)
        if live is None and is_id(table_id):
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            live = await asyncio.shield(self._loading[table_id])
        if live is None:
            raise refuse("no-such-table", table=table_id[:32])
        live.used = self.now()
        while (owed := self._owed(live.table)) is not None:
            await self._credit(live, *owed)
        return live

    async def _load(self, table_id: str) -> Live | None:
        try:
            stored = await self._ask_store(lambda: self.store.load(table_id))
            if stored is None:
                return None
            table = Table.replayed(stored.id, stored.record.setup, stored.terms, stored.entries)
            live = self._live[table_id] = Live(table, self.now, self.patience)
            TABLES.set(len(self._live))
            await self.reach(live, self._heard.get(table_id, 0))
            return live
        finally:
            del self._loading[table_id]
            self._heard.pop(table_id, None)

    async def create(
        self,
        setup: Setup,
        terms: Terms,
        holds: Sequence[Held],
        entries: tuple[Entry, ...] = (),
        client: str = "",
    ) -> Live:
        """Set up a table, store it, and let its first bot begin."""
        return await self.add(Table.replayed(new_table_id(), setup, terms, entries), holds, entries, client)

    async def add(self, table: Table, holds: Sequence[Held], entries: tuple[Entry, ...], client: str) -> Live:
        """Store a table as it is after some events, and let its first bot begin."""
        await self.store.create(self._as_new(table, entries), holds)
        for entry in entries:
            table.note(entry)
        live = self._live[table.id] = Live(table, self.now, self.patience)
        live.client = client
        TABLES.set(len(self._live))
        self._announce(live, True)
        return live

    def _as_new(self, table: Table, entries: tuple[Entry, ...] = ()) -> NewTable:
        return NewTable(table.id, Record(table.match.setup), table.terms, table.status, self.due(table), entries)

    def due(self, table: Table) -> int | None:
        """Return when somebody must look at a table again if nothing happens there."""
        if table.bot_to_move is not None:
            return self.now() + LEASE
        return None if table.clock is None else table.clock.due()

    # ------------------------------------------------------------------ changing

    async def act(self, live: Live, request: str, propose: Proposal, holder: bytes | None = None) -> int:
        """Carry out a request once: check, store, tell. Return the version that it led to; raises Refusal.

        The seat of the event belongs to `holder` from then on, if there is one.
        Another process may be faster, or the database may be away for a while: then it is checked again against
        what has really happened.
        """
        deadline = time.monotonic() + STORE_TIMEOUT
        async with live.lock:
            while True:
                if request in live.table.answered:
                    return live.table.answered[request]
                now = self.now()
                event = propose(live.table, now)
                live.table.check_place(event)
                live.table.check_room(event)
                entry = Entry(live.table.version + 1, now, request, event)
                after = live.table.after(entry)
                try:
                    if await self.store.append(self._addition(live, entry, after, holder)):
                        break
                except StoreRefused as error:
                    log.warning("the database refused an event", extra={"table": live.table.id, "reason": str(error)})
                    raise refuse("bad-message", reason="it cannot be stored") from error
                except StoreAway as error:
                    log.warning("the database is away", extra={"reason": str(error)})
                    if time.monotonic() > deadline:
                        raise refuse("try-again") from error
                    await asyncio.sleep(0.2)
                await self._catch_up(live)
            live.advance(entry, after)
        counter_of(type(event)).inc()
        self._announce(live, True)
        await self.hub.publish(Note(live.table.id, version=entry.version))
        if isinstance(event, Asked | Answered) and event.next is not None:
            following = await self.find(event.next)
            following.client = live.client
            self._announce(following, True)
        return entry.version

    async def bring(self, live: Live, since: int, events: Sequence[Brought]) -> int:
        """Let happen what happened after version `since` at the host's device, all of it or nothing; raises Refusal.

        What is known already is skipped, so that the same may be brought twice. Return the version afterwards.
        """
        async with live.lock:
            known = live.table.version - since
            if known < 0:
                raise refuse("missing-events", version=live.table.version)
            if known and events:
                stored = await self._ask_store(lambda: self.store.load_after(live.table.id, since))
                if any(entry.event != event for entry, event in zip(stored, events, strict=False)):
                    raise refuse("taken-over")
            steps = await judge(live.table, events[known:], self.now())
            if steps:
                await self._store_steps(live, steps)
                for step in steps:
                    live.advance(*step)
        if steps:
            for entry, _ in steps:
                counter_of(type(entry.event)).inc()
            self._announce(live, True)
            await self.hub.publish(Note(live.table.id, version=live.table.version))
        return live.table.version

    async def _store_steps(self, live: Live, steps: Sequence[tuple[Entry, Table]]) -> None:
        """Store several events at once. The lock is held. Raises the refusal `try-again` if somebody was faster."""
        (entry, first), last = steps[0], steps[-1][1]
        before, changes = live.table, list[Change]()
        for step, after in steps:
            changes += self._hand_on(before, step, after)
            before = after
        changes.append(Progress(last.status, self.due(last), entry.at))
        addition = Append(first.id, entry, tuple(changes), tuple(one for one, _ in steps[1:]))
        try:
            if await self.store.append(addition):
                return
        except (StoreAway, StoreRefused) as error:
            raise refuse("try-again") from error
        await self._catch_up(live)
        raise refuse("try-again")

    def _hand_on(self, before: Table, entry: Entry, after: Table) -> Iterator[Change]:
        """Yield that the seat of an event belongs to nobody any more, if so."""
        seat = entry.event.seat
        if changes_hands(before, after, entry.event):
            yield Freed(seat, "resigned" if seat in after.resigned else "former")

    def _addition(self, live: Live, entry: Entry, after: Table, holder: bytes | None) -> Append:
        event, before = entry.event, live.table
        changes = [*self._hand_on(before, entry, after)]
        if holder is not None:
            changes.append(Held(event.seat, holder))
        due = self.due(after)
        watched = due is not None or before.clock is not None or before.bot_to_move is not None
        if watched or after.status != before.status or entry.at - live.noted > NOTE_USE_AFTER:
            changes.append(Progress(after.status, due, entry.at))
            live.noted = entry.at
        if isinstance(event, Asked | Answered) and event.next is not None:
            setup, terms = after.rematch(entry.at)
            changes.append(Followed(self._as_new(Table(event.next, setup, terms))))
        return Append(after.id, entry, tuple(changes))

    async def _catch_up(self, live: Live) -> None:
        """Let happen what other processes have stored. The lock is held."""
        for entry in await self._ask_store(lambda: self.store.load_after(live.table.id, live.table.version)):
            live.advance(entry)

    async def _ask_store(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask the database until it answers. Raises the refusal `try-again` if it is away for long."""
        deadline = time.monotonic() + STORE_TIMEOUT
        while True:
            try:
                return await ask()
            except StoreAway as error:
                log.warning("the database is away", extra={"reason": str(error)})
                if time.monotonic() > deadline:
                    raise refuse("try-again") from error
                await asyncio.sleep(0.2)

    def _announce(self, live: Live, in_charge: bool) -> None:
        for follower in self.followers:
            follower(live, in_charge)

    # ------------------------------------------------------------------ screens

    async def open_screen(
        self, live: Live, seat: Seat | None, former_seat: Seat | None = None, *, has_rules: bool = False
    ) -> Screen:
        """Let a page look at a table. It is told everything from its first snapshot on, without a gap."""
        screen = Screen(seat, former_seat, has_rules)
        first = not live.screens
        live.screens.add(screen)
        SOCKETS.inc()
        screen.tell(live.snapshot(screen))
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
        await self.hub.publish(Note(live.table.id, message=msgspec.json.encode(message).decode()))

    async def _say_who_is_there(self, live: Live, asks: bool = False) -> None:
        live.tell_all(live.presence())
        await self.hub.publish(Note(live.table.id, present=live.present_here(), asks=asks))

    # ------------------------------------------------------------------ other processes

    async def follow(self, note: Note) -> None:
        """Do what a note of another process asks for."""
        if note.look:
            await self.look_around()
        live = self._live.get(note.table)
        if live is None:
            if note.version is not None and note.table in self._loading:
                # What was read may be older, and nobody says it again.
                self._heard[note.table] = max(note.version, self._heard.get(note.table, 0))
            return
        if note.version is not None:
            await self.reach(live, note.version)
        if note.message is not None:
            live.tell_all(msgspec.Raw(note.message.encode()))
        if note.present is not None:
            live.elsewhere[note.sender] = self.now(), note.present
            live.tell_all(live.presence())
        if note.asks and live.screens:
            await self.hub.publish(Note(note.table, present=live.present_here()))

    async def reach(self, live: Live, version: int) -> None:
        """Be no older than what somebody has seen, perhaps at another process whose note has not come yet."""
        if version > live.table.version:
            await self._refresh(live)

    async def _refresh(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)
        self._announce(live, False)

    async def look_around(self) -> None:
        """Ask the database for news of every table in memory: for when notes may have been lost."""
        known = {live.table.id: live for live in self._live.values()}
        for table_id, version in (await self.store.versions(list(known))).items():
            if version > known[table_id].table.version:
                await self._refresh(known[table_id])

    async def tend_due(self, whenever: bool = False) -> None:
        """Take charge of tables that are due, because whoever was in charge is gone; after a start, of all bots.

        Nobody is in charge of a bot for longer than a lease. Clocks that run out later are found then.
        """
        now = self.now()
        due = await self.store.list_due(now + LEASE if whenever else now)
        for table_id in await self.store.claim(due, now + LEASE):
            try:
                live = await self.find(table_id)
                await self._refresh(live)
            except StoreAway:
                raise
            except Exception:  # all other tables must not wait for one that cannot be read
                log.exception("a table cannot be looked after", extra={"table": table_id})
                await self.store.renew([table_id], now + BROKEN_FOR)
            else:
                self._announce(live, True)

    async def reload(self, table_id: str) -> None:
        """Read a table anew that was changed by hand, and show it to everybody who looks at it."""
        if (loading := self._loading.get(table_id)) is not None:
            with contextlib.suppress(Refusal):  # it may be read as it was before
                await asyncio.shield(loading)
        live = self._live.get(table_id)
        if live is None:
            return
        async with live.lock:
            stored = await self.store.load(table_id)
            if stored is None:
                del self._live[table_id]
                live.send_away(4404)
                return
            live.show_anew(Table.replayed(stored.id, stored.record.setup, stored.terms, stored.entries))
        self._announce(live, True)

    async def renew(self) -> None:
        """Stay in charge of the bots that think here; if this process dies, another takes over soon."""
        thinking = [live.table.id for live in self._live.values() if live.busy]
        if thinking:
            await self.store.renew(thinking, self.now() + LEASE)

    def _owed(self, table: Table) -> tuple[int, int] | None:
        """Return since when nobody could play, and how long in all, if a clock ran meanwhile."""
        return find_owed(table, self.gaps)

    async def _credit(self, live: Live, since: int, ms: int) -> None:
        """Give a table its time back, once."""
        await self.act(live, name_credit(since), lambda table, _: table.credit(ms) or _no_clock())

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
            live.send_away(1012)


async def judge(table: Table, events: Iterable[Brought], now: int) -> list[tuple[Entry, Table]]:
    """Return what happened at a device as entries, each with the table after it; raises the first refusal."""
    steps: list[tuple[Entry, Table]] = []
    for event in events:
        await asyncio.sleep(0)  # somebody else may be waiting, and these may be many
        version = table.version + 1
        table.check_room(event)
        entry = Entry(version, now, f"bring:{version}", table.bring(event, now))
        table = table.after(entry)
        steps.append((entry, table))
    return steps


def _no_clock() -> Event:
    raise refuse("not-started")
