"""Every message between a page and the server. docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from tischlein.core.game import Move, Seat, Setup
from tischlein.core.refusal import IllegalMove, Refusal
from tischlein.core.search import Variation
from tischlein.core.words import Detail
from tischlein.server.table.clock import ClockTerms
from tischlein.server.table.events import Ask, Event, MoveText
from tischlein.server.table.rights import Standing
from tischlein.server.table.table import AnyChair, Request, Result, Status, Table

Reaction: TypeAlias = Literal["hello", "thanks", "well-played", "oops", "thinking", "wow", "laugh", "bye"]

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
"""Without control characters: a database may refuse them."""

Ply: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]

LARGEST = 8192
"""Bytes of a frame from a client."""

# ---------------------------------------------------------------------- from the client


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Every message has an id and is answered with the same one."""

    id: Id


class Play(ClientMessage, frozen=True, tag="play"):
    """Play a move."""

    ply: Ply
    move: MoveText


class Check(ClientMessage, frozen=True, tag="check"):
    """Ask whether a move would be legal."""

    ply: Ply
    move: MoveText


class AskFor(ClientMessage, frozen=True, tag="ask"):
    """Ask the others."""

    what: Ask


class Answer(ClientMessage, frozen=True, tag="answer"):
    """Agree, or not."""

    yes: bool


class Resign(ClientMessage, frozen=True, tag="resign"):
    """Give up."""


class AskHint(ClientMessage, frozen=True, tag="hint"):
    """Ask what a bot would play."""


class Claim(ClientMessage, frozen=True, tag="claim"):
    """Go on without somebody who has been away for long on their turn: a bot plays on, or the game is over."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    bot: bool


class React(ClientMessage, frozen=True, tag="react"):
    """Say something without words."""

    reaction: Reaction


class Sync(ClientMessage, frozen=True, tag="sync"):
    """Ask for a snapshot if something happened since a version."""

    version: Annotated[int, Meta(ge=-1, le=1_000_000_000)]


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Ask whether the line is alive."""


AnyClientMessage: TypeAlias = Play | Check | AskFor | Answer | Resign | AskHint | Claim | React | Sync | Ping

# ---------------------------------------------------------------------- from the server


class Card(msgspec.Struct, frozen=True):
    """A table as everybody who knows it may see it."""

    id: str
    game: str
    variant: str
    options: dict[str, str]
    seats: list[AnyChair]
    status: Status
    public: bool
    clock: ClockTerms | None
    takebacks: bool
    hints: bool
    imported: bool
    local: bool
    ply: int
    to_move: Seat | None
    result: Result | None
    next: str | None
    created: int


class OwnCard(Card, frozen=True, kw_only=True):
    """A card for somebody: with the seats that they hold."""

    mine: list[Seat]
    resigned: list[Seat]
    """Seats that they gave up, and that bots play on: for a rematch they are asked, too."""


class Laid(msgspec.Struct, frozen=True):
    """A move of the past."""

    seat: Seat
    move: Move


class ClockFace(msgspec.Struct, frozen=True):
    """The clocks at the moment of sending."""

    left: list[int]
    running: Seat | None


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Who has a screen open."""

    seats: list[bool]
    onlookers: int


class Snapshot(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot"):
    """Everything that somebody at a table may know."""

    version: int
    you: Seat | None
    table: Card
    setup: Setup | None
    """For who has the rules; None where something is hidden."""
    ply: int
    view: msgspec.Raw
    legal: tuple[Move, ...] | None
    moves: list[Laid]
    clock: ClockFace | None
    request: Request | None
    result: Result | None
    presence: Presence
    waited: int
    """Milliseconds since the last thing happened here."""
    patience: int
    """After so many, whose turn it is counts as gone if they have no page open."""


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update"):
    """One event and what it changed."""

    version: int
    event: Event
    table: msgspec.Raw
    """A Card, written once for all screens."""
    ply: int
    legal: tuple[Move, ...] | None
    clock: ClockFace | None
    request: Request | None
    result: Result | None
    view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """Carried out, and stored if it changed anything."""

    id: str
    version: int


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Not carried out; nothing was changed."""

    id: str | None
    code: str
    source: str
    rule: str | None
    details: dict[str, Detail]


class Reacted(msgspec.Struct, frozen=True, tag_field="type", tag="reaction"):
    """Somebody said something without words."""

    seat: Seat
    reaction: Reaction


class Thinking(msgspec.Struct, frozen=True, tag_field="type", tag="thinking", omit_defaults=True):
    """A bot has used so much of its time."""

    seat: Seat
    share: float
    trouble: bool = False
    """Whether its workers died; it begins again."""


class Hint(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """What a bot would play; `lines` is null while it thinks."""

    id: str
    ply: int
    share: float
    lines: list[Variation] | None


class Analysis(msgspec.Struct, frozen=True, tag_field="type", tag="analysis"):
    """An analysis goes on; at 1 it can be fetched."""

    share: float


def show_card(table: Table) -> Card:
    """Return the card of a table."""
    return Card(*_describe(table))


def show_own_card(table: Table, standing: Standing) -> OwnCard:
    """Return the card for somebody."""
    mine, resigned = table.persons & standing.seats, table.resigned.keys() & standing.resigned
    return OwnCard(*_describe(table), mine=sorted(mine), resigned=sorted(resigned))


def _describe(table: Table) -> tuple[Any, ...]:
    """Return what a card says, in the order of its fields: there is one for each move."""
    setup, terms = table.match.setup, table.terms
    return (
        table.id,
        setup.game,
        setup.variant,
        dict(setup.options),
        table.chairs,
        table.status,
        terms.public,
        terms.clock,
        terms.takebacks,
        terms.hints,
        terms.imported,
        terms.local,
        table.match.ply,
        table.to_move,
        table.result,
        table.next,
        terms.created,
    )


def show_refusal(refusal: Refusal, request_id: str | None) -> Refused:
    """Return a refusal as it is sent."""
    rule = refusal.rule if isinstance(refusal, IllegalMove) else None
    source = refusal.package.removeprefix("tischlein.")
    return Refused(request_id, refusal.code, source, rule, dict(refusal.details))
