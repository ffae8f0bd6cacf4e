"""Who asks: the key that a request carries, and the origin of the page that sends it."""

from __future__ import annotations

import contextlib
import ipaddress
from dataclasses import dataclass, field
from typing import Any, Self

from litestar.datastructures import Cookie

from tischlein.server.settings import Settings

from .keys import hash_secret, new_sealed

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
    secret: str = field(default="", repr=False)
    """The key as it came, to see whether this server made it."""
    bearer: bool = False
    """Whether a program sent it, and not a browser's cookie."""

    @classmethod
    def read(cls, scope: Any) -> Self:
        """Return the sender of a request, from what the web server knows."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        client = scope.get("client")
        secret, bearer = _read_key(headers)
        return cls(
            hash_secret(secret) if secret else None,
            headers.get("origin"),
            headers.get("host", ""),
            client[0] if client else "unknown",
            scope.get("scheme") in ("https", "wss"),
            secret,
            bearer,
        )

    @property
    def network(self) -> str:
        """Where it comes from, as far as one person cannot choose the address."""
        return network_of(self.address)

    def is_welcome(self, settings: Settings) -> bool:
        """Return whether the page that sends it is ours. Programs send no origin and have no cookies to abuse."""
        if self.origin is None:
            return True
        scheme, _, place = self.origin.partition("://")  # as browsers write it, and not otherwise
        ours = scheme in ("http", "https") and place != "" and place == self.host
        return ours or self.origin in filter(None, settings.origins.split(","))


def network_of(address: str) -> str:
    """Return an address as far as one person cannot choose it: of IPv6 the first 64 bits."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


def is_proxy(address: str, proxies: str) -> bool:
    """Return whether an address is that of a trusted proxy, as the settings name them: single ones, networks, or *."""
    named = [name.strip() for name in proxies.split(",") if name.strip()]
    if "*" in named or address in named:
        return True
    with contextlib.suppress(ValueError):
        found = ipaddress.ip_address(address)
        return any(found in ipaddress.ip_network(name, strict=False) for name in named if "/" in name)
    return False


def _read_key(headers: dict[str, str]) -> tuple[str, bool]:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    cookies = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    kept = next((value for name, _, value in cookies if name == COOKIE), "")
    bearer = scheme.lower() == "bearer"
    secret = given.strip() if bearer else kept
    return (secret if 16 <= len(secret) <= 64 else ""), bearer


def new_key(secure: bool, seal: bytes) -> tuple[bytes, Cookie]:
    """Return the hash of a new key, and the cookie that gives it to a browser."""
    secret = new_sealed(seal)
    cookie = Cookie(COOKIE, path="/", value=secret, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return hash_secret(secret), cookie
