"""Planken legen for `tischlein.batch`: the planes of `encoding`, compiled, for many games at once.

`encoding` says what they mean; a test compares the two. Numbers of actions are the codes of the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, roll
from tischlein.games.planken.pieces import COLUMNS, HEIGHTS, ORDERS
from tischlein.games.planken.rules import (
    GOING_ON,
    REPEATED,
    fault,
    in_hand,
    is_choice,
    moves,
    occurrences,
    push,
    result,
    seat_of,
)
from tischlein.games.planken.tables import BUFFER


@compiled
def step(positions: NDArray[Any], actions: NDArray[np.int64], seats: NDArray[np.int64]) -> int:
    """Play; see `BatchKernel`. A game that fills its memory for R10 ends as if that position were repeated."""
    for game in range(len(positions)):
        if positions[game].ending == GOING_ON and actions[game] >= 0 and fault(positions[game], actions[game]):
            return game
    for game in range(len(positions)):
        position = positions[game]
        if position.ending == GOING_ON and actions[game] >= 0:
            push(position, actions[game])
            if position.run == position.history.shape[0] and position.ending == GOING_ON:
                position.ending = REPEATED
            seats[game] = seat_of(position, position.turn) if position.ending == GOING_ON else -1
    return -1


@compiled
def draw(positions: NDArray[Any], dice: Dice, actions: NDArray[np.int64]) -> None:
    """Draw a random legal action in each game; see `BatchKernel`."""
    buffer = np.empty(BUFFER, np.int32)
    for game in range(len(positions)):
        count = moves(positions[game], buffer)
        if count:
            actions[game] = buffer[roll(dice, count)]


@compiled
def rank(positions: NDArray[Any], games: NDArray[np.int64], merits: NDArray[np.int64]) -> None:
    """Write how each seat has done; see `BatchKernel`."""
    for i in range(len(games)):
        for seat in range(merits.shape[1]):
            merits[i, seat] = result(positions[games[i]], seat)


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
    flat = pictures.reshape(len(pictures), pictures[0].size if len(pictures) else 0)
    for game in range(len(positions)):
        if len(masks):
            masks[game, :] = False
            for i in range(moves(positions[game], buffer)):
                masks[game, buffer[i]] = True
        if len(pictures):
            flat[game] = 0
            _observe_board(positions[game], seats[game], pictures[game])
            _observe_counts(positions[game], seats[game], numbers[game])


@compiled
def _observe_board(position: Position, seat: int, planes: NDArray[np.uint8]) -> None:
    for colour in range(3):
        for height in range(HEIGHTS):
            shown = position.fields[height, colour]
            for column in range(COLUMNS):
                if shown >> column & 1:
                    planes[colour, height, column] = 1
                    for step in range(position.seats):
                        side = seat_of(position, (seat + step) % position.seats)
                        if position.nails[side, colour] >> column & 1:
                            planes[3 + step, height, column] = 1


@compiled
def _observe_counts(position: Position, seat: int, numbers: NDArray[np.float32]) -> None:
    """Write counts, turn and options, in the order in which `encoding` lists them."""
    at = 0
    for step in range(position.seats):
        side = seat_of(position, (seat + step) % position.seats)
        for order in range(len(ORDERS)):
            numbers[at] = position.stock[side, order] / 2
            at += 1
    for step in range(position.seats):
        side = seat_of(position, (seat + step) % position.seats)
        for colour in range(3):
            numbers[at] = in_hand(position, side, colour) / 2
            at += 1
    for step in range(position.seats):
        side = seat_of(position, (seat + step) % position.seats)
        numbers[at] = position.ending == GOING_ON and side == position.turn
        at += 1
    numbers[at] = is_choice(position)
    numbers[at + 1] = occurrences(position) == 2
    numbers[at + 2] = position.any_line
    numbers[at + 3] = position.turning
    numbers[at + 4] = position.stuck_loses
