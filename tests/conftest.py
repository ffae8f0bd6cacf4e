"""What all tests share."""

from pathlib import Path

import pytest
from hypothesis import settings

import tischlein.games

pytest.register_assert_rewrite("tischlein.core.testkit")

# Nim is the smallest complete game: the tests of the core play it, and docs/adding-a-game.md explains it.
tischlein.games.__path__.append(str(Path(__file__).parent / "extra_games"))

settings.register_profile("tischlein", deadline=None, derandomize=True)
settings.load_profile("tischlein")
