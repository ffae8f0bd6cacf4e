"""Learning the policy's weights by playing against itself (REINFORCE), and the recipe that made the file of weights.

`python -m tischlein.games.blockers.training` writes the file anew.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, roll

from .policy import CHOICE, STAGES, draw, judge, play, weigh
from .rules import LAST, POSITION, first_position
from .sight import COUNT, SIGHT, look
from .tables import KINDS
from .variants import owners


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
        weigh(position, sight, weights, choice)
        chosen = draw(choice, dice)
        code = choice.code[chosen]
        for index in range(choice.count):
            colour = choice.code[index] >> 12
            stage = position.placed[colour] * STAGES // LAST
            factor = (index == chosen) - choice.chance[index]
            for number in range(COUNT):
                own[position.turn, stage, number] += factor * choice.features[index, number]
        play(position, sight, code)
