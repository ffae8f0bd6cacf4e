"""How fast the bots think: simulations a second, and what a second thread brings."""

from __future__ import annotations

import random
import time

from tischlein import State, find_game
from tischlein.bots.bot import Budget
from tischlein.bots.search_bot import SearchBot

PLACES = (
    # game, variant, seats, plies from the start
    ("blokus", "classic", 4, 0),
    ("blokus", "two", 2, 24),
    ("blokus", "duo", 2, 8),
    ("blockers", "expert", 2, 24),
    ("blockers", "basic", 4, 24),
    ("planken", "standard", 3, 6),
    ("planken", "teams", 4, 6),
)

TRIES = 4


def run() -> None:
    """Print simulations a second by the clock for one thread, and the ratio of two."""
    for game_id, variant, seats, plies in PLACES:
        state = _play_randomly(game_id, variant, seats, plies)
        _think(state, 1, Budget(simulations=8))  # compiles
        # In turn, and the best of each: what else runs on the machine shall hit both alike.
        rates = [[_think(state, threads, Budget(seconds=1.0)) for threads in (1, 2)] for _ in range(TRIES)]
        one, two = map(max, zip(*rates, strict=True))
        print(
            f"  {f'{game_id} {variant}, ply {plies}':<40} {one:>10,.0f} simulations/s   two threads {two / one:5.2f} x"
        )


def _think(state: State, threads: int, budget: Budget) -> float:
    bot = SearchBot(find_game(state.setup.game).levels[-1], seed=1, threads=threads)
    begin = time.monotonic()
    bot.analyse(state, state.to_move or 0, budget)
    return bot.simulations / (time.monotonic() - begin)


def _play_randomly(game_id: str, variant: str, seats: int, plies: int) -> State:
    rng, state = random.Random(1), find_game(game_id).new(variant, seats, seed=1)
    for _ in range(plies):
        state = state.play(rng.choice(state.legal_moves()))
    return state
