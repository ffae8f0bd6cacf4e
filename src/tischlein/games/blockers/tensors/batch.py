"""Blockers! for `tischlein.batch`: the numbers and planes of `encoding`, compiled, for many games at once.

`encoding` says what they mean; a test compares the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, count_bits
from tischlein.games.blockers.kernel import draw_move
from tischlein.games.blockers.pieces import CELLS, tiles_for
from tischlein.games.blockers.rules import (
    LAST,
    NONE,
    RACK,
    all_taken,
    fault,
    is_open,
    mark_locked,
    moves,
    points,
    push,
)
from tischlein.games.blockers.tables import KINDS, SIZE

from .encoding import PAIRS

PAIR_TILE = np.array([tile for tile, _ in PAIRS], np.int64)
PAIR_CELL = np.array([cell for _, cell in PAIRS], np.int64)
NUMBER = np.zeros((KINDS, SIZE), np.int64)
NUMBER[PAIR_TILE, PAIR_CELL] = np.arange(len(PAIRS))
TILES_FOR = np.array([tiles_for(cell) for cell in CELLS], np.int64)
"""By cell, row by row: the number, the letter, the symbol and the joker that match it."""


@compiled
def _code_of(position: Position, action: int) -> int:
    colour = action // len(PAIRS)
    if position.colours == position.seats:  # one colour each: numbers do not name it
        colour = position.turn
    pair = action % len(PAIRS)
    return int(colour << 12 | PAIR_TILE[pair] << 7 | PAIR_CELL[pair])


@compiled
def _number_of(position: Position, code: int) -> int:
    number = NUMBER[code >> 7 & 31, code & 127]
    if position.colours > position.seats:
        number += (code >> 12) * len(PAIRS)
    return int(number)


@compiled
def step(positions: NDArray[Any], actions: NDArray[np.int64], seats: NDArray[np.int64]) -> int:
    """Play; see `BatchKernel`."""
    for game in range(len(positions)):
        if positions[game].turn >= 0 and actions[game] >= 0:
            code = _code_of(positions[game], actions[game])
            if fault(positions[game], code >> 12, code >> 7 & 31, code & 127) != NONE:
                return game
    for game in range(len(positions)):
        position = positions[game]
        if position.turn >= 0 and actions[game] >= 0:
            push(position, _code_of(position, actions[game]))
            seats[game] = position.turn
    return -1


@compiled
def draw(positions: NDArray[Any], dice: Dice, actions: NDArray[np.int64]) -> None:
    """Draw a random legal action in each game; see `BatchKernel`."""
    for game in range(len(positions)):
        if positions[game].turn >= 0:
            actions[game] = _number_of(positions[game], draw_move(positions[game], dice))


@compiled
def rank(positions: NDArray[Any], games: NDArray[np.int64], merits: NDArray[np.int64]) -> None:
    """Write how each seat has done; see `BatchKernel`."""
    # R11: few points, then few taken tiles, of which there are never so many.
    for i in range(len(games)):
        for seat in range(merits.shape[1]):
            merits[i, seat] = -1000 * points(positions[games[i]], seat) - all_taken(positions[games[i]], seat)


@compiled
def begin(positions: NDArray[Any], games: NDArray[np.int64], starts: NDArray[Any], chosen: NDArray[np.int64]) -> None:
    """Begin games anew; see `BatchKernel`."""
    for i in range(len(games)):
        positions[games[i]] = starts[chosen[i]]


@compiled
def look(
    positions: NDArray[Any],
    seats: NDArray[np.int64],
    buffer: NDArray[np.int32],
    masks: NDArray[np.bool_],
    pictures: NDArray[np.uint8],
    numbers: NDArray[np.float32],
) -> None:
    """Write what is legal and what each seat sees; see `BatchKernel`."""
    order = np.zeros(5, np.int64)
    locked = np.zeros(SIZE, np.bool_)
    flat = pictures.reshape(len(pictures), pictures[0].size if len(pictures) else 0)
    for game in range(len(positions)):
        position = positions[game]
        if len(masks):
            masks[game, :] = False
            for i in range(moves(position, buffer)):
                masks[game, _number_of(position, buffer[i] | 0)] = True
        if len(pictures):
            flat[game] = 0
            _sort_colours(position, seats[game], order)
            _observe_board(position, order, locked, pictures[game])
            _observe_tiles(position, seats[game], order, pictures[game])
            _observe_counts(position, seats[game], order, numbers[game])


@compiled
def _sort_colours(position: Position, seat: int, order: NDArray[np.int64]) -> None:
    """Write the colours clockwise from those of the seat."""
    count = 0
    for step in range(position.seats):
        for colour in range(position.colours):
            if position.owner[colour] == (seat + step) % position.seats:
                order[count] = colour
                count += 1


@compiled
def _observe_board(
    position: Position, order: NDArray[np.int64], locked: NDArray[np.bool_], planes: NDArray[np.uint8]
) -> None:
    locked[:] = False
    mark_locked(position, locked)
    for index in range(len(CELLS)):
        cell = CELLS[index]
        for number in range(position.colours):
            if position.colour[cell] == order[number]:
                planes[number, index // 9, index % 9] = 1
        if locked[cell]:
            planes[position.colours, index // 9, index % 9] = 1


@compiled
def _observe_tiles(position: Position, seat: int, order: NDArray[np.int64], planes: NDArray[np.uint8]) -> None:
    """Write racks and unseen tiles, in the order in which `encoding` lists them."""
    plane = position.colours + 1
    for number in range(position.colours // position.seats):
        _mark_tiles(position, order[number], 0, RACK, planes[plane : plane + 4])
        plane += 4
    for number in range(position.colours):
        colour = order[number]
        # R2: only the owner sees a rack. R14: but a closed colour's rack is turned around.
        shown = position.owner[colour] == seat or position.turn < 0 or not is_open(position, colour)
        _mark_tiles(position, colour, RACK if shown else 0, KINDS, planes[plane : plane + 4])
        plane += 4


@compiled
def _observe_counts(position: Position, seat: int, order: NDArray[np.int64], numbers: NDArray[np.float32]) -> None:
    """Write counts and options, in the order in which `encoding` lists them."""
    at = 0
    for number in range(position.colours):
        numbers[at] = position.placed[order[number]] / LAST
        at += 1
    for step in range(position.seats):
        for number in range(position.colours):
            numbers[at] = count_bits(position.taken[(seat + step) % position.seats, order[number]]) / RACK
            at += 1
    numbers[at] = position.turn == seat
    numbers[at + 1] = position.uptown
    numbers[at + 2] = position.spares_own


@compiled
def _mark_tiles(position: Position, colour: int, first: int, last: int, planes: NDArray[np.uint8]) -> None:
    """Mark the cells that match the tiles in a part of a colour's row, counted from its rack."""
    held = 0
    for slot in range(position.placed[colour] + first, min(position.placed[colour] + last, KINDS)):
        held |= 1 << position.tiles[colour, slot]
    for index in range(len(CELLS)):
        for kind in range(4):
            if held >> TILES_FOR[index, kind] & 1:
                planes[kind, index // 9, index % 9] = 1
