"""Reading and writing tables. Moves of one instant share a commit, and nobody hears of a move before it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Executable, Row, Select, delete, func, insert, literal, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from tischlein.core.game import Seat
from tischlein.core.record import Record
from tischlein.server.events import Entry, Event
from tischlein.server.metrics import COMMIT_ROWS, COMMIT_SECONDS
from tischlein.server.table import Terms

from . import schema
from .database import StoreAway, open_database

WATCH = -1
"""The seat of those who only watch."""


_INSERT = """
INSERT INTO events (table_id, version, at, request, event)
SELECT {columns} FROM {rows} WHERE true ON CONFLICT DO NOTHING
"""
INSERT_EVENTS = {
    "sqlite": _INSERT.format(
        columns="value ->> 'table_id', value ->> 'version', value ->> 'at', value ->> 'request', value ->> 'event'",
        rows="json_each(:rows)",
    ),
    "postgresql": _INSERT.format(
        columns="table_id, version, at, request, event",
        rows="json_populate_recordset(CAST(NULL AS events), CAST(:rows AS json))",
    ),
}
"""Stores many events at once: one parameter for all of them costs a tenth of one for each value."""


class NewTable(msgspec.Struct, frozen=True):
    """A table before its first event; `entries` is what happened already, for an imported game."""

    id: str
    record: Record
    terms: Terms
    status: str
    due: int | None
    entries: tuple[Entry, ...] = ()


class StoredTable(msgspec.Struct, frozen=True):
    """A table with all its events."""

    id: str
    record: Record
    terms: Terms
    entries: list[Entry]


class Summary(msgspec.Struct, frozen=True):
    """What is known of a table without replaying it."""

    id: str
    due: int | None


class Append(msgspec.Struct, frozen=True):
    """One more event, and what else must change in the same instant, if the event is stored."""

    table_id: str
    entry: Entry
    also: tuple[Executable, ...] = ()


class Store:
    """The database behind all tables."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.database = open_database(url)
        self.transact = self.database.transact
        dialect: Any = {"sqlite": sqlite, "postgresql": postgresql}[self.database.dialect]
        self._insert_events = text(INSERT_EVENTS[self.database.dialect])
        self._insert_hold = dialect.insert(schema.holds).on_conflict_do_nothing()
        self.upsert = dialect.insert
        """An insert that can say what to do if the row is there already."""
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Finish what is being written and let go."""
        if self._writer is not None:
            await asyncio.wait([self._writer])
        await self.database.close()

    async def read(self, found: Select[Any]) -> Sequence[Row[Any]]:
        """Return what a question finds."""
        return await self.transact(lambda connection: connection.execute(found).all())

    async def run(self, *statements: Executable) -> int:
        """Run statements that need no event, and return how many rows they changed."""
        return await self.transact(lambda connection: sum(connection.execute(one).rowcount for one in statements))

    # ------------------------------------------------------------------ events

    async def append(self, addition: Append) -> bool:
        """Store an event; False if that version of the table exists already. Many share one commit."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        return await done

    async def _write_all(self) -> None:
        while self._waiting:
            # In one order everywhere, or two processes could wait for each other for ever.
            batch = sorted(self._waiting, key=lambda one: one[0].table_id)
            self._waiting = []
            with COMMIT_SECONDS.time():
                results = await self._write([addition for addition, _ in batch])
            COMMIT_ROWS.observe(len(batch))
            for (_, done), result in zip(batch, results, strict=True):
                if done.done():
                    continue
                if isinstance(result, StoreAway):
                    done.set_exception(result)
                else:
                    done.set_result(result)

    async def _write(self, batch: list[Append]) -> list[bool | StoreAway]:
        """Store events, and return for each whether it was new, or why that is not known."""
        try:
            if await self._write_together(batch):
                return [True] * len(batch)
        except Exception as error:
            return [error if isinstance(error, StoreAway) else StoreAway(str(error))] * len(batch)
        if len(batch) == 1:
            return [False]
        half = len(batch) // 2  # hardly ever was another process faster, so which ones it was is found like this
        return await self._write(batch[:half]) + await self._write(batch[half:])

    async def _write_together(self, batch: list[Append]) -> bool:
        """Store all events and what belongs to them, or nothing."""
        rows = msgspec.json.encode([_event_row(addition.table_id, addition.entry) for addition in batch]).decode()

        def work(connection: Connection) -> bool:
            try:
                all_new = connection.execute(self._insert_events, {"rows": rows}).rowcount == len(batch)
            except IntegrityError:  # a table that is not there any more
                if len(batch) == 1:
                    raise
                all_new = False
            if not all_new:
                connection.rollback()
                return False
            for addition in batch:
                for statement in addition.also:
                    connection.execute(statement)
            return True

        return await self.transact(work)

    async def load(self, table_id: str) -> StoredTable | None:
        """Return a table with everything that happened there."""
        found = select(schema.tables).where(schema.tables.c.id == table_id)

        def work(connection: Connection) -> StoredTable | None:
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            entries = [_entry(one) for one in connection.execute(_events_after(table_id, 0))]
            terms = msgspec.json.decode(row.terms, type=Terms)
            return StoredTable(row.id, Record.parse(row.record), terms, entries)

        return await self.transact(work)

    async def load_after(self, table_id: str, version: int) -> list[Entry]:
        """Return what happened after a version."""
        return [_entry(row) for row in await self.read(_events_after(table_id, version))]

    async def versions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the last version of each of these tables."""
        columns = schema.events.c
        found = select(columns.table_id, func.max(columns.version).label("last")).where(columns.table_id.in_(table_ids))
        return {row.table_id: row.last for row in await self.read(found.group_by(columns.table_id))}

    # ------------------------------------------------------------------ tables

    async def create(self, table: NewTable, holds: Sequence[tuple[Seat, bytes]]) -> None:
        """Store a new table with those who hold its seats."""
        events = [_event_row(table.id, entry) for entry in table.entries]
        keys = [{"table_id": table.id, "seat": seat, "key": key} for seat, key in holds]
        rows = [(schema.events, events), (schema.holds, keys)]
        await self.run(self.inserted(table), *(insert(target).values(values) for target, values in rows if values))

    def inserted(self, table: NewTable) -> Executable:
        """Return the statement that stores a new table."""
        return insert(schema.tables).values(
            id=table.id,
            game=table.record.setup.game,
            record=table.record.text(),
            terms=msgspec.json.encode(table.terms).decode(),
            public=table.terms.public,
            status=table.status,
            due=table.due,
            created=table.terms.created,
            used=table.terms.created,
        )

    def holds_copied(self, source: str, target: str) -> Executable:
        """Return the statement that gives everybody at one table the same rights at another."""
        old = schema.holds.c
        copied = select(literal(target, old.table_id.type), old.seat, old.key)
        return insert(schema.holds).from_select(["table_id", "seat", "key"], copied.where(old.table_id == source))

    def changed(self, table_id: str, status: str, due: int | None, now: int) -> Executable:
        """Return the statement that notes where a table is on its way."""
        return update(schema.tables).where(schema.tables.c.id == table_id).values(status=status, due=due, used=now)

    async def list_open(self, limit: int) -> list[str]:
        """Return the public tables that wait for people, newest first."""
        columns = schema.tables.c
        found = select(columns.id).where(columns.public, columns.status == "waiting").order_by(columns.created.desc())
        return await self._read_ids(found.limit(limit))

    async def list_held(self, key: bytes, limit: int) -> list[str]:
        """Return the tables where a key holds a seat, newest first."""
        columns, own = schema.tables.c, schema.holds.c
        found = select(columns.id).join(schema.holds, own.table_id == columns.id).where(own.key == key, own.seat >= 0)
        return await self._read_ids(found.group_by(columns.id, columns.used).order_by(columns.used.desc()).limit(limit))

    async def list_due(self, now: int) -> list[Summary]:
        """Return the tables that somebody should have looked at by now."""
        columns = schema.tables.c
        found = select(columns.id, columns.due).where(columns.due <= now).limit(1000)
        return [Summary(row.id, row.due) for row in await self.read(found)]

    async def claim(self, summary: Summary, until: int) -> bool:
        """Take charge of a table that is due; False if another process was faster."""
        columns = schema.tables.c
        mine = update(schema.tables).where(columns.id == summary.id, columns.due == summary.due).values(due=until)
        return await self.run(mine) > 0

    async def delete_unused(self, before: dict[str, int]) -> int:
        """Delete the tables of each status that nobody has used since a time; return how many."""
        columns = schema.tables.c
        old = [
            delete(schema.tables).where(columns.status == status, columns.used < since)
            for status, since in before.items()
        ]
        return await self.run(*old)

    async def count(self) -> int:
        """Return how many tables there are; also shows that the database answers."""
        [row] = await self.read(select(func.count().label("tables")).select_from(schema.tables))
        return int(row.tables)

    # ------------------------------------------------------------------ rights

    def hold_added(self, table_id: str, seat: Seat, key: bytes) -> Executable:
        """Return the statement that lets a key speak for a seat."""
        statement: Executable = self._insert_hold.values(table_id=table_id, seat=seat, key=key)
        return statement

    def seat_released(self, table_id: str, seat: Seat) -> tuple[Executable, ...]:
        """Return the statements after which nobody speaks for a seat, and no link leads to it."""
        return tuple(
            delete(table).where(table.c.table_id == table_id, table.c.seat == seat)
            for table in (schema.holds, schema.links)
        )

    async def list_seats(self, table_id: str, key: bytes) -> set[Seat]:
        """Return the seats that a key holds at a table; WATCH among them if it may watch."""
        columns = schema.holds.c
        found = select(columns.seat).where(columns.table_id == table_id, columns.key == key)
        return {row.seat for row in await self.read(found)}

    def link_set(self, table_id: str, seat: Seat, token: bytes) -> Executable:
        """Return the statement that replaces the link of a seat."""
        statement: Executable = (
            self.upsert(schema.links)
            .values(table_id=table_id, seat=seat, token=token)
            .on_conflict_do_update(index_elements=["table_id", "seat"], set_={"token": token})
        )
        return statement

    async def is_link(self, table_id: str, seat: Seat, token: bytes) -> bool:
        """Return whether a token opens a seat."""
        columns = schema.links.c
        found = select(columns.seat).where(
            columns.table_id == table_id, columns.seat == seat, columns.token == token
        )  # hashes are compared, so the time it takes tells nothing about the token
        return len(await self.read(found)) > 0

    # ------------------------------------------------------------------ analyses and beats

    async def save_analysis(self, table_id: str, moves: bytes) -> None:
        """Keep a finished analysis."""
        row = self.upsert(schema.analyses).values(table_id=table_id, moves=moves.decode()).on_conflict_do_nothing()
        await self.run(row)

    async def load_analysis(self, table_id: str) -> bytes | None:
        """Return the analysis of a table, if there is one."""
        found = select(schema.analyses.c.moves).where(schema.analyses.c.table_id == table_id)
        rows = await self.read(found)
        return str(rows[0].moves).encode() if rows else None

    async def beat(self, now: int) -> None:
        """Note that a server is alive."""
        row = self.upsert(schema.beats).values(id=1, at=now)
        await self.run(row.on_conflict_do_update(index_elements=["id"], set_={"at": now}))

    async def claim_gap(self, last: int, now: int) -> bool:
        """Take it on to settle the time since the last beat; False if another process does."""
        return await self.run(update(schema.beats).where(schema.beats.c.at == last).values(at=now)) > 0

    async def last_beat(self) -> int | None:
        """Return when some server was last alive."""
        rows = await self.read(select(schema.beats.c.at))
        return rows[0].at if rows else None

    async def _read_ids(self, found: Select[tuple[str]]) -> list[str]:
        return [row.id for row in await self.read(found)]


def _events_after(table_id: str, version: int) -> Select[Any]:
    columns = schema.events.c
    found = select(schema.events).where(columns.table_id == table_id, columns.version > version)
    return found.order_by(columns.version)


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.version, row.at, row.request, msgspec.json.decode(row.event, type=Event))


def _event_row(table_id: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "version": entry.version,
        "at": entry.at,
        "request": entry.request,
        "event": msgspec.json.encode(entry.event).decode(),
    }
