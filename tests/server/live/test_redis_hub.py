"""The way to the other processes, over a real Redis that hangs, and with others that fall silent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from redis.asyncio import Redis

from tests.server.client import Visitor
from tests.server.process import Server, prepared
from tests.server.services import RedisServer
from tischlein.server.live.hub import Note, own_name
from tischlein.server.live.redis_hub import CHANNEL, RedisHub

pytestmark = [pytest.mark.compiled, pytest.mark.faults]


class Listener:
    """Somebody who hears notes."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[Note] = asyncio.Queue()

    async def hear(self, note: Note) -> None:
        await self._heard.put(note)

    async def until(self, wanted: Callable[[Note], object]) -> Note:
        async with asyncio.timeout(60):
            while not wanted(note := await self._heard.get()):
                pass
        return note


@asynccontextmanager
async def running(redis: RedisServer) -> AsyncIterator[tuple[RedisHub, Listener]]:
    """A hub that stands: after the first connection it has been told to look."""
    hub, listener = RedisHub(redis.url), Listener()
    task = asyncio.create_task(hub.run(listener.hear))
    await listener.until(lambda note: note.look)
    try:
        yield hub, listener
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await hub.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def run(redis: RedisServer, work: Callable[[RedisHub, Listener, Redis], Awaitable[None]]) -> None:
    async def with_hub() -> None:
        async with running(redis) as (hub, listener), Redis.from_url(redis.url) as other:
            await work(hub, listener, other)

    asyncio.run(with_hub())


def test_who_falls_silent_may_have_stored_something(redis: RedisServer) -> None:
    """A process that was killed between storing and telling: the others look by themselves, and soon."""

    async def work(hub: RedisHub, listener: Listener, other: Redis) -> None:
        await other.publish(CHANNEL, msgspec.json.encode(Note("t", sender="killed", version=3)))
        assert (await listener.until(lambda note: note.table == "t")).version == 3
        await listener.until(lambda note: note.look)
        assert hub.reliable

    run(redis, work)


def test_what_is_said_before_the_connection_stands_is_not_lost(redis: RedisServer) -> None:
    async def work(hub: RedisHub, listener: Listener, other: Redis) -> None:
        async with other.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            young = RedisHub(redis.url)
            await young.publish(Note("early", version=1))
            task = asyncio.create_task(young.run(Listener().hear))
            async with asyncio.timeout(60):
                while True:
                    message = await subscription.get_message(timeout=1)
                    if message and b'"early"' in bytes(str(message["data"]), "utf-8"):
                        break
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await young.close()

    run(redis, work)


def test_a_redis_that_hangs_is_noticed_and_looked_for_again(redis: RedisServer) -> None:
    async def work(hub: RedisHub, listener: Listener, _: Redis) -> None:
        redis.pause()
        try:
            async with asyncio.timeout(1):
                await hub.publish(Note("t", version=1))
            await until(lambda: not hub.reliable)
        finally:
            redis.resume()
        await listener.until(lambda note: note.look)
        assert hub.reliable

    run(redis, work)


def test_nobody_waits_for_a_redis_that_hangs(folder: Path, redis: RedisServer) -> None:
    """A move is acknowledged as if nothing were wrong: Redis only wakes the others."""
    server = Server(folder, redis=redis.url, bot_workers=0).start()
    visitor = Visitor(server.address)
    card = visitor.create("planken", "me", "me", first=0)

    async def play() -> None:
        async with visitor.sit(card["id"], 0) as screen:
            redis.pause()
            try:
                async with asyncio.timeout(20):
                    assert (await screen.play())["type"] == "done"
            finally:
                redis.resume()

    asyncio.run(play())
    server.stop()
    assert "Traceback" not in server.log.read_text()


def test_processes_that_were_forked_from_one_have_names_of_their_own() -> None:
    """Or each would take the other's notes for its own, and hear nothing."""

    def ask() -> str:
        with ProcessPoolExecutor(1, mp_context=prepared()) as pool:
            return pool.submit(own_name).result()

    assert len({own_name(), ask(), ask()}) == 3
