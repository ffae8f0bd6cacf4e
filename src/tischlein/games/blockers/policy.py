"""How a good player would choose without thinking ahead: a soft-max over the features of each move.

The weights were learned by self-play (see `training`), apart for every number of seats and for four stages of a
colour's 24 tiles. They guide the search and play the games to their end inside it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, record_type, roll

from .rules import BUFFER, EMPTY, LAST, RACK, all_taken, is_open, points, push
from .sight import COUNT, describe, find_leaders, is_locked, note, rack_bits
from .tables import REACH, TILE_CELLS
from .tiles import JOKER

STAGES = 4
FAR = 12
"""A move with weights so far behind the best is never chosen."""

CHOICE = record_type(
    [
        ("code", np.int64, BUFFER),
        ("chance", np.float64, BUFFER),  # first the sum of the weights, then how likely the move is
        ("features", np.float64, (BUFFER, COUNT)),
        ("count", np.int64),
    ]
)
"""The moves of one position, as the policy sees them."""


@compiled
def list_moves(position: Position, sight: Position, focused: bool, choice: Position) -> None:
    """Write the legal moves, as `rules.moves` does, but remember which tiles are locked.

    Focused, without what is hardly ever good and takes most of the time: a joker or a take that starts a new group.
    """
    count = 0
    for colour in range(position.colours):
        if position.owner[colour] != position.turn or not is_open(position, colour):
            continue
        for slot in range(position.placed[colour], position.placed[colour] + RACK):
            tile = position.tiles[colour, slot]
            for index in range(REACH[tile]):
                cell = TILE_CELLS[tile, index]
                if focused and sight.near[colour, cell] == 0 and (tile == JOKER or position.colour[cell] != EMPTY):
                    continue
                lying = position.colour[cell]
                if lying != EMPTY:
                    spared = position.spares_own and position.owner[lying] == position.turn
                    if lying == colour or spared:
                        continue
                    if is_locked(position, sight, cell):
                        continue
                choice.code[count] = colour << 12 | tile << 7 | cell
                count += 1
    choice.count = count


@compiled
def weigh(position: Position, sight: Position, weights: NDArray[np.float64], focused: bool, choice: Position) -> None:
    """List the moves with the chance that the policy gives to each.

    Focused, some moves are left out as long as there are others; see `list_moves`.
    """
    list_moves(position, sight, focused, choice)
    if choice.count == 0:
        list_moves(position, sight, False, choice)
    find_leaders(position, sight)
    best = -1e9
    colour, rack, stage = -1, 0, 0
    for index in range(choice.count):
        code = choice.code[index]
        if code >> 12 != colour:
            colour = code >> 12
            rack = rack_bits(position, colour)
            stage = position.placed[colour] * STAGES // LAST
        describe(position, sight, code, rack, choice.features[index])
        total = add_up(weights, stage, choice.features, index)
        choice.chance[index] = total
        best = max(best, total)
    whole = 0.0
    for index in range(choice.count):
        behind = best - choice.chance[index]
        choice.chance[index] = math.exp(-behind) if behind < FAR else 0.0
        whole += choice.chance[index]
    for index in range(choice.count):
        choice.chance[index] /= whole


@compiled
def add_up(weights: NDArray[np.float64], stage: int, features: NDArray[np.float64], index: int) -> float:
    """Return the weighted sum of a move; four sums side by side, because the processor would wait for a single one."""
    first = second = third = fourth = 0.0
    for number in range(0, COUNT, 4):
        first += weights[stage, number] * features[index, number]
        second += weights[stage, number + 1] * features[index, number + 1]
        third += weights[stage, number + 2] * features[index, number + 2]
        fourth += weights[stage, number + 3] * features[index, number + 3]
    return first + second + (third + fourth)


@compiled
def draw(choice: Position, dice: Dice) -> int:
    """Return the place of a move, drawn by its chance."""
    rest = roll(dice, 1 << 30) / (1 << 30)
    for index in range(choice.count - 1):
        rest -= choice.chance[index]
        if rest < 0:
            return index
    return int(choice.count - 1)


@compiled
def play(position: Position, sight: Position, code: int) -> None:
    """Play a move in a position and its sight."""
    note(position, sight, code)
    push(position, code)


@compiled
def finish(position: Position, sight: Position, weights: NDArray[np.float64], choice: Position, dice: Dice) -> None:
    """Play the game to its end as the policy does."""
    while position.turn >= 0:
        weigh(position, sight, weights, True, choice)
        play(position, sight, choice.code[draw(choice, dice)])


@compiled
def judge(position: Position, shares: NDArray[np.float64], margins: NDArray[np.float64]) -> None:
    """Write for each seat its share of the win, and its points better than the best of the others."""
    # R11: few points, then few taken tiles. Both in one number, because nobody takes a hundred.
    score = np.empty(5, np.int64)
    best = 1 << 30
    for seat in range(position.seats):
        score[seat] = points(position, seat) * 100 + all_taken(position, seat)
        best = min(best, score[seat])
    winners = 0
    for seat in range(position.seats):
        winners += score[seat] == best
    for seat in range(position.seats):
        shares[seat] = 1.0 / winners if score[seat] == best else 0.0
        rival = 1 << 30
        for other in range(position.seats):
            if other != seat:
                rival = min(rival, score[other])
        margins[seat] = (rival - score[seat]) / 100
