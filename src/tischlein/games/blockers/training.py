"""Learning the policy's weights by playing against itself (REINFORCE), and the recipe that made the file of weights.

`python -m tischlein.games.blockers.training` writes the file anew: 120,000 games for every number of seats, about
ten minutes. The same program gives the same file.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, roll

from .policy import CHOICE, STAGES, draw, judge, play, weigh
from .rules import LAST, POSITION, first_position
from .sight import COUNT, FEATURES, SIGHT, look
from .tables import KINDS
from .variants import VARIANTS, owners
from .weights import FILE, as_text

BATCHES = 600
GAMES = 200
"""In each batch."""
STEP = 0.05
"""How far a weight moves after a batch, at first; it falls to a tenth."""
MARGIN = 0.1
"""What a point of difference counts beside a win: points tell more about a single move than the win does."""


def train(variant: str, seats: int, batches: int = BATCHES, games: int = GAMES) -> NDArray[np.float64]:
    """Return weights that were learned from nothing but the rules; the steps are Adam's (Kingma and Ba)."""
    colours = owners(variant, seats)
    first = first_position([list(range(KINDS))] * len(colours), colours, 0)
    weights = np.zeros((STAGES, COUNT))
    weights[:, FEATURES.index("new group")] = -2  # a first idea, so that the first games are not all noise
    weights[:, FEATURES.index("groups joined beyond one")] = 2
    weights[:, FEATURES.index("take that costs a point")] = -2
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    dice = new_dice(seats)
    for batch in range(1, batches + 1):
        slope = learn_from_games(first[0], games, weights, MARGIN, dice)
        mean += 0.1 * (slope - mean)
        square += 0.01 * (slope**2 - square)
        speed = STEP * max(0.1, 1 - batch / batches)
        weights += speed * (mean / (1 - 0.9**batch)) / (np.sqrt(square / (1 - 0.99**batch)) + 1e-6)
    return weights


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
    """Play games and return the slope: how the weights should change for the winners' moves to become likelier."""
    positions, sights, choices = np.empty(1, POSITION), np.empty(1, SIGHT), np.empty(1, CHOICE)
    slope = np.zeros((STAGES, COUNT))
    shares, margins = np.zeros(5), np.zeros(5)
    for _ in range(games):
        positions[0] = first
        own = np.zeros((5, STAGES, COUNT))
        play_and_note(positions[0], sights[0], weights, choices[0], own, dice)
        judge(positions[0], shares, margins)
        for seat in range(first.seats):
            reward = shares[seat] - 1 / first.seats + margin_weight * margins[seat]
            slope += reward * own[seat]
    return slope / games


@compiled
def play_and_note(
    position: Position,
    sight: Position,
    weights: NDArray[np.float64],
    choice: Position,
    own: NDArray[np.float64],
    dice: Dice,
) -> None:
    """Play one game, and sum up for each seat how its moves differ from what the policy would have expected."""
    shuffle_deal(position, dice)
    look(position, sight)
    while position.turn >= 0:
        weigh(position, sight, weights, True, choice)
        chosen = draw(choice, dice)
        code = choice.code[chosen]
        for index in range(choice.count):
            colour = choice.code[index] >> 12
            stage = position.placed[colour] * STAGES // LAST
            factor = (index == chosen) - choice.chance[index]
            for number in range(COUNT):
                own[position.turn, stage, number] += factor * choice.features[index, number]
        play(position, sight, code)


def main() -> None:
    """Learn all weights and write the file."""
    tables = {f"{name}-{seats}": train(name, seats) for name, variant in VARIANTS.items() for seats in variant.seats}
    Path(__file__).with_name(FILE).write_text(as_text(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
