"""What everybody may see, as JSON: in Blokus that is everything.

Texts are ids ("blue", "F"); squares and moves are written as in R16. Seats count from 0.
"""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np

from tischlein.core.compiled import Position
from tischlein.core.game import Outcome, Seat, Setup
from tischlein.core.view import TableView, show_outcome

from . import rules
from .notation import write, write_square
from .pieces import PIECE_OF_SHAPE, PIECES
from .tables import A1, CELLS, ORIGIN_BITS, STRIDE
from .variants import PLANS, Plan

FREE = "."


class PlacedView(TypedDict):
    """A piece on the board."""

    ply: int  # from 1
    seat: Seat
    colour: str
    piece: str
    move: str


class ColourView(TypedDict):
    """A colour, and its score part by part: score = bonus - squares."""

    id: str
    seat: Seat | None  # None: placed by every seat in turn
    starts: list[str]  # the squares of which its first piece covers one; empty once it lies
    left: list[str]  # the pieces not placed yet
    squares: int  # how many squares these have
    bonus: int  # 0, 15 or 20
    reason: str | None  # of the bonus: "all" or "single-last"
    score: int
    counts: bool  # False: the score of this colour is nobody's
    out: bool  # it has placed everything, or can place nothing more


class SeatView(TypedDict):
    """A seat, its own colours, and the colours whose scores add up to its score (in teams the partner's too)."""

    seat: Seat
    colours: list[str]
    scoring: list[str]
    score: int


class View(TableView):
    """The whole table."""

    size: int
    turn: str | None  # the colour to move
    corners: list[str]  # squares of which its next piece covers one: own corners, or the start squares; by row
    board: list[str]  # rows from the top, one letter a square: b y r g v, or "." for a free one
    placed: list[PlacedView]
    last: PlacedView | None
    colours: list[ColourView]  # in the order in which they play
    scores: list[SeatView]


def make_view(setup: Setup, position: Position, to_move: Seat | None, outcome: Outcome | None) -> View:
    """Return the view of a position."""
    plan = PLANS[setup.variant]
    placed = _show_placed(plan, position)
    colours = [_show_colour(setup, plan, position, colour) for colour in range(len(plan.colours))]
    return {
        "game": setup.game,
        "variant": setup.variant,
        "seats": setup.seats,
        "first": setup.first,
        "options": plan.fill(setup.options),
        "size": plan.size,
        "ply": int(position.ply),
        "to_move": to_move,
        "turn": None if to_move is None else plan.colours[position.turn],
        "corners": _show_corners(position),
        "board": _show_board(plan, position),
        "placed": placed,
        "last": placed[-1] if placed else None,
        "colours": colours,
        "scores": [_show_seat(plan, position, seat) for seat in range(setup.seats)],
        "outcome": show_outcome(outcome),
    }


def _show_board(plan: Plan, position: Position) -> list[str]:
    letters = [FREE, *(colour[0] for colour in plan.colours)]
    owners = position.owner.tolist()
    starts = [A1 + STRIDE * row for row in range(plan.size - 1, -1, -1)]
    return ["".join(letters[owner] for owner in owners[start : start + plan.size]) for start in starts]


def _show_corners(position: Position) -> list[str]:
    cells = np.zeros(CELLS, np.int64)
    squares = (cells[: rules.list_contacts(position, cells)] - A1).tolist()
    return [write_square((square % STRIDE, square // STRIDE)) for square in squares]


def _show_placed(plan: Plan, position: Position) -> list[PlacedView]:
    past = zip(
        *(column[: position.ply].tolist() for column in (position.played, position.played_by, position.played_from)),
        strict=True,
    )
    return [
        {
            "ply": ply,
            "seat": seat,
            "colour": plan.colours[colour],
            "piece": PIECES[PIECE_OF_SHAPE[code >> ORIGIN_BITS]].name,
            "move": write(code),
        }
        for ply, (code, colour, seat) in enumerate(past, start=1)
    ]


def _show_colour(setup: Setup, plan: Plan, position: Position, colour: int) -> ColourView:
    lying = int(position.placed[colour])
    bonus = int(rules.bonus(position, colour))
    seat = int(position.seat[colour])
    starts: Any = () if lying else plan.starts_of(colour, setup.options)
    left = [piece.name for number, piece in enumerate(PIECES) if not lying >> number & 1]
    return {
        "id": plan.colours[colour],
        "seat": None if seat < 0 else seat,
        "starts": [write_square(square) for square in starts],
        "left": left,
        "squares": int(position.rest[colour]),
        "bonus": bonus,
        "reason": {15: "all", 20: "single-last"}.get(bonus),
        "score": int(rules.score(position, colour)),
        "counts": bool(position.side[colour] >= 0),
        "out": not left or bool(int(position.out) >> colour & 1),
    }


def _show_seat(plan: Plan, position: Position, seat: Seat) -> SeatView:
    side = rules.side_of(position, seat)
    seats, sides = position.seat.tolist(), position.side.tolist()
    return {
        "seat": seat,
        "colours": [name for colour, name in enumerate(plan.colours) if seats[colour] == seat],
        "scoring": [name for colour, name in enumerate(plan.colours) if sides[colour] == side],
        "score": int(rules.seat_score(position, seat)),
    }
