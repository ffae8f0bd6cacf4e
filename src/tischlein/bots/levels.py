"""Bots by name: `random`, `level1` to the top one, `0.5s` and `2000sims` (the strongest with that budget)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace

from tischlein.core.game import Game
from tischlein.core.refusal import BadSetup
from tischlein.core.registry import find_game
from tischlein.core.search import Level
from tischlein.core.words import words

from .bot import Bot, RandomBot
from .search_bot import SearchBot
from .uct import LEVELS

NAMES = f"random, level1 … level{len(LEVELS)}, 0.5s, 2000sims"
"""How bots are called, for help on the command line; `name_bots` knows how many levels a game has."""


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game from the weakest up: its own, or those of the general search."""
    return game.levels or LEVELS


def describe_levels(game: Game, language: str) -> list[str]:
    """Return what each level sees, a sentence each; nothing for a game that does not say it."""
    own = words(f"tischlein.games.{game.id}", language)
    keys = [f"level-{number}" for number in range(1, len(levels_of(game)) + 1)]
    return [own(key) for key in keys if key in own]


def name_bots(game: Game) -> str:
    """Return which names of bots a game knows, for people."""
    return f"random, level1 … level{len(levels_of(game))}, 0.5s, 2000sims"


def find_level(game: Game, name: str) -> Level | None:
    """Return the level that a name means in a game; None for `random`. Raises BadSetup for any other name."""
    levels = levels_of(game)
    top = levels[-1]
    if name == "random":
        return None
    if (found := re.fullmatch(r"level(\d+)", name)) and 1 <= int(found[1]) <= len(levels):
        return levels[int(found[1]) - 1]
    if found := re.fullmatch(r"(\d+(?:\.\d+)?)s", name):
        return replace(top, seconds=float(found[1]), simulations=None, thrifty=True)
    if (found := re.fullmatch(r"(\d+)sims", name)) and int(found[1]) > 0:
        return replace(top, seconds=1e9, simulations=int(found[1]), thrifty=False)
    raise BadSetup("tischlein.core", "bad-setup", field="bot", value=name, allowed=name_bots(game))


def make_bot(
    game: Game | str, name: str, seed: int | None = None, threads: int = 1, clock: Callable[[], float] = time.monotonic
) -> Bot:
    """Return a bot for a game, or for a game's id, by its name."""
    return bot_at(find_level(find_game(game) if isinstance(game, str) else game, name), seed, threads, clock)


def bot_at(
    level: Level | None, seed: int | None = None, threads: int = 1, clock: Callable[[], float] = time.monotonic
) -> Bot:
    """Return a bot that plays at a level; None: at random."""
    return RandomBot(seed) if level is None else SearchBot(level, seed, threads, clock)


def usual_bot(game: Game) -> str:
    """Return who sits down when nobody was named: a friendly opponent in the middle."""
    return f"level{(len(levels_of(game)) + 1) // 2}"
