"""Moves as text and as numbers. R4: a move is the number of matches that are taken."""

from __future__ import annotations

from tischlein.core.game import Move
from tischlein.core.refusal import IllegalMove

from .rules import MOST

PACKAGE = "tischlein.games.nim"


def write(code: int) -> Move:
    """Return the text of a move."""
    return str(code)


def read(text: Move) -> int:
    """Return the number of a move; spaces make no difference. Raises IllegalMove."""
    bare = text.strip()
    if bare not in map(write, range(1, MOST + 1)):  # R4
        raise IllegalMove(PACKAGE, "R4-unreadable", text=text)
    return int(bare)
