"""Boards of bits for packing under the rules of the game.

`put` and `list_places` are a fast copy of the rules of Blokus for placing, tested against them.

A board is nine fields of 20 rows: for each colour the squares open to it (free, and beside no own piece), for each
colour the squares that touch an own corner, and the free squares. Where a shape fits is then a few shifts and ands
for a whole row of places at once. A move is `shape << 10 | row << 5 | column` of the shape's bottom left.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import compiled, count_bits
from tischlein.games.blokus.pieces import PIECES, SHAPES, Shape, Square
from tischlein.games.blokus.variants import FOUR_COLOURS, FOUR_CORNERS
from tischlein.puzzles.blokus.challenge import SIDES, Layout, Placement

WIDTH = 20
ROW = (1 << WIDTH) - 1
CONTACT, FREE = 4, 8
"""Fields of a board: open to colour c is field c, touching colour c is CONTACT + c."""

WAITING = 1 << 31
"""In a colour's first row of contacts: it has no piece yet, and its contacts are the corners where it may start."""

Board = NDArray[np.uint32]
Ints = NDArray[np.int64]

MOST_PLACES = 20 * 20 * 8


class PackWorkspace(NamedTuple):
    """Memory for `survey` and `list_places`."""

    fits: NDArray[np.uint32]  # by row: where a shape fits
    covered: NDArray[np.uint32]  # by colour: squares that its pieces could cover
    needs: Ints  # by colour: squares that its pieces have
    counts: Ints  # by colour and piece: the places that it could still get
    board: Board  # with contacts as they could become
    weights: Ints  # by colour and piece: how often it was found without a place
    ratings: NDArray[np.float64]  # of the places of a piece
    trial: Board
    corners: Ints  # by colour


def new_workspace() -> PackWorkspace:
    """Return fresh memory."""
    return PackWorkspace(
        fits=np.zeros(WIDTH, dtype=np.uint32),
        covered=np.zeros((4, WIDTH), dtype=np.uint32),
        needs=np.zeros(4, dtype=np.int64),
        counts=np.zeros((4, len(PIECES)), dtype=np.int64),
        board=np.zeros((9, WIDTH), dtype=np.uint32),
        weights=np.ones((4, len(PIECES)), dtype=np.int64),
        ratings=np.zeros(MOST_PLACES, dtype=np.float64),
        trial=np.zeros((9, WIDTH), dtype=np.uint32),
        corners=np.zeros(4, dtype=np.int64),
    )


class Shapes(NamedTuple):
    """The 91 shapes as bits; those of a piece stand together, from first[piece] to first[piece + 1]."""

    sizes: Ints  # by shape
    heights: Ints
    columns: Ints  # by shape and square
    rows: Ints
    masks: NDArray[np.uint32]  # by shape and row
    corners: Ints  # by shape: (column, row) of the squares that touch it at a corner alone, filled up with the last
    first: Ints  # by piece


@cache
def list_shapes() -> Shapes:
    """Return the tables of all shapes."""
    filled = [[*shape, *[shape[-1]] * (5 - len(shape))] for shape in SHAPES]
    masks = [[sum(1 << column for column, y in shape if y == row) for row in range(5)] for shape in SHAPES]
    return Shapes(
        sizes=np.array([len(shape) for shape in SHAPES]),
        heights=np.array([1 + max(row for _, row in shape) for shape in SHAPES]),
        columns=np.array([[column for column, _ in shape] for shape in filled]),
        rows=np.array([[row for _, row in shape] for shape in filled]),
        masks=np.array(masks, dtype=np.uint32),
        corners=np.array([_find_corners(shape) for shape in SHAPES]),
        first=np.cumsum([0, *(len(piece.shapes) for piece in PIECES)]),
    )


def _find_corners(shape: Shape) -> list[Square]:
    """Return eight squares at the corners of a shape, the last as often as needed."""
    beside = {(column + x, row + y) for column, row in shape for x, y in SIDES}
    around = {(column + x, row + y) for column, row in shape for x in (-1, 1) for y in (-1, 1)}
    corners = sorted(around - beside - set(shape))
    return corners + corners[-1:] * (8 - len(corners))


# ------------------------------------------------------------------ boards


@compiled
def copy_board(source: Board, target: Board) -> None:
    """Copy a board."""
    for part in range(9):
        for y in range(WIDTH):
            target[part, y] = source[part, y]


@compiled
def put(board: Board, shapes: Shapes, colour: int, move: int) -> None:
    """Lay a piece; whether it may lie there is not asked."""
    shape, bottom, left = move >> 10, move >> 5 & 31, np.uint32(move & 31)
    height = shapes.heights[shape]
    if board[CONTACT + colour, 0] & np.uint32(WAITING):
        for y in range(WIDTH):
            board[CONTACT + colour, y] = np.uint32(0)
    for row in range(height):
        mask = np.uint32(shapes.masks[shape, row] << left)
        y = bottom + row
        beside = np.uint32((mask << np.uint32(1) | mask >> np.uint32(1)) & np.uint32(ROW))
        board[FREE, y] &= ~mask
        for other in range(4):
            board[other, y] &= ~mask
        board[colour, y] &= ~beside
        if y > 0:
            board[colour, y - 1] &= ~mask
            board[CONTACT + colour, y - 1] |= beside
        if y < WIDTH - 1:
            board[colour, y + 1] &= ~mask
            board[CONTACT + colour, y + 1] |= beside


@compiled
def find_fits(board: Board, shapes: Shapes, colour: int, shape: int, touching: bool, fits: NDArray[np.uint32]) -> int:
    """Write, row by row, where the bottom left of a shape may be; return how many places there are.

    `touching` asks for a contact too; without it, the places are those that the colour may have now or later.
    """
    count = 0
    for y in range(WIDTH):
        fits[y] = 0
    for y in range(WIDTH - shapes.heights[shape] + 1):
        fitting, contact = np.uint32(ROW), np.uint32(0)
        for i in range(shapes.sizes[shape]):
            row, shift = y + shapes.rows[shape, i], np.uint32(shapes.columns[shape, i])
            fitting &= board[colour, row] >> shift
            contact |= board[CONTACT + colour, row] >> shift
        fits[y] = fitting & contact if touching else fitting
        count += count_bits(np.uint64(fits[y]))
    return count


@compiled
def count_places(board: Board, shapes: Shapes, colour: int, piece: int) -> tuple[int, int]:
    """Return in how many ways a piece can lie now or later, and how many of them touch a contact now."""
    ever, now = 0, 0
    for shape in range(shapes.first[piece], shapes.first[piece + 1]):
        for y in range(WIDTH - shapes.heights[shape] + 1):
            fitting, contact = np.uint32(ROW), np.uint32(0)
            for i in range(shapes.sizes[shape]):
                row, shift = y + shapes.rows[shape, i], np.uint32(shapes.columns[shape, i])
                fitting &= board[colour, row] >> shift
                contact |= board[CONTACT + colour, row] >> shift
            ever += count_bits(np.uint64(fitting))
            now += count_bits(np.uint64(fitting & contact))
    return ever, now


@compiled
def list_places(
    board: Board, shapes: Shapes, colour: int, piece: int, touching: bool, fits: NDArray[np.uint32], moves: Ints
) -> int:
    """Write the moves of a piece; return how many there are. `fits` is only used here."""
    count = 0
    for shape in range(shapes.first[piece], shapes.first[piece + 1]):
        if find_fits(board, shapes, colour, shape, touching, fits) == 0:
            continue
        for y in range(WIDTH - shapes.heights[shape] + 1):
            rest = fits[y]
            while rest:
                low = rest & (~rest + np.uint32(1))
                rest &= ~low
                moves[count] = shape << 10 | y << 5 | count_bits(np.uint64(low - np.uint32(1)))
                count += 1
    return count


@compiled
def _widen(board: Board, shapes: Shapes, colour: int, pieces: int, fits: NDArray[np.uint32]) -> None:
    """Add to a colour's contacts the corners of all places that its pieces could ever have, if nobody else placed."""
    contacts = board[CONTACT + colour]
    grown = True
    while grown:
        grown = False
        for piece in range(len(shapes.first) - 1):
            if not pieces >> piece & 1:
                continue
            for shape in range(shapes.first[piece], shapes.first[piece + 1]):
                if find_fits(board, shapes, colour, shape, True, fits) == 0:
                    continue
                for i in range(8):
                    column, row = shapes.corners[shape, i, 0], shapes.corners[shape, i, 1]
                    for y in range(max(0, -row), min(WIDTH, WIDTH - row)):
                        shifted = fits[y] << np.uint32(column) if column >= 0 else fits[y] >> np.uint32(-column)
                        new = np.uint32(shifted & np.uint32(ROW)) & ~contacts[y + row] & board[colour, y + row]
                        if new:
                            contacts[y + row] |= new
                            grown = True


@compiled
def _count_covered(board: Board, shapes: Shapes, colour: int, piece: int, workspace: PackWorkspace) -> int:
    """Return how many places of a piece touch a contact, and note all squares that they cover."""
    fits, covered = workspace.fits, workspace.covered[colour]
    count = 0
    for shape in range(shapes.first[piece], shapes.first[piece + 1]):
        found = find_fits(board, shapes, colour, shape, True, fits)
        if found:
            count += found
            for y in range(WIDTH - shapes.heights[shape] + 1):
                for i in range(shapes.sizes[shape]):
                    covered[y + shapes.rows[shape, i]] |= fits[y] << np.uint32(shapes.columns[shape, i])
    return count


@compiled
def survey(
    board: Board, shapes: Shapes, left: Ints, descending: bool, workspace: PackWorkspace
) -> tuple[int, int, int]:
    """Count the places that each piece (by colour and piece) could still get, and widen the contacts for that.

    Return (fewest places, colour, piece). Fewest is 0 if the colour (with piece -1: all colours) cannot place all its
    squares, and -1 if nothing is left to place.
    """
    fewest, owner, rarest = -1, 0, 0
    covered, counts, needs = workspace.covered, workspace.counts, workspace.needs
    for colour in range(4):
        for y in range(WIDTH):
            covered[colour, y] = 0
    for colour in range(4):
        squares = 0
        for size in range(5, 0, -1):
            pieces = _pieces_of_size(shapes, left[colour], size) if descending else left[colour]
            if left[colour] & (left[colour] - 1):  # a piece alone has only the contacts that there are
                _widen(board, shapes, colour, pieces, workspace.fits)
            for piece in range(len(shapes.first) - 1):
                if pieces >> piece & 1:
                    counts[colour, piece] = _count_covered(board, shapes, colour, piece, workspace)
                    squares += shapes.sizes[shapes.first[piece]]
                    if fewest < 0 or counts[colour, piece] < fewest:
                        fewest, owner, rarest = counts[colour, piece], colour, piece
            if not descending:
                break
        if fewest == 0:
            return 0, owner, rarest
        if squares > _count_squares(covered[colour]):
            return 0, colour, -1
        needs[colour] = squares
    if _lacks_room(covered, needs):
        return 0, -1, -1
    return fewest, owner, rarest


@compiled
def _lacks_room(covered: NDArray[np.uint32], needs: Ints) -> bool:
    """Return whether some colours together need more squares than they could ever cover."""
    for colours in range(1, 16):
        needed, room = 0, 0
        for colour in range(4):
            needed += needs[colour] * (colours >> colour & 1)
        for y in range(WIDTH):
            together = np.uint32(0)
            for colour in range(4):
                if colours >> colour & 1:
                    together |= covered[colour, y]
            room += count_bits(np.uint64(together))
        if needed > room:
            return True
    return False


@compiled
def _pieces_of_size(shapes: Shapes, pieces: int, size: int) -> int:
    """Return those of some pieces, one bit each, that have so many squares."""
    found = 0
    for piece in range(len(shapes.first) - 1):
        if pieces >> piece & 1 and shapes.sizes[shapes.first[piece]] == size:
            found |= 1 << piece
    return found


@compiled
def _count_squares(rows: NDArray[np.uint32]) -> int:
    count = 0
    for y in range(WIDTH):
        count += count_bits(np.uint64(rows[y]))
    return count


# ------------------------------------------------------------------ layouts as boards


def read_board(layout: Layout) -> tuple[Board, Ints]:
    """Return the board of a layout, and by colour the pieces left, one bit each."""
    board = np.zeros((9, WIDTH), dtype=np.uint32)
    board[:CONTACT], board[FREE] = ROW, ROW
    for colour, own in enumerate(FOUR_CORNERS):
        for column, row in FOUR_CORNERS if layout.free_corners else (own,):
            board[CONTACT + colour, row] |= np.uint32(1 << column)
        if layout.free_corners:
            board[CONTACT + colour, 0] |= np.uint32(WAITING)
    for placement in layout.lying:
        put(board, list_shapes(), FOUR_COLOURS.index(placement.colour), write_move(placement))
    names = [piece.name for piece in PIECES]
    left = [sum(1 << names.index(piece) for piece in layout.left(colour)) for colour in FOUR_COLOURS]
    return board, np.array(left, dtype=np.int64)


def write_move(placement: Placement) -> int:
    """Return the number of a placement."""
    left, bottom = (min(square[axis] for square in placement.squares) for axis in (0, 1))
    shape = SHAPES.index(tuple(sorted((column - left, row - bottom) for column, row in placement.squares)))
    return shape << 10 | bottom << 5 | left


def read_placement(colour: int, move: int) -> Placement:
    """Return the placement of a number."""
    bottom, left = move >> 5 & 31, move & 31
    return Placement(FOUR_COLOURS[colour], tuple((left + column, bottom + row) for column, row in SHAPES[move >> 10]))
