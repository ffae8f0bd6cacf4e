"""Moves as text: the squares that a piece covers, "e5,e6,f6". Columns from the left, rows from the bottom."""

from __future__ import annotations

import re
from functools import cache

from tischlein.core.game import Move
from tischlein.core.refusal import IllegalMove

from .pieces import SHAPES, Square
from .tables import ORIGIN_BITS, ORIGIN_MASK, STRIDE

PACKAGE = "tischlein.games.blokus"

# R16: a letter and a number; commas, blanks or both between the squares.
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)", flags=re.ASCII)
_GAP = re.compile(r"\s*,\s*|\s+")
_LONGEST = 100


def write_square(square: Square) -> str:
    """Return (4, 9) as "e10"."""
    column, row = square
    return f"{chr(ord('a') + column)}{row + 1}"


def squares_of(code: int) -> tuple[Square, ...]:
    """Return the squares that a move covers, sorted by column, then by row."""
    row, column = divmod(code & ORIGIN_MASK, STRIDE)
    return tuple((column + x, row + y) for x, y in SHAPES[code >> ORIGIN_BITS])


@cache
def write(code: int) -> Move:
    """Return the one canonical text of a code (R16); each is made once."""
    return ",".join(map(write_square, squares_of(code)))


def read(move: Move) -> list[Square]:
    """Return the squares of a move in any order and case, sorted. Raises IllegalMove."""
    squares = []
    for text in _GAP.split(move.strip().lower()[:_LONGEST]):
        found = _SQUARE.fullmatch(text)
        if not found:
            raise IllegalMove(PACKAGE, "R16-unreadable", text=text)
        squares.append((ord(found[1]) - ord("a"), int(found[2]) - 1))
    for square in squares:
        if squares.count(square) > 1:
            raise IllegalMove(PACKAGE, "R16-twice", square=write_square(square))
    return sorted(squares)
