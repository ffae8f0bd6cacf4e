"""What was changed by hand is seen by every server, whatever its clock says and whatever else it does just then."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tischlein.core.registry import find_game
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.store import Held, Store, StoredTable
from tischlein.server.table.table import Person, Terms

pytestmark = pytest.mark.compiled


class SlowStore(Store):
    """Hands out what it has read only later."""

    may_go_on: asyncio.Event | None = None
    has_read: asyncio.Event

    async def load(self, table_id: str) -> StoredTable | None:
        found = await super().load(table_id)
        if self.may_go_on is not None:
            self.has_read.set()
            await self.may_go_on.wait()
        return found


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[Service, SlowStore, list[str]]]:
    """A server with three tables in memory at which Anna sits."""
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    service = Service(Settings(database=url, bot_workers=0))
    store = service.store = service.tables.store = service.people._store = SlowStore(url)
    store.has_read = asyncio.Event()
    await prepare_database(store)
    setup = find_game("planken").setup(seats=2, seed=1, first=0)
    terms = Terms((Person("Anna"), Person("")), 0)
    tables = [(await service.tables.create(setup, terms, [Held(0, b"a" * 32)])).table.id for _ in range(3)]
    await service._follow_operator()
    yield service, store, tables
    await service.store.close()


async def names(service: Service, tables: list[str]) -> list[object]:
    return [(await service.tables.find(table_id)).table.chairs[0] for table_id in tables]


def test_changes_are_seen_whatever_clock_they_were_made_by(tmp_path: Path) -> None:
    async def change() -> None:
        async with serving(tmp_path) as (service, _, tables):
            now = service.tables.now()
            for table_id, at in zip(tables, (now, now - 600_000, now), strict=True):
                await service.people.remove_name(table_id, 0, at)
                await service._follow_operator()
            assert await names(service, tables) == 3 * [Person("")]

    asyncio.run(change())


def test_two_changes_of_one_moment_are_both_seen(tmp_path: Path) -> None:
    async def change() -> None:
        async with serving(tmp_path) as (service, _, [table_id, *_]):
            now = service.tables.now()
            await service.people.note_edit(table_id, now)
            await service._follow_operator()
            await service.people.remove_name(table_id, 0, now)
            await service._follow_operator()
            assert await names(service, [table_id]) == [Person("")]

    asyncio.run(change())


def test_a_table_that_is_just_being_read_is_read_again(tmp_path: Path) -> None:
    async def change() -> None:
        async with serving(tmp_path) as (service, store, [table_id, *_]):
            service.tables._live.clear()
            store.may_go_on = asyncio.Event()
            finding = asyncio.ensure_future(service.tables.find(table_id))
            await store.has_read.wait()
            await service.people.remove_name(table_id, 0, service.tables.now())
            following = asyncio.ensure_future(service._follow_operator())
            await asyncio.wait([following], timeout=0.2)  # whoever looks now finds nothing in memory
            store.may_go_on.set()
            await asyncio.gather(finding, following)
            assert await names(service, [table_id]) == [Person("")]

    asyncio.run(change())


def test_nobody_waits_for_a_table_that_cannot_be_read(tmp_path: Path) -> None:
    async def change() -> None:
        async with serving(tmp_path) as (service, _, tables):
            now, broken = service.tables.now(), min(tables)
            with service.store.database._engine.begin() as connection:  # type: ignore[attr-defined]
                connection.exec_driver_sql("UPDATE tables SET terms = 'x' WHERE id = ?", (broken,))
            others = [table_id for table_id in tables if table_id != broken]
            await service.people.note_edit(broken, now)
            for table_id in others:
                await service.people.remove_name(table_id, 0, now)
            await service._follow_operator()
            assert await names(service, others) == 2 * [Person("")]

    asyncio.run(change())
