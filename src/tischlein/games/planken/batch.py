"""Planken legen for `tischlein.batch`: the planes of `encoding`, compiled, for many games at once.

`encoding` says what they mean; a test compares the two. Numbers of actions are the codes of the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, roll

from .planks import COLUMNS, HEIGHTS, ORDERS
from .position import BUFFER, GOING_ON, REPEATED
from .rules import fault, in_hand, is_choice, moves, occurrences, push, result, seat_of


@compiled
def step(positions: NDArray[Any], actions: NDArray[np.int64], seats: NDArray[np.int64]) -> int:
    """Play; see `tischlein.batch.Lane`. A game that fills its memory for R10 ends as if that position were repeated."""
    for game in range(len(positions)):
        if positions[game].ending == GOING_ON and fault(positions[game], actions[game]):
            return game
    for game in range(len(positions)):
        position = positions[game]
        if position.ending == GOING_ON:
            push(position, actions[game])
            if position.run == position.history.shape[0] and position.ending == GOING_ON:
                position.ending = REPEATED
            seats[game] = seat_of(position, position.turn) if position.ending == GOING_ON else -1
    return -1


@compiled
def draw(positions: NDArray[Any], dice: Dice, actions: NDArray[np.int64]) -> None:
    """Draw a random legal action in each game; see `tischlein.batch.Lane`."""
    buffer = np.empty(BUFFER, np.int32)
    for game in range(len(positions)):
        count = moves(positions[game], buffer)
        if count:
            actions[game] = buffer[roll(dice, count)]


@compiled
def mark(positions: NDArray[Any], buffer: NDArray[np.int32], masks: NDArray[np.bool_]) -> None:
    """Mark the legal actions; see `tischlein.batch.Lane`."""
    for game in range(len(positions)):
        masks[game, :] = False
        for i in range(moves(positions[game], buffer)):
            masks[game, buffer[i]] = True


@compiled
def rank(positions: NDArray[Any], games: NDArray[np.int64], merits: NDArray[np.int64]) -> None:
    """Write how each seat has done; see `tischlein.batch.Lane`."""
    for i in range(len(games)):
        for seat in range(merits.shape[1]):
            merits[i, seat] = result(positions[games[i]], seat)


@compiled
def begin(positions: NDArray[Any], games: NDArray[np.int64], starts: NDArray[Any], chosen: NDArray[np.int64]) -> None:
    """Begin games anew; see `tischlein.batch.Lane`."""
    for i in range(len(games)):
        positions[games[i]] = starts[chosen[i]]


@compiled
def observe(positions: NDArray[Any], seats: NDArray[np.int64], planes: NDArray[np.float32]) -> None:
    """Write what each seat sees; see `tischlein.batch.Lane`."""
    for game in range(len(positions)):
        planes[game] = 0
        _observe_board(positions[game], seats[game], planes[game])
        _observe_counts(positions[game], seats[game], planes[game])


@compiled
def _observe_board(position: Position, seat: int, planes: NDArray[np.float32]) -> None:
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
def _observe_counts(position: Position, seat: int, planes: NDArray[np.float32]) -> None:
    """Fill whole planes, in the order in which `encoding` lists them."""
    plane = 3 + position.seats
    for step in range(position.seats):
        side = seat_of(position, (seat + step) % position.seats)
        for order in range(len(ORDERS)):
            planes[plane] = position.stock[side, order] / 2
            plane += 1
    for step in range(position.seats):
        side = seat_of(position, (seat + step) % position.seats)
        for colour in range(3):
            planes[plane] = in_hand(position, side, colour) / 2
            plane += 1
    for step in range(position.seats):
        side = seat_of(position, (seat + step) % position.seats)
        planes[plane] = position.ending == GOING_ON and side == position.turn
        plane += 1
    planes[plane] = is_choice(position)
    planes[plane + 1] = occurrences(position) == 2
    planes[plane + 2] = position.any_line
    planes[plane + 3] = position.turning
    planes[plane + 4] = position.stuck_loses
