"""Moves as text and as numbers. R15: an optional plank, an optional source, and where the nail goes.

| text | what it says |
|---|---|
| `m2` | set a nail on m2 |
| `RGB:n2` | lay the plank red-green-blue (from top to bottom) as n and set a nail on n2 |
| `m2-k` | move the nail from m2 to plank k, onto the field of its colour |
| `RGB:m2-n` | lay the plank as n and move the nail from m2 onto it |
| `keep`, `swap` | keep the sides, or swap them |
| `stay` | move nothing, where the table plays so |
"""

from __future__ import annotations

import re
from functools import cache

from tischlein.core.game import Move
from tischlein.core.refusal import IllegalMove

from . import rules
from .pieces import COLUMN_NAMES, COLUMNS, ORDERS, name_cell
from .tables import KEEP, LAY, LAY_MOVE, MOVE, SET, STAY, SWAP

PACKAGE = "tischlein.games.planken"
CHOICES = {"keep": KEEP, "swap": SWAP, "stay": STAY}
PATTERN = re.compile(r"(?:([rgb]{3}):?)?(?:([b-x][123])-)?([b-x])([123])?")


@cache
def write(code: int) -> Move:
    """Return the text of a move."""
    if code >= KEEP:
        return tuple(CHOICES)[code - KEEP]
    order, source, column, height = (int(part) for part in rules.parts(code))
    plank = f"{ORDERS[order]}:" if order >= 0 else ""
    if source < 0:
        return plank + name_cell(column, height)
    return f"{plank}{name_cell(source // 3, source % 3)}-{COLUMN_NAMES[column]}"


def read(text: Move) -> tuple[int, int | None]:
    """Return a move's number and, if the text names it needlessly, the height to which a nail is moved.

    Small and capital letters, spaces and a missing colon make no difference. Raises IllegalMove.
    """
    bare = "".join(text.split()).lower()
    if bare in CHOICES:
        return CHOICES[bare], None
    found = PATTERN.fullmatch(bare)
    plank, source, column, height = found.groups() if found else (None,) * 4
    order = (plank or "").upper()
    if column is None or (order and order not in ORDERS) or not (source or height):
        raise IllegalMove(PACKAGE, "R15-text", move=text)
    to = COLUMN_NAMES.index(column)
    if source is None:
        cell = _cell(column + str(height))
        return (LAY + cell * 6 + ORDERS.index(order) if order else SET + cell), None
    step = _cell(source) * COLUMNS + to
    code = LAY_MOVE + step * 6 + ORDERS.index(order) if order else MOVE + step
    return code, int(height) - 1 if height else None


def _cell(name: str) -> int:
    return 3 * COLUMN_NAMES.index(name[0]) + int(name[1]) - 1
