"""Which games there are: every folder in `tischlein.games` that defines `GAME`.

Nobody else knows a particular game. Folders are found at run time, so a fourth game is one new folder.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from .game import Game
from .refusal import BadSetup

PACKAGE = "tischlein.games"


def game_ids() -> list[str]:
    """Return the ids of all games, sorted."""
    folders = importlib.import_module(PACKAGE).__path__
    return sorted(module.name for module in pkgutil.iter_modules(folders) if module.ispkg)


@cache
def find_game(game_id: str) -> Game:
    """Return a game by its id. Its rules are compiled later, when the first position is made."""
    if game_id not in game_ids():
        raise BadSetup("tischlein.core", "bad-setup", field="game", value=game_id, allowed=", ".join(game_ids()))
    game = importlib.import_module(f"{PACKAGE}.{game_id}").GAME
    if not isinstance(game, Game):
        raise TypeError(f"{PACKAGE}.{game_id}.GAME is not a Game")
    return game
