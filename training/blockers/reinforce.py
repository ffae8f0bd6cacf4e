"""Learning the policy's weights by playing against itself (REINFORCE), and the recipe that made the file of weights.

`python -m training.blockers.reinforce` writes the file anew: 120,000 games for every number of seats, about
ten minutes. The same program gives the same file.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, roll
from tischlein.games.blockers.engine import learned
from tischlein.games.blockers.engine.group_index import FEATURE_COUNT, FEATURES, GROUP_INDEX, index_groups
from tischlein.games.blockers.engine.learned import FILE, as_text
from tischlein.games.blockers.engine.linear_policy import (
    POLICY,
    RESULT,
    STAGES,
    evaluate,
    play_move,
    sample_move,
    score_game,
)
from tischlein.games.blockers.rules import LAST, POSITION, first_position
from tischlein.games.blockers.tables import KINDS
from tischlein.games.blockers.variants import VARIANTS, owners

BATCHES = 600
GAMES = 200
"""In each batch."""
STEP = 0.05
"""How far a weight moves after a batch, at first; it falls to a tenth."""
MARGIN = 0.1
"""What a point of difference counts beside a win: points tell more about a single move than the win does."""


def train(variant: str, seats: int, batches: int = BATCHES, games: int = GAMES) -> NDArray[np.float64]:
    """Return weights that were learned from nothing but the rules."""
    colours = owners(variant, seats)
    first = first_position([list(range(KINDS))] * len(colours), colours, 0)
    weights = torch.zeros((STAGES, FEATURE_COUNT), dtype=torch.float64)
    weights[:, FEATURES.index("new group")] = -2  # a first idea, so that the first games are not all noise
    weights[:, FEATURES.index("groups joined beyond one")] = 2
    weights[:, FEATURES.index("take that costs a point")] = -2
    adam = torch.optim.Adam([weights], betas=(0.9, 0.99), eps=1e-6, maximize=True)
    dice = new_dice(seats)
    for batch in range(1, batches + 1):
        adam.param_groups[0]["lr"] = STEP * max(0.1, 1 - batch / batches)
        weights.grad = torch.from_numpy(learn_from_games(first[0], games, weights.numpy(), MARGIN, dice))
        adam.step()
    return weights.numpy()


@compiled
def shuffle_deal(position: Position, dice: Dice) -> None:
    """Shuffle every colour's tiles and draw the start player."""
    for colour in range(position.colours):
        for slot in range(KINDS - 1, 0, -1):
            other = roll(dice, slot + 1)
            tile = position.tiles[colour, slot]
            position.tiles[colour, slot] = position.tiles[colour, other]
            position.tiles[colour, other] = tile
    position.turn = roll(dice, position.seats)


@compiled
def learn_from_games(
    first: Position, games: int, weights: NDArray[np.float64], margin_weight: float, dice: Dice
) -> NDArray[np.float64]:
    """Play games and return the gradient: how the weights should change for the winners' moves to become likelier."""
    positions, indexes, policies = np.empty(1, POSITION), np.empty(1, GROUP_INDEX), np.empty(1, POLICY)
    gradient = np.zeros((STAGES, FEATURE_COUNT))
    results = np.zeros(1, RESULT)
    for _ in range(games):
        positions[0] = first
        own = np.zeros((5, STAGES, FEATURE_COUNT))
        play_and_note(positions[0], indexes[0], weights, policies[0], own, dice)
        score_game(positions[0], results[0])
        for seat in range(first.seats):
            reward = results[0].share[seat] - 1 / first.seats + margin_weight * results[0].margin[seat]
            gradient += reward * own[seat]
    return gradient / games


@compiled
def play_and_note(
    position: Position,
    group_index: Position,
    weights: NDArray[np.float64],
    policy: Position,
    own: NDArray[np.float64],
    dice: Dice,
) -> None:
    """Play one game, and sum up for each seat how its moves differ from what the policy would have expected."""
    shuffle_deal(position, dice)
    index_groups(position, group_index)
    while position.turn >= 0:
        evaluate(position, group_index, weights, True, policy)
        chosen = sample_move(policy, dice)
        code = policy.code[chosen]
        for index in range(policy.count):
            colour = policy.code[index] >> 12
            stage = position.placed[colour] * STAGES // LAST
            factor = (index == chosen) - policy.probability[index]
            for number in range(FEATURE_COUNT):
                own[position.turn, stage, number] += factor * policy.features[index, number]
        play_move(position, group_index, code)


def main() -> None:
    """Learn all weights and write the file."""
    tables = {f"{name}-{seats}": train(name, seats) for name, variant in VARIANTS.items() for seats in variant.seats}
    (Path(learned.__file__).parent / FILE).write_text(as_text(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
