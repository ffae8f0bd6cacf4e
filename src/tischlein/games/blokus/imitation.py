"""Learning the weights of `priors.py` from the search: `python -m tischlein.games.blokus.imitation two`.

The search plays against itself. Then the weights are fitted so that the priors foretell how often it tried each move
(cross-entropy; Adam for the steps). The search finds out more than it was told, so this can be repeated, starting from
what `training.py` has learned by playing alone. A hundred games are enough: there are only fifty weights a phase.
"""

from __future__ import annotations

import argparse
import random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled

from . import GAME, notation
from .game import BlokusState
from .priors import FEATURES, Sight, Weights, appeal, count_features, look, new_sight, phase_of, weigh
from .rules import MOST_MOVES, POSITION, copy, push, tidy
from .search import BlokusThinker, weights_for
from .training import Adam, save_weights

LIKELY = 2e-4
"""Moves whose chance is off by less than this do not count."""

MIXED_PLIES = 8
MIXED_SHARE = 0.06
"""Early moves, and now and then a later one, are drawn by visits, so that games differ."""


class Sample(NamedTuple):
    """Games of the search against itself. The choices stand one after the other, with the visits of each move."""

    played: NDArray[np.uint16]  # by game and ply
    lengths: NDArray[np.int64]  # by game
    first_choice: NDArray[np.int64]  # by game: the number of its first choice
    starts: NDArray[np.int64]  # by choice: where its moves start
    codes: NDArray[np.uint16]
    visits: NDArray[np.float32]


# ------------------------------------------------------------------ playing


def play_game(variant: str, simulations: int, rng: random.Random) -> list[tuple[int, NDArray[Any]]]:
    """Play a game and return for each ply the move and the tried moves as nodes of the tree."""
    state = GAME.new(variant, first=0)
    choices: list[tuple[int, NDArray[Any]]] = []
    assert isinstance(state, BlokusState)
    thinker = BlokusThinker(state, rng.randrange(2**32), {"nodes": 400_000})
    while state.to_move is not None:
        thinker.advance(state)
        thinker.think(simulations)
        tried = thinker.tried()
        mixed = len(choices) < MIXED_PLIES or rng.random() < MIXED_SHARE
        at = rng.choices(range(len(tried)), tried["visits"].tolist())[0] if mixed else int(tried["visits"].argmax())
        choices.append((int(tried["code"][at]), tried))
        state = state.play(notation.write(choices[-1][0]))
    return choices


def collect(variant: str, games: int, simulations: int, seed: int) -> Sample:
    """Let the search play against itself."""
    rng, played = random.Random(seed), np.zeros((games, 84), dtype=np.uint16)
    lengths, tried = [], []
    for number in range(games):
        choices = play_game(variant, simulations, rng)
        played[number, : len(choices)] = [code for code, _ in choices]
        lengths.append(len(choices))
        tried += [nodes for _, nodes in choices]
        if number % 10 == 9:
            print(f"{number + 1} games", flush=True)
    return Sample(
        played,
        np.array(lengths),
        np.cumsum([0, *lengths[:-1]]),
        np.cumsum([0, *map(len, tried)]),
        np.concatenate([nodes["code"] for nodes in tried]).astype(np.uint16),
        np.concatenate([nodes["visits"] for nodes in tried]),
    )


# ------------------------------------------------------------------ fitting


@compiled
def _weigh_moves(position: Position, own: NDArray[np.float32], sight: Sight, chances: NDArray[np.float64]) -> None:
    """Write the chance that the priors give to each move on the list."""
    colour = position.turn
    tidy(position, colour)
    look(position, colour, sight)
    weigh(position, own, sight)
    count = position.counts[colour]
    best, total = -1e9, 0.0
    for i in range(count):
        chances[i] = appeal(int(position.lists[colour][i]), own, sight)
        best = max(best, chances[i])
    for i in range(count):
        chances[i] = np.exp(chances[i] - best)
        total += chances[i]
    for i in range(count):
        chances[i] /= total


@compiled
def _compare(
    position: Position,
    wanted: NDArray[np.float64],
    chances: NDArray[np.float64],
    sight: Sight,
    counts: NDArray[np.float32],
    gradient: NDArray[np.float64],
) -> float:
    """Add to the gradient where the wanted shares (by code) differ from the chances; return the cross-entropy."""
    loss = 0.0
    for i in range(position.counts[position.turn]):
        code = int(position.lists[position.turn][i])
        if wanted[code] > 0:
            loss -= wanted[code] * np.log(chances[i] + 1e-12)
        if abs(wanted[code] - chances[i]) > LIKELY:
            count_features(code, sight, counts)
            for feature in range(FEATURES):
                gradient[feature] += (wanted[code] - chances[i]) * counts[feature]
    return loss


@compiled
def follow_games(
    start: Position,
    position: Position,
    weights: NDArray[np.float32],
    sample: Sample,
    games: NDArray[np.int64],
    sight: Sight,
    gradient: NDArray[np.float64],
    seen: NDArray[np.float64],
) -> None:
    """Add up by phase the gradient, and the cross-entropy and number of choices in `seen`, over some games."""
    chances, counts = np.zeros(MOST_MOVES), np.zeros(FEATURES, dtype=np.float32)
    wanted = np.zeros(1 << 16)
    for game in games:
        copy(start, position)
        for ply in range(sample.lengths[game]):
            choice = sample.first_choice[game] + ply
            first, end = sample.starts[choice], sample.starts[choice + 1]
            if end - first > 1:
                phase, visits = phase_of(position, position.turn), np.sum(sample.visits[first:end])
                for i in range(first, end):
                    wanted[sample.codes[i]] = sample.visits[i] / visits
                _weigh_moves(position, weights[phase], sight, chances)
                seen[phase, 0] += _compare(position, wanted, chances, sight, counts, gradient[phase])
                seen[phase, 1] += 1
                for i in range(first, end):
                    wanted[sample.codes[i]] = 0
            push(position, int(sample.played[game, ply]))


def fit(variant: str, sample: Sample, rounds: int = 20, rate: float = 0.04, batch: int = 16) -> Weights:
    """Return weights that foretell the search; every tenth game is kept apart to see how well."""
    start, room = np.zeros(1, dtype=POSITION), np.zeros(1, dtype=POSITION)
    start[0] = GAME.kernel(variant).position(GAME.new(variant, first=0))
    weights = weights_for(int(start[0].width), int(start[0].sides)).astype(np.float64)
    adam, sight, rng = Adam(weights.shape), new_sight(), np.random.default_rng(1)
    games = np.arange(len(sample.lengths))
    apart, rest = games[::10], games[games % 10 > 0]

    def follow(chosen: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        gradient, seen = np.zeros(weights.shape), np.zeros((len(weights), 2))
        follow_games(start[0], room[0], weights.astype(np.float32), sample, chosen, sight, gradient, seen)
        seen[:, 1] = np.maximum(seen[:, 1], 1)
        return gradient / seen[:, 1:], seen[:, 0] / seen[:, 1]

    for number in range(rounds):
        print(f"round {number}, cross-entropy by phase {follow(apart)[1].round(3)}", flush=True)
        rng.shuffle(rest)
        for first in range(0, len(rest), batch):
            gradient, _ = follow(rest[first : first + batch])
            weights += rate * (1 - 0.95 * number / rounds) * adam.step(gradient - 1e-4 * weights)
    return weights.astype(np.float32)


def main() -> None:
    """Learn the weights of one variant from the search as it is now, and put them into the file."""
    parser = argparse.ArgumentParser(description="Learn the priors of Blokus from the search.")
    parser.add_argument("kind", choices=("two", "classic", "duo"))
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--simulations", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    learned = fit(chosen.kind, collect(chosen.kind, chosen.games, chosen.simulations, chosen.seed))
    recipe = f"imitation {chosen.kind} --games {chosen.games} --simulations {chosen.simulations} --seed {chosen.seed}"
    save_weights(chosen.kind, learned, recipe, after=True)


if __name__ == "__main__":
    main()
