"""Bots by name: `random`, `level1` to `level8`, `0.5s` and `2000sims` (the strongest with that budget)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace

from tischlein.core.game import Game
from tischlein.core.refusal import BadSetup
from tischlein.core.thinker import Level

from .bot import Bot, RandomBot
from .search_bot import SearchBot

NAMES = "random, level1 … level8, 0.5s, 2000sims"


def find_level(game: Game, name: str) -> Level | None:
    """Return the level that a name means in a game; None for `random`. Raises BadSetup for any other name."""
    top = game.levels[-1] if game.levels else None
    if name == "random":
        return None
    if (found := re.fullmatch(r"level(\d)", name)) and 1 <= int(found[1]) <= len(game.levels):
        return game.levels[int(found[1]) - 1]
    if (found := re.fullmatch(r"(\d+(?:\.\d+)?)s", name)) and top is not None:
        return replace(top, seconds=float(found[1]), simulations=None)
    if (found := re.fullmatch(r"(\d+)sims", name)) and top is not None and int(found[1]) > 0:
        return replace(top, seconds=1e9, simulations=int(found[1]))
    raise BadSetup("tischlein.core", "bad-setup", field="bot", value=name, allowed=NAMES)


def make_bot(
    game: Game, name: str, seed: int | None = None, threads: int = 1, clock: Callable[[], float] = time.monotonic
) -> Bot:
    """Return a bot for a game by its name."""
    level = find_level(game, name)
    return RandomBot(seed) if level is None else SearchBot(level, seed, threads, clock)


def usual_bot(game: Game) -> str:
    """Return who sits down when nobody was named: a friendly opponent in the middle."""
    return "level4" if game.levels else "random"
