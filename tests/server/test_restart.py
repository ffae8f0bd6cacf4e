"""After a stop: every clock gets its time back, and notes of other processes are understood."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import insert, select, update

from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.server.live.hub import Note
from tischlein.server.live.messages import Reacted
from tischlein.server.live.tables import LEASE
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.store import Gap, Held, NewTable, Store, StoredTable, schema
from tischlein.server.table.clock import ClockTerms
from tischlein.server.table.table import BotChair, Person, Table, Terms

pytestmark = pytest.mark.compiled

HOUR = 3_600_000


async def make_clocks(service: Service, count: int, seconds: int = 60) -> None:
    """Set up tables whose clocks have run since the beginning of time."""
    setup = find_game("planken").setup(seats=2, seed=1, first=0)
    terms = Terms((Person(""), Person("")), 0, clock=ClockTerms(seconds))
    due = Table("x", setup, terms).clock.due()  # type: ignore[union-attr]
    for number in range(count):
        await service.store.create(NewTable(f"t{number}", Record(setup), terms, "playing", due), [])


def test_every_clock_gets_its_time_back(tmp_path: Path) -> None:
    """More tables than are looked at in one go; none of them is read before somebody needs it."""

    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
        await prepare_database(service.store)
        await make_clocks(service, 1_100)
        await service.store.beat(0)
        service.tables.now = lambda: HOUR
        await service._note_absence()
        announced = set[str]()
        service.tables.followers = [lambda live, _: announced.add(live.table.id)]
        await service.tables.tend_due(whenever=True)
        assert not announced, "no clock has run out"
        left = [(await service.tables.find(f"t{number}")).table.clock.left(HOUR)[0] for number in range(1_100)]  # type: ignore[union-attr]
        assert left == [60_000] * 1_100
        await service._note_absence()
        live = await service.tables.find("t7")
        assert live.table.version == 1, "once"
        await service.store.close()

    asyncio.run(run())


def test_a_table_that_nobody_saw_between_two_stops_gets_the_time_of_both_back(tmp_path: Path) -> None:
    async def run() -> None:
        url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
        first = Service(Settings(database=url, bot_workers=0))
        await prepare_database(first.store)
        await make_clocks(first, 2)
        await first.store.beat(1_000)
        await first.store.note_gap(Gap(1_000, HOUR), LEASE)  # and then it is killed, before anybody has come
        await first.store.close()
        second = Service(Settings(database=url, bot_workers=0))
        second.tables.now = lambda: 2 * HOUR
        await second._note_absence()
        assert second.tables.gaps == [Gap(1_000, HOUR), Gap(HOUR, 2 * HOUR)]
        live = await second.tables.find("t0")
        assert live.table.clock is not None
        assert live.table.clock.left(2 * HOUR)[0] == 59_000
        dues = {one.id: one.due for one in await second.store.list_due(2**62)}
        assert dues == {"t0": 2 * HOUR + 59_000, "t1": 2 * HOUR + 59_000}, "whether somebody came or not"
        await second.store.close()

    asyncio.run(run())


def test_who_erases_themselves_after_a_stop_costs_nobody_its_time(tmp_path: Path) -> None:
    """It happens past the tables of a server, which would have given the time back."""

    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
        await prepare_database(service.store)
        await make_clocks(service, 1)
        await service.store.run(insert(schema.holds).values(table_id="t0", seat=1, key=b"b" * 32, role="seat"))
        await service.store.run(insert(schema.holds).values(table_id="t0", seat=0, key=b"a" * 32, role="seat"))
        await service.store.beat(1_000)
        service.tables.now = lambda: HOUR
        await service._note_absence()
        await service.people.erase(b"b" * 32, HOUR)
        live = await service.tables.find("t0")
        assert live.table.clock is not None
        assert live.table.clock.left(HOUR)[0] == 59_000
        await service.store.close()

    asyncio.run(run())


def test_what_is_past_is_forgotten(tmp_path: Path) -> None:
    """A block that has ended is an address that is kept for nothing."""

    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
        await prepare_database(service.store)
        service.tables.now = lambda: 100 * 24 * HOUR
        now = service.tables.now()
        for network, until in (("192.0.2.1", now - 25 * HOUR), ("192.0.2.2", now + HOUR)):
            await service.people.block(network, until)
            await service.store.claim_work(f"analysis:{network}", 0, until)
        await service._clean_up()
        assert [row.network for row in await service.store.read(select(schema.blocks))] == ["192.0.2.2"]
        assert [row.name for row in await service.store.read(select(schema.claims))] == ["analysis:192.0.2.2"]
        await service.store.close()

    asyncio.run(run())


def test_whoever_asks_whether_it_is_ready_keeps_no_disk_busy(tmp_path: Path) -> None:
    """Each write waits for the disk, and moves wait for each write; anybody may ask."""

    class CountingStore(Store):
        beats = 0

        async def beat(self, now: int) -> None:
            self.beats += 1
            await super().beat(now)

    async def run() -> None:
        url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
        service = Service(Settings(database=url, bot_workers=0))
        store = service.store = CountingStore(url)
        await prepare_database(store)
        assert await asyncio.gather(*(service.can_write() for _ in range(100))) == [True] * 100
        assert store.beats == 1
        assert await service.can_write()
        assert store.beats == 2, "it is tried anew"
        await store.close()

    asyncio.run(run())


def test_a_table_that_cannot_be_read_keeps_no_other_waiting(tmp_path: Path) -> None:
    """Somebody has damaged it, or its game is no longer there."""

    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
        await prepare_database(service.store)
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        bot = Terms((BotChair("random"), Person("")), 0)
        for name in ("a", "b", "c"):
            await service.store.create(NewTable(name, Record(setup), bot, "playing", 0), [])
        await service.store.run(update(schema.tables).where(schema.tables.c.id == "a").values(record="nonsense"))
        await service.store.run(update(schema.tables).where(schema.tables.c.id == "b").values(terms="{"))
        announced = set[str]()
        service.tables.followers = [lambda live, _: announced.add(live.table.id)]
        await service.tables.tend_due()
        assert announced == {"c"}
        later = service.tables.now() + 60_000
        assert not {"a", "b"} & {one.id for one in await service.store.list_due(later)}, "not again and again"
        await service.store.close()

    asyncio.run(run())


def test_a_chore_that_fails_once_is_done_again(tmp_path: Path) -> None:
    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
        done = asyncio.Event()
        tries = iter([ValueError("odd"), None])

        async def work() -> None:
            if (trouble := next(tries)) is not None:
                raise trouble
            done.set()

        chore = asyncio.create_task(service._every(0, work))
        async with asyncio.timeout(60):
            await done.wait()
        chore.cancel()
        await service.store.close()

    asyncio.run(run())


def test_notes_of_other_processes_are_understood(tmp_path: Path) -> None:
    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
        await prepare_database(service.store)
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        live = await service.tables.create(setup, Terms((Person(""), Person("")), 0), [Held(0, b"k" * 32)])
        screen = await service.tables.open_screen(live, 0)
        screen.take_messages(live)
        sent = Note(live.table.id, "other", message=msgspec.json.encode(Reacted(1, "hello")).decode())
        await service.tables.follow(msgspec.json.decode(msgspec.json.encode(sent), type=Note))
        assert screen.take_messages(live) == [b'{"type":"reaction","seat":1,"reaction":"hello"}']
        await service.store.close()

    asyncio.run(run())


def test_a_snapshot_is_never_older_than_what_was_seen(tmp_path: Path) -> None:
    """Another process has stored something, and its note has not come yet."""

    async def run() -> None:
        url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
        here, there = (Service(Settings(database=url, bot_workers=0)) for _ in range(2))
        await prepare_database(here.store)
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        live = await here.tables.create(setup, Terms((Person(""), Person("")), 0), [Held(0, b"k" * 32)])
        other = await there.tables.find(live.table.id)
        move = other.table.match.legal_moves()[0]
        await there.tables.act(other, "m", lambda table, now: table.play(0, 0, move, now))
        await here.tables.reach(live, 0)
        assert live.table.version == 0, "nobody has seen more"
        await here.tables.reach(live, 1)
        assert live.table.version == 1
        for service in (here, there):
            await service.store.close()

    asyncio.run(run())


def test_a_note_that_comes_while_a_table_is_read_is_not_lost(tmp_path: Path) -> None:
    """Two people sit down at two processes, and one moves at once: the other one's page would show nothing of it."""

    class SlowStore(Store):
        """Answers only after something else has happened, as a database elsewhere may."""

        read_it, go_on = asyncio.Event(), asyncio.Event()

        async def load(self, table_id: str) -> StoredTable | None:
            found = await super().load(table_id)
            self.read_it.set()
            await self.go_on.wait()
            return found

    async def run() -> None:
        url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
        here, there = (Service(Settings(database=url, bot_workers=0)) for _ in range(2))
        await prepare_database(here.store)
        store = there.store = there.tables.store = SlowStore(url)
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        live = await here.tables.create(setup, Terms((Person(""), Person("")), 0), [Held(0, b"k" * 32)])
        finding = asyncio.create_task(there.tables.find(live.table.id))
        await store.read_it.wait()
        move = live.table.match.legal_moves()[0]
        await here.tables.act(live, "m", lambda table, now: table.play(0, 0, move, now))
        await there.tables.follow(Note(live.table.id, "other", version=1))
        store.go_on.set()
        assert (await finding).table.version == 1
        for service in (here, there):
            await service.store.close()

    asyncio.run(run())


def test_bots_are_taken_over_soon_after_their_process_is_gone(tmp_path: Path) -> None:
    """The lease of a process that died ends after seconds, and many tables are taken over in one commit."""

    async def run() -> None:
        url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
        dead, heir = (Service(Settings(database=url, bot_workers=0)) for _ in range(2))
        await prepare_database(dead.store)
        now = 1_000_000
        dead.tables.now = heir.tables.now = lambda: now
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        terms = Terms((BotChair("random"), Person("")), 0)
        tables = {(await dead.tables.create(setup, terms, [])).table.id for _ in range(5)}
        thinking = set[str]()
        heir.tables.followers = [lambda live, in_charge: thinking.add(live.table.id) if in_charge else None]
        await heir.tables.tend_due()
        assert not thinking, "the other one may still live"
        now += LEASE + 1
        await heir.tables.tend_due()
        assert thinking == tables
        assert LEASE <= 2_000, "with a look every half second, bots resume within three, and a worker may have to start"
        for service in (dead, heir):
            await service.store.close()

    asyncio.run(run())


def test_after_a_start_clocks_are_left_alone_until_they_run_out(tmp_path: Path) -> None:
    """A server that took charge of every clock would read them all, and again every few seconds."""

    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
        await prepare_database(service.store)
        now = 1_000_000
        service.tables.now = lambda: now
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        ends = {"late": now + 600_000, "soon": now}
        for name, due in ends.items():
            terms = Terms((Person(""), Person("")), due - 60_000, clock=ClockTerms(60))
            await service.store.create(NewTable(name, Record(setup), terms, "playing", due), [])
        bot = Terms((BotChair("random"), Person("")), now)
        await service.store.create(NewTable("bot", Record(setup), bot, "playing", now + LEASE), [])
        announced = set[str]()
        service.tables.followers = [lambda live, _: announced.add(live.table.id)]
        await service.tables.tend_due(whenever=True)
        assert announced == {"soon", "bot"}
        left = {one.id: one.due for one in await service.store.list_due(2**62)}
        assert left["late"] == ends["late"]
        await service.store.close()

    asyncio.run(run())
