"""The HTTP interface. docs/protocol.md explains it; the OpenAPI description is made from here."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Any, Literal, TypeAlias

from litestar import Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from tischlein.bots.roster import find_level
from tischlein.core.game import Game, Seat
from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup
from tischlein.core.registry import find_game, game_ids
from tischlein.core.words import words

from .analyses import AnalysisState
from .clock import ClockTerms
from .events import Entry, Played
from .keys import hash_secret, new_secret
from .live import Live
from .messages import OwnCard, show_own_card
from .names import clean_name
from .service import Service
from .store.store import WATCH
from .table import AnyChair, BotChair, Open, Person, Terms, refuse
from .visitor import Visitor, new_key
from .wishes import (
    BotWish,
    GameCard,
    Key,
    OptionCard,
    Position,
    RecordWish,
    RefusedRequest,
    SeatNumber,
    SeatWish,
    TableWish,
    TakeWish,
    Text,
    Token,
    VariantCard,
)  # fmt: skip

AnyRequest: TypeAlias = Request[Any, Any, Any]
Language: TypeAlias = Literal["de", "en"]
Served: TypeAlias = NamedDependency[Service]
TableId: TypeAlias = FromPath[str]
Ply: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
LISTED = 50

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
    return [_show_game(find_game(game_id)) for game_id in game_ids()]


@get(
    "/api/games/{game:str}/rules/{language:str}", summary="A rules page", media_type="text/markdown", responses=REFUSED
)
async def read_rules(game: FromPath[str], language: FromPath[Language]) -> str:
    """Return the rules of a game as Markdown."""
    package = f"tischlein.games.{find_game(game).id}"
    return files(package).joinpath(f"rules.{language}.md").read_text(encoding="utf-8")


def _show_game(game: Game) -> GameCard:
    variants = [
        VariantCard(one.id, list(one.seats), [OptionCard(option.id, list(option.values)) for option in one.options])
        for one in game.variants.values()
    ]
    levels = [level.seconds for level in game.levels]
    formats = ["record", "svg", *(ending.removeprefix(".") for ending in game.formats)]
    return GameCard(game.id, game.title, game.secret, game.draws, variants, levels, formats)


# ---------------------------------------------------------------------- tables


@post("/api/key", summary="A key for a program", responses=REFUSED)
async def make_key() -> Key:
    """Return a new key. It is known to nobody else and opens nothing yet."""
    return Key(new_secret())


@get("/api/tables", summary="Public tables with an open seat, or the own ones", responses=REFUSED)
async def list_tables(request: AnyRequest, service: Served, mine: FromQuery[bool] = False) -> list[OwnCard]:
    """Return the cards, newest first."""
    key = read_key(request)
    if mine:
        found = [] if key is None else await service.store.list_held(key, LISTED)
    else:
        found = await service.store.list_open(LISTED)
    return [await _show(service, await service.tables.find(table_id), key) for table_id in found]


@post("/api/tables", summary="Set up a table", responses=REFUSED)
async def create_table(request: AnyRequest, service: Served, data: JSONBody[TableWish]) -> Response[OwnCard]:
    """Set up a table; the game starts at once if no seat is open."""
    game = find_game(data.game)
    setup = game.setup(data.variant, len(data.seats), data.options, None, data.first)
    game.start(setup)  # a few options do not go with every number of seats
    chairs = tuple(_seat(game, wish) for wish in data.seats)
    clock = None if data.clock is None else ClockTerms(data.clock.seconds, data.clock.increment)
    terms = Terms(chairs, service.tables.now(), data.public, clock, data.takebacks, data.hints)
    own = [seat for seat, wish in enumerate(data.seats) if wish.kind == "me"]
    key, cookies = _key_or_new(request)
    live = await service.tables.create(setup, terms, [(seat, key) for seat in [WATCH, *own]])
    return Response(show_own_card(live.table, set(own)), status_code=201, cookies=cookies)


@get("/api/tables/{table_id:str}", summary="A table", responses=REFUSED)
async def show_table(request: AnyRequest, service: Served, table_id: TableId) -> OwnCard:
    """Return the card of a table."""
    return await _show(service, await service.tables.find(table_id), read_key(request))


@put("/api/tables/{table_id:str}/seats/{seat:int}", summary="Take a seat", responses=REFUSED)
async def take_seat(
    request: AnyRequest, service: Served, table_id: TableId, seat: FromPath[SeatNumber], data: JSONBody[TakeWish]
) -> Response[OwnCard]:
    """Sit down on an open seat; with the token of its link, on a seat that is taken."""
    live = await service.tables.find(table_id)
    key, cookies = _key_or_new(request)
    if data.token is not None:
        await _check_link(service, live, seat, data.token)
        await service.store.run(service.store.hold_added(table_id, seat, key))
    else:
        hold = service.store.hold_added(table_id, seat, key)
        request_id = f"take:{new_secret()}"
        await service.tables.act(live, request_id, lambda table, _: table.take(seat, data.name), lambda _: [hold])
    return Response(await _show(service, live, key), cookies=cookies)


@delete("/api/tables/{table_id:str}/seats/{seat:int}", status_code=200, summary="Leave a seat", responses=REFUSED)
async def leave_seat(request: AnyRequest, service: Served, table_id: TableId, seat: FromPath[SeatNumber]) -> OwnCard:
    """Stand up; the seat is open again, on every device."""
    live = await service.tables.find(table_id)
    await _check_holder(request, service, table_id, seat)
    freed = service.store.seat_released(table_id, seat)
    await service.tables.act(live, f"leave:{new_secret()}", lambda table, _: table.leave(seat), lambda _: freed)
    return await _show(service, live, read_key(request))


@put("/api/tables/{table_id:str}/seats/{seat:int}/bot", summary="Put a bot on a seat", responses=REFUSED)
async def seat_bot(
    request: AnyRequest, service: Served, table_id: TableId, seat: FromPath[SeatNumber], data: JSONBody[BotWish]
) -> OwnCard:
    """Fill an open seat with a bot, or change its level."""
    live = await service.tables.find(table_id)
    await _check_holder(request, service, table_id, None)
    await service.tables.act(live, f"bot:{new_secret()}", lambda table, _: table.seat_bot(seat, data.level))
    return await _show(service, live, read_key(request))


@post("/api/tables/{table_id:str}/seats/{seat:int}/link", summary="A link to a seat", responses=REFUSED)
async def link_seat(request: AnyRequest, service: Served, table_id: TableId, seat: FromPath[SeatNumber]) -> Token:
    """Return a new token that opens this seat on another device; the former one stops working."""
    await service.tables.find(table_id)
    await _check_holder(request, service, table_id, seat)
    return await _new_link(service, table_id, seat)


@post("/api/tables/{table_id:str}/watch", summary="A watch link", responses=REFUSED)
async def link_watch(request: AnyRequest, service: Served, table_id: TableId) -> Token:
    """Return a new token that lets others watch; the former one stops working."""
    await service.tables.find(table_id)
    await _check_holder(request, service, table_id, None)
    return await _new_link(service, table_id, WATCH)


@put("/api/tables/{table_id:str}/watch", summary="Watch with a watch link", responses=REFUSED)
async def watch_table(
    request: AnyRequest, service: Served, table_id: TableId, data: JSONBody[Token]
) -> Response[OwnCard]:
    """Get the right to watch a table."""
    live = await service.tables.find(table_id)
    await _check_link(service, live, WATCH, data.token)
    key, cookies = _key_or_new(request)
    await service.store.run(service.store.hold_added(table_id, WATCH, key))
    return Response(await _show(service, live, key), cookies=cookies)


# ---------------------------------------------------------------------- games of the past


@get("/api/tables/{table_id:str}/positions/{ply:int}", summary="A position on the way", responses=REFUSED)
async def show_position(
    request: AnyRequest,
    service: Served,
    table_id: TableId,
    ply: FromPath[Ply],
    seat: FromQuery[SeatNumber | None] = None,
) -> Position:
    """Return a position as it was seen then: by the own seat, or, when the game is over, by any."""
    live = await service.tables.find(table_id)
    held = await service.held(live, read_key(request))
    if seat is not None and seat not in range(live.table.seats):
        raise refuse("no-such-seat", seat=seat)
    if seat is not None and seat not in held and live.table.status != "over":
        raise refuse("not-your-seat", seat=seat)
    service.check_watcher(live, held)
    return Position(ply, live.table.match.state_at(ply).view(seat))


@get("/api/tables/{table_id:str}/record", summary="A finished game", media_type="text/plain", responses=REFUSED)
async def export_record(
    service: Served,
    table_id: TableId,
    format: FromQuery[Text] = "record",  # noqa: A002 - the name in the address
    language: FromQuery[Language] = "en",
) -> Response[str]:
    """Return a finished game as text, as a picture, or in another program's format."""
    table = (await service.tables.find(table_id)).table
    if table.status != "over":
        raise refuse("not-over")
    others = {ending.removeprefix("."): other for ending, other in table.game.formats.items()}
    if format == "svg":
        picture = table.match.state.svg(None, words(f"tischlein.games.{table.game.id}", language))
        return Response(picture, media_type="image/svg+xml")
    if format not in ("record", *others):
        allowed = ", ".join(["record", "svg", *others])
        raise refuse("no-such-format", game=table.game.title, format=format, allowed=allowed)
    text = table.record.text() if format == "record" else others[format].write(table.record)
    headers = {"Content-Disposition": f'attachment; filename="{table.id}.{format}"'}
    return Response(text, media_type="text/plain", headers=headers)


@post("/api/records", summary="Import a game", responses=REFUSED)
async def import_record(request: AnyRequest, service: Served, data: JSONBody[RecordWish]) -> Response[OwnCard]:
    """Open a game that was played elsewhere; if it is not over, the sender can play on for all seats."""
    record = _read_record(data)
    chairs = tuple(Person(clean_name(data.name)) for _ in range(record.setup.seats))
    now = service.tables.now()
    played = zip(record.states(), record.moves, strict=False)
    entries = tuple(
        Entry(ply, now, f"import:{ply}", Played(state.to_move or 0, ply, state.canonical(move)))
        for ply, (state, move) in enumerate(played, start=1)
    )
    key, cookies = _key_or_new(request)
    holds = [(seat, key) for seat in [WATCH, *range(record.setup.seats)]]
    live = await service.tables.create(record.setup, Terms(chairs, now), holds, entries)
    return Response(await _show(service, live, key), status_code=201, cookies=cookies)


@post("/api/tables/{table_id:str}/analysis", status_code=202, summary="Analyse a finished game", responses=REFUSED)
async def begin_analysis(service: Served, table_id: TableId) -> AnalysisState:
    """Start the analysis of a finished game, or tell how far it is."""
    return await service.analyses.begin(await service.tables.find(table_id))


@get("/api/tables/{table_id:str}/analysis", summary="How far the analysis is", responses=REFUSED)
async def show_analysis(service: Served, table_id: TableId) -> AnalysisState:
    """Return the share that is done, and the moves when all is."""
    return await service.analyses.look(await service.tables.find(table_id))


HANDLERS: list[HTTPRouteHandler] = [
    list_games, read_rules, make_key, list_tables, create_table, show_table, take_seat, leave_seat, seat_bot, link_seat,
    link_watch, watch_table, show_position, export_record, import_record, begin_analysis, show_analysis,
]  # fmt: skip

# ---------------------------------------------------------------------- shared


def _seat(game: Game, wish: SeatWish) -> AnyChair:
    if wish.kind == "bot":
        find_level(game, wish.level)
        return BotChair(wish.level)
    return Person(clean_name(wish.name)) if wish.kind == "me" else Open()


def _key_or_new(request: AnyRequest) -> tuple[bytes, list[Any]]:
    visitor = Visitor.read(request.scope)
    if visitor.key is not None:
        return visitor.key, []
    key, cookie = new_key(visitor.secure)
    return key, [cookie]


def read_key(request: AnyRequest) -> bytes | None:
    """Return the hash of the key that came with a request."""
    return Visitor.read(request.scope).key


async def _show(service: Service, live: Live, key: bytes | None) -> OwnCard:
    return show_own_card(live.table, await service.held(live, key))


async def _check_holder(request: AnyRequest, service: Service, table_id: str, seat: Seat | None) -> None:
    """Raise a refusal unless the sender holds this seat (None: any, or set up the table)."""
    key = read_key(request)
    if key is None:
        raise refuse("no-key")
    held = await service.store.list_seats(table_id, key)
    if not held or (seat is not None and seat not in held):
        raise refuse("not-your-seat", seat=-1 if seat is None else seat)


async def _check_link(service: Service, live: Live, seat: Seat, token: str) -> None:
    if not await service.store.is_link(live.table.id, seat, hash_secret(token)):
        raise refuse("bad-link")


async def _new_link(service: Service, table_id: str, seat: Seat) -> Token:
    secret = new_secret()
    await service.store.run(service.store.link_set(table_id, seat, hash_secret(secret)))
    return Token(secret)


def _read_record(data: RecordWish) -> Record:
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
    record.final_state()
    return record
