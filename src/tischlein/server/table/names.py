"""Names that people give themselves: one short line, and nothing that plays tricks with a screen."""

from __future__ import annotations

import unicodedata

from tischlein.core.refusal import Refusal

LONGEST = 24
LOOKALIKES = str.maketrans("013457@$!|", "oieastasii")

ANYWHERE = ("fuck", "nigger", "hitler", "wichser", "hurensohn", "arschloch", "schlampe", "fotze", "kanake", "faggot")
"""Nobody is called like this, in any part of a name."""
WHOLE = frozenset({"nazi", "cunt", "hure", "neger", "rape", "admin", "administrator", "moderator", "operator"})
"""As a whole word only; some of them would speak for the server."""


BLANK = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Signs that count as printable and show nothing."""
MOST_MARKS = 3
"""Accents and the like on one letter; more of them cover the lines above and below."""


def clean_name(name: str) -> str:
    """Return a name as it is shown, or refuse it. Empty is allowed: then the seat's number is the name."""
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if len(clean) > LONGEST or not clean.isprintable() or plays_tricks(clean):
        raise Refusal("tischlein.server", "bad-name", longest=LONGEST)
    if is_rude(clean):
        raise Refusal("tischlein.server", "rude-name")
    return clean


def plays_tricks(name: str) -> bool:
    """Return whether a name shows nothing, or covers what is around it."""
    marks = "".join("m" if unicodedata.category(sign).startswith("M") else " " for sign in name)
    return not BLANK.isdisjoint(name) or bool(name and not marks.strip("m")) or "m" * (MOST_MARKS + 1) in marks


def is_rude(name: str) -> bool:
    """Return whether a name is on the short list, however it is written. People report what is not."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(sign))
    letters = "".join(sign for sign in plain.translate(LOOKALIKES) if sign.isalpha())
    words = {"".join(filter(str.isalpha, word)) for word in plain.translate(LOOKALIKES).split()}
    return any(part in letters for part in ANYWHERE) or not words.isdisjoint(WHOLE)


def shorten_name(name: str) -> str:
    """Return what can be shown of a name that somebody else has written."""
    printable = "".join(letter for letter in unicodedata.normalize("NFC", name) if letter.isprintable())
    short = " ".join(printable.split())[:LONGEST].strip()
    return "" if is_rude(short) or plays_tricks(short) else short
