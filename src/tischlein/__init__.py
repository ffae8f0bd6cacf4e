"""Tischlein: a table for three German laying games, Blokus, Blockers! and Planken legen.

The public entrance, stable across versions:

>>> import tischlein
>>> state = tischlein.new_game("blokus", "classic", seed=7)
>>> state = state.play(state.legal_moves()[0])
>>> record = tischlein.play_game("planken", "random", "random", seed=7)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .core.game import Game, Move, Option, Outcome, Seat, Setup, State, Variant
from .core.match import Match
from .core.record import Record
from .core.refusal import BadRecord, BadSetup, IllegalMove, OutOfTurn, Refusal
from .core.registry import find_game, game_ids

__version__ = "0.1.0"

__all__ = [
    "BadRecord",
    "BadSetup",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Option",
    "OutOfTurn",
    "Outcome",
    "Record",
    "Refusal",
    "Seat",
    "Setup",
    "State",
    "Variant",
    "find_game",
    "game_ids",
    "new_game",
    "play_game",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def new_game(
    game: str,
    variant: str | None = None,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    first: Seat | None = None,
) -> State:
    """Return the first position of a new game; everything but the game's id has a sensible default.

    Chance (the deal and the seat that starts) comes from the seed; without a seed it is different each time.
    """
    return find_game(game).new(variant, seats, options, seed, first)


def play_game(
    game: str,
    *bots: Any,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    first: Seat | None = None,
) -> Record:
    """Play a game between bots, one for each seat, and return its record, which names them.

    A bot is a name (`level3`, `200sims`, `0.5s`, `random`, `my_bots.greedy`, `gtp(COMMAND)`), a function of position
    and seat, or an object with `choose`. Chance and the bots that are named follow from the seed.
    """
    from .bots.playing import play_game  # noqa: PLC0415 - who only wants rules does not wait for bots

    return play_game(find_game(game), *bots, variant=variant, options=options, seed=seed, first=first)
