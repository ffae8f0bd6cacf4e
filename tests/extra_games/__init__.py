"""Games that only tests play. Importing this puts them on the table beside the others."""

from pkgutil import iter_modules

import tischlein.games
from tischlein import game_ids

PUBLIC = tuple(game_ids())
"""The games that everybody can play: those of the package, without the ones here."""

EXTRA = tuple(name for _, name, _ in iter_modules(__path__))
"""Nim, the smallest complete game: the tests of the core play it, and scripts/new-game copies it."""

tischlein.games.__path__.extend(__path__)
