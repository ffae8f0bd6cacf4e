"""A tournament in OpenSpiel: its MCTS, its random bot and one of Tischlein's levels, each against each.

    python examples/openspiel_tournament.py --games 4
    python examples/openspiel_tournament.py --games 20 --simulations 5 20 80 --output openspiel_tournament.svg

The bots know nothing of each other's libraries: `tischlein.adapters.openspiel` registers the games, and `SpielBot` is a
Tischlein bot as OpenSpiel wants one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

from tischlein.adapters.openspiel import SpielBot
from tischlein.arena.charts import Mark, draw_chart
from tischlein.arena.contest import estimate

THEIRS = "their MCTS"


def sit_down(game: Any, seed: int, simulations: int) -> dict[str, Callable[[int], Any]]:
    """Return how each bot takes a seat."""
    rng = np.random.RandomState(seed)
    return {
        "random": lambda seat: uniform_random.UniformRandomBot(seat, rng),
        THEIRS: lambda _: mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng),
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


def compare(game: Any, one: str, other: str, games: int, simulations: int) -> tuple[float, float]:
    """Return the per cent of wins of one bot against another, seats in turn, and its 95 % error."""
    shares = []
    for number in range(games):
        makers = sit_down(game, number, simulations)
        seats = (one, other) if number % 2 == 0 else (other, one)
        returns = play(game, [makers[name](seat) for seat, name in enumerate(seats)])
        shares.append([50 + 50 * returns[seats.index(one)]])
    return estimate(shares)


def main() -> None:
    """Play, print a table, and draw how strong OpenSpiel's MCTS is by its simulations."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="tischlein_planken_standard")
    parser.add_argument("--games", type=int, default=4, help="how many each pair plays; seats are swapped")
    parser.add_argument("--simulations", type=int, nargs="+", default=[20], help="how many their MCTS has for a move")
    parser.add_argument("--output", type=Path, help="where the chart goes")
    options = parser.parse_args()
    game = pyspiel.load_game(options.game, {"players": 2})
    series: dict[str, list[Mark]] = {}
    for number, simulations in enumerate(options.simulations):
        for one, other in combinations(sit_down(game, 0, 1), 2):
            if number and THEIRS not in (one, other):
                continue  # simulations are nothing to these two
            share, error = compare(game, one, other, options.games, simulations)
            print(f"{one:<12} {share:5.1f} ± {error:.1f} %   against {other}, {simulations} simulations", flush=True)
            if THEIRS in (one, other):
                opponent, wins = (other, share) if one == THEIRS else (one, 100 - share)
                series.setdefault(opponent, []).append(Mark(simulations, wins, error))
    if options.output:
        title, names = f"OpenSpiel's MCTS plays {game.get_type().long_name}", list(series)
        across, up = "simulations a move", "% of wins against …"
        marks = list(series.values())
        chart = draw_chart(title, across, up, marks, logarithmic=True, lines=True, names=names, bounds=(0, 100))
        options.output.write_text(chart, encoding="utf-8")


if __name__ == "__main__":
    main()
