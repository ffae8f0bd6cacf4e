"""Games that only tests play. Importing this puts them on the table beside the others."""

import tischlein.games

# Nim is the smallest complete game: the tests of the core play it, and docs/adding-a-game.md explains it.
tischlein.games.__path__.extend(__path__)
