"""Names that people give themselves: one short line, and nothing that plays tricks with a screen."""

from __future__ import annotations

import unicodedata

from tischlein.core.refusal import Refusal

LONGEST = 24


def clean_name(name: str) -> str:
    """Return a name as it is shown, or refuse it. Empty is allowed: then the seat's number is the name."""
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if len(clean) > LONGEST or not clean.isprintable():
        raise Refusal("tischlein.server", "bad-name", longest=LONGEST)
    return clean
