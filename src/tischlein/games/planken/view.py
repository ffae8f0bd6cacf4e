"""What everybody may see, as JSON: all of it, for nothing is hidden in this game.

Cells and columns are named as in moves: "m1" is the top of the first plank. A plank is written by its colours from
top to bottom. Seats count from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

import numpy as np

from tischlein.core.compiled import Position
from tischlein.core.game import Outcome, Seat, Setup
from tischlein.core.view import TableView, show_outcome

from . import rules
from .notation import write
from .pieces import COLOURS, COLUMN_NAMES, COLUMNS, HEIGHTS, LETTERS, ORDERS, SHAPES, name_cell
from .rules import ENDINGS
from .tables import KEEP, SWAP
from .variants import OPTIONS


class PlankView(TypedDict):
    """A plank on the table."""

    column: str
    plank: str
    nails: list[Seat | None]  # from top to bottom


class HandView(TypedDict):
    """What a seat has besides its nails on the table."""

    seat: Seat
    team: int  # seats of one team have the same number
    shape: str  # of its nails; after a swap, seats have each other's shape
    stock: list[str]  # planks not laid yet
    nails: dict[str, int]  # nails not set yet, by colour
    phase: str  # "set" or "move"
    making: list[list[str]]  # lines that lack one nail, whose field exists and is free: three cells each


class LastView(TypedDict):
    """The last move."""

    move: str
    seat: Seat
    column: str | None  # of the plank that was laid
    source: str | None  # the cell that the nail left
    cell: str | None  # the cell where the nail is now


class View(TableView):
    """The table."""

    choice: bool  # "keep" or "swap" is to be said now
    skipped: list[Seat]  # who could not act and was passed over after the last move
    repeats: int  # how often this position has stood with the same seat to move, now included
    last: LastView | None
    board: list[PlankView]  # from left to right
    ends: list[str]  # where the next plank may go: one column at first, then left and right; none after the last plank
    hands: list[HandView]  # by seat
    ending: str | None  # "line", "blocked" (nobody can act), "repeated" or "stuck" (and that loses)
    line: list[str] | None  # the cells of the winning line
    stuck: Seat | None  # who could not act and has lost by it


def make_view(setup: Setup, position: Position, to_move: Seat | None, outcome: Outcome | None) -> View:
    """Return the view of a position."""
    ending = ENDINGS[position.ending]
    owners = _find_owners(position)
    return {
        "game": setup.game,
        "variant": setup.variant,
        "seats": setup.seats,
        "first": setup.first,
        "options": {option.id: setup.options.get(option.id, option.default) for option in OPTIONS},
        "ply": int(position.ply),
        "to_move": to_move,
        "choice": bool(rules.is_choice(position)),
        "skipped": _skipped(position),
        "repeats": int(rules.occurrences(position)),
        "last": _show_last(position),
        "board": [_show_plank(position, column, owners) for column in _columns(int(position.row))],
        "ends": [COLUMN_NAMES[column] for column in _ends(position)],
        "hands": [_show_hand(position, seat) for seat in range(setup.seats)],
        "ending": ending,
        "line": _lines(position, int(position.winner), owned=3)[0] if ending == "line" else None,
        "stuck": int(rules.seat_of(position, int(position.loser))) if ending == "stuck" else None,
        "outcome": show_outcome(outcome),
    }


def _ends(position: Position) -> list[int]:
    return sorted({int(position.left), int(position.right)}) if position.stock.any() else []


def _find_owners(position: Position) -> dict[tuple[int, int], Seat]:
    """Return the seat of every nail by its column and its colour."""
    nails = position.nails.tolist()  # plain numbers at once: fields of a record are slow to read one by one
    return {
        (column, colour): int(rules.seat_of(position, side))
        for side in range(int(position.seats))
        for colour in range(3)
        for column in _columns(nails[side][colour])
    }


def _show_plank(position: Position, column: int, owners: Mapping[tuple[int, int], Seat]) -> PlankView:
    colours = [int(rules.colour_at(position, column, height)) for height in range(HEIGHTS)]
    return {
        "column": COLUMN_NAMES[column],
        "plank": "".join(LETTERS[colour] for colour in colours),
        "nails": [owners.get((column, colour)) for colour in colours],
    }


def _show_hand(position: Position, seat: Seat) -> HandView:
    side = int(rules.seat_of(position, seat))  # swapping twice changes nothing, so this leads back as well
    return {
        "seat": seat,
        "team": seat % 2 if position.seats == 4 else seat,  # R13
        "shape": SHAPES[side],
        "stock": [plank for plank, count in zip(ORDERS, position.stock[side], strict=True) for _ in range(count)],
        "nails": {name: int(rules.in_hand(position, side, colour)) for colour, name in enumerate(COLOURS)},
        "phase": "set" if rules.is_setting(position, side) else "move",
        "making": _lines(position, side, owned=2),
    }


def _show_last(position: Position) -> LastView | None:
    code = int(position.last)
    if code < 0:
        return None
    shown: LastView = {"move": write(code), "seat": int(position.mover), "column": None, "source": None, "cell": None}
    if code < KEEP:
        order, source, column, height = (int(part) for part in rules.parts(code))
        if order >= 0:
            shown["column"] = COLUMN_NAMES[column]
        if source >= 0:
            shown["source"] = name_cell(source // 3, source % 3)
            colour = rules.colour_at(position, source // 3, source % 3)
            height = int(rules.height_of(position, column, colour))
        shown["cell"] = name_cell(column, height)
    return shown


def _skipped(position: Position) -> list[Seat]:
    if position.ending or position.last in (-1, KEEP, SWAP):
        return []
    side = int(rules.seat_of(position, int(position.mover)))
    skipped = []
    while (side := (side + 1) % int(position.seats)) != position.turn:
        skipped.append(int(rules.seat_of(position, side)))
    return skipped


def _lines(position: Position, side: int, owned: int) -> list[list[str]]:
    """Return the lines with so many own nails whose other fields are free."""
    lines = np.zeros((rules.MOST_LINES, 3), np.int64)
    count = rules.find_lines(position, side, owned, lines)
    return [[name_cell(cell // 3, cell % 3) for cell in line] for line in lines[:count].tolist()]


def _columns(mask: int) -> list[int]:
    return [column for column in range(COLUMNS) if mask >> column & 1]
