"""Many events in one commit: each is stored or refused by itself, in both databases."""

import asyncio
from pathlib import Path

import pytest

from tests.server.services import Postgres
from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.server.store import Append, Held, NewTable, Progress, Store, StoreAway, StoreRefused
from tischlein.server.store.migrate import migrate
from tischlein.server.table.events import Entry, Played
from tischlein.server.table.table import Open, Terms

TABLES = [f"table{number}" for number in range(9)]
RECORD = Record(find_game("planken").setup(seed=1))


def entry(version: int, move: str) -> Entry:
    return Entry(version, 1, f'0:"{move}"\\ü:{version}', Played(0, version, move))


async def append_all(url: str) -> None:
    store = Store(url)
    await migrate(store.database)
    for table_id in TABLES:
        terms = Terms(chairs=(Open(), Open()), created=0)
        await store.create(NewTable(table_id, RECORD, terms, "waiting", None), [Held(0, b"key")])
    taken = {TABLES[2], TABLES[3], TABLES[8]}
    for table_id in taken:
        assert await store.append(Append(table_id, entry(1, "first")))
    later = [Append(name, entry(1, "second"), (Progress("playing", None, 5),)) for name in TABLES]
    stored = await asyncio.gather(*(store.append(addition) for addition in later))
    assert stored == [name not in taken for name in TABLES], "one that is refused does not hold up the others"
    for name in TABLES:
        table = await store.load(name)
        assert table is not None
        assert table.entries == [entry(1, "first" if name in taken else "second")]
        assert (await store.find_standing(name, b"key")).seats == {0}
    started = await store.transact(
        lambda one: one.exec_driver_sql("SELECT id FROM tables WHERE status = 'playing'").all()
    )
    assert {row[0] for row in started} == set(TABLES) - taken, "what belongs to an event happens with it, or not at all"
    assert await store.append(Append(TABLES[0], entry(2, "third")))
    assert await store.versions(TABLES) == dict.fromkeys(TABLES, 1) | {TABLES[0]: 2}
    lost = [Append("nowhere", entry(1, "lost")), Append(TABLES[1], entry(2, "third"))]
    results = await asyncio.gather(*(store.append(addition) for addition in lost), return_exceptions=True)
    assert isinstance(results[0], StoreRefused), "a table that is not there"
    assert results[1] is True
    assert await store.count() == len(TABLES)
    await store.close()


def test_sqlite(tmp_path: Path) -> None:
    asyncio.run(append_all(f"sqlite:///{tmp_path / 'tables.sqlite'}"))


def test_postgres(postgres: Postgres) -> None:
    asyncio.run(append_all(postgres.new_database()))


def test_a_file_that_cannot_be_opened_is_away(tmp_path: Path) -> None:
    async def ask() -> None:
        store = Store(f"sqlite:///{tmp_path / 'nowhere' / 'tables.sqlite'}")
        with pytest.raises(StoreAway):
            await store.count()
        await store.close()

    asyncio.run(ask())
