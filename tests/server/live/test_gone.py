"""The others may go on without somebody who has gone, but not without somebody whose page is open."""

import asyncio
import json
import random
from pathlib import Path

import pytest
from bench.server.odd import make_frame

from tischlein.core.registry import find_game
from tischlein.server.live.live_table import Live, Screen
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.socket.connection import Connection
from tischlein.server.store import Held
from tischlein.server.table.table import BotChair, Person, Terms

pytestmark = pytest.mark.compiled

ANNA, BEN = b"a" * 32, b"b" * 32


def hear(screen: Screen, live: Live, kind: str) -> dict[str, object]:
    """Return the last message of a kind that a screen was told."""
    messages = [json.loads(message) for message in screen.take_messages(live)]
    found: dict[str, object] = [message for message in messages if message["type"] == kind][-1]
    return found


def test_odd_frames_are_refused_one_by_one(tmp_path: Path) -> None:
    """A few thousand frames of the fuzzer (scripts/bench soak:frames sends a million): none is a mistake of ours."""

    async def run() -> None:
        url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
        service = Service(Settings(database=url, bot_workers=0, messages_per_second=10**9))
        await prepare_database(service.store)
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        live = await service.tables.create(setup, Terms((Person(""), Person("")), 0), [Held(0, ANNA)])
        screen = await service.tables.open_screen(live, 0)
        connection, rng = Connection(service, live, screen, ANNA), random.Random(1)
        for _ in range(3000):
            frame = make_frame(rng)
            await connection.hear(frame)
            answers = [json.loads(message) for message in screen.take_messages(live)]
            assert all(answer.get("code") != "internal" for answer in answers), frame
        connection.close()
        await service.store.close()

    asyncio.run(run())


def test_a_page_of_a_blocked_address_is_closed(tmp_path: Path) -> None:
    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
        await prepare_database(service.store)
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        live = await service.tables.create(setup, Terms((Person(""), Person("")), 0), [Held(0, ANNA)])
        screen = await service.tables.open_screen(live, 0)
        connection = Connection(service, live, screen, ANNA, "192.0.2.7")
        ping = b'{"type":"ping","id":"x"}'
        await connection.hear(ping)
        assert hear(screen, live, "done")["id"] == "x"
        service.blocks = {"192.0.2.7": service.tables.now() + 60_000}
        await connection.hear(ping)
        assert hear(screen, live, "refused")["code"] == "blocked"
        assert screen.close_code == 4403
        await service.store.close()

    asyncio.run(run())


def test_who_is_there_is_not_gone(tmp_path: Path) -> None:
    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0, gone_minutes=10))
        await prepare_database(service.store)
        now = 1_000_000
        service.tables.now = lambda: now
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        holds = [Held(0, ANNA), Held(1, BEN)]
        live = await service.tables.create(setup, Terms((Person("Anna"), Person("Ben")), now), holds)
        anna, ben = [await service.tables.open_screen(live, seat) for seat in (0, 1)]
        connection = Connection(service, live, ben, BEN)
        claim = b'{"type":"claim","id":"%d","seat":0,"bot":true}'
        now += 600_000
        await connection.hear(claim % 1)
        assert hear(ben, live, "refused")["code"] == "not-gone", "Anna thinks"
        await service.tables.close_screen(live, anna)
        now -= 1
        await connection.hear(claim % 2)
        assert hear(ben, live, "refused")["details"] == {"minutes": 10}
        now += 1
        await connection.hear(claim % 3)
        assert hear(ben, live, "done")["id"] == "3"
        assert isinstance(live.table.chairs[0], BotChair)
        standing = await service.store.find_standing(live.table.id, ANNA)
        assert standing.resigned == {0}, "a rematch asks her"
        await connection.hear(claim % 4)
        assert hear(ben, live, "refused")["code"] == "not-your-seat", "nobody sits there any more"
        await service.bot_turns.close()
        await service.store.close()

    asyncio.run(run())
