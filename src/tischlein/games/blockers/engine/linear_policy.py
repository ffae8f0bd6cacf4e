"""A linear policy: the probability of each move is a soft-max over its logit, a weighted sum of its features.

The weights were learned by self-play (REINFORCE, see `training/blockers`), apart for every number of seats and for
four stages of a colour's 24 tiles. They are the priors of the search and play its rollouts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, record_type, roll
from tischlein.core.numeric import exp
from tischlein.games.blockers.pieces import JOKER
from tischlein.games.blockers.rules import (
    BUFFER,
    EMPTY,
    LAST,
    NONE,
    RACK,
    all_taken,
    is_open,
    owner_fault,
    points,
    push,
)
from tischlein.games.blockers.tables import REACH, TILE_CELLS

from .group_index import FEATURE_COUNT, find_leaders, is_locked, rack_bits, update_index, write_features

STAGES = 4
LOGIT_CUTOFF = 12
"""A move whose logit is so far behind the best has no probability at all."""

POLICY = record_type(
    [
        ("code", np.int64, BUFFER),
        ("logit", np.float64, BUFFER),
        ("probability", np.float64, BUFFER),
        ("features", np.float64, (BUFFER, FEATURE_COUNT)),
        ("count", np.int64),
    ]
)
"""The moves of one position with their features, logits and probabilities."""


RESULT = record_type(
    [
        ("score", np.int64, 5),  # by seat: points, and taken tiles as hundredths; few are good
        ("share", np.float64, 5),  # by seat: of the win
        ("margin", np.float64, 5),  # by seat: points better than the best of the others
    ]
)
"""How a game has ended."""


@compiled
def list_moves(position: Position, group_index: Position, pruned: bool, policy: Position) -> None:
    """Write the legal moves: a fast copy of `rules.moves` that remembers which tiles are locked, tested against it.

    Pruned, without what is hardly ever good and takes most of the time: a joker or a take that starts a new group.
    """
    count = 0
    for colour in range(position.colours):
        if position.owner[colour] != position.turn or not is_open(position, colour):
            continue
        for slot in range(position.placed[colour], position.placed[colour] + RACK):
            tile = position.tiles[colour, slot]
            for index in range(REACH[tile]):
                cell = TILE_CELLS[tile, index]
                if (
                    pruned
                    and group_index.adjacent[colour, cell] == 0
                    and (tile == JOKER or position.colour[cell] != EMPTY)
                ):
                    continue
                if position.colour[cell] != EMPTY and (
                    owner_fault(position, colour, cell) != NONE or is_locked(position, group_index, cell)
                ):
                    continue
                policy.code[count] = colour << 12 | tile << 7 | cell
                count += 1
    policy.count = count


@compiled
def evaluate(
    position: Position, group_index: Position, weights: NDArray[np.float64], pruned: bool, policy: Position
) -> None:
    """List the moves with their logits and probabilities.

    Pruned, some moves are left out as long as there are others; see `list_moves`.
    """
    list_moves(position, group_index, pruned, policy)
    if policy.count == 0:
        list_moves(position, group_index, False, policy)
    find_leaders(position, group_index)
    best = -1e9
    colour, rack, stage = -1, 0, 0
    for index in range(policy.count):
        code = policy.code[index]
        if code >> 12 != colour:
            colour = code >> 12
            rack = rack_bits(position, colour)
            stage = position.placed[colour] * STAGES // LAST
        write_features(position, group_index, code, rack, policy.features[index])
        policy.logit[index] = compute_logit(weights, stage, policy.features, index)
        best = max(best, policy.logit[index])
    total = 0.0
    for index in range(policy.count):
        behind = best - policy.logit[index]
        policy.probability[index] = exp(-behind) if behind < LOGIT_CUTOFF else 0.0
        total += policy.probability[index]
    for index in range(policy.count):
        policy.probability[index] /= total


@compiled
def compute_logit(weights: NDArray[np.float64], stage: int, features: NDArray[np.float64], index: int) -> float:
    """Return the weighted sum of a move's features.

    Four sums side by side, because the processor would wait for a single one.
    """
    first = second = third = fourth = 0.0
    for number in range(0, FEATURE_COUNT, 4):
        first += weights[stage, number] * features[index, number]
        second += weights[stage, number + 1] * features[index, number + 1]
        third += weights[stage, number + 2] * features[index, number + 2]
        fourth += weights[stage, number + 3] * features[index, number + 3]
    return first + second + (third + fourth)


@compiled
def sample_move(policy: Position, dice: Dice) -> int:
    """Return the index of a move, drawn by its probability."""
    rest = roll(dice, 1 << 30) / (1 << 30)
    for index in range(policy.count - 1):
        rest -= policy.probability[index]
        if rest < 0:
            return index
    return int(policy.count - 1)


@compiled
def play_move(position: Position, group_index: Position, code: int) -> None:
    """Play a move in a position and its index."""
    update_index(position, group_index, code)
    push(position, code)


@compiled
def rollout(
    position: Position, group_index: Position, weights: NDArray[np.float64], policy: Position, dice: Dice
) -> None:
    """Play the game to its end by the policy."""
    while position.turn >= 0:
        evaluate(position, group_index, weights, True, policy)
        play_move(position, group_index, policy.code[sample_move(policy, dice)])


@compiled
def score_game(position: Position, result: Position) -> None:
    """Write the result of a finished game."""
    # R11: few points, then few taken tiles. Both in one number, because nobody takes a hundred.
    best = 1 << 30
    for seat in range(position.seats):
        result.score[seat] = points(position, seat) * 100 + all_taken(position, seat)
        best = min(best, result.score[seat])
    winners = 0
    for seat in range(position.seats):
        winners += result.score[seat] == best
    for seat in range(position.seats):
        result.share[seat] = 1.0 / winners if result.score[seat] == best else 0.0
        rival = 1 << 30
        for other in range(position.seats):
            if other != seat:
                rival = min(rival, result.score[other])
        result.margin[seat] = (rival - result.score[seat]) / 100
