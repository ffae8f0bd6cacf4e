"""What other programs show of a link: title, sentence and picture of a game, a table, a replay, a puzzle or a study.

Whoever asks has no key, so they learn what a stranger may know: of a game that may not be watched only that it is
there, and never what a hand hides, because the picture is an onlooker's.
"""

from __future__ import annotations

import asyncio
import html
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from tischlein.core.game import State
from tischlein.core.record import Record
from tischlein.core.refusal import BadRecord, Refusal
from tischlein.core.registry import find_game, game_ids
from tischlein.core.words import words
from tischlein.puzzles import Layout
from tischlein.puzzles.blokus.picture import draw_picture
from tischlein.server.live.live_table import Live
from tischlein.server.service import Service
from tischlein.server.solo.solo import DAY, FAMOUS
from tischlein.server.table.table import Open
from tischlein.server.visitors.visitor import Visitor
from tischlein.study.tree import Study

from .parameters import PlyAsked, PuzzleInPath
from .raster import draw_png
from .studies import show_study

PACKAGE = "tischlein.server"
SITE = "Tischlein"
LOCALES = {"de": "de_DE", "en": "en_GB"}

SHOWN_MOVES = 10
"""Of a game, in the picture of its rules."""


async def describe(service: Service, wanted: str, ply: str | None, language: str, origin: str) -> str | None:
    """Return the tags for the head of the page at an address, or None if there is nothing special to say of it."""
    match wanted.removeprefix("embed/").split("/"):
        case [""]:
            found: Told | None = Told(SITE, words(PACKAGE, language)("preview-home"), "/icon-512.png")
        case ["rules" | "play" | "new" | "learn", game] if game in game_ids():
            found = _tell_game(game, language)
        case ["solo", name]:
            found = _tell_puzzle(service, name, language)
        case ["study", "at", study]:
            found = await _tell_study(service, study, language)
        case ["study", "t", table] | ["t", table, *_]:
            found = await _tell_table(service, table, ply, language)
        case _:
            found = None
    return found and _write_tags(found, language, origin)


class Told(NamedTuple):
    """What is said of an address."""

    title: str
    about: str
    picture: str | None
    """Where it is at this server."""
    is_drawn: bool = False
    """Whether the picture is large enough to be shown above the words."""


def _tell_game(game: str, language: str) -> Told:
    title = words(f"tischlein.games.{game}", language)("title")
    return Told(title, words(PACKAGE, language)("preview-game", game=title), f"/preview/game/{game}.png", is_drawn=True)


def _tell_puzzle(service: Service, name: str, language: str) -> Told:
    name = f"daily-{service.solo.today}-medium" if name == "daily" else name
    picture = f"/preview/solo/{name}.png" if service.solo.can_have(name) else None
    about = words(PACKAGE, language)("preview-solo-about")
    return Told(_call_puzzle(name, language), about, picture, picture is not None)


async def _tell_study(service: Service, name: str, language: str) -> Told | None:
    try:
        study = await _read_study(service, name)
    except (Refusal, BadRecord):
        return None
    line = study.main_line()
    title = study.tags.get("Title") or _call_table(line, language)
    about = words(PACKAGE, language)("preview-study", ply=len(line.moves))
    return Told(title, about, f"/preview/study/{name}.png?version={len(line.moves)}", is_drawn=True)


async def _tell_table(service: Service, name: str, ply: str | None, language: str) -> Told | None:
    try:
        live = await service.tables.find(name)
    except Refusal:
        return None
    table = live.table
    free = sum(isinstance(chair, Open) for chair in table.chairs)
    about = words(PACKAGE, language)(f"preview-{table.status}", ply=len(table.movers), free=free)
    at = f"&ply={ply}" if ply and ply.isdecimal() else ""
    picture = f"/preview/{table.id}.png?version={table.version}{at}"
    title = _call_table(table.match.record, language)
    if how := "imported" if table.terms.imported else "local" if table.terms.local else None:
        title += f" · {words(PACKAGE, language)(f'preview-{how}')}"  # somebody may have chosen the deal
    return Told(title, about, picture, is_drawn=True)


def _call_table(record: Record, language: str) -> str:
    call = words(f"tischlein.games.{record.setup.game}", language)
    return f"{call('title')} · {call(f'variant-{record.setup.variant}')}"


async def _read_study(service: Service, name: str) -> Study:
    card = await show_study.fn(service, name)
    return await asyncio.to_thread(Study.parse, card.text)


def _call_puzzle(name: str, language: str) -> str:
    """Return what a puzzle is called, as far as its name tells."""
    say, puzzles = words(PACKAGE, language), words("tischlein.puzzles", language)
    if found := FAMOUS.fullmatch(name):
        return puzzles(f"title-{found[1]}")
    if (found := DAY.fullmatch(name)) is None:
        return say("preview-solo")
    year, month, day = found[1].split("-")
    size = f" · {puzzles(f'level-{found[2]}')}" if found[2] else ""
    return say("preview-daily", year=year, month=month, day=day) + size


def _write_tags(told: Told, language: str, origin: str) -> str:
    pairs = [("site_name", SITE), ("type", "website"), ("locale", LOCALES[language])]
    pairs += [("title", told.title), ("description", told.about)]
    if told.picture is not None:
        pairs += [("image", origin + told.picture), ("image:type", "image/png"), ("image:alt", told.title)]
    lines = [f'<meta property="og:{name}" content="{html.escape(value)}" />' for name, value in pairs]
    card = "summary_large_image" if told.is_drawn else "summary"
    lines.append(f'<meta name="twitter:card" content="{card}" />')
    lines.append(f'<meta name="description" content="{html.escape(told.about)}" />')
    return "\n    ".join(lines)


@get("/preview/game/{name:str}", include_in_schema=False, opt={"question": True})
async def show_game_preview(name: PuzzleInPath) -> Response[bytes]:
    """Return a position of a game, the same each time."""
    game = name.removesuffix(".png")
    if game not in game_ids():
        raise NotFoundException
    return _send(await asyncio.to_thread(_draw_game, game), seconds=86400)


@lru_cache
def _draw_game(game: str) -> bytes:
    state, rng = find_game(game).new(first=0, seed=1), Random(1)
    for _ in range(SHOWN_MOVES):
        state = state.play(rng.choice(state.legal_moves()))
    return draw_png(state.svg())


@get("/preview/study/{name:str}", include_in_schema=False, opt={"question": True})
async def show_study_preview(service: NamedDependency[Service], name: PuzzleInPath) -> Response[bytes]:
    """Return where the main line of a shared study ends."""
    study = await _read_study(service, name.removesuffix(".png"))
    return _send(await asyncio.to_thread(lambda: _draw(study.main_line().final_state())), seconds=60)


@get("/preview/solo/{name:str}", include_in_schema=False, opt={"question": True})
async def show_puzzle_preview(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: PuzzleInPath
) -> Response[bytes]:
    """Return the board of a puzzle with the pieces that are given: they are no secret, and nothing else is shown."""
    known = await service.solo.make(name.removesuffix(".png"), Visitor.read(request.scope).network)
    return _send(await asyncio.to_thread(_draw_puzzle, Layout(known.challenge, known.options)), seconds=86400)


def _send(picture: bytes, *, seconds: int) -> Response[bytes]:
    return Response(picture, media_type="image/png", headers={"Cache-Control": f"public, max-age={seconds}"})


def _draw_puzzle(layout: Layout) -> bytes:
    return draw_png(draw_picture(layout))


@get("/preview/{name:str}", include_in_schema=False, opt={"question": True})
async def show_preview(service: NamedDependency[Service], name: PuzzleInPath, ply: PlyAsked = None) -> Response[bytes]:
    """Return the position, or that of an earlier ply, as a picture; before a stranger may see it, the empty board."""
    live = await service.tables.find(name.removesuffix(".png"))
    return _send(await asyncio.to_thread(_draw, await _seen_by_strangers(service, live, ply)), seconds=60)


async def _seen_by_strangers(service: Service, live: Live, ply: int | None) -> State:
    match = live.table.match
    try:
        await service.check_right(live, None, "position")
    except Refusal:
        return Record(match.record.setup).state_at(0)
    return (
        match.state if ply is None or not 0 <= ply < match.ply else await asyncio.to_thread(match.record.state_at, ply)
    )


@lru_cache(maxsize=256)
def _draw(state: State) -> bytes:
    return draw_png(state.svg())
