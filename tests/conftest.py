"""What all tests share."""

from itertools import groupby

import pytest
from hypothesis import settings

from tests import extra_games
from tischlein.bots.warmup import is_compiled
from tischlein.core.compiled import FIXED_WAY, HAS_LLVM, JIT, use_native

pytest.register_assert_rewrite("tischlein.core.testkit")

assert extra_games, "importing it puts Nim on the table"

settings.register_profile("tischlein", deadline=None, derandomize=True)
settings.load_profile("tischlein")

if JIT and HAS_LLVM and FIXED_WAY is None and is_compiled():
    # As in a server where everything is compiled: tests that ask a position thousands of questions take half the time.
    # That portable code answers the same is said by core/test_portable.py, for every game, variant and option.
    use_native()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, default=0, help="of each test with many cases only so many, from all of them")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if most := config.getoption("--cases"):
        chosen = list[pytest.Item]()
        for _, group in groupby(items, lambda item: item.nodeid.partition("[")[0]):
            cases = list(group)
            chosen += cases[:: -(-len(cases) // most)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen
