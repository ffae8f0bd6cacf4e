"""Telling the other processes: the database is the truth, the hub only wakes.

A message that gets lost costs delay and nothing else: whoever listens also looks into the database now and then.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

PROCESS = secrets.token_hex(8)
"""The name of this process among those that share a database."""

CHANNEL = "tischlein"


class Note(msgspec.Struct, frozen=True):
    """What one process tells the others about a table: a new version, or a message for its screens."""

    table: str
    sender: str = PROCESS
    version: int | None = None
    message: msgspec.Raw | None = None
    """Something that passes: a reaction, or that a bot thinks. Everybody at the table may see it."""
    present: list[int] | None = None
    """The seats (-1: onlookers) that have a screen open at the sender."""
    asks: bool = False
    """Whether the others should say who is present."""


Listener: TypeAlias = Callable[[Note], Awaitable[None]]


class Hub(ABC):
    """A way to the other processes."""

    @property
    @abstractmethod
    def reliable(self) -> bool:
        """Whether notes arrive at present; otherwise one must look into the database often."""

    @abstractmethod
    async def run(self, listener: Listener) -> None:
        """Pass on what the others say, until cancelled."""

    @abstractmethod
    async def publish(self, note: Note) -> None:
        """Tell the others. Never fails: if nobody can be reached, nobody is told."""

    async def close(self) -> None:
        """Let go."""
        return


class LonelyHub(Hub):
    """There are no others."""

    reliable = True

    async def run(self, listener: Listener) -> None:
        """Wait for nobody."""
        await asyncio.Event().wait()

    async def publish(self, note: Note) -> None:
        """Tell nobody."""


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
        log.warning("strange note", extra={"size": len(data)})
        return None
