"""What all tests share."""

import pytest
from hypothesis import settings

from tests import extra_games

pytest.register_assert_rewrite("tischlein.core.testkit")

assert extra_games, "importing it puts Nim on the table"

settings.register_profile("tischlein", deadline=None, derandomize=True)
settings.load_profile("tischlein")
