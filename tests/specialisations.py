"""Plays a little of one game (or works at the solo challenges) and prints which functions were compiled how often.

For `test_specialisations.py`, which runs it in a process of its own with an empty cache.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import numpy as np

from tischlein import find_game
from tischlein.core.compiled import new_dice
from tischlein.core.game import Game, State
from tischlein.core.testkit import cases
from tischlein.puzzles import CHALLENGES, Layout, Tutor, make_puzzle, solve, warm_up


def use_game(game: Game) -> None:
    """Use rules, kernel and search with every variant, number of seats and option."""
    for case in cases(game):
        state = game.new(case.variant, case.seats, case.options, seed=1)
        kernel, rng = game.kernel(case.variant), random.Random(1)
        position = kernel.position(state)
        kernel.playouts(position, 1, new_dice(1))
        kernel.perft(position, 2)
        for ply in range(13):
            if state.to_move is None:
                break
            state.view(state.to_move)
            if ply in (0, 12):
                use_levels(game, state.sample(state.to_move, rng))
            state = state.play(rng.choice(state.legal_moves()))
        kernel.playout(position, new_dice(2))
        kernel.moves(position, np.empty(kernel.buffer, np.int32))


def use_levels(game: Game, state: State) -> None:
    """Search a little at every level."""
    for level in game.levels:
        search = game.search(state, 1, level.settings)
        search.run(2)
        search.variations()


def count_specialisations(package: str) -> Iterator[tuple[str, int]]:
    """Yield all compiled functions of a package with the number of their specialisations."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(package):
            for value in vars(module).values():
                function = getattr(value, "py_func", None)
                if function is not None and function.__module__ == name:
                    yield f"{name}.{function.__name__}", len(getattr(value, "native", value).signatures)


def use_puzzles() -> None:
    """Solve, ask and make puzzles of every kind."""
    for challenge in CHALLENGES.values():
        warm_up(challenge.as_in_the_game)
        pieces = solve_a_little(Layout(challenge), 40) or Layout(challenge)
        Tutor(challenge).status(Layout(challenge, {}, pieces.placements[:-2]), 0.2)
    make_puzzle(4, 5, "easy", 1)
    make_puzzle(5, 6, "medium", 1)


def solve_a_little(layout: Layout, slices: int) -> Layout | None:
    """Return a solution if one is found in so many slices."""
    return solve(layout, 1, lambda progress: progress.slices < slices)


if __name__ == "__main__":
    if sys.argv[1] == "puzzles":
        use_puzzles()
        package = "tischlein.puzzles"
    else:
        use_game(find_game(sys.argv[1]))
        package = f"tischlein.games.{sys.argv[1]}"
    for name, count in count_specialisations(package):
        print(name, count)
