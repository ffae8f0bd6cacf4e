"""Secrets: keys that tell who somebody is, tokens that open a seat, and ids that cannot be guessed."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

ALPHABET = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""Letters and digits that are not mistaken for each other when somebody reads out a link."""


SECRET = 22
"""Letters of a secret."""


def new_secret() -> str:
    """Return 128 random bits as text, for a key or a token."""
    return secrets.token_urlsafe(16)


def new_sealed(seal: bytes) -> str:
    """Return a key: 128 random bits, and a proof that this server made it."""
    secret = new_secret()
    return secret + _proof(secret, seal)


def is_sealed(key: str, seal: bytes) -> bool:
    """Return whether this server made a key; nobody chooses one."""
    return hmac.compare_digest(key[SECRET:].encode(), _proof(key[:SECRET], seal).encode())


def _proof(secret: str, seal: bytes) -> str:
    return urlsafe_b64encode(hmac.digest(seal, secret.encode(), "sha256")[:9]).decode()


def hash_secret(secret: str) -> bytes:
    """Return what is stored instead of a secret. It is random, so it needs no salt and no slow hash."""
    return sha256(secret.encode()).digest()


def name_taking(key: bytes) -> str:
    """Return a new name for the request that gives a seat to a key: seats change hands, and events name no keys."""
    return f"take:{key.hex()[:16]}:{new_secret()}"


def is_taken_by(request: str, key: bytes) -> bool:
    """Return whether a request gave a seat to a key; older versions did not note whose it was."""
    kind, *words = request.split(":")
    return kind == "take" and (len(words) == 1 or words[0] == key.hex()[:16])


def is_id(text: str) -> bool:
    """Return whether something can be the id of a table or a save; nothing else is asked for in the database."""
    return 0 < len(text) <= 32 and text.isascii() and text.isalnum()


def new_table_id() -> str:
    """Return an id of 81 random bits: whoever knows it was given the link."""
    return "".join(secrets.choice(ALPHABET) for _ in range(14))
