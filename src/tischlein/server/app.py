"""The web application: handlers, headers, errors, and what must hold for every request."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import NamedDependency, Provide
from litestar.exceptions import (
    ClientException,
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Message, Scope

from tischlein import __version__
from tischlein.core.refusal import BadRecord, BadSetup, IllegalMove, Refusal

from .http.page import serve_page
from .http.people import PEOPLE_HANDLERS
from .http.preview import show_game_preview, show_preview, show_puzzle_preview, show_study_preview
from .http.reference import ReferencePlugin, StrictJsonPlugin
from .http.routes import HANDLERS
from .http.solo import SOLO_HANDLERS
from .http.studies import STUDY_HANDLERS
from .http.training import TRAINING_HANDLERS
from .live.messages import show_refusal
from .logs import set_up_logs
from .metrics import REFUSALS, render
from .service import Service
from .settings import Settings
from .socket.connection import serve_socket
from .store import StoreAway, StoreRefused
from .table.table import refuse
from .visitors.visitor import Visitor

log = logging.getLogger(__name__)

LARGEST_BODY = 65_536

STATUS = {
    "no-such-table": 404, "no-such-seat": 404, "no-such-ply": 404, "not-found": 404,
    "no-such-puzzle": 404, "no-such-save": 404, "no-such-exercise": 404, "no-such-study": 404,
    "no-key": 401, "bad-key": 401, "blocked": 403, "not-your-seat": 403,
    "cannot-watch": 403, "bad-link": 403, "wrong-origin": 403,
    "bad-name": 400, "rude-name": 400, "bad-request": 400, "no-such-format": 400, "not-allowed": 405, "too-long": 413,
    "too-many-moves": 413, "too-fast": 429, "busy": 429,
    "try-again": 503, "internal": 500,
}  # fmt: skip
"""The HTTP status of a refusal; bad set-ups, records and moves are 400, everything else is a conflict."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
POLICY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}
"""For whatever a browser could take for a page or run as a worker: all but style sheets."""

GONE = "client disconnected prematurely"
"""What the framework says of somebody who left in the middle of a request; it takes that for a mistake of ours."""

EMBED = re.compile("/embed/(study|t|solo)/[^/]+")
"""Addresses under which others may show a study, a finished game or a puzzle within their own pages."""

EMBED_HEADERS = {
    "Content-Security-Policy": POLICY["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""What is different there: nothing can be done in such a page, so that nobody can be led to do it."""

PAGE_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""What counts for whole pages alone. A first visit is thirty answers, so every header is paid for thirty times."""


def create_app(settings: Settings | None = None) -> ASGIApp:
    """Return the application; without settings, those of the environment."""
    settings = settings or Settings.from_environment()
    set_up_logs(settings.log)
    service = Service(settings)
    interface = create_interface(service)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        # Sockets go past the framework: they need nothing of it, and ten thousand of them would pay for it.
        if scope["type"] == "websocket":
            await serve_socket(service, scope, receive, send)
        else:
            await interface(scope, receive, send)

    return app


def create_interface(service: Service) -> Litestar:
    """Return everything that is served over HTTP."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with service.running():
            yield

    def provide_service() -> Service:
        return service

    return Litestar(
        [
            *HANDLERS,
            *PEOPLE_HANDLERS,
            *SOLO_HANDLERS,
            *TRAINING_HANDLERS,
            *STUDY_HANDLERS,
            serve_page,
            show_preview,
            show_game_preview,
            show_puzzle_preview,
            show_study_preview,
            show_health,
            show_ready,
            show_metrics,
        ],
        dependencies={"service": Provide(provide_service, sync_to_thread=False)},
        before_request=check_request,
        before_send=[add_headers],
        exception_handlers={
            Refusal: answer_refusal,
            StoreAway: answer_store_away,
            StoreRefused: answer_store_refused,
            RecursionError: answer_recursion,
            UnicodeDecodeError: answer_unreadable,
            HTTPException: answer_http,
            Exception: answer_mistake,
        },
        compression_config=CompressionConfig("gzip", minimum_size=1000, gzip_compress_level=6),
        openapi_config=OpenAPIConfig(
            "Tischlein",
            __version__,
            use_handler_docstrings=True,
            render_plugins=[ReferencePlugin(), StrictJsonPlugin()],
        ),
        request_max_body_size=LARGEST_BODY,
        lifespan=[lifespan],
        logging_config=None,
    )


# ---------------------------------------------------------------------- every request


async def check_request(request: Request[Any, Any, Any]) -> Response[Any] | None:
    """Refuse who is blocked, changes from other pages, and too many of them."""
    service: Service = request.app.dependencies["service"].dependency()  # type: ignore[union-attr]
    visitor = Visitor.read(request.scope)
    if service.is_blocked(visitor.network):
        return answer_refusal(request, refuse("blocked"))
    changes = request.method not in ("GET", "HEAD", "OPTIONS")
    if changes and not visitor.is_welcome(service.settings):
        return answer_refusal(request, refuse("wrong-origin"))
    question = request.route_handler.opt.get("question")
    limiter = service.questions if question else service.changes if changes else None
    if limiter is not None and not limiter.take(visitor.network):
        return answer_refusal(request, refuse("too-fast"))
    return None


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the headers that protect people to every answer."""
    if message["type"] == "http.response.start":
        given = {name.lower(): value for name, value in message["headers"]}
        kind = given.get(b"content-type", b"").partition(b";")[0]
        headers = HEADERS if b"cache-control" in given else HEADERS | {"Cache-Control": "no-store"}
        if kind != b"text/css":
            headers = headers | POLICY
        if kind == b"text/html":
            headers = headers | PAGE_HEADERS
            if EMBED.fullmatch(scope["path"]):
                headers = headers | EMBED_HEADERS
        if scope.get("scheme") == "https":
            headers = headers | {"Strict-Transport-Security": "max-age=31536000"}
        extra = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        message["headers"] = [*message["headers"], *extra]


# ---------------------------------------------------------------------- errors


def answer_refusal(_: Request[Any, Any, Any], refusal: Refusal) -> Response[Any]:
    """Return a refusal as an answer."""
    REFUSALS.labels(refusal.code).inc()
    bad_input = isinstance(refusal, BadSetup | BadRecord | IllegalMove)
    shown = msgspec.structs.asdict(show_refusal(refusal, None))
    del shown["id"]
    status = STATUS.get(refusal.code, 400 if bad_input else 409)
    return Response(shown, status_code=status, media_type=MediaType.JSON)


def answer_store_away(request: Request[Any, Any, Any], _: StoreAway) -> Response[Any]:
    """Say that the database is away."""
    return answer_refusal(request, refuse("try-again"))


def answer_store_refused(request: Request[Any, Any, Any], _: StoreRefused) -> Response[Any]:
    """Say that the database does not take it."""
    return answer_refusal(request, refuse("bad-request", reason="it cannot be stored"))


def answer_recursion(request: Request[Any, Any, Any], _: RecursionError) -> Response[Any]:
    """Say that nobody needs JSON that is so deep."""
    return answer_refusal(request, refuse("bad-request", reason="nested too deeply"))


def answer_unreadable(request: Request[Any, Any, Any], _: UnicodeDecodeError) -> Response[Any]:
    """Say that texts are UTF-8, also within JSON, where the decoder of bodies has no error of its own for it."""
    return answer_refusal(request, refuse("bad-request", reason="not UTF-8"))


def answer_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Say what was wrong with a request."""
    if isinstance(error, NotFoundException):
        return answer_refusal(request, refuse("not-found"))
    if isinstance(error, MethodNotAllowedException):
        answer = answer_refusal(request, refuse("not-allowed"))
        answer.headers.update(error.headers or {})  # which methods there are
        return answer
    if error.status_code == 413:
        return answer_refusal(request, refuse("too-long", most=LARGEST_BODY))
    if isinstance(error, ValidationException | ClientException) or error.detail == GONE:
        return answer_refusal(request, refuse("bad-request", reason=_describe(error)))
    return answer_mistake(request, error)


def _describe(error: HTTPException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    reasons = [f"{one.get('key', '')}: {one.get('message', '')}".strip(": ") for one in extra if isinstance(one, dict)]
    return ("; ".join(reasons) or error.detail)[:300]


def answer_mistake(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Note our own mistake, and say nothing about it but that it is ours."""
    log.error("a request could not be handled", exc_info=error, extra={"path": request.scope["path"]})
    return answer_refusal(request, refuse("internal"))


# ---------------------------------------------------------------------- for those who run the server


@get("/health", include_in_schema=False, sync_to_thread=False)
def show_health() -> dict[str, str]:
    """Say that the process lives."""
    return {"status": "ok", "version": __version__}


@get("/ready", include_in_schema=False)
async def show_ready(service: NamedDependency[Service]) -> Response[dict[str, Any]]:
    """Say whether people can play: the rules are compiled, and the database answers."""
    database = await service.can_write()
    ready = service.ready and database
    body = {"ready": ready, "compiled": service.ready, "database": database, "hub": service.hub.reliable}
    return Response(body, status_code=200 if ready else 503)


@get("/metrics", include_in_schema=False, sync_to_thread=False, media_type="text/plain")
def show_metrics() -> bytes:
    """Return the measurements."""
    return render()
