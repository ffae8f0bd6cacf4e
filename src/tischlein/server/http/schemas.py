"""What is sent over HTTP: requests that come in, and cards that go out."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from tischlein.core.game import Json
from tischlein.core.words import Detail
from tischlein.server.table.events import Brought

Text: TypeAlias = Annotated[str, Meta(max_length=100)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]


class Addresses(msgspec.Struct, frozen=True):
    """Where this server is found in the local network; empty if it does not listen there."""

    addresses: list[str]


class OptionCard(msgspec.Struct, frozen=True):
    """An option of the rules; the first value is the default.

    Where `each` is not 0, every seat chooses so many of the values, nobody what another has, and the option is one
    text: all that were chosen, seat by seat, with blanks between.
    """

    id: str
    values: list[str]
    each: int = 0


class VariantCard(msgspec.Struct, frozen=True):
    """A way to play a game; the usual number of seats first."""

    id: str
    seats: list[int]
    options: list[OptionCard]


class GameCard(msgspec.Struct, frozen=True):
    """A game and everything that can be chosen."""

    id: str
    title: str
    secret: bool
    draws: bool
    variants: list[VariantCard]
    levels: list[float]
    """The seconds that each level may take for a move."""
    formats: list[str]
    sees: dict[str, list[str]]
    """By language: a sentence for each level that says what it sees; empty where the game has none."""


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit somewhere."""

    kind: Literal["me", "open", "bot"]
    name: Text = ""
    level: Text = ""


class ClockRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time for everybody."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class TableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to set up."""

    game: Text
    seats: Annotated[list[SeatRequest], Meta(max_length=8)]
    variant: Text | None = None
    options: Annotated[dict[Text, Text], Meta(max_length=20)] = {}
    first: SeatNumber | None = None
    public: bool = False
    clock: ClockRequest | None = None
    takebacks: bool = True
    hints: bool = True


class BringRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happened at a table on its host's own device."""

    record: Annotated[str, Meta(max_length=20_000)]
    seats: Annotated[list[SeatRequest], Meta(max_length=8)]
    takebacks: bool = True
    hints: bool = True
    since: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    events: Annotated[list[Brought], Meta(max_length=1000)] = []


class Kept(msgspec.Struct, frozen=True):
    """How much of a game on a device is known here, and whether somebody looks on."""

    version: int
    watched: bool


class TakeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to take."""

    name: Text = ""
    token: Text | None = None


class BotRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to put on a seat."""

    level: Text


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What opens a seat, or the right to watch."""

    token: Text


class Key(msgspec.Struct, frozen=True):
    """The secret that tells who somebody is."""

    key: str


class Position(msgspec.Struct, frozen=True):
    """A position of a game as a seat saw it."""

    ply: int
    view: dict[str, Json]


class RecordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to import."""

    text: Annotated[str, Meta(max_length=50_000)]
    format: Text = "record"
    name: Text = ""


class RefusedRequest(msgspec.Struct, frozen=True):
    """Why a request was not carried out; nothing was changed."""

    code: str
    source: str
    rule: str | None
    details: dict[str, Detail]
