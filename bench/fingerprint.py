"""One number for all that the searches do: a change that should alter nothing keeps it, any other says so.

Every variant and number of seats is searched at a few plies of a random game, with the settings of three levels. Moves,
visits and values of the best lines go into the number.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator

from tischlein import State, find_game, game_ids
from tischlein.bots.levels import levels_of
from tischlein.bots.search_bot import start_search

PLIES = (0, 6, 15)
SIMULATIONS = 200
LEVELS = (2, 5, -1)
LINES = 8


def run() -> None:
    """Print the number of each game, and one for all."""
    whole = hashlib.sha256()
    for game_id in game_ids():
        own = hashlib.sha256("\n".join(_search_all(game_id)).encode())
        print(f"  {game_id:<40} {own.hexdigest()[:16]}")
        whole.update(own.digest())
    print(f"  {'all':<40} {whole.hexdigest()[:16]}")


def _search_all(game_id: str) -> Iterator[str]:
    game = find_game(game_id)
    for variant in game.variants.values():
        for seats in variant.seats:
            for state in _follow_game(game.new(variant.id, seats, seed=1)):
                for level in LEVELS:
                    search = start_search(game, state, 1, levels_of(game)[level].settings)
                    search.run(SIMULATIONS)
                    found = search.variations()[:LINES]
                    yield " ".join(f"{line.move}:{line.visits}:{line.value:.6f}" for line in found)


def _follow_game(state: State) -> Iterator[State]:
    rng = random.Random(1)
    for ply in range(max(PLIES) + 1):
        if state.to_move is None:
            return
        if ply in PLIES:
            yield state.sample(state.to_move, rng)
        state = state.play(rng.choice(state.legal_moves()))
