"""What can happen at a table. A table is the sum of its events; they are stored, and sent as they are stored.

Everything in an event is open to everybody at the table.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from tischlein.core.game import Move, Seat

MoveText: TypeAlias = Annotated[Move, Meta(max_length=200)]
"""What devices bring is read as it is stored, so its bounds stand here; seats and plies are judged."""

Ask: TypeAlias = Literal["takeback", "draw", "rematch", "newcomers"]


class Happening(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that a seat did, or that happened to it."""

    seat: Seat


class Took(Happening, frozen=True, tag="took"):
    """Somebody sat down, on an open chair or in place of who sat there before."""

    name: str


class Left(Happening, frozen=True, tag="left"):
    """Somebody stood up."""


class BotSat(Happening, frozen=True, tag="bot"):
    """A bot sat down, or changed its level."""

    level: str


class Played(Happening, frozen=True, tag="played"):
    """A move; plies count from 1."""

    ply: int
    move: MoveText


class Asked(Happening, frozen=True, tag="asked"):
    """A request to the others. With nobody in `needs` it is granted at once."""

    what: Ask
    needs: Annotated[tuple[Seat, ...], Meta(max_length=16)]
    ply: int
    """How many moves stay if a takeback is granted."""
    next: Annotated[str, Meta(max_length=32)] | None = None
    """The table of the rematch, once it is granted."""


class Answered(Happening, frozen=True, tag="answered"):
    """The word of one who was asked."""

    yes: bool
    next: str | None = None


class Resigned(Happening, frozen=True, tag="resigned"):
    """Somebody gave up."""


class Flagged(Happening, frozen=True, tag="flagged"):
    """Somebody ran out of time."""


class Credited(Happening, frozen=True, tag="credited"):
    """The server was away, and the time is given back to whose clock was running."""

    ms: int


class Gone(Happening, frozen=True, tag="gone"):
    """Somebody was away for long, and the others go on without them: a bot plays on, or the game is over."""

    bot: bool


class Closed(Happening, frozen=True, tag="closed"):
    """Who runs the server has ended the game; the seat is -1."""


Event: TypeAlias = Took | Left | BotSat | Played | Asked | Answered | Resigned | Flagged | Credited | Gone | Closed


Brought: TypeAlias = Played | Asked | Resigned
"""What can happen at a device that plays a table by itself."""


class Entry(msgspec.Struct, frozen=True):
    """An event as it stands in a table's history."""

    version: int
    """1 for the first event of a table, then without a gap."""
    at: int
    """Milliseconds since 1970, by the clock of the server that stored it."""
    request: str
    """Which request of whom led to it, so that the same request is never carried out twice."""
    event: Event
