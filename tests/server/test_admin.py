"""`tischlein admin`: tables are listed, shown and deleted, and backups restored, also into the other database."""

import asyncio
import itertools
import json
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tischlein.cli.main import app
from tischlein.core.refusal import BadSetup, Refusal
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.store import Store
from tischlein.server.store.backup import back_up, restore
from tischlein.server.store.migrate import migrate
from tischlein.server.table.table import Person

from .process import Server
from .services import Postgres

pytestmark = pytest.mark.compiled

ANNA = b"\x01" * 32


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with three tables, brought up to date."""
    file = tmp_path / "tables.sqlite"
    with sqlite3.connect(file) as old:
        old.executescript((Path(__file__).parent / "store" / "upgrade" / "0002.sql").read_text(encoding="utf-8"))
    old.close()
    address = f"sqlite:///{file}"

    async def bring_up_to_date() -> None:
        store = Store(address)
        await prepare_database(store)
        await store.close()

    asyncio.run(bring_up_to_date())
    return address


def admin(*words: str) -> str:
    result = CliRunner().invoke(app, ["admin", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_tables_are_listed_shown_and_deleted(url: str) -> None:
    rows = [line.split() for line in admin("list", "--database", url).splitlines()]
    assert {row[1] for row in rows} == {"planken", "blockers", "blokus"}
    [over] = [line.split() for line in admin("list", "--database", url, "--status", "over").splitlines()]
    planken = next(row[0] for row in rows if row[1] == "planken")
    shown = json.loads(admin("show", planken, "--database", url))
    assert [seat["name"] for seat in shown["card"]["seats"]] == ["Anna", "Ben"]
    assert len(shown["events"]) == 4
    admin("delete", over[0], "--database", url)
    assert len(admin("list", "--database", url).splitlines()) == 2
    for command in ("show", "delete"):
        with pytest.raises(Refusal) as refusal:
            admin(command, over[0], "--database", url)
        assert refusal.value.code == "no-such-table"


async def check_restored(url: str, table: str) -> None:
    """The game is there, with everybody's rights, and goes on."""
    service = Service(Settings(database=url, bot_workers=0))
    live = await service.tables.find(table)
    assert live.table.match.ply == 3
    assert (await service.store.find_standing(table, ANNA)).host
    move, now = live.table.match.legal_moves()[0], live.table.terms.created
    await service.tables.act(live, "on", lambda there, _: there.play(1, 3, move, now))
    await service.store.close()


def planken(url: str) -> str:
    return next(line.split()[0] for line in admin("list", "--database", url).splitlines() if "planken" in line)


def test_a_backup_is_restored(url: str, tmp_path: Path) -> None:
    file, other = tmp_path / "today.jsonl.gz", f"sqlite:///{tmp_path / 'other.sqlite'}"
    rows = int(admin("backup", str(file), "--database", url))
    assert int(admin("restore", str(file), "--database", other)) == rows
    asyncio.run(check_restored(other, planken(url)))
    with pytest.raises(BadSetup) as refusal:
        admin("restore", str(file), "--database", other)
    assert refusal.value.code == "not-empty"
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(BadSetup) as refusal:
        admin("restore", str(file), "--database", f"sqlite:///{tmp_path / 'third.sqlite'}")
    assert refusal.value.code == "no-backup"


def test_a_backup_moves_to_postgres_and_back(url: str, tmp_path: Path, postgres: Postgres) -> None:
    async def move() -> tuple[str, str]:
        addresses = [url, postgres.new_database(), f"sqlite:///{tmp_path / 'back.sqlite'}"]
        for number, (source, target) in enumerate(itertools.pairwise(addresses)):
            file = tmp_path / f"{number}.jsonl.gz"
            stores = Store(source), Store(target)
            await migrate(stores[1].database)
            assert await back_up(stores[0].database, file) == await restore(stores[1].database, file)
            for store in stores:
                await store.close()
        return addresses[1], addresses[2]

    there, back = asyncio.run(move())
    asyncio.run(check_restored(there, planken(url)))
    asyncio.run(check_restored(back, planken(url)))


def tables_by_game(url: str) -> dict[str, str]:
    return {line.split()[1]: line.split()[0] for line in admin("list", "--database", url).splitlines()}


def watch(url: str, script: Callable[[Service], Awaitable[None]]) -> None:
    """Run something beside a server that has all tables in memory."""

    async def run() -> None:
        service = Service(Settings(database=url, bot_workers=0))
        await script(service)
        await service.store.close()

    asyncio.run(run())


def test_a_table_is_ended_and_whoever_looks_at_it_sees_it(url: str) -> None:
    table = tables_by_game(url)["planken"]

    async def script(service: Service) -> None:
        live = await service.tables.find(table)
        screen = await service.tables.open_screen(live, 0)
        screen.take_messages(live)
        await asyncio.to_thread(admin, "end", table, "--database", url)
        await service._follow_operator()
        assert live.table.result is not None
        assert live.table.result.reason == "closed"
        [shown] = screen.take_messages(live)
        assert json.loads(shown)["result"]["reason"] == "closed"

    watch(url, script)
    with pytest.raises(Refusal) as refusal:
        admin("end", table, "--database", url)
    assert refusal.value.code == "table-over"


def test_a_deleted_table_is_closed_for_whoever_looks_at_it(url: str) -> None:
    table = tables_by_game(url)["planken"]

    async def script(service: Service) -> None:
        live = await service.tables.find(table)
        screen = await service.tables.open_screen(live, 0)
        await asyncio.to_thread(admin, "delete", table, "--database", url)
        await service._follow_operator()
        assert screen.close_code == 4404
        with pytest.raises(Refusal):
            await service.tables.find(table)
        with pytest.raises(Refusal) as refusal:  # at once, not after all patience
            await service.tables.act(live, "late", lambda there, _: there.resign(0))
        assert refusal.value.code == "bad-message"

    watch(url, script)


def test_a_name_is_reported_and_removed(url: str) -> None:
    table = tables_by_game(url)["planken"]

    async def script(service: Service) -> None:
        live = await service.tables.find(table)
        for key in (b"a" * 32, b"b" * 32, b"a" * 32):
            await service.people.report(table, 0, key, "Anna", 5)
        assert (await asyncio.to_thread(admin, "reports", "--database", url)).split() == [table, "0", "2", "Anna"]
        await asyncio.to_thread(admin, "remove-name", table, "0", "--database", url)
        await service._follow_operator()
        assert live.table.chairs[0] == Person("")
        assert live.table.chairs[1] == Person("Ben")

    watch(url, script)
    assert "Anna" not in admin("show", table, "--database", url)
    assert not admin("reports", "--database", url)


def test_an_address_is_blocked_for_a_time(url: str) -> None:
    assert "192.0.2.7" in admin("block", "192.0.2.7", "--hours", "2", "--database", url)
    assert "2001:db8:1:2::/64" in admin("block", "2001:db8:1:2:3::4", "--database", url)

    async def script(service: Service) -> None:
        await service._follow_operator()
        assert service.is_blocked("192.0.2.7")
        assert not service.is_blocked("192.0.2.8")

    watch(url, script)
    assert "192.0.2.7" not in admin("block", "192.0.2.7", "--hours", "0", "--database", url)


def test_all_that_belongs_to_a_person_is_exported_and_erased(url: str) -> None:
    table = tables_by_game(url)["planken"]
    [found] = json.loads(admin("export", table, "0", "--database", url))
    own = next(one for one in found["seats"] if one["table_id"] == table and one["seat"] == 0)
    assert own["names"] == ["Anna"]
    assert [one["event"]["kind"] for one in own["events"]].count("played") >= 1
    assert int(admin("erase", table, "0", "--database", url)) >= 1
    assert json.loads(admin("export", table, "0", "--database", url)) == []
    left = admin("list", "--database", url)
    assert all("Anna" not in admin("show", line.split()[0], "--database", url) for line in left.splitlines())
    assert table in left, "Ben's game stays"


def test_queues_of_a_running_server_are_shown(server: Server) -> None:
    shown = admin("queues", server.address)
    names = {line.split("{")[0].split()[0] for line in shown.splitlines()}
    assert {"tischlein_waiting_jobs", "tischlein_sockets", "tischlein_tables_live"} <= names


@pytest.mark.parametrize(
    "words",
    [
        ["list", "--status", "nonsense"],
        ["block", "nonsense"],
        ["block", "192.0.2.7", "--hours", "1e300"],
        ["queues", "nonsense"],
        ["remove-name", "TABLE", "15"],
        ["list", "--database", "nonsense"],
        ["list", "--database", "mysql://me:secret@localhost/x"],
        ["list", "--database", "sqlite:////nonexistent/x.sqlite"],
        ["backup", "/nonexistent/today.jsonl.gz"],
    ],
)
def test_a_slip_of_the_pen_is_said_in_a_line(url: str, words: list[str]) -> None:
    """No traceback, and no password."""
    table = CliRunner().invoke(app, ["admin", "list", "--database", url]).stdout.split()[0]
    more = [] if words[0] == "queues" or "--database" in words else ["--database", url]
    result = CliRunner().invoke(app, ["admin", *(table if word == "TABLE" else word for word in words), *more])
    assert result.exit_code != 0
    assert isinstance(result.exception, SystemExit | Refusal | OSError), result.exception
    assert "secret" not in str(result.exception) + result.output
