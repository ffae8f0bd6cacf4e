"""Reading and writing tables. Moves of one instant share a commit, and nobody hears of a move before it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from asyncpg import InterfaceError, PostgresError
from sqlalchemy import Executable, Select, delete, event, func, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tischlein.core.game import Seat
from tischlein.core.record import Record
from tischlein.server.events import Entry, Event
from tischlein.server.metrics import COMMIT_ROWS, COMMIT_SECONDS
from tischlein.server.table import Terms

from . import schema

AWAY = (DBAPIError, PoolTimeout, OSError, TimeoutError, PostgresError, InterfaceError)
"""What a database that does not answer looks like; while connecting, the driver's own errors come through."""

WATCH = -1
"""The seat of those who only watch."""


class StoreAway(Exception):
    """The database does not answer. What was asked may or may not have been stored: look again later."""


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
        self.engine = _make_engine(url)
        self.shared = self.engine.dialect.name != "sqlite"
        """Whether other processes may write, too."""
        dialect: Any = postgresql if self.shared else sqlite
        self._insert_event = (
            dialect.insert(schema.events)
            .on_conflict_do_nothing()
            .returning(schema.events.c.table_id, schema.events.c.version)
        )
        self._insert_hold = dialect.insert(schema.holds).on_conflict_do_nothing()
        self.upsert = dialect.insert
        """An insert that can say what to do if the row is there already."""
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Finish what is being written and let go."""
        if self._writer is not None:
            await asyncio.wait([self._writer])
        await self.engine.dispose()

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
            try:
                with COMMIT_SECONDS.time():
                    stored = await self._write([addition for addition, _ in batch])
            except Exception as error:
                failure = error if isinstance(error, StoreAway) else StoreAway(str(error))
                for _, done in batch:
                    if not done.done():
                        done.set_exception(failure)
                continue
            COMMIT_ROWS.observe(len(batch))
            for addition, done in batch:
                if not done.done():
                    done.set_result((addition.table_id, addition.entry.version) in stored)

    async def _write(self, batch: list[Append]) -> set[tuple[str, int]]:
        rows = [_event_row(addition.table_id, addition.entry) for addition in batch]
        async with self.begin() as connection:
            stored = {(row.table_id, row.version) for row in await connection.execute(self._insert_event, rows)}
            for addition in batch:
                if (addition.table_id, addition.entry.version) in stored:
                    for statement in addition.also:
                        await connection.execute(statement)
        return stored

    async def load(self, table_id: str) -> StoredTable | None:
        """Return a table with everything that happened there."""
        async with self.begin() as connection:
            found = select(schema.tables).where(schema.tables.c.id == table_id)
            row = (await connection.execute(found)).one_or_none()
            if row is None:
                return None
            entries = await _read_events(connection, table_id, 0)
        terms = msgspec.json.decode(row.terms, type=Terms)
        return StoredTable(row.id, Record.parse(row.record), terms, entries)

    async def load_after(self, table_id: str, version: int) -> list[Entry]:
        """Return what happened after a version."""
        async with self.begin() as connection:
            return await _read_events(connection, table_id, version)

    async def versions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the last version of each of these tables."""
        columns = schema.events.c
        found = select(columns.table_id, func.max(columns.version)).where(columns.table_id.in_(table_ids))
        async with self.begin() as connection:
            rows = await connection.execute(found.group_by(columns.table_id))
            return {table_id: version for table_id, version in rows}  # noqa: C416 - rows are no tuples to mypy

    # ------------------------------------------------------------------ tables

    async def create(self, table: NewTable, holds: Sequence[tuple[Seat, bytes]]) -> None:
        """Store a new table with those who hold its seats."""
        async with self.begin() as connection:
            await connection.execute(self.inserted(table))
            if table.entries:
                rows = [_event_row(table.id, entry) for entry in table.entries]
                await connection.execute(insert(schema.events), rows)
            rows = [{"table_id": table.id, "seat": seat, "key": key} for seat, key in holds]
            if rows:
                await connection.execute(insert(schema.holds), rows)

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
        async with self.begin() as connection:
            rows = await connection.execute(select(columns.id, columns.due).where(columns.due <= now).limit(1000))
            return [Summary(row.id, row.due) for row in rows]

    async def claim(self, summary: Summary, until: int) -> bool:
        """Take charge of a table that is due; False if another process was faster."""
        columns = schema.tables.c
        mine = update(schema.tables).where(columns.id == summary.id, columns.due == summary.due).values(due=until)
        async with self.begin() as connection:
            return bool((await connection.execute(mine)).rowcount)

    async def delete_unused(self, before: dict[str, int]) -> int:
        """Delete the tables of each status that nobody has used since a time; return how many."""
        columns, gone = schema.tables.c, 0
        async with self.begin() as connection:
            for status, since in before.items():
                old = delete(schema.tables).where(columns.status == status, columns.used < since)
                gone += (await connection.execute(old)).rowcount
        return gone

    async def count(self) -> int:
        """Return how many tables there are; also shows that the database answers."""
        async with self.begin() as connection:
            return int((await connection.execute(select(func.count()).select_from(schema.tables))).scalar_one())

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

    async def run(self, *statements: Executable) -> None:
        """Run statements that need no event."""
        async with self.begin() as connection:
            for statement in statements:
                await connection.execute(statement)

    async def list_seats(self, table_id: str, key: bytes) -> set[Seat]:
        """Return the seats that a key holds at a table; WATCH among them if it may watch."""
        columns = schema.holds.c
        async with self.begin() as connection:
            rows = await connection.execute(
                select(columns.seat).where(columns.table_id == table_id, columns.key == key)
            )
            return {row.seat for row in rows}

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
        async with self.begin() as connection:
            return (await connection.execute(found)).first() is not None

    # ------------------------------------------------------------------ analyses and beats

    async def save_analysis(self, table_id: str, moves: bytes) -> None:
        """Keep a finished analysis."""
        row = self.upsert(schema.analyses).values(table_id=table_id, moves=moves.decode()).on_conflict_do_nothing()
        await self.run(row)

    async def load_analysis(self, table_id: str) -> bytes | None:
        """Return the analysis of a table, if there is one."""
        found = select(schema.analyses.c.moves).where(schema.analyses.c.table_id == table_id)
        async with self.begin() as connection:
            moves = (await connection.execute(found)).scalar_one_or_none()
            return None if moves is None else str(moves).encode()

    async def beat(self, now: int) -> None:
        """Note that a server is alive."""
        row = self.upsert(schema.beats).values(id=1, at=now)
        await self.run(row.on_conflict_do_update(index_elements=["id"], set_={"at": now}))

    async def claim_gap(self, last: int, now: int) -> bool:
        """Take it on to settle the time since the last beat; False if another process does."""
        columns = schema.beats.c
        async with self.begin() as connection:
            mine = update(schema.beats).where(columns.at == last).values(at=now)
            return bool((await connection.execute(mine)).rowcount)

    async def last_beat(self) -> int | None:
        """Return when some server was last alive."""
        async with self.begin() as connection:
            return (await connection.execute(select(schema.beats.c.at))).scalar_one_or_none()

    # ------------------------------------------------------------------ connections

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction. Raises StoreAway if the database does not answer."""
        try:
            async with self.engine.begin() as connection:
                yield connection
        except AWAY as error:
            raise StoreAway(str(error)) from error

    async def _read_ids(self, found: Select[tuple[str]]) -> list[str]:
        async with self.begin() as connection:
            return [row.id for row in await connection.execute(found)]


async def _read_events(connection: AsyncConnection, table_id: str, after: int) -> list[Entry]:
    columns = schema.events.c
    found = select(schema.events).where(columns.table_id == table_id, columns.version > after)
    rows = await connection.execute(found.order_by(columns.version))
    return [Entry(row.version, row.at, row.request, msgspec.json.decode(row.event, type=Event)) for row in rows]


def _event_row(table_id: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "version": entry.version,
        "at": entry.at,
        "request": entry.request,
        "event": msgspec.json.encode(entry.event).decode(),
    }


def _make_engine(url: str) -> AsyncEngine:
    if url.startswith("sqlite"):
        # One connection for writing and reading: SQLite has one writer anyway, and nobody meets a locked file.
        engine = create_async_engine(url, pool_size=1, max_overflow=0, connect_args={"timeout": 30})
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    return create_async_engine(url, pool_size=10, max_overflow=10, pool_pre_ping=True, pool_timeout=10)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()
