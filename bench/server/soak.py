"""What a server bears in the long run: kills with -9 under load, odd frames and requests, hours of load.

Each part prints what it counted and ends with an error if a promise was broken: `scripts/bench soak:kills:sqlite:500`,
`soak:kills:postgres:500` (two processes, PostgreSQL and Redis), `soak:frames:1000000`, `soak:requests:10000:sqlite`
or `:postgres`, `soak:load:60` (minutes). `soak` alone runs all of them with these numbers.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from bench.server import odd
from tests.server.crowd import Promises, check_promises, play_table
from tests.server.process import Server
from tests.server.services import RedisServer
from tischlein.server.store import Store

TABLES = 6
STUCK = 5.0
"""Seconds without any event after which a table is stuck, counted while a server is there."""
LONG_LIFE, EVERY = 6.5, 10
"""Mostly the next kill comes after a second or so; one in `EVERY` servers lives long enough to show what is stuck."""
KINDS = (("planken", None, None), ("blokus", "duo", None), ("planken", None, "level1"), ("blokus", "duo", "level1"))
"""Games, variants, and the bot at the second seat."""


def run(part: str = "all", *arguments: str) -> None:
    """Run one part, or all."""
    os.environ["TISCHLEIN_WAY"] = "portable"  # a killed server would begin anew to compile
    parts: dict[str, Callable[..., None]] = {
        "kills": run_kills, "frames": odd.run_frames, "requests": odd.run_requests, "load": run_load,
    }  # fmt: skip
    if part != "all":
        parts[part](*arguments)
        return
    for kind in ("sqlite", "postgres"):
        run_kills(kind, "500")
    odd.run_frames("1000000")
    odd.run_requests("10000")
    odd.run_requests("10000", "postgres")
    run_load("60")


class Stalls:
    """How long each table went without an event while at least one server was there.

    Where a bot plays it counts from the last start of a server: kills may come faster than its worker can start.
    """

    def __init__(self, servers: list[Server]) -> None:
        self._servers = servers
        self.tables: list[Promises] = []
        self.away: set[Server] = set()
        self._waits: dict[str, tuple[int, float]] = {}
        self.longest = 0.0
        self.stuck: dict[str, str] = {}
        """Tables that stood still for too long, and what is known about it."""

    def return_to(self, server: Server) -> None:
        """Note that a server is there again."""
        self.away.discard(server)
        for table in self.tables:
            if table.has_bot:
                self._waits.pop(table.table, None)

    async def watch(self) -> None:
        """Count until cancelled."""
        before = time.monotonic()
        while True:
            await asyncio.sleep(0.1)
            now = time.monotonic()
            passed, before = now - before, now
            if len(self.away) < len(self._servers):
                self._count(passed)

    def _count(self, passed: float) -> None:
        for table in self.tables:
            if table.over:
                continue
            version, waited = self._waits.get(table.table, (table.version, 0.0))
            waited = waited + passed if version == table.version else 0.0
            self._waits[table.table] = table.version, waited
            self.longest = max(self.longest, waited)
            if waited > STUCK:
                self.stuck[table.table] = f"{table.kind}, version {version}, {waited:.1f} s"


def run_kills(kind: str = "sqlite", kills: str = "500") -> None:
    """Kill servers again and again while people and bots play, then compare what was promised with what is stored."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers, url = _start_servers(kind, folder, stack)
        begin = time.monotonic()
        played, stalls = asyncio.run(_kill(servers, int(kills)))
        minutes = (time.monotonic() - begin) / 60
        acknowledged = sum(len(promises.acknowledged) for promises in played)
        moves = asyncio.run(_check(url, played))
        logs = "".join(server.log.read_text() for server in servers)
        for server in servers:
            server.stop()
    print(
        f"  {kind}, {len(servers)} process(es): {int(kills):,} kills with -9 in {minutes:.0f} min, "
        f"{len(played)} games, {moves:,} moves, {acknowledged:,} acknowledged, 0 lost; {len(stalls.stuck)} tables "
        f"without an event for more than {STUCK:.0f} s while a server was there (longest {stalls.longest:.1f} s); "
        f"{logs.count('Traceback')} tracebacks"
    )
    for table, story in stalls.stuck.items():
        print(f"    table {table}: {story}")
    odd.show_first_traceback(logs)
    assert not stalls.stuck, stalls.stuck
    assert "Traceback" not in logs


def _start_servers(kind: str, folder: Path, stack: ExitStack) -> tuple[list[Server], str]:
    if kind == "sqlite":
        url = f"sqlite:///{folder / 'tables.sqlite'}"
        return [_start(Server(folder, url, bot_workers=1))], url
    url = odd.new_postgres(stack)
    redis = RedisServer(folder).start()
    stack.callback(redis.stop)
    return [_start(Server(folder, url, redis=redis.url, bot_workers=1), alone=False) for _ in range(2)], url


def _start(server: Server, alone: bool = True) -> Server:
    """Start a server; of several, each by hand: processes that are forked from one would share its name in the hub."""
    server.patience = 600  # the machine may be busy; how long tables wait is counted from when the server is there
    return server.start_quickly() if alone else server.start()


async def _kill(servers: list[Server], kills: int) -> tuple[list[Promises], Stalls]:
    rng, stalls, played = random.Random(), Stalls(servers), list[Promises]()
    over = asyncio.Event()

    def address() -> str:
        return rng.choice([one for one in servers if one not in stalls.away] or servers).address

    async def disturb() -> None:
        for number in range(kills):
            await asyncio.sleep(LONG_LIFE if number % EVERY == EVERY - 1 else rng.uniform(0.02, 1.5))
            server = rng.choice(servers)
            stalls.away.add(server)
            server.kill()
            await asyncio.to_thread(_start, server, len(servers) == 1)
            stalls.return_to(server)
            if number % 10 == 9:
                print(f"  {number + 1} kills, longest wait {stalls.longest:.1f} s", file=sys.stderr, flush=True)
        over.set()

    async def keep_playing(number: int) -> None:
        for game in itertools.count():
            name, variant, bot = KINDS[number % len(KINDS)]
            seed = 1000 * number + 2 * game
            played.append(await play_table(address, name, seed, variant, bot, stalls.tables.append))
            if over.is_set():
                return

    watch = asyncio.create_task(stalls.watch())
    await asyncio.gather(disturb(), *(keep_playing(number) for number in range(TABLES)))
    watch.cancel()
    return played, stalls


async def _check(url: str, played: list[Promises]) -> int:
    store = Store(url)
    moves = [await check_promises(store, promises) for promises in played]
    await store.close()
    return sum(moves)


# ---------------------------------------------------------------------- hours of load


def run_load(minutes: str = "60") -> None:
    """Let people and bots play, one game after the other, and see whether the server's memory grows."""
    with tempfile.TemporaryDirectory() as folder:
        server = _start(Server(Path(folder), bot_workers=1))
        server.wait_for("/ready", 300)
        samples, games = asyncio.run(_load(server, 60 * float(minutes)))
        server.stop()
        text = server.log.read_text()
    warm = samples[len(samples) // 3 :]
    half = len(warm) // 2
    first, second = (sum(part) / len(part) / 1e6 for part in (warm[:half], warm[half:]))
    print(
        f"  {float(minutes):.0f} min of load, {games:,} games: {samples[0] / 1e6:.0f} MB at the start; after a third "
        f"of the time {first:.1f} MB on average, in the last third {second:.1f} MB ({second / first - 1:+.1%}); "
        f"{text.count('Traceback')} tracebacks"
    )
    assert "Traceback" not in text
    assert second < 1.05 * first, "memory grows"


async def _load(server: Server, seconds: float) -> tuple[list[int], int]:
    end, games, samples = time.monotonic() + seconds, itertools.count(), list[int]()

    async def keep_playing(number: int) -> None:
        name, variant, bot = KINDS[number % len(KINDS)]
        while time.monotonic() < end:
            await play_table(lambda: server.address, name, 2 * next(games), variant, bot)
            await asyncio.sleep(1)

    async def measure() -> None:
        while time.monotonic() < end:
            samples.append(read_memory(server))
            await asyncio.sleep(5)

    await asyncio.gather(measure(), *(keep_playing(number) for number in range(4)))
    return samples, next(games)


def read_memory(server: Server) -> int:
    """Return the bytes that a server holds."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))
