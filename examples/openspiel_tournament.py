"""A tournament in OpenSpiel: its MCTS, its random bot and one of Tischlein's levels, each against each.

    python examples/openspiel_tournament.py --games 4

The bots know nothing of each other's libraries: `tischlein.adapters.openspiel` registers the games, and `SpielBot` is a
Tischlein bot as OpenSpiel wants one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

from tischlein.adapters.openspiel import SpielBot


def sit_down(game: Any, seed: int, simulations: int) -> dict[str, Callable[[int], Any]]:
    """Return how each bot takes a seat."""
    rng = np.random.RandomState(seed)
    return {
        "random": lambda seat: uniform_random.UniformRandomBot(seat, rng),
        "their MCTS": lambda _: mcts.MCTSBot(
            game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng
        ),
        "our level 2": lambda seat: SpielBot.named(game, "level2", seat=seat, seed=seed),
    }


def play(game: Any, bots: list[Any]) -> list[float]:
    """Play one game and return what each seat gained."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        else:
            state.apply_action(bots[state.current_player()].step(state))
    returns: list[float] = state.returns()
    return returns


def main() -> None:
    """Play and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="tischlein_planken_standard")
    parser.add_argument("--games", type=int, default=4, help="how many each pair plays; seats are swapped")
    parser.add_argument("--simulations", type=int, default=20, help="how many their MCTS has for a move")
    options = parser.parse_args()
    game = pyspiel.load_game(options.game, {"players": 2})
    for one, other in combinations(sit_down(game, 0, 1), 2):
        gained = 0.0
        for number in range(options.games):
            makers, seats = (
                sit_down(game, number, options.simulations),
                (one, other) if number % 2 == 0 else (other, one),
            )
            returns = play(game, [makers[name](seat) for seat, name in enumerate(seats)])
            gained += returns[seats.index(one)]
        print(f"{one:<12} {50 + 50 * gained / options.games:5.1f} %   against {other}")


if __name__ == "__main__":
    main()
