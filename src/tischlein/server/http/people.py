"""What the server knows about people: their own data, reports of names, imprint and privacy."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import Response, delete, get, post
from litestar.handlers import HTTPRouteHandler

from tischlein.core.words import words
from tischlein.server.settings import Settings
from tischlein.server.table.table import Person, refuse
from tischlein.server.visitors.visitor import COOKIE, Visitor

from .parameters import LanguageAsked, SeatInPath, TableId
from .routes import QUESTION, REFUSED, AnyRequest, Served, read_key


@get("/api/me", summary="All that is stored about the own key", opt=QUESTION, responses=REFUSED)
async def export_me(request: AnyRequest, service: Served) -> dict[str, Any]:
    """Return seats, names, moves, reports and answers of who asks; nothing for somebody without a key."""
    key = read_key(request)
    return {"seats": [], "reports": [], "answers": []} if key is None else await service.people.export(key)


@delete("/api/me", status_code=200, summary="Erase all that is stored about the own key", responses=REFUSED)
async def erase_me(request: AnyRequest, service: Served) -> Response[dict[str, int]]:
    """Erase names and rights; games that others played, too, stay theirs, without the name. It cannot be undone."""
    key = read_key(request)
    tables = 0 if key is None else await service.people.erase(key, service.tables.now())
    answer = Response({"tables": tables})
    answer.delete_cookie(COOKIE)
    return answer


@post("/api/tables/{table_id:str}/seats/{seat:int}/report", status_code=200, summary="Report a name", responses=REFUSED)
async def report_name(request: AnyRequest, service: Served, table_id: TableId, seat: SeatInPath) -> dict[str, bool]:
    """Tell who runs the server that a name is out of place; once for each who says so."""
    live, visitor = await service.tables.find(table_id), Visitor.read(request.scope)
    key = visitor.key if await service.accepts(visitor) else None  # a made-up key would report again and again
    await service.check_right(live, key, "report")
    if key is None:
        raise refuse("no-key")
    chair = live.table.chairs[seat] if 0 <= seat < live.table.seats else None
    if not isinstance(chair, Person) or not chair.name:
        raise refuse("no-such-seat", seat=seat)
    await service.people.report(table_id, seat, key, chair.name, service.tables.now())
    return {"reported": True}


# ---------------------------------------------------------------------- pages


@get("/imprint", include_in_schema=False, media_type="text/html")
async def show_imprint(service: Served, language: LanguageAsked = "de") -> Response[str]:
    """Show who runs this server, as its settings say."""
    if not service.settings.operator:
        raise refuse("not-found")
    say = words("tischlein.server", language)
    return _page(language, say("imprint"), [say("imprint-by"), *_lines(service.settings)])


@get("/privacy", include_in_schema=False, media_type="text/html")
async def show_privacy(service: Served, language: LanguageAsked = "de") -> Response[str]:
    """Show what is stored, for how long, and how to get or erase it."""
    say, kept = words("tischlein.server", language), service.settings
    days = {"waiting": kept.keep_waiting_days, "playing": kept.keep_playing_days, "over": kept.keep_over_days}
    parts = [say(f"privacy-{part}", **days) for part in ("key", "games", "kept", "addresses", "rights")]
    return _page(language, say("privacy"), [*parts, *_lines(kept)])


def _lines(settings: Settings) -> list[str]:
    return [line.strip() for line in (*settings.operator.split("|"), settings.contact) if line.strip()]


STYLE = "color-scheme: light dark; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui"
"""As an attribute: nothing but that is allowed beside the page's own files."""


def _page(language: str, title: str, paragraphs: list[str]) -> Response[str]:
    other = "en" if language == "de" else "de"
    body = "\n".join(f"<p>{escape(one)}</p>" for one in paragraphs)
    text = (
        f'<!doctype html>\n<html lang="{language}" style="{STYLE}">\n'
        f'<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)} – Tischlein</title>\n"
        f'<link rel="icon" href="/icon.svg">\n'
        f'<main style="max-width: 40rem; margin: auto; padding: 16px">\n'
        f'<h1>{escape(title)}</h1>\n{body}\n<p><a href="?language={other}" hreflang="{other}">'
        f'{"English" if other == "en" else "Deutsch"}</a> · <a href="/">Tischlein</a></p>\n</main>\n</html>\n'
    )
    return Response(text, media_type="text/html")


PEOPLE_HANDLERS: list[HTTPRouteHandler] = [export_me, erase_me, report_name, show_imprint, show_privacy]
