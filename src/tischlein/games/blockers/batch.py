"""Blockers! for `tischlein.batch`: the numbers and planes of `encoding`, compiled, for many games at once.

`encoding` says what they mean; a test compares the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, count_bits

from .encoding import PAIRS
from .rules import LAST, NONE, RACK, all_taken, draw_move, fault, is_open, mark_locked, moves, points, push
from .tables import KINDS, SIZE
from .tiles import CELLS, tiles_for

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
    """Play; see `tischlein.batch.Lane`."""
    for game in range(len(positions)):
        if positions[game].turn >= 0:
            code = _code_of(positions[game], actions[game])
            if fault(positions[game], code >> 12, code >> 7 & 31, code & 127) != NONE:
                return game
    for game in range(len(positions)):
        position = positions[game]
        if position.turn >= 0:
            push(position, _code_of(position, actions[game]))
            seats[game] = position.turn
    return -1


@compiled
def draw(positions: NDArray[Any], dice: Dice, actions: NDArray[np.int64]) -> None:
    """Draw a random legal action in each game; see `tischlein.batch.Lane`."""
    for game in range(len(positions)):
        if positions[game].turn >= 0:
            actions[game] = _number_of(positions[game], draw_move(positions[game], dice))


@compiled
def mark(positions: NDArray[Any], buffer: NDArray[np.int32], masks: NDArray[np.bool_]) -> None:
    """Mark the legal actions; see `tischlein.batch.Lane`."""
    for game in range(len(positions)):
        masks[game, :] = False
        for i in range(moves(positions[game], buffer)):
            masks[game, _number_of(positions[game], buffer[i] | 0)] = True


@compiled
def rank(positions: NDArray[Any], games: NDArray[np.int64], merits: NDArray[np.int64]) -> None:
    """Write how each seat has done; see `tischlein.batch.Lane`."""
    # R11: few points, then few taken tiles, of which there are never so many.
    for i in range(len(games)):
        for seat in range(merits.shape[1]):
            merits[i, seat] = -1000 * points(positions[games[i]], seat) - all_taken(positions[games[i]], seat)


@compiled
def begin(positions: NDArray[Any], games: NDArray[np.int64], starts: NDArray[Any], chosen: NDArray[np.int64]) -> None:
    """Begin games anew; see `tischlein.batch.Lane`."""
    for i in range(len(games)):
        positions[games[i]] = starts[chosen[i]]


@compiled
def observe(positions: NDArray[Any], seats: NDArray[np.int64], planes: NDArray[np.float32]) -> None:
    """Write what each seat sees; see `tischlein.batch.Lane`."""
    order = np.zeros(5, np.int64)
    for game in range(len(positions)):
        planes[game] = 0
        _sort_colours(positions[game], seats[game], order)
        _observe_board(positions[game], order, planes[game])
        _observe_tiles(positions[game], seats[game], order, planes[game])


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
def _observe_board(position: Position, order: NDArray[np.int64], planes: NDArray[np.float32]) -> None:
    locked = np.zeros(SIZE, np.bool_)
    mark_locked(position, locked)
    for index in range(len(CELLS)):
        cell = CELLS[index]
        for number in range(position.colours):
            if position.colour[cell] == order[number]:
                planes[number, index // 9, index % 9] = 1
        if locked[cell]:
            planes[position.colours, index // 9, index % 9] = 1


@compiled
def _observe_tiles(position: Position, seat: int, order: NDArray[np.int64], planes: NDArray[np.float32]) -> None:
    """Write racks, unseen tiles and counts, in the order in which `encoding` lists them."""
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
    for number in range(position.colours):
        planes[plane] = position.placed[order[number]] / LAST
        plane += 1
    for step in range(position.seats):
        for number in range(position.colours):
            planes[plane] = count_bits(position.taken[(seat + step) % position.seats, order[number]]) / RACK
            plane += 1
    planes[plane] = position.turn == seat
    planes[plane + 1] = position.uptown
    planes[plane + 2] = position.spares_own


@compiled
def _mark_tiles(position: Position, colour: int, first: int, last: int, planes: NDArray[np.float32]) -> None:
    """Mark the cells that match the tiles in a part of a colour's row, counted from its rack."""
    held = 0
    for slot in range(position.placed[colour] + first, min(position.placed[colour] + last, KINDS)):
        held |= 1 << position.tiles[colour, slot]
    for index in range(len(CELLS)):
        for kind in range(4):
            if held >> TILES_FOR[index, kind] & 1:
                planes[kind, index // 9, index % 9] = 1
