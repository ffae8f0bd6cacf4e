"""What is sent over HTTP: wishes that come in, and cards that go out."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from tischlein.core.game import Json
from tischlein.core.words import Detail

Text: TypeAlias = Annotated[str, Meta(max_length=100)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]


class OptionCard(msgspec.Struct, frozen=True):
    """An option of the rules; the first value is the default."""

    id: str
    values: list[str]


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


class SeatWish(msgspec.Struct, frozen=True):
    """Who shall sit somewhere."""

    kind: Literal["me", "open", "bot"]
    name: Text = ""
    level: Text = ""


class ClockWish(msgspec.Struct, frozen=True):
    """Time for everybody."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class TableWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to set up."""

    game: Text
    seats: Annotated[list[SeatWish], Meta(max_length=8)]
    variant: Text | None = None
    options: Annotated[dict[Text, Text], Meta(max_length=20)] = {}
    first: SeatNumber | None = None
    public: bool = False
    clock: ClockWish | None = None
    takebacks: bool = True
    hints: bool = True


class TakeWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to take."""

    name: Text = ""
    token: Text | None = None


class BotWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class RecordWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
