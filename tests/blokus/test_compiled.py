"""What all compiled code of Blokus keeps to, so that it can become WebAssembly, and that it does what Python does."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tischlein import State, find_game

pytestmark = pytest.mark.compiled

GAME = find_game("blokus")
PLACES = [("duo", 14, 5), ("classic", 44, 7), ("three", 30, 2)]
"""Variant, plies, level."""
SIMULATIONS = 30
"""The value net is asked after twenty rollouts."""


def test_one_signature_no_allocation_no_exception(tmp_path: Path) -> None:
    """Each function is compiled once, from an empty cache; memory is the caller's, and nothing is raised."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "TISCHLEIN_WAY": "numba"}
    command = [sys.executable, "-m", "tests.blokus.compile_everything"]
    found = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
    own = {name: listed for name, listed in found["signatures"].items() if name.startswith("games.")}
    assert len(own) > 80
    assert {name: listed for name, listed in own.items() if len(listed) != 1} == {}
    assert {name: listed for name, listed in found["signatures"].items() if len(listed) > 1} == {}, "of the core"
    assert found["allocating"] == []
    assert found["raising"] == []


def search(state: State, level: int) -> list[Any]:
    """Return what a short search finds."""
    found = GAME.search(state, 3, {**GAME.levels[level].settings, "nodes": 20_000})
    found.run(SIMULATIONS)
    return [(line.move, line.value, line.visits, line.continuation) for line in found.variations()[:10]]


def search_places() -> list[Any]:
    """Return what short searches of some positions find."""
    found = []
    for variant, plies, level in PLACES:
        rng, state = random.Random(2), GAME.new(variant, seed=2)
        for _ in range(plies):
            state = state.play(rng.choice(state.legal_moves()))
        found.append(search(state, level))
    return found


def test_a_search_in_plain_python_finds_the_same_to_the_bit() -> None:
    code = "import json; from tests.blokus.test_compiled import search_places; print(json.dumps(search_places()))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", code]
    plain = subprocess.run(command, env=environment, check=True, capture_output=True).stdout
    assert json.loads(json.dumps(search_places())) == json.loads(plain)
