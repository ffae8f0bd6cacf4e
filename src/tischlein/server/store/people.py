"""What is kept about people, and what those who run a server may do about it: block, rename, export, erase."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, case, delete, func, select, update

from tischlein.core.game import Seat
from tischlein.server.table.events import BotSat, Entry, Flagged, Gone, Left, Resigned, Took
from tischlein.server.table.table import Person, Table, Terms
from tischlein.server.visitors.keys import is_taken_by

from . import schema
from .gaps import find_owed, name_credit
from .store import Store, event_row, read_entries

HOUR = 3_600_000


class PeopleStore:
    """The part of the database that knows keys, names and addresses."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ------------------------------------------------------------------ keys and addresses

    async def load_seal(self) -> bytes:
        """Return what keys are sealed with; made once for a database."""
        row = self._store.upsert(schema.seals).values(id=1, secret=secrets.token_bytes(32)).on_conflict_do_nothing()
        await self._store.run(row)
        [found] = await self._store.read(select(schema.seals.c.secret))
        return bytes(found.secret)

    async def is_known(self, key: bytes) -> bool:
        """Return whether a key holds anything: those of older versions have no seal."""
        return len(await self._store.read(select(schema.holds.c.seat).where(schema.holds.c.key == key).limit(1))) > 0

    async def block(self, network: str, until: int) -> None:
        """Serve an address no more until then; a time in the past serves it again."""
        row = self._store.upsert(schema.blocks).values(network=network, until=until)
        await self._store.run(row.on_conflict_do_update(index_elements=["network"], set_={"until": until}))

    async def list_blocks(self, now: int) -> dict[str, int]:
        """Return until when each blocked address is blocked."""
        found = await self._store.read(select(schema.blocks).where(schema.blocks.c.until > now))
        return {row.network: row.until for row in found}

    # ------------------------------------------------------------------ names

    async def report(self, table_id: str, seat: Seat, key: bytes, name: str, at: int) -> None:
        """Note that somebody found a name out of place; once for each who says so."""
        row = self._store.upsert(schema.reports).values(table_id=table_id, seat=seat, key=key, name=name, at=at)
        await self._store.run(row.on_conflict_do_nothing())

    async def list_reports(self, limit: int) -> Sequence[Row[Any]]:
        """Return table, seat, name, how many reported it, and when last; the latest first."""
        own = schema.reports.c
        columns = own.table_id, own.seat, own.name
        found = select(*columns, func.count().label("times"), func.max(own.at).label("at")).group_by(*columns)
        return await self._store.read(found.order_by(func.max(own.at).desc()).limit(limit))

    async def remove_name(self, table_id: str, seat: Seat, at: int) -> bool:
        """Let a seat be called by its number, now and in the table's history; False if there is no such table."""

        def work(connection: Connection) -> bool:
            found = _blank(connection, table_id, seat)
            self._note(connection, [table_id] if found else [], at)
            return found

        return await self._store.transact(work)

    # ------------------------------------------------------------------ a person, as a whole

    async def find_keys(self, table_id: str, seat: Seat) -> list[bytes]:
        """Return the keys that hold a seat, or held it."""
        own = schema.holds.c
        rows = await self._store.read(select(own.key).where(own.table_id == table_id, own.seat == seat))
        return [bytes(row.key) for row in rows]

    async def export(self, key: bytes) -> dict[str, Any]:
        """Return all that belongs to a key: its seats with what it did there, its reports and its answers."""
        own, there, said, tried = schema.holds.c, schema.tables.c, schema.reports.c, schema.answers.c
        joined = select(own.table_id, own.seat, own.role, there.game, there.status, there.created, there.terms)
        found = joined.join(schema.tables, there.id == own.table_id).where(own.key == key)
        reported = await self._store.read(select(said.table_id, said.seat, said.name, said.at).where(said.key == key))
        answered = await self._store.read(select(tried.exercise, tried.solved, tried.at).where(tried.key == key))

        def work(connection: Connection) -> list[dict[str, Any]]:
            return [_describe(connection, row, key) for row in connection.execute(found).all()]

        said_and_tried = {"reports": reported, "answers": answered}
        shown = {name: [dict(row._mapping) for row in rows] for name, rows in said_and_tried.items()}
        return {"seats": await self._store.transact(work), **shown}

    async def erase(self, key: bytes, at: int) -> int:
        """Erase all that belongs to a key, and return at how many tables it was.

        Where others are, too, the table stays theirs: without the name, and with an open seat if the game goes on.
        """
        own = schema.holds.c
        held = await self._store.read(select(own.table_id, own.seat, own.role).where(own.key == key))
        for row in held:
            if row.seat >= 0 and row.role == "seat":
                await self._stand_up(row.table_id, row.seat, at)

        def work(connection: Connection) -> int:
            for row in held:
                if row.seat >= 0:
                    _blank(connection, row.table_id, row.seat, key)
            connection.execute(delete(schema.holds).where(own.key == key))
            connection.execute(delete(schema.reports).where(schema.reports.c.key == key))
            connection.execute(delete(schema.answers).where(schema.answers.c.key == key))
            tables = {row.table_id for row in held}
            for table_id in tables:
                others = select(own.key).where(own.table_id == table_id, own.role != "watch").limit(1)
                if connection.execute(others).one_or_none() is None:
                    connection.execute(delete(schema.tables).where(schema.tables.c.id == table_id))
            self._note(connection, tables, at)
            return len(tables)

        return await self._store.transact(work)

    async def _stand_up(self, table_id: str, seat: Seat, at: int) -> None:
        """Leave a seat for good, so that the others need not wait for nobody; nor lose the time of a stop by it."""
        gaps = await self._store.list_gaps()
        while (stored := await self._store.load(table_id)) is not None:
            table = Table.replayed(stored.id, stored.record.setup, stored.terms, stored.entries)
            if table.status == "over" or table.elsewhere or seat not in table.persons:
                return
            if (owed := find_owed(table, gaps)) and (credit := table.credit(owed[1])):
                entry = Entry(table.version + 1, at, name_credit(owed[0]), credit)
            else:
                entry = Entry(table.version + 1, at, f"erased:{table.version}", table.leave(seat))
            after = table.after(entry)
            due = after.clock.due() if after.clock is not None else None
            await self.append_by_hand(table_id, entry, after.status, at if after.bot_to_move else due)

    # ------------------------------------------------------------------ telling the servers

    async def append_by_hand(self, table_id: str, entry: Entry, status: str, due: int | None = None) -> bool:
        """Let something happen at a table from outside of a server; False if a server was faster."""

        def work(connection: Connection) -> bool:
            row = self._store.upsert(schema.events).values(event_row(table_id, entry)).on_conflict_do_nothing()
            if not connection.execute(row).rowcount:
                return False
            there = update(schema.tables).where(schema.tables.c.id == table_id)
            connection.execute(there.values(status=status, due=due, used=entry.at))
            self._note(connection, [table_id], entry.at)
            return True

        return await self._store.transact(work)

    async def note_edit(self, table_id: str, at: int) -> None:
        """Let servers read a table anew."""
        await self._store.transact(lambda connection: self._note(connection, [table_id], at))

    async def list_edits(self) -> dict[str, int]:
        """Return the tables that were lately changed by hand, each with a mark that is another after every change.

        Nobody can ask for what is newer: clocks differ, and of two changes the earlier may be stored later.
        """
        return {row.table_id: row.at for row in await self._store.read(select(schema.edits))}

    def _note(self, connection: Connection, tables: Iterable[str], at: int) -> None:
        connection.execute(delete(schema.edits).where(schema.edits.c.at < at - HOUR))
        for table_id in sorted(tables):
            row, before = self._store.upsert(schema.edits).values(table_id=table_id, at=at), schema.edits.c.at
            later = case((before >= at, before + 1), else_=at)
            connection.execute(row.on_conflict_do_update(index_elements=["table_id"], set_={"at": later}))


def _describe(connection: Connection, row: Any, key: bytes) -> dict[str, Any]:
    shown = {name: getattr(row, name) for name in ("table_id", "seat", "role", "game", "status", "created")}
    if row.seat < 0:
        return shown
    first, entries = _find_own(connection, row.table_id, row.seat, key)
    chair = msgspec.json.decode(row.terms, type=Terms).chairs[row.seat]
    names = [chair.name] if first and isinstance(chair, Person) else []
    names += [one.event.name for one in entries if isinstance(one.event, Took)]
    return shown | {"names": names, "events": [msgspec.to_builtins(one) for one in entries]}


def _find_own(connection: Connection, table_id: str, seat: Seat, key: bytes | None) -> tuple[bool, list[Entry]]:
    """Return whether a key had a seat from the start, and what happened there while it had it; None is everybody.

    Seats change hands: whoever sat there before or after is somebody else.
    """
    entries = [one for one in read_entries(connection, table_id, 0) if one.event.seat == seat]
    if key is None:
        return True, entries
    own = schema.holds.c
    others = select(own.key).where(own.table_id == table_id, own.seat == seat, own.key != key)
    took = [one.request for one in entries if isinstance(one.event, Took)]
    first = all(any(is_taken_by(request, row.key) for request in took) for row in connection.execute(others))
    found, mine = list[Entry](), first
    for one in entries:
        if isinstance(one.event, Took):
            mine = is_taken_by(one.request, key)
        if mine:
            found.append(one)
        mine = mine and not isinstance(one.event, Left | BotSat | Resigned | Flagged | Gone)
    return first, found


def _blank(connection: Connection, table_id: str, seat: Seat, key: bytes | None = None) -> bool:
    """Take the names of a seat out of terms, events and reports: those of a key, or all."""
    tables, events, links, said = schema.tables, schema.events, schema.links.c, schema.reports.c
    row = connection.execute(select(tables.c.terms).where(tables.c.id == table_id)).one_or_none()
    terms = None if row is None else msgspec.json.decode(row.terms, type=Terms)
    if terms is None or seat >= len(terms.chairs):
        return False
    first, entries = _find_own(connection, table_id, seat, key)
    names, chairs = set[str](), list(terms.chairs)
    if first and isinstance(chair := chairs[seat], Person):
        names, chairs[seat] = {chair.name}, Person("")
        fresh = msgspec.json.encode(msgspec.structs.replace(terms, chairs=tuple(chairs))).decode()
        connection.execute(update(tables).where(tables.c.id == table_id).values(terms=fresh))
    for one in entries:
        if isinstance(one.event, Took):
            names.add(one.event.name)
            nameless = msgspec.json.encode(msgspec.structs.replace(one.event, name="")).decode()
            same = update(events).where(events.c.table_id == table_id, events.c.version == one.version)
            # Not even the hash of a key that was erased stays.
            blank = {"event": nameless} if key is None else {"event": nameless, "request": f"erased:{one.version}"}
            connection.execute(same.values(blank))
    connection.execute(delete(schema.reports).where(said.table_id == table_id, said.seat == seat, said.name.in_(names)))
    if key is not None:
        connection.execute(delete(schema.links).where(links.table_id == table_id, links.seat == seat))
    return True
