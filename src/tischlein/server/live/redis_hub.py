"""The hub for several processes. A file of its own, because a server that is alone need not load Redis."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from tischlein.server.metrics import STRANGE_NOTES

from .hub import Hub, Listener, Note, own_name

log = logging.getLogger(__name__)

CHANNEL = "tischlein"

BEAT = 0.5
"""Seconds between two signs of life."""

SILENCE = 2.0
"""Seconds without one after which a process is gone; if not even our own come back, Redis is."""

LONGEST_OUTBOX = 10_000
"""Notes that may wait for Redis; there are no more of them after it was away, but everybody looks by themselves."""


class RedisHub(Hub):
    """The others listen to the same Redis. It may be stopped, hang, and come back at any time; nobody waits for it."""

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=None)
        self._listening = False
        self._outbox: list[Note] = []
        self._news = asyncio.Event()
        self._heard: dict[str, float] = {}
        """When each of the others last gave a sign of life."""

    @property
    def reliable(self) -> bool:
        """Whether the connection stands."""
        return self._listening

    async def publish(self, note: Note) -> None:
        """Tell the others as soon as they can be reached."""
        if len(self._outbox) < LONGEST_OUTBOX:
            self._outbox.append(note)
        self._news.set()

    async def run(self, listener: Listener) -> None:
        """Listen and speak, and try again whenever Redis is away."""
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    speaking = asyncio.create_task(self._speak())
                    try:
                        await self._listen(subscription, listener)
                    finally:
                        speaking.cancel()
                        await asyncio.gather(speaking, return_exceptions=True)
            except (RedisError, OSError, TimeoutError) as error:
                log.warning("redis is away", extra={"reason": str(error)})
            finally:
                self._listening = False
            await asyncio.sleep(BEAT)

    async def _listen(self, subscription: PubSub, listener: Listener) -> None:
        await asyncio.wait_for(subscription.subscribe(CHANNEL), SILENCE)
        while True:
            message = await subscription.get_message(timeout=SILENCE)
            if message is None:
                raise TimeoutError("it says nothing")
            if message["type"] == "subscribe":
                self._listening = True
                self._heard = {own_name(): time.monotonic()}
                await self._look(listener)
                await self.publish(Note("", look=True))
            elif (note := _read(message["data"])) is not None:
                await self._hear(note, listener)

    async def _hear(self, note: Note, listener: Listener) -> None:
        self._heard[note.sender] = now = time.monotonic()
        if note.sender != own_name():
            await listener(note)
        gone = [name for name, heard in self._heard.items() if now - heard > SILENCE]
        for name in gone:
            del self._heard[name]
        if own_name() in gone:
            raise TimeoutError("it does not pass on what we say")
        if gone:  # they may have stored something and said nothing more
            await self._look(listener)

    async def _look(self, listener: Listener) -> None:
        await listener(Note("", look=True))

    async def _speak(self) -> None:
        """Send what waits, all at once, and a sign of life if nothing does."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), BEAT)
            self._news.clear()
            notes, self._outbox = self._outbox or [Note("")], []
            async with self._redis.pipeline(transaction=False) as pipe:
                for note in notes:
                    pipe.publish(CHANNEL, msgspec.json.encode(note))
                await pipe.execute()

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()


def _read(data: bytes) -> Note | None:
    try:
        return msgspec.json.decode(data, type=Note)
    except msgspec.DecodeError:
        STRANGE_NOTES.inc()
        log.warning("strange note", extra={"size": len(data)})
        return None
