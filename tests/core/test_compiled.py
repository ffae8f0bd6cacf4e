"""The compiler's small parts: bits, dice, and a cache that notices changes."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein.core.compile import jit
from tischlein.core.compiled import count_bits, lowest_bit, new_dice, record_type, roll


@given(st.integers(1, 2**64 - 1))
def test_bits(bits: int) -> None:
    assert count_bits(np.uint64(bits)) == bin(bits).count("1")
    assert lowest_bit(np.uint64(bits)) == len(bin(bits)) - len(bin(bits).rstrip("0"))


def test_dice_are_fair_and_repeatable() -> None:
    dice = new_dice(7)
    rolls = [int(roll(dice, 6)) for _ in range(60_000)]
    assert sorted(Counter(rolls)) == list(range(6))
    assert all(abs(count - 10_000) < 500 for count in Counter(rolls).values())
    again = new_dice(7)
    assert rolls[:100] == [int(roll(again, 6)) for _ in range(100)]


@pytest.mark.compiled
def test_a_change_in_another_file_is_noticed(tmp_path: Path) -> None:
    """Numba's own cache would answer with the old table here; it lies in another package, behind a third file."""
    package, other = tmp_path / "sums", tmp_path / "sums" / "tables"
    other.mkdir(parents=True)
    for folder in (package, other):
        (folder / "__init__.py").write_text("")
    (package / "table.py").write_text("from sums.tables.numbers import (  # noqa\n    VALUE,\n)\n")
    (package / "rules.py").write_text(
        "from tischlein.core.compiled import compiled\nfrom .table import VALUE\n"
        "@compiled\ndef answer():\n    return VALUE\nprint(answer())\n"
    )
    # Python itself takes a file of the same second and size for the same one.
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    for value in (41, 42):
        (other / "numbers.py").write_text(f"VALUE = {value}\n")
        command = [sys.executable, "-c", "import sums.rules"]
        result = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=tmp_path)
        assert result.stdout == f"{value}\n"


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("way", "code"),
    [
        ("numba", "from tischlein.core.compiled import new_dice, roll; print(roll(new_dice(1), 1))"),
        ("native", "from tischlein import find_game; print(find_game('planken').new(seed=1, first=0).to_move)"),
        ("", "from tischlein.bots.warmup import warm_up_in_background as begin; begin().join(); print(0)"),
    ],
)
def test_without_a_place_for_machine_code_one_line_says_so(way: str, code: str) -> None:
    nowhere = {"XDG_CACHE_HOME": "/dev/null/none", "HOME": "/dev/null/none", "TISCHLEIN_WAY": way}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")} | nowhere
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "0\n"
    (warning,) = done.stderr.splitlines()
    assert warning.startswith("Machine code cannot be kept in /dev/null/none")


def test_a_field_cannot_hide_behind_one_of_numpy() -> None:
    with pytest.raises(ValueError, match="size"):
        record_type([("size", np.int64)])


def test_old_caches_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit.config, "CACHE_DIR", str(tmp_path))
    for number in range(20):
        (tmp_path / "core-compile-jit" / f"old{number}").mkdir(parents=True)
    chosen = jit.cache_folder.__wrapped__(Path(jit.__file__))
    assert chosen.parent == tmp_path / "core-compile-jit"
    assert len(list(chosen.parent.iterdir())) == jit.KEPT_CACHES - 1
