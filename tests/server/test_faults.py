"""What happens to real servers: killed under load, without Redis, with a crashed PostgreSQL, with dead workers."""

import asyncio
import contextlib
import itertools
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from tischlein.server.store import Store

from .client import Visitor
from .crowd import Promises, check_promises, play_table
from .process import Server
from .services import Postgres, RedisServer

pytestmark = [pytest.mark.compiled, pytest.mark.faults, pytest.mark.timeout(1200)]

KILLS = 50
TABLES = 6


async def play_on(
    addresses: Callable[[], str], disturb: Callable[[], Coroutine[None, None, None]], tables: int = TABLES
) -> list[Promises]:
    """Play games at several tables, one after the other, while somebody disturbs."""
    disturbed = asyncio.create_task(disturb())
    played: list[Promises] = []

    async def keep_playing(number: int) -> None:
        for game in itertools.count():
            variant = ("planken", None) if number % 2 else ("blokus", "duo")
            played.append(await play_table(addresses, variant[0], 1000 * number + 2 * game, variant[1]))
            if disturbed.done():
                return

    await asyncio.gather(disturbed, *(keep_playing(number) for number in range(tables)))
    return played


async def check_all(url: str, played: list[Promises]) -> int:
    store = Store(url)
    moves = [await check_promises(store, promises) for promises in played]
    await store.close()
    return sum(moves)


def kill_again_and_again(server: Server, url: str) -> None:
    rng = random.Random(7)

    async def disturb() -> None:
        for _ in range(KILLS):
            await asyncio.sleep(rng.uniform(0.02, 0.6))
            server.kill()
            await asyncio.to_thread(server.start_quickly)

    played = asyncio.run(play_on(lambda: server.address, disturb))
    assert asyncio.run(check_all(url, played)) > KILLS
    server.stop()
    assert "Traceback" not in server.log.read_text()


def test_sqlite_killed_under_load_loses_nothing(folder: Path) -> None:
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    kill_again_and_again(Server(folder, url, bot_workers=0).start(), url)


def test_postgres_server_killed_under_load_loses_nothing(folder: Path, postgres: Postgres) -> None:
    url = migrated(postgres)
    kill_again_and_again(Server(folder, url, bot_workers=0).start(), url)


def migrated(postgres: Postgres) -> str:
    url = postgres.new_database()
    subprocess.run([sys.executable, "-m", "tischlein", "migrate", "--database", url], check=True)
    return url


def test_two_processes_without_redis_and_through_a_crash_of_postgres(
    folder: Path, postgres: Postgres, redis: RedisServer
) -> None:
    """Any process serves any table; losing Redis or PostgreSQL for a moment costs delay and nothing else."""
    url = migrated(postgres)
    servers = [Server(folder, url, redis=redis.url, bot_workers=0).start() for _ in range(2)]
    rng = random.Random(3)

    async def disturb() -> None:
        for _ in range(3):
            await asyncio.sleep(1)
            redis.stop()
            await asyncio.sleep(1)
            redis.start()
            await asyncio.sleep(1)
            await asyncio.to_thread(postgres.crash)
            await asyncio.to_thread(postgres.start)

    played = asyncio.run(play_on(lambda: rng.choice(servers).address, disturb))
    assert asyncio.run(check_all(url, played)) > 50
    for server in servers:
        server.stop()


def test_a_server_does_not_start_on_a_database_that_is_not_up_to_date(folder: Path, postgres: Postgres) -> None:
    server = Server(folder, postgres.new_database(), bot_workers=0)
    with pytest.raises(RuntimeError, match="tischlein migrate"):
        server.start()


def test_a_bot_goes_on_thinking_after_a_kill(folder: Path) -> None:
    server = Server(folder, bot_workers=1).start()
    visitor = Visitor(server.address)

    async def play() -> None:
        card = visitor.create("blokus", "me", "level6", variant="duo", first=1)
        server.kill()
        await asyncio.to_thread(server.start)
        async with visitor.sit(card["id"], 0) as screen:
            await screen.until(lambda seen: seen["ply"] == 1)

    asyncio.run(play())
    server.stop()


@pytest.mark.parametrize("bots", ["local", pytest.param("ray", marks=pytest.mark.ray)])
def test_a_bot_whose_worker_dies_moves_all_the_same(folder: Path, bots: str) -> None:
    server = Server(folder, bots=bots, bot_workers=1).start()
    visitor = Visitor(server.address)

    async def play() -> None:
        # Without an opening book it thinks long.
        card = visitor.create("blokus", "me", "level10", "level10", "level10", variant="teams", first=0)
        async with visitor.sit(card["id"], 0) as screen:
            # It begins only now: a bot that began at once might have moved before anybody heard it think.
            await screen.send("play", ply=0, move=screen.now["legal"][0])
            await screen.hear("thinking", seat=1)
            assert find_workers(server.pid)
            for worker in find_workers(server.pid):
                os.kill(worker, signal.SIGKILL)
            await screen.until(lambda seen: seen["ply"] == 2)

    asyncio.run(play())
    server.stop()


def find_workers(server: int) -> list[int]:
    """Return the processes that the server, or Ray for it, has started to think."""
    names = {child: read_lines(Path(f"/proc/{child}/cmdline")) for child in find_children(server)}
    return [child for child, name in names.items() if "tischlein.work.worker" in name or "ray::Worker" in name]


def read_lines(file: Path) -> str:
    """Return what is said about a process; nothing if it has just ended."""
    with contextlib.suppress(OSError):
        return file.read_text()
    return ""


def find_children(parent: int) -> list[int]:
    tasks = Path(f"/proc/{parent}/task").glob("*/children")
    children = [int(child) for task in tasks for child in read_lines(task).split()]
    return children + [younger for child in children for younger in find_children(child)]


def test_time_stands_still_while_the_server_is_away(folder: Path) -> None:
    server = Server(folder, bot_workers=0).start()
    visitor = Visitor(server.address)
    card = visitor.create("planken", "me", "me", first=0, clock={"seconds": 15, "increment": 0})

    async def play() -> None:
        server.kill()
        await asyncio.sleep(17)  # longer than the clock; there is nothing to wait for but time itself
        await asyncio.to_thread(server.start)
        async with visitor.sit(card["id"], 0) as screen:
            assert screen.now["result"] is None
            assert screen.now["clock"]["left"][0] > 5000
            assert (await screen.play())["type"] == "done"

    asyncio.run(play())
    server.stop()


def test_a_stopped_server_lets_a_move_finish_and_says_good_bye(folder: Path) -> None:
    server = Server(folder, bot_workers=0).start()
    visitor = Visitor(server.address)
    card = visitor.create("planken", "me", "me", first=0)

    async def play() -> None:
        async with visitor.sit(card["id"], 0) as screen:
            await screen.send("play", ply=0, move=screen.now["legal"][0])
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            assert await screen.close_code() in (1001, 1012)
            await stopping
            acknowledged = any('"type":"done"' in frame for frame in screen.frames)
        await asyncio.to_thread(server.start)
        async with visitor.sit(card["id"], 0) as screen:
            assert screen.now["ply"] == 1 or not acknowledged

    asyncio.run(play())
    server.stop()


def test_processes_are_replaced_one_by_one_without_losing_a_game(
    folder: Path, postgres: Postgres, redis: RedisServer
) -> None:
    """As in an upgrade: each is stopped and started again while the other one serves all tables."""
    url = migrated(postgres)
    servers = [Server(folder, url, redis=redis.url, bot_workers=0).start() for _ in range(2)]
    there = list(servers)

    async def replace_all() -> None:
        for server in servers:
            there.remove(server)
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            there.append(server)

    rng = random.Random(5)
    played = asyncio.run(play_on(lambda: rng.choice(there).address, replace_all, tables=3))
    assert asyncio.run(check_all(url, played)) > 10
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log.read_text()


def test_workers_end_with_their_supervisor_and_bots_resume(
    folder: Path, postgres: Postgres, redis: RedisServer
) -> None:
    url = migrated(postgres)
    server = Server(folder, url, redis=redis.url, bot_workers=1, workers=2).start()
    children = find_children(server.pid)
    assert len(children) >= 2
    visitor = Visitor(server.address)
    card = visitor.create("blokus", "me", "level6", variant="two", first=1)
    server.kill()

    async def wait_and_go_on() -> None:
        async with asyncio.timeout(60):
            while any(read_lines(Path(f"/proc/{child}/cmdline")) for child in children):
                await asyncio.sleep(0.05)
        await asyncio.to_thread(server.start)  # its port is free again
        async with visitor.sit(card["id"], 0) as screen:
            await screen.until(lambda seen: seen["ply"] == 1)

    asyncio.run(wait_and_go_on())
    server.stop()
