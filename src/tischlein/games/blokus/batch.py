"""Blokus for `tischlein.batch`: the numbers and planes of `encoding`, compiled, for many games at once.

`encoding` says what they mean; a test compares the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled

from .pieces import SHAPES
from .rules import copy, fits, mover, moves, push, seat_score, side_of, whole
from .rules import draw as draw_code
from .tables import A1, ALL_PIECES, ORIGIN_BITS, ORIGIN_MASK, PIECE_COUNT, SHAPE_CELLS, STRIDE
from .variants import PLANS

WIDTHS = tuple(sorted({plan.size for plan in PLANS.values()}))


def _list_codes(width: int) -> list[int]:
    return [
        number << ORIGIN_BITS | STRIDE * row + column
        for number, shape in enumerate(SHAPES)
        for row in range(width - max(y for _, y in shape))
        for column in range(width - max(x for x, _ in shape))
    ]


def _number_tables() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return, by width of the board, the code of each number and the number of each code."""
    lists = [_list_codes(width) for width in WIDTHS]
    codes = np.full((len(lists), max(map(len, lists))), -1, np.int32)
    numbers = np.full((len(lists), len(SHAPES) << ORIGIN_BITS), -1, np.int32)
    for row, listed in enumerate(lists):
        codes[row, : len(listed)] = listed
        numbers[row, listed] = np.arange(len(listed))
    return codes, numbers


CODES, NUMBERS = _number_tables()


@compiled
def _row_of(position: Position) -> int:
    return 1 if position.width == WIDTHS[1] else 0


@compiled
def is_legal(position: Position, code: int) -> bool:
    """Return whether the colour to move may play a code, whatever is on its list."""
    contact = 0
    for i in range(5):
        contact |= position.board[(code & ORIGIN_MASK) + SHAPE_CELLS[code >> ORIGIN_BITS, i]]
    return bool((contact >> (4 + position.turn)) & 1) and fits(position, position.turn, code)


@compiled
def step(positions: NDArray[Any], actions: NDArray[np.int64], seats: NDArray[np.int64]) -> int:
    """Play; see `tischlein.batch.Lane`."""
    for game in range(len(positions)):
        position = positions[game]
        if position.turn >= 0 and not is_legal(position, whole(CODES[_row_of(position), actions[game]])):
            return game
    for game in range(len(positions)):
        position = positions[game]
        if position.turn >= 0:
            push(position, whole(CODES[_row_of(position), actions[game]]))
            seats[game] = mover(position)
    return -1


@compiled
def draw(positions: NDArray[Any], dice: Dice, actions: NDArray[np.int64]) -> None:
    """Draw a random legal action in each game; see `tischlein.batch.Lane`."""
    for game in range(len(positions)):
        if positions[game].turn >= 0:
            actions[game] = NUMBERS[_row_of(positions[game]), draw_code(positions[game], dice)]


@compiled
def mark(positions: NDArray[Any], buffer: NDArray[np.int32], masks: NDArray[np.bool_]) -> None:
    """Mark the legal actions; see `tischlein.batch.Lane`."""
    for game in range(len(positions)):
        masks[game, :] = False
        row = _row_of(positions[game])
        for i in range(moves(positions[game], buffer)):
            masks[game, NUMBERS[row, buffer[i]]] = True


@compiled
def rank(positions: NDArray[Any], games: NDArray[np.int64], merits: NDArray[np.int64]) -> None:
    """Write how each seat has done; see `tischlein.batch.Lane`."""
    for i in range(len(games)):
        for seat in range(merits.shape[1]):
            merits[i, seat] = seat_score(positions[games[i]], seat)


@compiled
def begin(positions: NDArray[Any], games: NDArray[np.int64], starts: NDArray[Any], chosen: NDArray[np.int64]) -> None:
    """Begin games anew; see `tischlein.batch.Lane`."""
    for i in range(len(games)):
        copy(starts[chosen[i]], positions[games[i]])


@compiled
def observe(positions: NDArray[Any], seats: NDArray[np.int64], planes: NDArray[np.float32]) -> None:
    """Write what each seat sees; see `tischlein.batch.Lane`."""
    for game in range(len(positions)):
        planes[game] = 0
        _observe(positions[game], seats[game], planes[game])


@compiled
def _observe(position: Position, seat: int, planes: NDArray[np.float32]) -> None:
    colours = position.colours
    own = 0
    while position.seat[own] != seat:
        own += 1
    _observe_board(position, own, planes)
    side = side_of(position, seat)
    for number in range(colours):
        colour = (own + number) % colours
        lying = position.placed[colour]
        if lying == 0:
            for i in range(4):
                square = position.starts[colour, i] - A1
                planes[2 * colours + number, square // STRIDE, square % STRIDE] = 1
        if colour == position.turn:
            planes[3 * colours + number] = 1
        if position.side[colour] == side:
            planes[4 * colours + number] = 1
        if lying == ALL_PIECES or (position.out >> colour) & 1:
            planes[5 * colours + number] = 1
        for piece in range(PIECE_COUNT):
            if (lying >> piece) & 1 == 0:
                planes[6 * colours + number * PIECE_COUNT + piece] = 1


@compiled
def _observe_board(position: Position, own: int, planes: NDArray[np.float32]) -> None:
    """Write the squares of each colour, and the free squares that touch it at a corner and nowhere along an edge."""
    colours, owner = position.colours, position.owner
    for row in range(position.width):
        for column in range(position.width):
            cell = A1 + STRIDE * row + column
            if owner[cell]:
                planes[(whole(owner[cell]) - 1 - own) % colours, row, column] = 1
                continue
            edges = 1 << owner[cell - 1] | 1 << owner[cell + 1] | 1 << owner[cell - STRIDE] | 1 << owner[cell + STRIDE]
            corners = 0
            for side in (-1, 1):
                corners |= 1 << owner[cell - STRIDE + side] | 1 << owner[cell + STRIDE + side]
            contacts = (corners & ~edges) >> 1
            for number in range(colours):
                if (contacts >> (own + number) % colours) & 1:
                    planes[colours + number, row, column] = 1
