"""Tables for the compiled rules, made from the pieces.

A move is a code of 16 bits: `shape << 9 | origin`. The origin is the bottom left of the shape's bounding box,
counted as `24 * row + column` with a1 = 0, whatever the size of the board.

The board of the rules is padded: 24 cells in a row, of which at least four are border, and four rows of border
below and above. So everything within four steps of a square can be read without asking whether it is on the
board, and everything is the same wherever a piece lies: 91 shapes instead of 30,433 placements.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .pieces import PIECE_OF_SHAPE, PIECES, SHAPES, Shape, Square

STRIDE = 24
BORDER = 4
CELLS = STRIDE * (20 + 2 * BORDER)
A1 = STRIDE * BORDER
"""The cell of square a1: the cell of a square is A1 + 24 * row + column."""

ORIGIN_BITS = 9
ORIGIN_MASK = (1 << ORIGIN_BITS) - 1

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _step(square: Square) -> int:
    return STRIDE * square[1] + square[0]


def cell_of(square: Square) -> int:
    """Return the cell of a square."""
    return A1 + _step(square)


def _around(shape: Shape, directions: tuple[Square, ...]) -> set[Square]:
    return {(column + x, row + y) for column, row in shape for x, y in directions} - set(shape)


def _edges(shape: Shape) -> list[Square]:
    return sorted(_around(shape, SIDES))


def _corners(shape: Shape) -> list[Square]:
    return sorted(_around(shape, DIAGONALS) - _around(shape, SIDES))


def _pack(rows: list[list[int]]) -> NDArray[np.int64]:
    """Return the rows as one array; short rows repeat their last number, so that loops need no length."""
    width = max(map(len, rows))
    return np.array([row + row[-1:] * (width - len(row)) for row in rows], dtype=np.int64)


def _cells(squares: list[Square] | Shape) -> list[int]:
    """Return cells, to be added to a move's origin."""
    return [cell_of(square) for square in squares]


SHAPE_PIECE = np.array(PIECE_OF_SHAPE, dtype=np.int64)
SHAPE_SIZE = np.array([len(shape) for shape in SHAPES], dtype=np.int64)
SHAPE_SQUARES = np.array([[*shape, *[(0, 0)] * (5 - len(shape))] for shape in SHAPES], dtype=np.int64)
SHAPE_CELLS = _pack([_cells(shape) for shape in SHAPES])
SHAPE_EDGES = _pack([_cells(_edges(shape)) for shape in SHAPES])
SHAPE_CORNERS = _pack([_cells(_corners(shape)) for shape in SHAPES])
CORNER_COUNT = np.array([len(_corners(shape)) for shape in SHAPES], dtype=np.int64)

# ------------------------------------------------------------------ all pieces through one square

# A piece that covers a square reaches at most four steps far: 40 other cells. The four neighbours come first.
_NEAR: list[Square] = sorted(
    ((x, y) for x in range(-4, 5) for y in range(-4, 5) if 0 < abs(x) + abs(y) <= 4),
    key=lambda square: (abs(square[0]) + abs(square[1]), square),
)
NEAR = np.array([_step(square) for square in _NEAR], dtype=np.int64)
PIECE_BIT = len(_NEAR)
"""In a mask the bits below are cells near a square; this one and the 20 above are the pieces."""


def _through(shape: int) -> list[tuple[int, int]]:
    """Return (mask, code minus the square's number) for each way in which a shape can cover a square."""
    ways = []
    for x, y in SHAPES[shape]:
        near = [(column - x, row - y) for column, row in SHAPES[shape] if (column, row) != (x, y)]
        mask = sum(1 << _NEAR.index(square) for square in near) | 1 << PIECE_BIT + PIECE_OF_SHAPE[shape]
        ways.append((mask, (shape << ORIGIN_BITS) - _step((x, y))))
    return ways


def _sort_by_neighbours() -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return, one after the other for each set of blocked neighbours, the ways that cover none of these."""
    ways = [way for shape in range(len(SHAPES)) for way in _through(shape)]
    chosen = [[way for way in ways if not way[0] & blocked] for blocked in range(16)]
    flat = [way for group in chosen for way in group]
    starts = np.cumsum([0, *map(len, chosen)], dtype=np.int64)
    masks = np.array([mask for mask, _ in flat], dtype=np.uint64)
    return starts, masks, np.array([code for _, code in flat], dtype=np.int64)


WAY_STARTS, WAY_MASKS, WAY_CODES = _sort_by_neighbours()
MOST_WAYS = int(WAY_STARTS[1])

PIECE_COUNT = len(PIECES)
SHAPE_COUNT = len(SHAPES)
ALL_PIECES = (1 << PIECE_COUNT) - 1
