"""After a stop: every clock gets its time back, and notes of other processes are understood."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.server.live.hub import Note
from tischlein.server.live.tables import LEASE
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.socket.messages import Reacted
from tischlein.server.store import Held, NewTable
from tischlein.server.table.clock import ClockTerms
from tischlein.server.table.table import BotChair, Person, Table, Terms

pytestmark = pytest.mark.compiled

HOUR = 3_600_000


def test_every_clock_gets_its_time_back(tmp_path: Path) -> None:
    """More tables than are looked at in one go."""

    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
        await prepare_database(service.store)
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        terms = Terms((Person(""), Person("")), 0, clock=ClockTerms(60))
        due = Table("x", setup, terms).clock.due()  # type: ignore[union-attr]
        for number in range(1_100):
            await service.store.create(NewTable(f"t{number}", Record(setup), terms, "playing", due), [])
        service.tables.now = lambda: HOUR
        early = asyncio.create_task(service.tables.give_back_time(0))
        await early
        left = [(await service.tables.find(f"t{number}")).table.clock.left(HOUR)[0] for number in range(1_100)]  # type: ignore[union-attr]
        assert left == [60_000] * 1_100
        await service.tables.give_back_time(0)
        live = await service.tables.find("t7")
        assert live.table.version == 1, "once"
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
        assert LEASE <= 3_000, "with a look each second, bots resume within five"
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
