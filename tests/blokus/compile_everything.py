"""Compiles all of Blokus in a fresh process and prints what came out, as JSON: run by `test_compiled.py`.

Numba must have an empty cache (`NUMBA_CACHE_DIR`): it does not ask a cached function what that function calls.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

from tischlein import State, find_game
from tischlein.batch import Batch
from tischlein.core.compiled import Compiled, new_dice
from tischlein.core.refusal import IllegalMove

GAME = find_game("blokus")
ALLOCATES = ("NRT_Allocate", "NRT_MemInfo_alloc", "NRT_MemInfo_new")
RAISES = ("picklebuf", "pickledata")


def play(variant: str, options: dict[str, str], plies: int) -> State:
    """Return a position of a random game, after an illegal move was tried."""
    rng, state = random.Random(1), GAME.new(variant, seed=1, options=options)
    for _ in range(plies):
        state = state.play(rng.choice(state.legal_moves()))
    for move in ("a1,a3", "a1", "j10", "t20"):
        try:
            state.play(move)
        except IllegalMove:
            continue
    return state


def use_rules(state: State) -> None:
    """Call what the rules offer."""
    state.view(0)
    kernel = GAME.kernel(state.setup.variant)
    position = kernel.position(state)
    kernel.playouts(position, 2, new_dice(1))
    kernel.perft(position, 2)
    kernel.playout(position, new_dice(2))
    kernel.to_move(position)
    kernel.result(position, 0)


def use_batch(variant: str) -> None:
    """Play a few games to their end."""
    batch = Batch(GAME, 2, variant, seed=1)
    for _ in range(90):
        batch.step(batch.sample())
    batch.masks()
    batch.observe()


def use_search(state: State) -> None:
    """Search at several levels, and go on."""
    for level in (0, 2, -1):
        search = GAME.search(state, 1, {**GAME.levels[level].settings, "nodes": 50_000})
        search.run(60)
        best = search.variations()[0]
        search.advance(state.play(best.move))
        search.run(5)
        search.is_decided(5)


def find_compiled() -> Iterator[tuple[str, Any]]:
    """Yield every compiled function of the game and of what it takes from the core."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(("tischlein.games.blokus", "tischlein.core")):
            for function in vars(module).values():
                if isinstance(function, Compiled) and function.py_func.__module__ == name:
                    yield function.name.removeprefix("tischlein."), function.numba


def main() -> None:
    """Print every function's signatures, the names of those that allocate or raise, and the processor time."""
    for variant in GAME.variants:
        for options in ({}, {"corners": "free"}):
            state = play(variant, options, 6)
            use_search(state)
            use_rules(state)
        use_batch(variant)
    signatures, allocating, raising = {}, set(), set()
    for name, function in find_compiled():
        signatures[name] = [str(signature) for signature in function.signatures]
        for signature in function.signatures:
            code = function.inspect_llvm(signature)
            allocating |= {name for word in ALLOCATES if word in code}
            raising |= {name for word in RAISES if word in code}
    found = {"signatures": signatures, "allocating": sorted(allocating), "raising": sorted(raising)}
    print(json.dumps({**found, "seconds": time.process_time()}))


if __name__ == "__main__":
    main()
