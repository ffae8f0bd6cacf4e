"""What a page needs to know of a layout, as JSON."""

from __future__ import annotations

from typing import TypedDict

from tischlein.core.game import Move
from tischlein.games.blokus.notation import write_square
from tischlein.games.blokus.pieces import PIECES
from tischlein.games.blokus.variants import FOUR_COLOURS

from .challenge import SIZE_OF, Layout
from .sheet import draw_rows

ORDER_OF = {piece.name: number for number, piece in enumerate(PIECES)}


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
    starts: list[str]  # the squares of which the first piece must cover one, while none lies
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
        "options": {option.id: layout.option(option) for option in challenge.options},
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
    left = sorted(layout.left(colour), key=ORDER_OF.__getitem__)
    waiting = layout.challenge.as_in_the_game and not any(placement.colour == colour for placement in layout.lying)
    return {
        "id": colour,
        "left": left,
        "may_place": sorted(layout.may_place(colour), key=ORDER_OF.__getitem__),
        "squares": sum(SIZE_OF[piece] for piece in left),
        "starts": [write_square(square) for square in layout.starts(colour)] if waiting else [],
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
    joins = layout.contacts(colour) - layout.taken - layout.beside(colour)
    inside = (range(layout.challenge.columns), range(layout.challenge.rows))
    return [write_square(square) for square in sorted(joins) if square[0] in inside[0] and square[1] in inside[1]]
