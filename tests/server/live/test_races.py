"""A right ends with the seat, also for what was on its way when the seat changed hands."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.server.services import Postgres
from tischlein.core.registry import find_game
from tischlein.server.app import create_interface
from tischlein.server.live.live_table import Live
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.socket.connection import Connection
from tischlein.server.store import Held, Store
from tischlein.server.store.migrate import migrate
from tischlein.server.store.store import WATCH
from tischlein.server.table.rights import Standing
from tischlein.server.table.table import Person, Terms
from tischlein.server.visitors.keys import hash_secret, new_sealed

pytestmark = pytest.mark.compiled

BEN = b"b" * 32


class LateStore(Store):
    """Tells who somebody is only after something else has happened, as a database with many connections may."""

    meanwhile: asyncio.Event | None = None

    async def find_standing(self, table_id: str, key: bytes) -> Standing:
        standing = await super().find_standing(table_id, key)
        if self.meanwhile is not None:
            await self.meanwhile.wait()
        return standing


@contextlib.asynccontextmanager
async def one_table(folder: Path) -> AsyncIterator[tuple[Service, Live, str]]:
    """A table whose first seat is Anna's, and her key."""
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    service = Service(Settings(database=url, bot_workers=0))
    service.store = service.tables.store = LateStore(url)
    await prepare_database(service.store)
    key = new_sealed(service.seal)
    setup = find_game("planken").setup(seats=2, seed=1, first=0)
    terms = Terms((Person("Anna"), Person("")), 0)
    yield service, await service.tables.create(setup, terms, [Held(0, hash_secret(key))]), key
    await service.store.close()


async def hand_on(service: Service, live: Live) -> None:
    """Let Ben sit down in Anna's place."""
    await service.tables.act(live, "take:x", lambda table, _: table.take_over(0, "Ben"), BEN)


def test_a_message_that_waits_while_its_seat_is_handed_on_is_refused(tmp_path: Path) -> None:
    async def run() -> None:
        async with one_table(tmp_path) as (service, live, key):
            screen = await service.tables.open_screen(live, 0)
            connection = Connection(service, live, screen, hash_secret(key))
            messages = ('{"type":"resign","id":"1"}', '{"type":"ask","id":"2","what":"draw"}')
            await asyncio.gather(hand_on(service, live), *map(connection.hear, messages))
            answers = [json.loads(one) for one in screen.take_messages(live)]
            assert [one["code"] for one in answers if one["type"] == "refused"] == ["not-your-seat"] * 2, answers
            assert (live.table.chairs[0], live.table.request) == (Person("Ben"), None)

    asyncio.run(run())


def test_who_somebody_is_is_told_as_it_is_when_it_is_told(tmp_path: Path) -> None:
    async def run() -> None:
        async with one_table(tmp_path) as (service, live, key):
            service.store.meanwhile = asyncio.Event()  # type: ignore[attr-defined]
            asked = asyncio.create_task(service.find_standing(live, hash_secret(key)))
            await asyncio.sleep(0)
            await hand_on(service, live)
            service.store.meanwhile.set()  # type: ignore[attr-defined]
            assert (await asked).seats == frozenset()

    asyncio.run(run())


def test_nobody_leaves_a_seat_for_who_has_it_now(tmp_path: Path) -> None:
    async def run() -> None:
        async with one_table(tmp_path) as (service, live, key):
            transport = httpx.ASGITransport(create_interface(service))  # type: ignore[arg-type]
            headers = {"Authorization": f"Bearer {key}"}
            async with httpx.AsyncClient(transport=transport, base_url="http://x", headers=headers) as client:
                async with live.lock:
                    handing = asyncio.create_task(hand_on(service, live))  # first in the row
                    await asyncio.sleep(0)
                    leaving = asyncio.create_task(client.delete(f"/api/tables/{live.table.id}/seats/0"))
                    while len(live.lock._waiters or ()) < 2:
                        await asyncio.sleep(0.001)
                await handing
                assert (await leaving).json()["code"] == "not-your-seat"
            assert live.table.chairs[0] == Person("Ben")

    asyncio.run(run())


def test_a_link_needs_the_right_when_it_is_stored(tmp_path: Path, postgres: Postgres) -> None:
    async def run(url: str) -> None:
        store = Store(url)
        await migrate(store.database)
        service = Service(Settings(database=url, bot_workers=0))
        setup = find_game("planken").setup(seats=2, seed=1, first=0)
        host, anna = b"h" * 32, b"a" * 32
        terms, holds = Terms((Person("Anna"), Person("")), 0), [Held(0, anna), Held(WATCH, host, "host")]
        live = await service.tables.create(setup, terms, holds)
        table = live.table.id
        assert [await store.set_link(table, seat, b"t" * 32, anna) for seat in (0, 1, WATCH)] == [True, False, True]
        assert [await store.set_link(table, seat, b"t" * 32, host) for seat in (0, WATCH)] == [False, True]
        await hand_on(service, live)
        assert [await store.set_link(table, seat, b"t" * 32, anna) for seat in (0, WATCH)] == [False, False]
        assert not await store.is_link(table, 0, b"t" * 32), "what led to the seat before leads nowhere"
        await service.store.close()
        await store.close()

    asyncio.run(run(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    asyncio.run(run(postgres.new_database()))
