"""The HTTP interface. docs/protocol.md explains it; the OpenAPI description is made from here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.resources import files
from typing import Any, TypeAlias

from litestar import Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody

from tischlein.bots.levels import describe_levels, levels_of
from tischlein.core.game import Game, Seat
from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup, Refusal
from tischlein.core.registry import find_game, game_ids
from tischlein.core.words import LANGUAGES
from tischlein.server.live.analyses import AnalysisState
from tischlein.server.live.live_table import Live
from tischlein.server.live.messages import OwnCard, show_own_card
from tischlein.server.live.tables import Proposal, judge
from tischlein.server.service import Service
from tischlein.server.store import Held
from tischlein.server.store.store import WATCH
from tischlein.server.table.clock import ClockTerms
from tischlein.server.table.events import Entry, Event, Played
from tischlein.server.table.names import clean_name, shorten_name
from tischlein.server.table.rights import Role, Standing
from tischlein.server.table.table import (
    AnyChair,
    BotChair,
    Open,
    Person,
    Table,
    Terms,
    check_level,
    level_names,
    refuse,
)
from tischlein.server.visitors.keys import hash_secret, is_id, name_taking, new_sealed, new_secret, new_table_id
from tischlein.server.visitors.visitor import Visitor, new_key

from .addresses import find_addresses, is_here
from .parameters import (
    FormatAsked,
    GameInPath,
    LanguageAsked,
    LanguageInPath,
    PlyInPath,
    SeatAsked,
    SeatInPath,
    TableId,
)
from .schemas import (  # fmt: skip
    Addresses,
    BotRequest,
    BringRequest,
    GameCard,
    Kept,
    Key,
    OptionCard,
    Position,
    RecordRequest,
    RefusedRequest,
    SeatRequest,
    TableRequest,
    TakeRequest,
    Token,
    VariantCard,
)

AnyRequest: TypeAlias = Request[Any, Any, Any]
Served: TypeAlias = NamedDependency[Service]
LISTED = 50
MOST_MOVES = 1000
"""Of a game that is brought along; none that people play is half as long."""
EVENTS_A_CHANGE = 50
"""Events from a device that count like one more request."""
LETTERS_A_CHANGE = 2_000
"""Letters to keep that count like one more request."""

QUESTION = {"question": True}
"""Marks what changes nothing and takes some work; it is limited, though not like what changes something."""

REFUSED = {
    status: ResponseSpec(RefusedRequest, description=meaning, generate_examples=False)
    for status, meaning in {
        400: "The request makes no sense.", 401: "A key is needed.", 403: "Not yours.", 404: "There is no such thing.",
        409: "Not now.", 413: "Too large.", 429: "Too fast.", 503: "The database is away.",
    }.items()
}  # fmt: skip
"""What every request may be answered with instead."""

# ---------------------------------------------------------------------- games


@get("/api/games", summary="All games", responses=REFUSED)
async def list_games() -> list[GameCard]:
    """Return every game with its variants, options, levels and formats."""
    return all_games()


def all_games() -> list[GameCard]:
    """Return the cards of all games."""
    return [_show_game(find_game(game_id)) for game_id in game_ids()]


@get(
    "/api/games/{game:str}/rules/{language:str}", summary="A rules page", media_type="text/markdown", responses=REFUSED
)
async def read_rules(game: GameInPath, language: LanguageInPath) -> str:
    """Return the rules of a game as Markdown."""
    package = f"tischlein.games.{find_game(game).id}"
    return files(package).joinpath(f"rules.{language}.md").read_text(encoding="utf-8")


def _show_game(game: Game) -> GameCard:
    variants = [
        VariantCard(
            one.id, list(one.seats), [OptionCard(option.id, list(option.values), option.each) for option in one.options]
        )
        for one in game.variants.values()
    ]
    levels = [level.seconds for level in levels_of(game)]
    formats = ["record", "svg", *(ending.removeprefix(".") for ending in game.formats)]
    sees = {language: describe_levels(game, language) for language in LANGUAGES}
    return GameCard(game.id, game.title, game.secret, game.draws, variants, levels, formats, sees)


# ---------------------------------------------------------------------- tables


@get("/api/addresses", summary="Where others in the local network find this server", responses=REFUSED)
async def list_addresses(request: AnyRequest, service: Served) -> Addresses:
    """Return addresses for links, to whoever asks from this machine; nobody else needs to know them."""
    settings = service.settings
    here = is_here(Visitor.read(request.scope).address)
    found = await asyncio.to_thread(find_addresses, settings.host) if here else []
    return Addresses([f"{request.url.scheme}://{host}:{settings.port}" for host in found])


@post("/api/key", summary="A key for a program", responses=REFUSED)
async def make_key(service: Served) -> Key:
    """Return a new key. It is known to nobody else and opens nothing yet; nobody can choose one."""
    return Key(new_sealed(service.seal))


@put("/api/key", status_code=200, summary="A key for a browser, as a cookie", responses=REFUSED)
async def keep_key(request: AnyRequest, service: Served) -> Response[None]:
    """Give a browser its key before it brings games: if an answer is lost, they must not belong to nobody."""
    return Response(None, cookies=(await key_or_new(service, request))[1])


@get("/api/tables", summary="Public tables with an open seat, or the own ones", opt=QUESTION, responses=REFUSED)
async def list_tables(request: AnyRequest, service: Served, mine: FromQuery[bool] = False) -> list[OwnCard]:
    """Return the cards, newest first."""
    key = read_key(request)
    if mine:
        found = [] if key is None else await service.store.list_held(key, LISTED)
    else:
        found = await service.store.list_open(LISTED)
    return [await _show(service, await service.tables.find(table_id), key) for table_id in found]


@post("/api/tables", summary="Set up a table", responses=REFUSED)
async def create_table(request: AnyRequest, service: Served, data: JSONBody[TableRequest]) -> Response[OwnCard]:
    """Set up a table; the game starts at once if no seat is open."""
    game = find_game(data.game)
    setup = game.setup(data.variant, len(data.seats), data.options, None, data.first)
    game.start(setup)  # a few options do not go with every number of seats
    chairs = tuple(_seat(game, one) for one in data.seats)
    clock = None if data.clock is None else ClockTerms(data.clock.seconds, data.clock.increment)
    terms = Terms(chairs, service.tables.now(), data.public, clock, data.takebacks, data.hints)
    own = [seat for seat, one in enumerate(data.seats) if one.kind == "me"]
    key, cookies = await key_or_new(service, request)
    holds = [Held(WATCH, key, "host"), *(Held(seat, key) for seat in own)]
    live = await service.tables.create(setup, terms, holds, client=Visitor.read(request.scope).network)
    return Response(await _show(service, live, key), status_code=201, cookies=cookies)


@get("/api/tables/{table_id:str}", summary="A table", responses=REFUSED)
async def show_table(request: AnyRequest, service: Served, table_id: TableId) -> OwnCard:
    """Return the card of a table."""
    return await _show(service, await service.tables.find(table_id), read_key(request))


@put("/api/tables/{table_id:str}", summary="Bring a game from the own device", responses=REFUSED)
async def bring_table(
    request: AnyRequest, service: Served, table_id: TableId, data: JSONBody[BringRequest]
) -> Response[Kept]:
    """Set up a table that is played at the host's own device, or let happen what has happened there since."""
    network = Visitor.read(request.scope).network
    if not service.changes.take(network, len(data.events) / EVENTS_A_CHANGE):
        raise refuse("too-fast")
    key, cookies = await key_or_new(service, request)
    try:
        live = await service.tables.find(table_id)
    except Refusal as refusal:
        if refusal.code != "no-such-table":
            raise
        live = await _bring_new(service, table_id, data, key, network)
        return Response(_show_kept(live), status_code=201, cookies=cookies)
    await service.check_right(live, key, "bring")
    if not live.table.terms.local:
        raise refuse("taken-over")
    await service.tables.bring(live, data.since, data.events)
    return Response(_show_kept(live))


async def _bring_new(service: Service, table_id: str, data: BringRequest, key: bytes, client: str) -> Live:
    if not is_id(table_id) or len(table_id) < len(new_table_id()):
        raise refuse("no-such-table", table=table_id[:32])
    if data.since:
        raise refuse("missing-events", version=0)
    record = Record.parse(data.record)
    setup, game, now = record.setup, find_game(record.setup.game), service.tables.now()
    if record.moves or len(data.seats) != setup.seats:
        raise BadSetup("tischlein.core", "bad-setup", field="seats", value=len(data.seats), allowed=setup.seats)
    chairs = tuple(_seat(game, one) for one in data.seats)
    if any(isinstance(chair, Open) for chair in chairs):
        raise BadSetup("tischlein.core", "bad-setup", field="seats", value="open", allowed="me, bot")
    terms = Terms(chairs, now, takebacks=data.takebacks, hints=data.hints, local=True)
    table = Table(table_id, setup, terms)
    steps = await judge(table, data.events, now)
    entries, after = tuple(entry for entry, _ in steps), steps[-1][1] if steps else table
    own = [Held(seat, key, "resigned" if seat in after.resigned else "seat") for seat in table.persons]
    return await service.tables.add(after, [Held(WATCH, key, "host"), *own], entries, client)


def _show_kept(live: Live) -> Kept:
    return Kept(live.table.version, bool(live.screens or live.elsewhere))


@put("/api/tables/{table_id:str}/seats/{seat:int}", summary="Take a seat", responses=REFUSED)
async def take_seat(
    request: AnyRequest, service: Served, table_id: TableId, seat: SeatInPath, data: JSONBody[TakeRequest]
) -> Response[OwnCard]:
    """Sit down on an open seat; with the token of its link, in place of who sits there."""
    live = await service.tables.find(table_id)
    key, cookies = await key_or_new(service, request)
    if data.token is None:
        standing, take = await service.check_right(live, key, "take-seat"), Table.take
    else:
        roles = [Role.INVITED] if await _is_link(service, live, seat, data.token) else []
        standing, take = await service.check_right(live, key, "use-seat-link", *roles), Table.take_over
    if live.table.game.secret and live.table.status == "playing" and standing.has_seen(other_than=seat):
        raise refuse("seen-from-elsewhere")
    take(live.table, seat, data.name)  # what cannot be done does not use up the link
    sit_down = _unless_handed_on(live, seat, lambda table: take(table, seat, data.name))
    if data.token is not None and not await service.store.use_link(table_id, seat, hash_secret(data.token)):
        raise refuse("bad-link")
    await service.tables.act(live, name_taking(key), sit_down, key)
    return Response(await _show(service, live, key), cookies=cookies)


@delete("/api/tables/{table_id:str}/seats/{seat:int}", status_code=200, summary="Leave a seat", responses=REFUSED)
async def leave_seat(request: AnyRequest, service: Served, table_id: TableId, seat: SeatInPath) -> OwnCard:
    """Stand up; the seat is open again, on every device."""
    live = await service.tables.find(table_id)
    _check_own(seat, await service.check_right(live, read_key(request), "leave-seat"))
    leave = _unless_handed_on(live, seat, lambda table: table.leave(seat))
    await service.tables.act(live, f"leave:{new_secret()}", leave)
    return await _show(service, live, read_key(request))


@put("/api/tables/{table_id:str}/seats/{seat:int}/bot", summary="Put a bot on a seat", responses=REFUSED)
async def seat_bot(
    request: AnyRequest, service: Served, table_id: TableId, seat: SeatInPath, data: JSONBody[BotRequest]
) -> OwnCard:
    """Fill an open seat with a bot, or change its level before the start."""
    live = await service.tables.find(table_id)
    await service.check_right(live, read_key(request), "seat-bot")
    live.client = live.client or Visitor.read(request.scope).network
    await service.tables.act(live, f"bot:{new_secret()}", lambda table, _: table.seat_bot(seat, data.level))
    return await _show(service, live, read_key(request))


@post("/api/tables/{table_id:str}/seats/{seat:int}/link", summary="A link to a seat", responses=REFUSED)
async def link_seat(request: AnyRequest, service: Served, table_id: TableId, seat: SeatInPath) -> Token:
    """Return a new token that passes this seat on, once; the former one stops working."""
    live = await service.tables.find(table_id)
    _check_own(seat, await service.check_right(live, read_key(request), "link-seat"))
    return await _new_link(service, table_id, seat, read_key(request))


@post("/api/tables/{table_id:str}/watch", summary="A watch link", responses=REFUSED)
async def link_watch(request: AnyRequest, service: Served, table_id: TableId) -> Token:
    """Return a new token that lets others watch; the former one stops working."""
    live = await service.tables.find(table_id)
    await service.check_right(live, read_key(request), "link-watch")
    return await _new_link(service, table_id, WATCH, read_key(request))


@put("/api/tables/{table_id:str}/watch", summary="Watch with a watch link", responses=REFUSED)
async def watch_table(
    request: AnyRequest, service: Served, table_id: TableId, data: JSONBody[Token]
) -> Response[OwnCard]:
    """Get the right to watch a table."""
    live = await service.tables.find(table_id)
    roles = [Role.INVITED] if await _is_link(service, live, WATCH, data.token) else []
    key, cookies = await key_or_new(service, request)
    await service.check_right(live, key, "use-watch-link", *roles)
    await service.store.let_watch(table_id, key)
    return Response(await _show(service, live, key), cookies=cookies)


# ---------------------------------------------------------------------- games of the past


@get("/api/tables/{table_id:str}/positions/{ply:int}", summary="A position on the way", responses=REFUSED)
async def show_position(
    request: AnyRequest,
    service: Served,
    table_id: TableId,
    ply: PlyInPath,
    seat: SeatAsked = None,
) -> Position:
    """Return a position as it was seen then: by the own seat, or, when the game is over, by any."""
    live = await service.tables.find(table_id)
    if seat is not None and seat not in range(live.table.seats):
        raise refuse("no-such-seat", seat=seat)
    standing = await service.check_right(live, read_key(request), "position" if seat is None else "position-as-seat")
    if seat is not None and live.table.status != "over":
        _check_own(seat, standing)
    return Position(ply, live.table.view(seat, ply))


@get(
    "/api/tables/{table_id:str}/record", summary="A finished game", media_type="text/plain", opt=QUESTION,
    responses=REFUSED,
)  # fmt: skip
async def export_record(
    request: AnyRequest,
    service: Served,
    table_id: TableId,
    format: FormatAsked = "record",  # noqa: A002 - the name in the address
    language: LanguageAsked = "en",
) -> Response[str]:
    """Return a finished game as text, as a picture, or in another program's format."""
    live = await service.tables.find(table_id)
    await service.check_right(live, read_key(request), "record")
    table = live.table
    others = {ending.removeprefix("."): other for ending, other in table.game.formats.items()}
    if format == "svg":
        picture = table.match.state.svg(language=language)
        return Response(picture, media_type="image/svg+xml")
    if format not in ("record", *others):
        allowed = ", ".join(["record", "svg", *others])
        raise refuse("no-such-format", game=table.game.title, format=format, allowed=allowed)
    text = table.record.text() if format == "record" else others[format].write(table.record)
    headers = {"Content-Disposition": f'attachment; filename="{table.id}.{format}"'}
    return Response(text, media_type="text/plain", headers=headers)


@post("/api/records", summary="Import a game", responses=REFUSED)
async def import_record(request: AnyRequest, service: Served, data: JSONBody[RecordRequest]) -> Response[OwnCard]:
    """Open a game that was played elsewhere; if it is not over, the sender can play on for all seats.

    The table is marked for everybody as imported, because the sender may have chosen the deal.
    """
    record = _read_record(data)
    chairs = tuple(_read_chair(record, seat, data.name) for seat in range(record.setup.seats))
    now = service.tables.now()
    played = zip(record.states(), record.moves, strict=False)
    entries = tuple(
        Entry(ply, now, f"import:{ply}", Played(state.to_move or 0, ply, state.canonical(move)))
        for ply, (state, move) in enumerate(played, start=1)
    )
    key, cookies = await key_or_new(service, request)
    holds = [Held(WATCH, key, "host"), *(Held(seat, key) for seat in range(record.setup.seats))]
    terms, client = Terms(chairs, now, imported=True), Visitor.read(request.scope).network
    live = await service.tables.create(record.setup, terms, holds, entries, client)
    return Response(await _show(service, live, key), status_code=201, cookies=cookies)


@post("/api/tables/{table_id:str}/analysis", status_code=202, summary="Analyse a finished game", responses=REFUSED)
async def begin_analysis(request: AnyRequest, service: Served, table_id: TableId) -> AnalysisState:
    """Start the analysis of a finished game, or tell how far it is."""
    live = await service.tables.find(table_id)
    await service.check_right(live, read_key(request), "begin-analysis")
    return await service.analyses.begin(live, Visitor.read(request.scope).network)


@get("/api/tables/{table_id:str}/analysis", summary="How far the analysis is", responses=REFUSED)
async def show_analysis(request: AnyRequest, service: Served, table_id: TableId) -> AnalysisState:
    """Return the share that is done, and the moves when all is."""
    live = await service.tables.find(table_id)
    await service.check_right(live, read_key(request), "show-analysis")
    return await service.analyses.look(live)


HANDLERS: list[HTTPRouteHandler] = [
    list_games, read_rules, list_addresses, make_key, keep_key, list_tables, create_table, show_table, bring_table,
    take_seat, leave_seat, seat_bot, link_seat, link_watch, watch_table, show_position, export_record, import_record,
    begin_analysis, show_analysis,
]  # fmt: skip

# ---------------------------------------------------------------------- shared


def _seat(game: Game, asked: SeatRequest) -> AnyChair:
    if asked.kind == "bot":
        check_level(game, asked.level)
        return BotChair(asked.level)
    return Person(clean_name(asked.name)) if asked.kind == "me" else Open()


def _read_chair(record: Record, seat: Seat, sender: str) -> AnyChair:
    """Return who sat there, as the record says it; else it is the sender's.

    A level stays one where the game is over; before that the sender plays on for it, under its name.
    """
    kind, _, name = record.tags.get(f"Seat {seat}", "").partition(":")
    if kind == "human" or not kind:
        return Person(shorten_name(name) or clean_name(sender))
    if record.final_state().to_move is None and kind in level_names(find_game(record.setup.game)):
        return BotChair(kind)
    return Person(shorten_name(name or kind))


async def key_or_new(service: Service, request: AnyRequest) -> tuple[bytes, list[Any]]:
    """Return the sender's key, or a new one with its cookie. Raises the refusal `bad-key` if a program made one up."""
    visitor = Visitor.read(request.scope)
    if visitor.key is not None and await service.accepts(visitor):
        return visitor.key, []
    if visitor.bearer and visitor.key is not None:
        raise refuse("bad-key")
    key, cookie = new_key(visitor.secure, service.seal)
    return key, [cookie]


def charge(service: Service, request: AnyRequest, letters: int) -> None:
    """Count what is to be kept by its size. Raises the refusal `too-fast`."""
    if not service.changes.take(Visitor.read(request.scope).network, letters / LETTERS_A_CHANGE):
        raise refuse("too-fast")


def read_key(request: AnyRequest) -> bytes | None:
    """Return the hash of the key that came with a request."""
    return Visitor.read(request.scope).key


async def _show(service: Service, live: Live, key: bytes | None) -> OwnCard:
    return show_own_card(live.table, await service.find_standing(live, key))


def _check_own(seat: Seat, standing: Standing) -> None:
    if seat not in standing.seats:
        raise refuse("not-your-seat", seat=seat)


def _unless_handed_on(live: Live, seat: Seat, propose: Callable[[Table], Event]) -> Proposal:
    """Return a proposal that is refused if the seat changes hands first: a right ends with the seat."""
    chair = live.table.chairs[seat]

    def propose_if_there(table: Table, _: int) -> Event:
        if table.chairs[seat] is not chair:
            raise refuse("not-your-seat", seat=seat)
        return propose(table)

    return propose_if_there


async def _is_link(service: Service, live: Live, seat: Seat, token: str) -> bool:
    return await service.store.is_link(live.table.id, seat, hash_secret(token))


async def _new_link(service: Service, table_id: str, seat: Seat, key: bytes | None) -> Token:
    secret = new_secret()
    if key is None or not await service.store.set_link(table_id, seat, hash_secret(secret), key):
        raise refuse("not-your-seat", seat=seat)
    return Token(secret)


def _read_record(data: RecordRequest) -> Record:
    if data.format == "record":
        record = Record.parse(data.text)
    else:
        known = {
            ending.removeprefix("."): one for game in map(find_game, game_ids()) for ending, one in game.formats.items()
        }
        if data.format not in known:
            allowed = ", ".join(["record", *known])
            raise BadSetup("tischlein.core", "bad-setup", field="format", value=data.format, allowed=allowed)
        record = known[data.format].read(data.text)
    if len(record.moves) > MOST_MOVES:
        raise refuse("too-many-moves", most=MOST_MOVES)
    record.final_state()
    return record
