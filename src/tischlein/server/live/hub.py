"""Telling the other processes: the database is the truth, the hub only wakes.

A message that gets lost costs delay and nothing else: whoever listens also looks into the database now and then.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

_names: dict[int, str] = {}


def own_name() -> str:
    """Return the name of this process among those that share a database; one that was forked has a name of its own."""
    return _names.setdefault(os.getpid(), secrets.token_hex(8))


class Note(msgspec.Struct, frozen=True):
    """What one process tells the others about a table: a new version, or a message for its screens."""

    table: str
    """Empty if the note says nothing but that its sender is there."""
    sender: str = msgspec.field(default_factory=own_name)
    version: int | None = None
    message: str | None = None
    """JSON. Something that passes: a reaction, or that a bot thinks. Everybody at the table may see it."""
    present: list[int] | None = None
    """The seats (-1: onlookers) that have a screen open at the sender."""
    asks: bool = False
    """Whether the others should say who is present."""
    look: bool = False
    """Whether notes may have been lost, and everybody should look into the database."""


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


class LocalHub(Hub):
    """There are no others."""

    reliable = True

    async def run(self, listener: Listener) -> None:
        """Wait for nobody."""
        await asyncio.Event().wait()

    async def publish(self, note: Note) -> None:
        """Tell nobody."""
