"""Secrets: keys that tell who somebody is, tokens that open a seat, and ids that cannot be guessed."""

from __future__ import annotations

import secrets
from hashlib import sha256

ALPHABET = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""Letters and digits that are not mistaken for each other when somebody reads out a link."""


def new_secret() -> str:
    """Return 128 random bits as text, for a key or a token."""
    return secrets.token_urlsafe(16)


def hash_secret(secret: str) -> bytes:
    """Return what is stored instead of a secret. It is random, so it needs no salt and no slow hash."""
    return sha256(secret.encode()).digest()


def new_table_id() -> str:
    """Return an id of 81 random bits: whoever knows it was given the link."""
    return "".join(secrets.choice(ALPHABET) for _ in range(14))
