"""The hub for several processes. A file of its own, because a server that is alone need not load Redis."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tischlein.server.metrics import STRANGE_NOTES

from .hub import PROCESS, Hub, Listener, Note

log = logging.getLogger(__name__)

CHANNEL = "tischlein"


class RedisHub(Hub):
    """The others listen to the same Redis. It may be stopped and started at any time."""

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=None)
        self._listening = False

    @property
    def reliable(self) -> bool:
        """Whether the connection stands."""
        return self._listening

    async def run(self, listener: Listener) -> None:
        """Listen, and try again whenever Redis is away."""
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    async for message in subscription.listen():
                        if message["type"] == "subscribe":
                            self._listening = True
                        elif (note := _read(message["data"])) is not None and note.sender != PROCESS:
                            await listener(note)
            except (RedisError, OSError) as error:
                log.warning("redis is away", extra={"reason": str(error)})
            finally:
                self._listening = False
            await asyncio.sleep(0.5)

    async def publish(self, note: Note) -> None:
        """Tell the others, if they can be reached."""
        if not self._listening:
            return
        try:
            await self._redis.publish(CHANNEL, msgspec.json.encode(note))
        except (RedisError, OSError) as error:
            log.warning("redis is away", extra={"reason": str(error)})

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
