"""Learning the weights of `priors.py` by self-play: `python -m tischlein.games.blokus.training two`.

Every colour plays by drawing moves as likely as they look. After each batch of games, features of moves that were
played by sides that did better than usual gain weight, the others lose some (policy gradient, REINFORCE; Adam for the
steps). A few hundred games a second on one core; after a hundred thousand the weights play as well by themselves as
a weak program with a search.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, roll

from . import GAME
from .priors import (
    CELL_FEATURES,
    FEATURES,
    ON,
    OPEN,
    PHASES,
    Sight,
    Weights,
    appeal,
    count_features,
    look,
    new_sight,
    phase_of,
    weigh,
)
from .rules import MOST_MOVES, POSITION, copy, push, side_of, tidy
from .search import LONGEST_GAME, score_sides

LIKELY = 1e-3
"""Moves less likely than this do not count for the average move."""


def first_weights() -> Weights:
    """Return where learning starts: large pieces, open corners and others' contacts are good."""
    weights = np.zeros((PHASES, FEATURES), dtype=np.float32)
    weights[:, ON : ON + 3] = 0.45
    weights[:, OPEN : OPEN + 5] = (-0.1, 0.0, 0.15, 0.25, 0.35)
    weights[:, CELL_FEATURES:] = 0.5 * np.array([1, 2, 3, 3, *[4] * 5, *[5] * 12])
    return weights


@compiled
def _choose(
    position: Position,
    weights: NDArray[np.float32],
    sight: Sight,
    chances: NDArray[np.float64],
    dice: Dice,
) -> int:
    """Return the place of a move on the list, drawn by how good it looks; `chances` gets the chance of each."""
    colour = position.turn
    tidy(position, colour)
    own = weights[phase_of(position, colour)]
    look(position, colour, sight)
    weigh(position, own, sight)
    count = position.counts[colour]
    best = -1e9
    for i in range(count):
        chances[i] = appeal(int(position.lists[colour][i]), own, sight)
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
    sight: Sight,
    chances: NDArray[np.float64],
    counts: NDArray[np.float32],
    step: NDArray[np.float32],
) -> None:
    """Write in which direction the weights would have made the picked move more likely."""
    listed = position.lists[position.turn]
    count_features(int(listed[picked]), sight, counts)
    step[:] = counts
    for i in range(position.counts[position.turn]):
        if chances[i] > LIKELY:
            count_features(int(listed[i]), sight, counts)
            for feature in range(FEATURES):
                step[feature] -= chances[i] * counts[feature]


@compiled
def _reward(position: Position, rewards: NDArray[np.float64]) -> None:
    """Write what a finished game is worth to each side: mostly its lead, because a win alone says too little."""
    leads, won = np.zeros(4), np.zeros(4)
    score_sides(position, leads, won)
    for side in range(position.sides):
        rewards[side] = 0.3 * won[side] + 0.7 / (1 + np.exp(-leads[side] / 15.0))


@compiled
def play_games(
    start: Position,
    position: Position,
    weights: NDArray[np.float32],
    usual: NDArray[np.float64],
    games: int,
    dice: Dice,
    sight: Sight,
    gradient: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Play games, add up the gradient, and return the sum of the rewards by side."""
    chances = np.zeros(MOST_MOVES)
    counts = np.zeros(FEATURES, dtype=np.float32)
    steps = np.zeros((LONGEST_GAME, FEATURES), dtype=np.float32)
    phases = np.zeros(LONGEST_GAME, dtype=np.int64)
    rewards, total = np.zeros(4), np.zeros(4)
    for _ in range(games):
        copy(start, position)
        while position.turn >= 0:
            colour = position.turn
            picked = _choose(position, weights, sight, chances, dice)
            _note_step(position, picked, sight, chances, counts, steps[position.ply])
            phases[position.ply] = phase_of(position, colour)
            code = int(position.lists[colour][picked])
            push(position, code)
        _reward(position, rewards)
        total += rewards
        for ply in range(position.ply):
            side = side_of(position, int(position.played_from[ply]))
            gradient[phases[ply]] += (rewards[side] - usual[side]) * steps[ply]
    return total


class Adam:
    """Steps of an even size for every weight, however strong its gradient (Kingma and Ba)."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._mean, self._square, self._count = np.zeros(shape), np.zeros(shape), 0

    def step(self, gradient: NDArray[np.float64]) -> NDArray[Any]:
        """Return the next step for a rate of 1."""
        self._count += 1
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.995 * self._square + 0.005 * gradient**2
        mean = self._mean / (1 - 0.9**self._count)
        return np.asarray(mean / (np.sqrt(self._square / (1 - 0.995**self._count)) + 1e-8))


class Steps:
    """Numbers that learn by steps, and their mean over the last ones, which is better than any of them."""

    def __init__(self, parts: Sequence[NDArray[np.float32]]) -> None:
        self.parts, self.means = [*parts], [part.copy() for part in parts]
        self._adams = [Adam(part.shape) for part in parts]
        self._count = 0

    def take(self, slopes: Sequence[NDArray[Any]], rate: float) -> None:
        """Go downhill."""
        self._count += 1
        newest = max(0.002, 5 / (4 + self._count))  # of the mean, which forgets how it began
        for part, mean, adam, slope in zip(self.parts, self.means, self._adams, slopes, strict=True):
            part[:] -= rate * adam.step(slope)
            mean[:] += newest * (part - mean)


def train(variant: str, games: int, seed: int = 1, rate: float = 0.02, batch: int = 128) -> Weights:
    """Return weights learned by so many games of self-play, averaged over the last batches."""
    start, room = np.zeros(1, dtype=POSITION), np.zeros(1, dtype=POSITION)
    start[0] = GAME.kernel(variant).position(GAME.new(variant, first=0))
    weights, dice, sight = first_weights().astype(np.float64), new_dice(seed), new_sight()
    average, usual, adam = weights.copy(), np.full(4, 1.0 / int(start[0].sides)), Adam(weights.shape)
    batches = max(1, games // batch)
    for number in range(batches):
        gradient = np.zeros(weights.shape)
        total = play_games(start[0], room[0], weights.astype(np.float32), usual, batch, dice, sight, gradient)
        usual = 0.9 * usual + 0.1 * total / batch
        weights += rate * (1 - 0.9 * number / batches) * adam.step(gradient / batch - 1e-4 * weights)
        average = 0.98 * average + 0.02 * weights
        if number % 50 == 0:
            print(f"{number * batch} games, usual reward by side {usual.round(3)}", flush=True)
    return average.astype(np.float32)


def save_weights(kind: str, learned: Weights, step: str, after: bool = False) -> None:
    """Put weights into the file beside this one, with the steps that made them; `after` those taken before."""
    path = Path(__file__).parent / "weights.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"weights": {}, "recipe": {}}
    before = known["recipe"].get(kind, []) if after else []
    known["recipe"][kind] = [*before, step]
    known["weights"][kind] = [[round(float(weight), 3) for weight in row] for row in learned]
    path.write_text(json.dumps(known) + "\n", encoding="utf-8")


def main() -> None:
    """Learn the weights of one variant and put them into the file."""
    parser = argparse.ArgumentParser(description="Learn the priors of Blokus by self-play.")
    parser.add_argument("kind", choices=("two", "classic", "duo"))
    parser.add_argument("--games", type=int, default=130_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    learned = train(chosen.kind, chosen.games, chosen.seed)
    save_weights(chosen.kind, learned, f"training {chosen.kind} --games {chosen.games} --seed {chosen.seed}")


if __name__ == "__main__":
    main()
