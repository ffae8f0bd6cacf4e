"""What other programs show of a link: title, sentence and picture of a table, a replay or a puzzle.

Whoever asks has no key, so they learn what a stranger may know: of a game that may not be watched only that it is
there, and never what a hand hides, because the picture is an onlooker's.
"""

from __future__ import annotations

import asyncio
import html
from functools import lru_cache
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency

from tischlein.core.game import State
from tischlein.core.record import Record
from tischlein.core.refusal import Refusal
from tischlein.core.words import words
from tischlein.puzzles import Layout
from tischlein.puzzles.blokus.picture import draw_picture
from tischlein.server.live.live_table import Live
from tischlein.server.service import Service
from tischlein.server.solo.solo import DAY, FAMOUS
from tischlein.server.table.table import Open
from tischlein.server.visitors.visitor import Visitor

from .parameters import PuzzleInPath
from .raster import draw_png

PACKAGE = "tischlein.server"
SITE = "Tischlein"


async def describe(service: Service, wanted: str, language: str, origin: str) -> str | None:
    """Return the tags for the head of the page at an address, or None if there is nothing special to say of it."""
    parts = wanted.split("/")
    say = words(PACKAGE, language)
    if parts[0] == "solo" and len(parts) == 2:
        name = f"daily-{service.solo.today}-medium" if parts[1] == "daily" else parts[1]
        picture = f"{origin}/preview/solo/{name}.png" if service.solo.can_have(name) else None
        return _tags(_call_puzzle(name, language), say("preview-solo-about"), picture)
    if parts[0] != "t" or len(parts) < 2:
        return None
    try:
        live = await service.tables.find(parts[1])
    except Refusal:
        return None
    table = live.table
    call = words(f"tischlein.games.{table.game.id}", language)
    title = f"{table.game.title} · {call(f'variant-{table.match.record.setup.variant}')}"
    free = sum(isinstance(chair, Open) for chair in table.chairs)
    about = say(f"preview-{table.status}", ply=len(table.movers), free=free)
    return _tags(title, about, f"{origin}/preview/{table.id}.png?version={table.version}")


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


def _tags(title: str, about: str, picture: str | None) -> str:
    pairs = [("og:site_name", SITE), ("og:type", "website"), ("og:title", title), ("og:description", about)]
    if picture is not None:
        pairs += [("og:image", picture), ("og:image:type", "image/png")]
    lines = [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in pairs]
    lines.append(f'<meta name="twitter:card" content="{"summary" if picture is None else "summary_large_image"}" />')
    lines.append(f'<meta name="description" content="{html.escape(about)}" />')
    return "\n    ".join(lines)


@get("/preview/solo/{name:str}", include_in_schema=False, opt={"question": True})
async def show_puzzle_preview(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: PuzzleInPath
) -> Response[bytes]:
    """Return the board of a puzzle with the pieces that are given: they are no secret, and nothing else is shown."""
    known = await service.solo.make(name.removesuffix(".png"), Visitor.read(request.scope).network)
    picture = await asyncio.to_thread(_draw_puzzle, Layout(known.challenge, known.options))
    return Response(picture, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})


def _draw_puzzle(layout: Layout) -> bytes:
    return draw_png(draw_picture(layout))


@get("/preview/{name:str}", include_in_schema=False, opt={"question": True})
async def show_preview(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: PuzzleInPath
) -> Response[bytes]:
    """Return the position as a picture; before a stranger may see it, the empty board."""
    live = await service.tables.find(name.removesuffix(".png"))
    state = await _seen_by_strangers(service, live)
    picture = await asyncio.to_thread(_draw, state)
    return Response(picture, media_type="image/png", headers={"Cache-Control": "public, max-age=60"})


async def _seen_by_strangers(service: Service, live: Live) -> State:
    try:
        await service.check_right(live, None, "position")
    except Refusal:
        return Record(live.table.match.record.setup).state_at(0)
    return live.table.match.state


@lru_cache(maxsize=256)
def _draw(state: State) -> bytes:
    return draw_png(state.svg())
