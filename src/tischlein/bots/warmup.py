"""Compiling ahead: everything that a person would otherwise wait for at the first move."""

from __future__ import annotations

import threading

from tischlein.core.compiled import new_dice
from tischlein.core.game import Game

from .bot import Budget
from .roster import make_bot


def warm_up_rules(game: Game) -> None:
    """Compile what a table needs when people play: moves, their legality, views."""
    for variant in game.variants.values():
        state = game.new(variant.id, seed=0)
        state.play(state.legal_moves()[0]).view(0)


def warm_up(game: Game) -> None:
    """Compile a game's rules, kernel and search for every variant."""
    for variant in game.variants.values():
        state = game.new(variant.id, seed=0)
        kernel = game.kernel(variant.id)
        kernel.playouts(kernel.position(state), 1, new_dice(0))
        if game.levels and state.to_move is not None:
            # Not `choose`, which an opening book may answer without any search.
            make_bot(game, "level8", seed=0).analyse(state, state.to_move, Budget(simulations=2))


def warm_up_in_background(game: Game) -> threading.Thread:
    """Compile while somebody reads the board; the compiler lets other threads run now and then."""
    thread = threading.Thread(target=warm_up, args=(game,), daemon=True, name=f"warm up {game.id}")
    thread.start()
    return thread
