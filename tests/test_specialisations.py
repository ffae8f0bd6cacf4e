"""Each compiled function is compiled for one set of types: more would cost time at every start, for nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.compiled
@pytest.mark.parametrize("part", ["blockers", "planken", "puzzles"])
def test_one_specialisation_for_each_function(part: str, tmp_path: Path) -> None:
    given = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_OPT": "0", "TISCHLEIN_WAY": "native"}
    program = [sys.executable, "-m", "tests.specialisations", part]
    output = subprocess.run(program, env=given, check=True, capture_output=True, text=True).stdout
    counts = {name: int(count) for name, count in map(str.split, output.splitlines())}
    assert len(counts) > 30
    assert {name: count for name, count in counts.items() if count > 1} == {}
