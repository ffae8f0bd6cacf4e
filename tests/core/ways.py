"""What one way of running compiled code does, as lines of text: `python -m tests.core.ways GAME [quick]`.

The same games and searches with the same seeds, in every variant, number of seats and option.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import sys
from collections.abc import Iterator

from tischlein import State, find_game
from tischlein.core.compiled import new_dice
from tischlein.core.game import Game

SEARCHED = (0, 7, 18)
SIMULATIONS = {False: 60, True: 2}


def list_starts(game: Game) -> Iterator[State]:
    """Yield a first position for each variant and number of seats, as usual and with each other value of an option."""
    for variant in game.variants.values():
        changes: list[dict[str, str]] = [
            {},
            *({option.id: value} for option in variant.options for value in option.values[1:]),
        ]
        for seats, options in itertools.product(variant.seats, changes):
            if game.accepts(variant.id, seats, options):
                yield game.new(variant.id, seats, options, seed=1)


def describe_game(game: Game, state: State, quick: bool) -> Iterator[str]:
    """Play a game at random and search at some of its positions."""
    rng, name = random.Random(1), f"{state.setup.variant} {state.seats} {dict(state.setup.options)}"
    kernel, ply = game.kernel(state.setup.variant), 0
    dice = new_dice(5)
    yield f"{name}: {kernel.playouts(kernel.position(state), 1 if quick else 20, dice)} plies, dice {dice[0]}"
    digest = hashlib.sha256()
    while state.to_move is not None and ply < (3 if quick else 500):
        legal = state.legal_moves()
        digest.update(repr((legal, state.view(state.to_move))).encode())
        if ply in SEARCHED:
            level = game.levels[(0, 2, -1)[SEARCHED.index(ply)]]
            search = game.search(state.sample(state.to_move, rng), 1, {**level.settings})
            search.run(SIMULATIONS[quick])
            yield f"{name}, ply {ply}: {[(line.move, line.visits, line.value.hex()) for line in search.variations()]}"
        state = state.play(rng.choice(legal))
        ply += 1
    yield f"{name}: {ply} plies, {state.outcome()}, {digest.hexdigest()}"


def main() -> None:
    """Print all lines of a game."""
    game, quick = find_game(sys.argv[1]), "quick" in sys.argv
    starts = list(list_starts(game))
    for state in starts[:: max(1, len(starts) // 2)] if quick else starts:
        for line in describe_game(game, state, quick):
            print(line)
    print("numba" in sys.modules)


if __name__ == "__main__":
    main()
