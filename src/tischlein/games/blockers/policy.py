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
from .sight import COUNT, describe, is_locked, note, rack_bits
from .tables import REACH, TILE_CELLS

STAGES = 4

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
def list_moves(position: Position, sight: Position, choice: Position) -> None:
    """Write the legal moves, as `rules.moves` does, but remember which tiles are locked."""
    count = 0
    for colour in range(position.colours):
        if position.owner[colour] != position.turn or not is_open(position, colour):
            continue
        for slot in range(position.placed[colour], position.placed[colour] + RACK):
            tile = position.tiles[colour, slot]
            for index in range(REACH[tile]):
                cell = TILE_CELLS[tile, index]
                lying = position.colour[cell]
                if lying != EMPTY:
                    spared = position.spares_own and position.owner[lying] == position.turn
                    if lying == colour or spared or is_locked(position, sight, cell):
                        continue
                choice.code[count] = colour << 12 | tile << 7 | cell
                count += 1
    choice.count = count


@compiled
def weigh(position: Position, sight: Position, weights: NDArray[np.float64], choice: Position) -> None:
    """List the moves with the chance that the policy gives to each."""
    list_moves(position, sight, choice)
    best = -1e9
    colour, rack, stage = -1, 0, 0
    for index in range(choice.count):
        code = choice.code[index]
        if code >> 12 != colour:
            colour = code >> 12
            rack = rack_bits(position, colour)
            stage = position.placed[colour] * STAGES // LAST
        describe(position, sight, code, rack, choice.features[index])
        total = 0.0
        for number in range(COUNT):
            total += weights[stage, number] * choice.features[index, number]
        choice.chance[index] = total
        best = max(best, total)
    whole = 0.0
    for index in range(choice.count):
        choice.chance[index] = math.exp(choice.chance[index] - best)
        whole += choice.chance[index]
    for index in range(choice.count):
        choice.chance[index] /= whole


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
def finish(
    position: Position, sight: Position, weights: NDArray[np.float64], choice: Position, dice: Dice
) -> None:
    """Play the game to its end as the policy does."""
    while position.turn >= 0:
        weigh(position, sight, weights, choice)
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
