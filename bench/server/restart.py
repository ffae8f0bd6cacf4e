"""How soon a server serves that starts with very many live tables: `scripts/bench restart[:tables]`.

Half of them have a running clock, and no server was there for an hour, so every clock gets its time back; a hundred
wait for a bot. The clock counts from the start of the process; on a busy machine the processor time says more.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from sqlalchemy import insert

from bench.meter import show_time
from tests.server.client import Visitor
from tests.server.process import Server
from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.server.live.tables import wall_clock
from tischlein.server.store import Store, schema
from tischlein.server.store.migrate import migrate
from tischlein.server.table.clock import ClockTerms
from tischlein.server.table.table import BotChair, Person, Terms
from tischlein.server.visitors.keys import hash_secret

from .rates import read_processor

HOUR = 3_600_000
KEY = "k" * 22
BOTS = 100


def run(tables: str = "20000") -> None:
    """Print how long it takes until people are served."""
    os.environ.setdefault("TISCHLEIN_WAY", "portable")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/tables.sqlite"
        asyncio.run(_fill(url, int(tables)))
        server = Server(Path(folder), url, bot_workers=1)
        server.patience = 600
        begin, last = time.monotonic(), f"{int(tables) - 1:x}t"
        points: list[tuple[str, float, float]] = []

        def note(name: str) -> None:
            points.append((name, time.monotonic() - begin, read_processor(server)))

        server.start()
        note("it answers")
        try:
            httpx.get(f"{server.address}/api/tables/{last}", timeout=600).raise_for_status()
            note("a table is shown")
            asyncio.run(_play(server, last))
            note("a move is acknowledged")
        finally:
            server.stop()
    print(f"  {int(tables):,} live tables:")
    for name, taken, used in points:
        show_time(f"  {name}, {used:.1f} s of processor time, after", taken, 3)


async def _play(server: Server, table: str) -> None:
    async with Visitor(server.address, KEY).sit(table, 0) as screen:
        answer = await screen.play()
        assert answer["type"] == "done", answer


async def _fill(url: str, count: int) -> None:
    """Write tables as they would stand there after an hour without a server."""
    store, now = Store(url), wall_clock()
    await migrate(store.database)
    await store.beat(now - HOUR)
    record = Record(find_game("planken").setup(seats=2, seed=1, first=0)).text()

    def row(number: int) -> dict[str, object]:
        bot = number < BOTS
        clock = ClockTerms(600) if number % 2 else None
        terms = Terms((BotChair("level1") if bot else Person("A"), Person("B")), now - HOUR - 60_000, clock=clock)
        due = now - HOUR if bot else terms.created + 600_000 if clock else None
        return {
            "id": f"{number:x}t", "game": "planken", "record": record, "terms": msgspec.json.encode(terms).decode(),
            "public": False, "status": "playing", "due": due, "created": terms.created, "used": now,
        }  # fmt: skip

    def hold(number: int) -> dict[str, object]:
        return {"table_id": f"{number:x}t", "seat": 0, "key": hash_secret(KEY), "role": "seat"}

    for start in range(0, count, 1000):
        numbers = range(start, min(count, start + 1000))
        await store.run(
            insert(schema.tables).values([row(number) for number in numbers]),
            insert(schema.holds).values([hold(number) for number in numbers]),
        )
    await store.close()
