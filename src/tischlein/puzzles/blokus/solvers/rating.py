"""What a board of a packing costs: low where much can still be placed.

A board is good when few squares are closed to many colours, the free squares have a short outline, and each colour has
many corners to go on from. A move changes few rows, so its board is judged by these alone.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from tischlein.core.compiled import Position, compiled, count_bits, record_type

from .boards import CONTACT, FREE, ROW, WAITING, WIDTH, Board, Ints, Shapes, count_places, put

COSTS = record_type(
    [
        ("closed_to_all", np.float64),  # for each free square that is closed to 4, 3, 2, 1 colours
        ("closed_to_three", np.float64),
        ("closed_to_two", np.float64),
        ("closed_to_one", np.float64),
        ("lonely", np.float64),  # for each free square without a free one beside it
        ("outline", np.float64),  # for each edge between a free square and another one
        ("corners", np.float64),  # gained by each colour for the root of its open corners
        ("few_now", np.float64),  # with care: for each piece, divided by the places that it has now
        ("few_ever", np.float64),  # and by those that it could ever get
        ("chance", np.float64),  # at most, at random
    ]
)
"""What a board costs."""

USUAL_COSTS = (4.0, 1.0, 0.3, 0.1, 1.0, 0.25, 2.0, 4.0, 4.0, 1.0)
HOPELESS = 1e9


@compiled
def rate_rows(board: Board, costs: Position, first: int, last: int) -> float:
    """Return what the squares of some rows cost."""
    total = 0.0
    for y in range(first, last + 1):
        a, b, c, d, free = board[0, y], board[1, y], board[2, y], board[3, y], board[FREE, y]
        one = a | b | c | d  # open to at least one colour, two, three, four
        two = (a & b) | (c & d) | ((a | b) & (c | d))
        three = (a & b & (c | d)) | (c & d & (a | b))
        four = a & b & c & d
        total += costs.closed_to_all * count_bits(np.uint64(free & ~one))
        total += costs.closed_to_three * count_bits(np.uint64(one & ~two))
        total += costs.closed_to_two * count_bits(np.uint64(two & ~three))
        total += costs.closed_to_one * count_bits(np.uint64(three & ~four))
        above = board[FREE, y + 1] if y < WIDTH - 1 else np.uint32(0)
        below = board[FREE, y - 1] if y > 0 else np.uint32(0)
        left, right = np.uint32(free << np.uint32(1) & np.uint32(ROW)), np.uint32(free >> np.uint32(1))
        total += costs.lonely * count_bits(np.uint64(free & ~(above | below | left | right)))
        upright = count_bits(np.uint64(free & ~above)) + count_bits(np.uint64(free & ~below))
        level = count_bits(np.uint64(free & ~left)) + count_bits(np.uint64(free & ~right))
        total += costs.outline * (upright + level)
    return total


@compiled
def count_corners(board: Board, colour: int, first: int, last: int) -> int:
    """Return how many squares of some rows a colour can go on from."""
    corners = 0
    for y in range(first, last + 1):
        corners += count_bits(np.uint64(board[CONTACT + colour, y] & board[colour, y]))
    return corners


@compiled
def rate(board: Board, costs: Position) -> float:
    """Return what a board costs, at a glance."""
    total = rate_rows(board, costs, 0, WIDTH - 1)
    for colour in range(4):
        total -= costs.corners * sqrt(count_corners(board, colour, 0, WIDTH - 1))
    return total


@compiled
def rate_places(board: Board, shapes: Shapes, left: Ints, costs: Position) -> float:
    """Return what it costs that pieces have few places; HOPELESS if one has none, now or ever."""
    total = 0.0
    for colour in range(4):
        for piece in range(len(shapes.first) - 1):
            if left[colour] >> piece & 1:
                ever, now = count_places(board, shapes, colour, piece)
                if ever == 0:
                    return HOPELESS
                total += costs.few_now / (1 + now) + costs.few_ever / ever
    return total


@compiled
def rate_move(
    board: Board, shapes: Shapes, colour: int, move: int, costs: Position, trial: Board, corners: Ints
) -> float:
    """Return how much more a board costs after a move.

    `trial` equals the board before and after; `corners` are those of the board.
    """
    bottom = move >> 5 & 31
    first, last = max(0, bottom - 1), min(WIDTH - 1, bottom + shapes.heights[move >> 10])
    if board[CONTACT + colour, 0] & np.uint32(WAITING):  # its other corners go
        first, last = 0, WIDTH - 1
    total = -rate_rows(board, costs, first, last)
    put(trial, shapes, colour, move)
    total += rate_rows(trial, costs, first, last)
    for other in range(4):
        now = corners[other] - count_corners(board, other, first, last) + count_corners(trial, other, first, last)
        total += costs.corners * (sqrt(corners[other]) - sqrt(max(now, 0)))
    for part in range(9):
        for y in range(first, last + 1):
            trial[part, y] = board[part, y]
    return total
