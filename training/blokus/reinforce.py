"""Learns the linear policy by self-play: `python -m training.blokus.reinforce two`.

Every colour plays by drawing moves as likely as they look. After each batch of games, features of moves that were
played by sides that did better than usual gain weight, the others lose some (policy gradient, REINFORCE; Adam for the
steps). A few hundred games a second on one core; after a hundred thousand the weights play as well by themselves as
a weak program with a search.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, Workspace, compiled, new_dice, roll
from tischlein.games.blokus import GAME
from tischlein.games.blokus.engine.linear_policy import (
    CELL_FEATURES,
    EDGE_COUNT,
    FEATURES,
    ON,
    OPEN,
    PHASES,
    TOUCH,
    LinearPolicy,
    apply_linear_policy,
    compute_logit,
    phase_of,
)
from tischlein.games.blokus.engine.search import score_sides
from tischlein.games.blokus.engine.workspace import new_workspace
from tischlein.games.blokus.rules import LONGEST_GAME, MOST_MOVES, POSITION, copy, push, side_of, tidy, whole
from tischlein.games.blokus.tables import (
    CORNER_COUNT,
    ORIGIN_BITS,
    ORIGIN_MASK,
    SHAPE_CELLS,
    SHAPE_CORNERS,
    SHAPE_EDGES,
    SHAPE_PIECE,
    SHAPE_SIZE,
)

from .nets import save_linear_policy

LIKELY = 1e-3
"""Moves less likely than this do not count for the average move."""


def first_weights() -> LinearPolicy:
    """Return where learning starts: large pieces, open corners and others' contacts are good."""
    weights = np.zeros((PHASES, FEATURES), dtype=np.float32)
    weights[:, ON : ON + 3] = 0.45
    weights[:, OPEN : OPEN + 5] = (-0.1, 0.0, 0.15, 0.25, 0.35)
    weights[:, CELL_FEATURES:] = 0.5 * np.array([1, 2, 3, 3, *[4] * 5, *[5] * 12])
    return weights


@compiled
def count_features(code: int, workspace: Workspace, counts: NDArray[np.float32]) -> None:
    """Write how often a move has each feature: what `compute_logit` multiplies with the weights."""
    features = workspace.features
    shape = code >> ORIGIN_BITS
    origin = code & ORIGIN_MASK
    for feature in range(FEATURES):
        counts[feature] = 0
    counts[CELL_FEATURES + SHAPE_PIECE[shape]] = 1
    for i in range(SHAPE_SIZE[shape]):
        for feature in range(OPEN):
            counts[feature] += features[origin + SHAPE_CELLS[shape, i], feature]
    for i in range(CORNER_COUNT[shape]):
        for feature in range(OPEN, TOUCH):
            counts[feature] += features[origin + SHAPE_CORNERS[shape, i], feature]
    for i in range(EDGE_COUNT[shape]):
        for feature in range(TOUCH, CELL_FEATURES):
            counts[feature] += features[origin + SHAPE_EDGES[shape, i], feature]


@compiled
def _choose(
    position: Position,
    weights: NDArray[np.float32],
    workspace: Workspace,
    chances: NDArray[np.float64],
    dice: Dice,
) -> int:
    """Return the place of a move on the list, drawn by how good it looks; `chances` gets the chance of each."""
    colour = position.turn
    tidy(position, colour)
    apply_linear_policy(position, weights, workspace)
    count = position.counts[colour]
    best = -1e9
    for i in range(count):
        chances[i] = compute_logit(whole(position.lists[colour][i]), workspace)
        best = max(best, chances[i])
    total = 0.0
    for i in range(count):
        chances[i] = np.exp(chances[i] - best)
        total += chances[i]
    left = roll(dice, 1 << 30) / float(1 << 30)
    picked = -1
    for i in range(count):
        chances[i] /= total
        left -= chances[i]
        if left < 0 and picked < 0:
            picked = i
    return picked if picked >= 0 else count - 1


@compiled
def _note_step(
    position: Position,
    picked: int,
    workspace: Workspace,
    chances: NDArray[np.float64],
    counts: NDArray[np.float32],
    step: NDArray[np.float32],
) -> None:
    """Write in which direction the weights would have made the picked move more likely."""
    listed = position.lists[position.turn]
    count_features(whole(listed[picked]), workspace, counts)
    step[:] = counts
    for i in range(position.counts[position.turn]):
        if chances[i] > LIKELY:
            count_features(whole(listed[i]), workspace, counts)
            for feature in range(FEATURES):
                step[feature] -= chances[i] * counts[feature]


@compiled
def _reward(position: Position, workspace: Workspace) -> None:
    """Write what a finished game is worth to each side: mostly its lead, because a win alone says too little."""
    score_sides(position, workspace)
    for side in range(position.sides):
        lead, won = workspace.leads[side], workspace.won[side]
        workspace.rewards[side] = 0.3 * won + 0.7 / (1 + np.exp(-lead / 15.0))


@compiled
def play_games(
    start: Position,
    position: Position,
    weights: NDArray[np.float32],
    baseline: NDArray[np.float64],
    games: int,
    dice: Dice,
    workspace: Workspace,
    gradient: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Play games, add up the gradient, and return the sum of the rewards by side."""
    chances = np.zeros(MOST_MOVES)
    counts = np.zeros(FEATURES, dtype=np.float32)
    steps = np.zeros((LONGEST_GAME, FEATURES), dtype=np.float32)
    phases = np.zeros(LONGEST_GAME, dtype=np.int64)
    rewards, total = workspace.rewards, np.zeros(4)
    for _ in range(games):
        copy(start, position)
        while position.turn >= 0:
            colour = position.turn
            picked = _choose(position, weights, workspace, chances, dice)
            _note_step(position, picked, workspace, chances, counts, steps[position.ply])
            phases[position.ply] = phase_of(position, colour)
            code = whole(position.lists[colour][picked])
            push(position, code)
        _reward(position, workspace)
        total += rewards
        for ply in range(position.ply):
            side = side_of(position, whole(position.played_from[ply]))
            gradient[phases[ply]] += (rewards[side] - baseline[side]) * steps[ply]
    return total


def train(variant: str, games: int, seed: int = 1, rate: float = 0.02, batch: int = 128) -> LinearPolicy:
    """Return weights learned by so many games of self-play, averaged over the last batches."""
    start, board = np.zeros(1, dtype=POSITION), np.zeros(1, dtype=POSITION)
    start[0] = GAME.kernel(variant).position(GAME.new(variant, first=0))
    weights, dice, workspace = torch.from_numpy(first_weights().astype(np.float64)), new_dice(seed), new_workspace()
    average, baseline = weights.clone(), np.full(4, 1.0 / int(start[0].sides))
    adam = torch.optim.Adam([weights], lr=rate, betas=(0.9, 0.995), maximize=True)
    batches = max(1, games // batch)
    for number in range(batches):
        gradient, now = np.zeros(weights.shape), weights.numpy().astype(np.float32)
        total = play_games(start[0], board[0], now, baseline, batch, dice, workspace, gradient)
        baseline = 0.9 * baseline + 0.1 * total / batch
        adam.param_groups[0]["lr"] = rate * (1 - 0.9 * number / batches)
        weights.grad = torch.from_numpy(gradient / batch) - 1e-4 * weights
        adam.step()
        average = 0.98 * average + 0.02 * weights
        if number % 50 == 0:
            print(f"{number * batch} games, mean reward by side {baseline.round(3)}", flush=True)
    return average.numpy().astype(np.float32)


def main() -> None:
    """Learn the weights of one variant and put them into the file."""
    parser = argparse.ArgumentParser(description="Learn the linear policy of Blokus by self-play.")
    parser.add_argument("kind", choices=("two", "classic", "duo"))
    parser.add_argument("--games", type=int, default=130_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    learned = train(chosen.kind, chosen.games, chosen.seed)
    command = f"python -m training.blokus.reinforce {chosen.kind} --games {chosen.games} --seed {chosen.seed}"
    save_linear_policy(chosen.kind, learned, command)


if __name__ == "__main__":
    main()
