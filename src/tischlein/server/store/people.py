"""What is kept about people, and what those who run a server may do about it: block, rename, export, erase."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from tischlein.core.game import Seat
from tischlein.server.table.events import Entry, Event, Took
from tischlein.server.table.table import Person, Terms

from . import schema
from .store import Store, event_row

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
        """Return all that belongs to a key: its seats with what it did there, and what it reported."""
        own, there, said = schema.holds.c, schema.tables.c, schema.reports.c
        joined = select(own.table_id, own.seat, own.role, there.game, there.status, there.created, there.terms)
        places = await self._store.read(joined.join(schema.tables, there.id == own.table_id).where(own.key == key))
        reported = await self._store.read(select(said.table_id, said.seat, said.name, said.at).where(said.key == key))
        return {
            "seats": [await self._describe(row) for row in places],
            "reports": [dict(row._mapping) for row in reported],
        }

    async def _describe(self, row: Row[Any]) -> dict[str, Any]:
        shown = {name: getattr(row, name) for name in ("table_id", "seat", "role", "game", "status", "created")}
        if row.seat < 0:
            return shown
        entries = [one for one in await self._store.load_after(row.table_id, 0) if one.event.seat == row.seat]
        names = [one.event.name for one in entries if isinstance(one.event, Took)]
        chair = msgspec.json.decode(row.terms, type=Terms).chairs[row.seat]
        first = [chair.name] if isinstance(chair, Person) else []
        return shown | {"names": [*first, *names], "events": [msgspec.to_builtins(one) for one in entries]}

    async def erase(self, key: bytes, at: int) -> int:
        """Erase all that belongs to a key, and return at how many tables it was.

        Where others played, too, the game stays theirs: without the name, and without the right to the seat.
        """

        def work(connection: Connection) -> int:
            own = schema.holds.c
            held = connection.execute(select(own.table_id, own.seat).where(own.key == key)).all()
            connection.execute(delete(schema.holds).where(own.key == key))
            connection.execute(delete(schema.reports).where(schema.reports.c.key == key))
            for row in held:
                if row.seat >= 0:
                    _blank(connection, row.table_id, row.seat)
            tables = {row.table_id for row in held}
            for table_id in tables:
                others = select(own.key).where(own.table_id == table_id, own.seat >= 0).limit(1)
                if connection.execute(others).one_or_none() is None:
                    connection.execute(delete(schema.tables).where(schema.tables.c.id == table_id))
            self._note(connection, tables, at)
            return len(tables)

        return await self._store.transact(work)

    # ------------------------------------------------------------------ telling the servers

    async def append_by_hand(self, table_id: str, entry: Entry, status: str) -> None:
        """Let something happen at a table from outside of a server."""

        def work(connection: Connection) -> None:
            connection.execute(insert(schema.events).values(event_row(table_id, entry)))
            there = update(schema.tables).where(schema.tables.c.id == table_id)
            connection.execute(there.values(status=status, due=None, used=entry.at))
            self._note(connection, [table_id], entry.at)

        await self._store.transact(work)

    async def note_edit(self, table_id: str, at: int) -> None:
        """Let servers read a table anew."""
        await self._store.transact(lambda connection: self._note(connection, [table_id], at))

    async def edits_since(self, at: int) -> list[tuple[str, int]]:
        """Return the tables that were changed by hand since a time."""
        found = select(schema.edits).where(schema.edits.c.at >= at)
        return [(row.table_id, row.at) for row in await self._store.read(found)]

    def _note(self, connection: Connection, tables: Iterable[str], at: int) -> None:
        connection.execute(delete(schema.edits).where(schema.edits.c.at < at - HOUR))
        for table_id in sorted(tables):
            row = self._store.upsert(schema.edits).values(table_id=table_id, at=at)
            connection.execute(row.on_conflict_do_update(index_elements=["table_id"], set_={"at": at}))


def _blank(connection: Connection, table_id: str, seat: Seat) -> bool:
    """Take the names of a seat out of terms, events and reports."""
    tables, events = schema.tables, schema.events
    row = connection.execute(select(tables.c.terms).where(tables.c.id == table_id)).one_or_none()
    if row is None:
        return False
    terms = msgspec.json.decode(row.terms, type=Terms)
    chairs = tuple(Person("") if at == seat and isinstance(one, Person) else one for at, one in enumerate(terms.chairs))
    fresh = msgspec.json.encode(msgspec.structs.replace(terms, chairs=chairs)).decode()
    connection.execute(update(tables).where(tables.c.id == table_id).values(terms=fresh))
    for one in connection.execute(select(events).where(events.c.table_id == table_id)).all():
        event: Event = msgspec.json.decode(one.event, type=Event)
        if isinstance(event, Took) and event.seat == seat:
            nameless = msgspec.json.encode(msgspec.structs.replace(event, name="")).decode()
            same = update(events).where(events.c.table_id == table_id, events.c.version == one.version)
            connection.execute(same.values(event=nameless))
    said = schema.reports.c
    connection.execute(delete(schema.reports).where(said.table_id == table_id, said.seat == seat))
    return True
