"""Who asks: the key that a request carries, and the origin of the page that sends it."""

from __future__ import annotations

from typing import Any, TypeAlias
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from .keys import hash_secret, new_secret
from .settings import Settings

COOKIE = "tischlein_key"
YEAR = 365 * 86_400

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]


def read_key(connection: AnyConnection) -> bytes | None:
    """Return the hash of the key that came with a request; the key itself goes no further."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    secret = given.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
    return hash_secret(secret) if 16 <= len(secret) <= 64 else None


def new_visitor(connection: AnyConnection) -> tuple[bytes, Cookie]:
    """Return the hash of a new key, and the cookie that gives it to a browser."""
    secret = new_secret()
    cookie = Cookie(
        COOKIE,
        path="/",
        value=secret,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme in ("https", "wss"),
    )
    return hash_secret(secret), cookie


def is_welcome(connection: AnyConnection, settings: Settings) -> bool:
    """Return whether the page that sends a request is ours. Programs send no origin and have no cookies to abuse."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins.split(","):
        return True
    return bool(origin) and urlsplit(origin).netloc == connection.headers.get("host")


def read_address(connection: AnyConnection) -> str:
    """Return where a request comes from; behind a trusted proxy, what the proxy says."""
    return connection.client.host if connection.client else "unknown"
