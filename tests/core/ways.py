"""What one way of running compiled code does, as lines of text: `python -m tests.core.ways GAME [quick | GAMES]`.

The same games and searches with the same seeds, in every variant, number of seats and option.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import sys
from collections.abc import Iterator

import numpy as np

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


def play_many(game: Game, count: int) -> Iterator[str]:
    """Play games of all variants and options in turn, with a short search in each, and yield a fingerprint of each."""
    starts = list(list_starts(game))
    for number in range(count):
        rng, setup = random.Random(number), starts[number % len(starts)].setup
        state = game.new(setup.variant, setup.seats, setup.options, seed=number)
        for _ in range(number % 12):
            if state.to_move is not None:
                state = state.play(rng.choice(state.legal_moves()))
        digest, plies = hashlib.sha256(), 0
        if state.to_move is not None:
            search = game.search(
                state.sample(state.to_move, rng), number, game.levels[number % len(game.levels)].settings
            )
            search.run(4)
            found = search.variations()
            digest.update(repr([(line.move, line.visits, line.value.hex()) for line in found]).encode())
        kernel = game.kernel(setup.variant)
        position, buffer = kernel.position(state), np.empty(kernel.buffer, np.int32)
        while kernel.to_move(position) >= 0:
            codes = buffer[: kernel.moves(position, buffer)]
            digest.update(codes.tobytes())
            kernel.push(position, int(codes[rng.randrange(len(codes))]))
            plies += 1
        digest.update(position.tobytes())
        yield f"game {number}: {plies} plies, {digest.hexdigest()}"


def main() -> None:
    """Print all lines of a game: `quick` a part of them, a number so many games."""
    game, quick = find_game(sys.argv[1]), "quick" in sys.argv
    if sys.argv[-1].isdigit():
        for line in play_many(game, int(sys.argv[-1])):
            print(line)
        return
    starts = list(list_starts(game))
    for state in starts[:: max(1, len(starts) // 2)] if quick else starts:
        for line in describe_game(game, state, quick):
            print(line)
    print("numba" in sys.modules)


if __name__ == "__main__":
    main()
