"""Blokus for `tischlein.batch`: the numbers and planes of `encoding`, compiled, for many games at once.

`encoding` says what they mean; a test compares the two.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled
from tischlein.games.blokus.pieces import SHAPES
from tischlein.games.blokus.rules import copy, is_legal, mover, push, seat_score, whole
from tischlein.games.blokus.rules import draw as draw_code
from tischlein.games.blokus.tables import ORIGIN_BITS, STRIDE
from tischlein.games.blokus.variants import PLANS

from .look import BOARDS, CONTACT, LENGTH, OPEN, STEPS, WORDS, mark, observe, read_open, read_owners, shift

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
def step(positions: NDArray[Any], actions: NDArray[np.int64], seats: NDArray[np.int64]) -> int:
    """Play; see `BatchKernel`."""
    for game in range(len(positions)):
        position = positions[game]
        if position.turn < 0 or actions[game] < 0:
            continue
        if not is_legal(position, whole(CODES[_row_of(position), actions[game]])):
            return game
    for game in range(len(positions)):
        position = positions[game]
        if position.turn >= 0 and actions[game] >= 0:
            push(position, whole(CODES[_row_of(position), actions[game]]))
            seats[game] = mover(position)
    return -1


@compiled
def draw(positions: NDArray[Any], dice: Dice, actions: NDArray[np.int64]) -> None:
    """Draw a random legal action in each game; see `BatchKernel`."""
    for game in range(len(positions)):
        if positions[game].turn >= 0:
            actions[game] = NUMBERS[_row_of(positions[game]), draw_code(positions[game], dice)]


@compiled
def rank(positions: NDArray[Any], games: NDArray[np.int64], merits: NDArray[np.int64]) -> None:
    """Write how each seat has done; see `BatchKernel`."""
    for i in range(len(games)):
        for seat in range(merits.shape[1]):
            merits[i, seat] = seat_score(positions[games[i]], seat)


@compiled
def begin(positions: NDArray[Any], games: NDArray[np.int64], starts: NDArray[Any], chosen: NDArray[np.int64]) -> None:
    """Begin games anew; see `BatchKernel`."""
    for i in range(len(games)):
        copy(starts[chosen[i]], positions[games[i]])


def look(
    positions: NDArray[Any],
    seats: NDArray[np.int64],
    buffer: NDArray[np.int32],
    masks: NDArray[np.bool_],
    pictures: NDArray[np.uint8],
    numbers: NDArray[np.float32],
) -> None:
    """Write what is legal and what each seat sees; see `BatchKernel`."""
    boards = np.zeros((BOARDS, LENGTH), np.uint64)
    at = np.zeros((2, len(STEPS), WORDS), np.uint64)
    flat = pictures.reshape(len(pictures), math.prod(pictures.shape[1:]))
    _look(positions, seats, masks, pictures, flat, numbers, boards, at)


@compiled
def _look(
    positions: NDArray[Any],
    seats: NDArray[np.int64],
    masks: NDArray[np.bool_],
    pictures: NDArray[np.uint8],
    flat: NDArray[np.uint8],
    numbers: NDArray[np.float32],
    boards: NDArray[np.uint64],
    at: NDArray[np.uint64],
) -> None:
    """Look at every game, in the caller's memory: `flat` is `pictures` with one row a game, the rest is scratch."""
    for game in range(len(positions)):
        position = positions[game]
        if len(masks):
            masks[game, :] = False
            if position.turn >= 0:
                read_open(position, boards)
                shift(boards[OPEN], at[0])
                shift(boards[CONTACT], at[1])
                mark(position, NUMBERS[_row_of(position)], at[0], at[1], masks[game])
        if len(pictures):
            flat[game, :] = 0
            read_owners(position, boards)
            observe(position, seats[game], boards, pictures[game], numbers[game])
