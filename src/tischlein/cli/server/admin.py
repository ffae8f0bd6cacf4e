"""`tischlein admin`: for those who run a server: tables, names, addresses, people's data, backups."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import time
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer

from tischlein.cli.command import Command, Group

if TYPE_CHECKING:
    from tischlein.server.store import Store
    from tischlein.server.store.people import PeopleStore

T = TypeVar("T")

app = typer.Typer(help="Look after a server's tables, and keep backups.", no_args_is_help=True, cls=Group)

DatabaseOption = Annotated[str | None, typer.Option(help="The database; by default that of the settings.")]
TableArgument = Annotated[str, typer.Argument(help="The id of a table: the end of its address.")]
SeatArgument = Annotated[int, typer.Argument(help="The number of a seat, from 0.", min=0, max=15)]
QUEUES = ("tischlein_waiting_jobs", "tischlein_sockets", "tischlein_tables_live", "tischlein_workers_lost_total")


@app.command("list", cls=Command)
def list_tables(
    database: DatabaseOption = None,
    status: Annotated[
        Literal["waiting", "playing", "over"] | None, typer.Option(help="waiting, playing or over.")
    ] = None,
    limit: Annotated[int, typer.Option(help="How many.", min=1)] = 50,
) -> None:
    """List tables, the one that was used last first: id, game, status, when it was last used.

    Examples:

    tischlein admin list --status playing
    """
    for row in _with_store(database, lambda store: store.list_tables(limit, status)):
        print(f"{row.id}  {row.game:<10} {row.status:<8} {_time(row.used)}")


@app.command(cls=Command)
def show(table: TableArgument, database: DatabaseOption = None) -> None:
    """Show a table as JSON: who sits there, and what happened. Hidden tiles are not shown before the end.

    Examples:

    tischlein admin show k3Jx0aPq2TzRb1
    """
    from tischlein.server.live.messages import show_card  # noqa: PLC0415 - others must not wait for web parts
    from tischlein.server.table.table import Table, refuse  # noqa: PLC0415

    stored = _with_store(database, lambda store: store.load(table))
    if stored is None:
        raise refuse("no-such-table", table=table[:32])
    now = Table.replayed(stored.id, stored.record.setup, stored.terms, stored.entries)
    print(_json({"card": show_card(now), "events": stored.entries}))


@app.command(cls=Command)
def delete(table: TableArgument, database: DatabaseOption = None) -> None:
    """Delete a table with everything that happened there. A server that has it in memory forgets it within seconds.

    Examples:

    tischlein admin delete k3Jx0aPq2TzRb1
    """
    from tischlein.server.table.table import refuse  # noqa: PLC0415

    async def remove(store: Store) -> bool:
        found = await store.delete_table(table)
        await _people(store).note_edit(table, _now())
        return found

    if not _with_store(database, remove):
        raise refuse("no-such-table", table=table[:32])


@app.command(cls=Command)
def end(table: TableArgument, database: DatabaseOption = None) -> None:
    """End a game as a draw; it stays as a record. Those who look at it see it within seconds.

    Examples:

    tischlein admin end k3Jx0aPq2TzRb1
    """
    from tischlein.server.table.events import Entry  # noqa: PLC0415
    from tischlein.server.table.table import Table, refuse  # noqa: PLC0415

    async def close(store: Store) -> None:
        stored = await store.load(table)
        if stored is None:
            raise refuse("no-such-table", table=table[:32])
        before = Table.replayed(stored.id, stored.record.setup, stored.terms, stored.entries)
        entry = Entry(before.version + 1, _now(), f"operator:{before.version}", before.close())
        if not await _people(store).append_by_hand(table, entry, before.after(entry).status):
            raise refuse("try-again")

    _with_store(database, close)


@app.command("remove-name", cls=Command)
def remove_name(table: TableArgument, seat: SeatArgument, database: DatabaseOption = None) -> None:
    """Take somebody's name away, also from the table's history; the seat's number is shown instead.

    Examples:

    tischlein admin remove-name k3Jx0aPq2TzRb1 1
    """
    from tischlein.server.table.table import refuse  # noqa: PLC0415

    if not _with_store(database, lambda store: _people(store).remove_name(table, seat, _now())):
        raise refuse("no-such-table", table=table[:32])


@app.command(cls=Command)
def reports(database: DatabaseOption = None, limit: Annotated[int, typer.Option(help="How many.", min=1)] = 50) -> None:
    """List the names that people reported: table, seat, how many reported it, name.

    Examples:

    tischlein admin reports
    """
    for row in _with_store(database, lambda store: _people(store).list_reports(limit)):
        print(f"{row.table_id}  {row.seat}  {row.times:>3}  {row.name}")


@app.command(cls=Command)
def block(
    address: Annotated[str, typer.Argument(help="An address; of IPv6 the first 64 bits count.")],
    hours: Annotated[float, typer.Option(help="For how long; 0 ends the block.", min=0, max=87_600)] = 24,
    database: DatabaseOption = None,
) -> None:
    """Serve an address no more for a time, and list all that are blocked.

    Examples:

    tischlein admin block 192.0.2.7 --hours 2

    tischlein admin block 192.0.2.7 --hours 0
    """
    from tischlein.server.visitors.visitor import network_of  # noqa: PLC0415

    try:
        ipaddress.ip_address(address)
    except ValueError:
        raise typer.BadParameter(f"{address} is no address, such as 192.0.2.7 or 2001:db8::1") from None

    async def change(store: Store) -> dict[str, int]:
        await _people(store).block(network_of(address), _now() + round(hours * 3_600_000))
        return await _people(store).list_blocks(_now())

    for network, until in _with_store(database, change).items():
        print(f"{network}  {_time(until)}")


@app.command(cls=Command)
def queues(
    address: Annotated[str, typer.Argument(help="Where the server is.")] = "http://localhost:8765",
) -> None:
    """Show what a running server has to do: jobs that wait, pages, tables in memory, workers that died.

    Examples:

    tischlein admin queues http://localhost:8765
    """
    if not address.startswith(("http://", "https://")):
        raise typer.BadParameter(f"{address} is no address, such as http://localhost:8765")
    with urllib.request.urlopen(f"{address.rstrip('/')}/metrics", timeout=10) as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith(QUEUES):
                print(line)


@app.command(cls=Command)
def export(table: TableArgument, seat: SeatArgument, database: DatabaseOption = None) -> None:
    """Show as JSON all that is stored about whoever holds or held a seat, at every table.

    Examples:

    tischlein admin export k3Jx0aPq2TzRb1 1
    """

    async def collect(store: Store) -> list[object]:
        return [await _people(store).export(key) for key in await _people(store).find_keys(table, seat)]

    print(_json(_with_store(database, collect)))


@app.command(cls=Command)
def erase(table: TableArgument, seat: SeatArgument, database: DatabaseOption = None) -> None:
    """Erase all that is stored about whoever holds or held a seat, at every table; prints at how many.

    Examples:

    tischlein admin erase k3Jx0aPq2TzRb1 1
    """

    async def wipe(store: Store) -> int:
        keys = await _people(store).find_keys(table, seat)
        return sum([await _people(store).erase(key, _now()) for key in keys])

    print(_with_store(database, wipe))


@app.command(cls=Command)
def backup(
    file: Annotated[Path, typer.Argument(help="Where to, such as today.jsonl.gz.")], database: DatabaseOption = None
) -> None:
    """Write everything to a file, as it is at one moment; the server may run on. For SQLite and PostgreSQL.

    Examples:

    tischlein admin backup today.jsonl.gz
    """
    from tischlein.server.store.backup import back_up  # noqa: PLC0415

    print(_with_store(database, lambda store: back_up(store.database, file)))


@app.command(cls=Command)
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.", exists=True)], database: DatabaseOption = None
) -> None:
    """Read a backup into an empty database, of either kind; all of it, or nothing.

    Examples:

    tischlein admin restore today.jsonl.gz --database sqlite:///new.sqlite
    """
    from tischlein.server.store.backup import restore as read_back  # noqa: PLC0415
    from tischlein.server.store.migrate import migrate  # noqa: PLC0415

    async def bring_back(store: Store) -> int:
        await migrate(store.database)
        return await read_back(store.database, file)

    print(_with_store(database, bring_back))


def _with_store(database: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    from tischlein.server.settings import Settings  # noqa: PLC0415
    from tischlein.server.store.preflight import use_store  # noqa: PLC0415

    async def run() -> T:
        async with use_store(database or Settings.from_environment().database_url) as store:
            return await work(store)

    return asyncio.run(run())


def _people(store: Store) -> PeopleStore:
    from tischlein.server.store.people import PeopleStore  # noqa: PLC0415

    return PeopleStore(store)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _time(milliseconds: int) -> str:
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.UTC).isoformat(timespec="seconds")


def _json(thing: object) -> str:
    import msgspec  # noqa: PLC0415

    return json.dumps(msgspec.to_builtins(thing), indent=2, ensure_ascii=False)
