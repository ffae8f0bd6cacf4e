"""Who asks: the key that a request carries, and the origin of the page that sends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

from litestar.datastructures import Cookie

from .keys import hash_secret, new_secret
from .settings import Settings

COOKIE = "tischlein_key"
YEAR = 365 * 86_400


@dataclass(frozen=True, slots=True)
class Visitor:
    """What a request or a socket says about its sender."""

    key: bytes | None
    """The hash of the key; the key itself goes no further."""
    origin: str | None
    host: str
    address: str
    """Where it comes from; behind a trusted proxy, what the proxy says."""
    secure: bool

    @classmethod
    def read(cls, scope: Any) -> Self:
        """Return the sender of a request, from what the web server knows."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        client = scope.get("client")
        return cls(
            _read_key(headers),
            headers.get("origin"),
            headers.get("host", ""),
            client[0] if client else "unknown",
            scope.get("scheme") in ("https", "wss"),
        )

    def is_welcome(self, settings: Settings) -> bool:
        """Return whether the page that sends it is ours. Programs send no origin and have no cookies to abuse."""
        if self.origin is None or self.origin in settings.origins.split(","):
            return True
        return bool(self.origin) and urlsplit(self.origin).netloc == self.host


def _read_key(headers: dict[str, str]) -> bytes | None:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    cookies = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    kept = next((value for name, _, value in cookies if name == COOKIE), "")
    secret = given.strip() if scheme.lower() == "bearer" else kept
    return hash_secret(secret) if 16 <= len(secret) <= 64 else None


def new_key(secure: bool) -> tuple[bytes, Cookie]:
    """Return the hash of a new key, and the cookie that gives it to a browser."""
    secret = new_secret()
    cookie = Cookie(COOKIE, path="/", value=secret, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return hash_secret(secret), cookie
