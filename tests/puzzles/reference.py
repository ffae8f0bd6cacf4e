"""Slow and obvious: rectangles filled square by square with every piece, packings by trying every order."""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.games.blokus.pieces import PIECES, Square
from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles import Layout

SHAPES = {piece.name: piece.shapes for piece in PIECES}
Board = dict[Square, tuple[int, str]]


def count_fillings(layout: Layout) -> int:
    """Return in how many ways the missing pieces fill the free squares, colours told apart."""
    board: Board = {
        square: (number, placement.colour)
        for number, placement in enumerate(layout.lying)
        for square in placement.squares
    }
    left = [(colour, piece) for colour in FOUR_COLOURS for piece in layout.left(colour)]
    return sum(1 for _ in _fill(layout, board, left))


def _fill(layout: Layout, board: Board, left: list[tuple[str, str]]) -> Iterator[None]:
    challenge = layout.challenge
    every = [(column, row) for column in range(challenge.columns) for row in range(challenge.rows)]
    free = [square for square in every if square not in board]
    if not free:
        yield from [] if left else [None]
        return
    column, row = free[0]
    for colour, piece in left:
        for shape in SHAPES[piece]:
            for x, y in shape:
                squares = [(column + dx - x, row + dy - y) for dx, dy in shape]
                if all(square in free for square in squares) and _may_lie(layout, board, squares, colour):
                    laid = board | dict.fromkeys(squares, (len(left) + 1000, colour))
                    yield from _fill(layout, laid, [kind for kind in left if kind != (colour, piece)])


def _may_lie(layout: Layout, board: Board, squares: list[Square], colour: str) -> bool:
    beside = {(column + x, row + y) for column, row in squares for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return layout.challenge.may_touch or all(board.get(square, (0, ""))[1] != colour for square in beside)


def can_be_packed(layout: Layout) -> bool:
    """Return whether the missing pieces can be placed one after the other, by trying every move of every turn."""
    if layout.solved:
        return True
    return any(
        can_be_packed(layout.place(colour, move))
        for colour in ([layout.turn] if layout.turn else FOUR_COLOURS)
        for piece in layout.may_place(colour)
        for move in layout.legal_moves(colour, piece)
    )
