"""What a page needs to know of a layout, as JSON."""

from __future__ import annotations

from typing import TypedDict

from tischlein.core.game import Move
from tischlein.games.blokus.notation import write_square
from tischlein.games.blokus.variants import FOUR_COLOURS

from .arrange import find_contacts
from .challenge import ORDER, SIZE_OF, Layout, start_square
from .sheet import draw_rows


class LyingView(TypedDict):
    """A piece on the board."""

    colour: str
    piece: str
    move: Move
    given: bool


class HandView(TypedDict):
    """What is left of a colour."""

    id: str
    left: list[str]
    may_place: list[str]  # those of them that the order allows now
    squares: int
    start: str | None  # the square that the first piece must cover, while none lies
    open: list[str]  # rows from the top, "+" where a square of this colour may lie, else "."
    joins: list[str] | None  # a piece must cover one of these squares; None: it may lie anywhere


class LayoutView(TypedDict):
    """Everything about a layout."""

    challenge: str
    columns: int
    rows: int
    may_touch: bool
    as_in_the_game: bool
    descending: bool
    options: dict[str, str]
    board: list[str]  # rows from the top, one letter a square: b y r g, or "." for a free one
    lying: list[LyingView]
    colours: list[HandView]
    turn: str | None  # the only colour that may place, if the order is strict
    pieces: int
    solved: bool


def show_layout(layout: Layout) -> LayoutView:
    """Return the view of a layout. A piece may lie where all its squares are open and one joins, if any must."""
    challenge = layout.challenge
    given = len(challenge.givens)
    return {
        "challenge": challenge.id,
        "columns": challenge.columns,
        "rows": challenge.rows,
        "may_touch": challenge.may_touch,
        "as_in_the_game": challenge.as_in_the_game,
        "descending": challenge.descending,
        "options": {ORDER.id: ORDER.default, **layout.options} if ORDER in challenge.options else {},
        "board": draw_rows(layout),
        "lying": [
            {"colour": placement.colour, "piece": placement.piece, "move": placement.move, "given": number < given}
            for number, placement in enumerate(layout.lying)
        ],
        "colours": [_show_hand(layout, colour) for colour in FOUR_COLOURS],
        "turn": layout.turn,
        "pieces": challenge.pieces,
        "solved": layout.solved,
    }


def _show_hand(layout: Layout, colour: str) -> HandView:
    left = layout.left(colour)
    waiting = layout.challenge.as_in_the_game and not any(placement.colour == colour for placement in layout.lying)
    return {
        "id": colour,
        "left": left,
        "may_place": layout.may_place(colour),
        "squares": sum(SIZE_OF[piece] for piece in left),
        "start": write_square(start_square(colour)) if waiting else None,
        "open": _draw_open(layout, colour),
        "joins": _list_joins(layout, colour) if layout.challenge.as_in_the_game else None,
    }


def _draw_open(layout: Layout, colour: str) -> list[str]:
    challenge = layout.challenge
    closed = layout.taken if challenge.may_touch else layout.taken | layout.beside(colour)
    return [
        "".join("." if (column, row) in closed else "+" for column in range(challenge.columns))
        for row in range(challenge.rows - 1, -1, -1)
    ]


def _list_joins(layout: Layout, colour: str) -> list[str]:
    """Return the open squares where a piece would touch its colour at a corner; the start square for the first."""
    joins = find_contacts(layout, colour) - layout.taken - layout.beside(colour)
    inside = (range(layout.challenge.columns), range(layout.challenge.rows))
    return [write_square(square) for square in sorted(joins) if square[0] in inside[0] and square[1] in inside[1]]
