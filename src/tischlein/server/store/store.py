"""Reading and writing tables. Moves of one instant share a commit, and nobody hears of a move before it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias, cast

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Row,
    Select,
    case,
    delete,
    func,
    insert,
    literal,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from tischlein.core.game import Seat
from tischlein.core.record import Record
from tischlein.server.metrics import COMMIT_ROWS, COMMIT_SECONDS
from tischlein.server.table.events import Entry, Event
from tischlein.server.table.rights import Standing
from tischlein.server.table.table import Terms

from . import schema
from .database import StoreAway, StoreRefused, open_database
from .gaps import Gap

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


class Progress(msgspec.Struct, frozen=True):
    """Where a table is on its way."""

    status: str
    due: int | None
    used: int


class Freed(msgspec.Struct, frozen=True):
    """A seat changes hands: whoever held it becomes `role` (resigned or former), and no link leads to it any more."""

    seat: Seat
    role: Literal["resigned", "former"]


class Held(msgspec.Struct, frozen=True):
    """A key holds a seat from now on, or may watch."""

    seat: Seat
    key: bytes
    role: Literal["seat", "watch", "host", "resigned"] = "seat"


class Followed(msgspec.Struct, frozen=True):
    """A rematch is set up, with the same people, also those who had given up."""

    table: NewTable


Change: TypeAlias = Progress | Freed | Held | Followed


class Append(msgspec.Struct, frozen=True):
    """One more event, and what else must change in the same instant, if the event is stored."""

    table_id: str
    entry: Entry
    changes: tuple[Change, ...] = ()
    later: tuple[Entry, ...] = ()
    """Events that follow at the same table; all are stored, or none."""


class Store:
    """The database behind all tables."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.database = open_database(url)
        self.transact = self.database.transact
        dialect: Any = {"sqlite": sqlite, "postgresql": postgresql}[self.database.dialect]
        self._insert_events = text(INSERT_EVENTS[self.database.dialect])
        self.upsert = dialect.insert
        """An insert that can say what to do if the row is there already."""
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

    @property
    def shown_url(self) -> str:
        """The address without its password."""
        return make_url(self.url).render_as_string(hide_password=True)

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
                if isinstance(result, StoreAway | StoreRefused):
                    done.set_exception(result)
                else:
                    done.set_result(result)

    async def _write(self, batch: list[Append]) -> list[bool | StoreAway | StoreRefused]:
        """Store events, and return for each whether it was new, or why that is not known."""
        try:
            if await self._write_together(batch):
                return [True] * len(batch)
        except StoreRefused as error:
            if len(batch) == 1:
                return [error]
        except Exception as error:
            return [error if isinstance(error, StoreAway) else StoreAway(str(error))] * len(batch)
        if len(batch) == 1:
            return [False]
        half = len(batch) // 2  # hardly ever is one refused or another process faster: which one is found like this
        return await self._write(batch[:half]) + await self._write(batch[half:])

    async def _write_together(self, batch: list[Append]) -> bool:
        """Store all events and what belongs to them, or nothing."""
        events = [event_row(one.table_id, entry) for one in batch for entry in (one.entry, *one.later)]
        rows = msgspec.json.encode(events).decode()

        def work(connection: Connection) -> bool:
            try:
                all_new = connection.execute(self._insert_events, {"rows": rows}).rowcount == len(events)
            except IntegrityError:  # a table that is not there any more
                if len(batch) == 1:
                    raise
                all_new = False
            if not all_new:
                connection.rollback()
                return False
            for addition in batch:
                for statement in self._statements(addition):
                    connection.execute(statement)
            return True

        return await self.transact(work)

    def _statements(self, addition: Append) -> Iterator[Executable]:
        """Yield what else is stored together with an event."""
        table_id = addition.table_id
        for change in addition.changes:
            match change:
                case Progress(status, due, used):
                    table = update(schema.tables).where(schema.tables.c.id == table_id)
                    yield table.values(status=status, due=due, used=used)
                case Freed(seat, role):
                    own = schema.holds.c
                    holders = update(schema.holds).where(own.table_id == table_id, own.seat == seat, own.role == "seat")
                    yield holders.values(role=role)
                    yield delete(schema.links).where(schema.links.c.table_id == table_id, schema.links.c.seat == seat)
                case Held():
                    yield self._hold(table_id, change)
                case Followed(table):
                    yield _insert_table(table)
                    yield _copy_holds(table_id, table.id)

    async def load(self, table_id: str) -> StoredTable | None:
        """Return a table with everything that happened there."""
        found = select(schema.tables).where(schema.tables.c.id == table_id)

        def work(connection: Connection) -> StoredTable | None:
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            entries = read_entries(connection, table_id, 0)
            terms = msgspec.json.decode(row.terms, type=Terms)
            return StoredTable(row.id, Record.parse(row.record), terms, entries)

        return await self.transact(work)

    async def load_after(self, table_id: str, version: int) -> list[Entry]:
        """Return what happened after a version."""
        return await self.transact(lambda connection: read_entries(connection, table_id, version))

    async def versions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the last version of each of these tables."""
        columns = schema.events.c
        found = select(columns.table_id, func.max(columns.version).label("last")).where(columns.table_id.in_(table_ids))
        return {row.table_id: row.last for row in await self.read(found.group_by(columns.table_id))}

    # ------------------------------------------------------------------ tables

    async def create(self, table: NewTable, holds: Sequence[Held]) -> None:
        """Store a new table with those who hold its seats."""
        events = [event_row(table.id, entry) for entry in table.entries]
        keys = [self._hold(table.id, held) for held in holds]
        await self.run(_insert_table(table), *([insert(schema.events).values(events)] if events else []), *keys)

    async def list_open(self, limit: int) -> list[str]:
        """Return the public tables that wait for people, newest first."""
        columns = schema.tables.c
        found = select(columns.id).where(columns.public, columns.status == "waiting").order_by(columns.created.desc())
        return await self._read_ids(found.limit(limit))

    async def list_tables(self, limit: int, status: str | None = None) -> Sequence[Row[Any]]:
        """Return id, game, status and last use of tables, the latest first."""
        columns = schema.tables.c
        found = select(columns.id, columns.game, columns.status, columns.used).order_by(columns.used.desc())
        return await self.read((found if status is None else found.where(columns.status == status)).limit(limit))

    async def delete_table(self, table_id: str) -> bool:
        """Delete a table with all that belongs to it; False if there is none."""
        return await self.run(delete(schema.tables).where(schema.tables.c.id == table_id)) > 0

    async def list_held(self, key: bytes, limit: int) -> list[str]:
        """Return the tables where a key holds a seat, newest first."""
        columns, own = schema.tables.c, schema.holds.c
        there = own.key == key, own.seat >= 0, own.role != "former"
        found = select(columns.id).join(schema.holds, own.table_id == columns.id).where(*there)
        return await self._read_ids(found.group_by(columns.id, columns.used).order_by(columns.used.desc()).limit(limit))

    async def list_due(self, now: int, limit: int | None = 1000) -> list[Summary]:
        """Return the tables that somebody should have looked at by now."""
        columns = schema.tables.c
        found = select(columns.id, columns.due).where(columns.due <= now).order_by(columns.due).limit(limit)
        return [Summary(row.id, row.due) for row in await self.read(found)]

    async def claim(self, due: Sequence[Summary], until: int) -> list[str]:
        """Take charge of tables that are due, and return which; of the others another process has, which was faster."""
        columns = schema.tables.c

        def work(connection: Connection) -> list[str]:
            mine = list[str]()
            for one in sorted(due, key=lambda one: one.id):  # in one order everywhere, see above
                taken = update(schema.tables).where(columns.id == one.id, columns.due == one.due).values(due=until)
                if connection.execute(taken).rowcount:
                    mine.append(one.id)
            return mine

        return await self.transact(work) if due else []

    async def claim_work(self, name: str, now: int, until: int) -> bool:
        """Take on some work, or say that it still goes on; False if another process does it."""
        row = self.upsert(schema.claims).values(name=name, until=until)
        free = row.on_conflict_do_update(
            index_elements=["name"], set_={"until": until}, where=schema.claims.c.until < now
        )
        return await self.run(free) > 0

    async def keep_work(self, name: str, until: int) -> None:
        """Go on with work that was taken on; a time in the past lets it go."""
        await self.run(update(schema.claims).where(schema.claims.c.name == name).values(until=until))

    async def list_left(self, prefix: str, now: int) -> list[str]:
        """Return the names of work that was taken on and not done by a process that is no more."""
        claims = schema.claims.c
        left = claims.name.startswith(prefix, autoescape=True), claims.until > 0, claims.until < now
        return [row.name for row in await self.read(select(claims.name).where(*left))]

    async def renew(self, table_ids: Sequence[str], until: int) -> None:
        """Stay in charge of tables."""
        columns = schema.tables.c
        await self.run(
            update(schema.tables).where(columns.id.in_(table_ids), columns.due.is_not(None)).values(due=until)
        )

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

    def _hold(self, table_id: str, held: Held) -> Executable:
        row = self.upsert(schema.holds).values(table_id=table_id, seat=held.seat, key=held.key, role=held.role)
        if held.role == "watch":
            return cast(Executable, row.on_conflict_do_nothing())  # a host stays a host
        again = row.on_conflict_do_update(index_elements=["table_id", "seat", "key"], set_={"role": held.role})
        return cast(Executable, again)

    async def let_watch(self, table_id: str, key: bytes) -> None:
        """Let a key watch a table."""
        await self.run(self._hold(table_id, Held(WATCH, key, "watch")))

    async def find_standing(self, table_id: str, key: bytes) -> Standing:
        """Return what a key is at a table."""
        columns = schema.holds.c
        found = select(columns.seat, columns.role).where(columns.table_id == table_id, columns.key == key)
        rows = [(row.seat, row.role) for row in await self.read(found)]

        def seats(wanted: str) -> frozenset[Seat]:
            return frozenset(seat for seat, role in rows if seat >= 0 and role == wanted)

        host, watcher = (WATCH, "host") in rows, any(seat == WATCH for seat, _ in rows)
        return Standing(True, host, watcher, seats("seat"), seats("resigned"), seats("former"))

    async def set_link(self, table_id: str, seat: Seat, token: bytes, key: bytes) -> bool:
        """Replace the link of a seat, or the one for watching; False if the key has no right to it any more."""
        own = schema.holds.c
        right = own.seat == seat if seat >= 0 else own.seat >= WATCH
        roles = own.role.in_(("seat", "host"))
        holds = select(own.seat).where(own.table_id == table_id, own.key == key, right, roles).with_for_update()
        link = self.upsert(schema.links).values(table_id=table_id, seat=seat, token=token)
        replaced = link.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"token": token})

        def work(connection: Connection) -> bool:
            if not connection.execute(holds).all():  # a lock: who takes the seat over waits, and deletes the link
                return False
            connection.execute(replaced)
            return True

        return await self.transact(work)

    async def is_link(self, table_id: str, seat: Seat, token: bytes) -> bool:
        """Return whether a token opens a seat."""
        return len(await self.read(select(schema.links.c.seat).where(*_is_link(table_id, seat, token)))) > 0

    async def use_link(self, table_id: str, seat: Seat, token: bytes) -> bool:
        """Return whether a token opens a seat, and let it open nothing any more."""
        return await self.run(delete(schema.links).where(*_is_link(table_id, seat, token))) > 0

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

    async def note_gap(self, gap: Gap, lease: int) -> bool:
        """Note that no server was there since the last beat; False if another process has noted it.

        Clocks run out later by as much, in the same instant; who waits for a bot (no longer than a lease) does not.
        """
        columns = schema.tables.c
        mine = update(schema.beats).where(schema.beats.c.at == gap.since).values(at=gap.until)
        later = update(schema.tables).where(columns.due > gap.since + lease)

        def work(connection: Connection) -> bool:
            if not connection.execute(mine).rowcount:
                return False
            connection.execute(insert(schema.gaps).values(msgspec.structs.asdict(gap)))
            connection.execute(later.values(due=columns.due + (gap.until - gap.since)))
            return True

        return await self.transact(work)

    async def list_gaps(self) -> list[Gap]:
        """Return when no server was there, the earliest first."""
        rows = await self.read(select(schema.gaps).order_by(schema.gaps.c.since))
        return [Gap(row.since, row.until) for row in rows]

    async def delete_gaps(self, before: int) -> int:
        """Forget times of which no table can know any more."""
        return await self.run(delete(schema.gaps).where(schema.gaps.c.until < before))

    async def delete_past(self, before: int) -> int:
        """Forget blocks and claims that ended before a time: nobody's address is kept for nothing."""
        return await self.run(*(delete(one).where(one.c.until < before) for one in (schema.blocks, schema.claims)))

    async def last_beat(self) -> int | None:
        """Return when some server was last alive."""
        rows = await self.read(select(schema.beats.c.at))
        return rows[0].at if rows else None

    async def _read_ids(self, found: Select[tuple[str]]) -> list[str]:
        return [row.id for row in await self.read(found)]


def _is_link(table_id: str, seat: Seat, token: bytes) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions; hashes are compared, so the time it takes tells nothing about the token."""
    columns = schema.links.c
    return columns.table_id == table_id, columns.seat == seat, columns.token == token


def _insert_table(table: NewTable) -> Executable:
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


def _copy_holds(source: str, target: str) -> Executable:
    """Give everybody at one table the same rights at another; who had given up sits there again."""
    old = schema.holds.c
    role = case((old.role == "resigned", "seat"), else_=old.role)
    copied = select(literal(target, old.table_id.type), old.seat, old.key, role)
    columns = ["table_id", "seat", "key", "role"]
    return insert(schema.holds).from_select(columns, copied.where(old.table_id == source, old.role != "former"))


def read_entries(connection: Connection, table_id: str, version: int) -> list[Entry]:
    """Return what happened at a table after a version."""
    columns = schema.events.c
    found = select(schema.events).where(columns.table_id == table_id, columns.version > version)
    return [_entry(row) for row in connection.execute(found.order_by(columns.version))]


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.version, row.at, row.request, msgspec.json.decode(row.event, type=Event))


def event_row(table_id: str, entry: Entry) -> dict[str, Any]:
    """Return an event as it is stored."""
    return {
        "table_id": table_id,
        "version": entry.version,
        "at": entry.at,
        "request": entry.request,
        "event": msgspec.json.encode(entry.event).decode(),
    }
