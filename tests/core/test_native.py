"""The native way: machine code from the engines, kept on disk, and what happens where that cannot be."""

from __future__ import annotations

import lzma
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tischlein import find_game
from tischlein.core.compile import engine, native
from tischlein.core.compiled import new_dice
from tischlein.games.blokus import rules as blokus
from tischlein.work.compiling import is_compiling

pytestmark = pytest.mark.compiled

PACKAGE = "tischlein.games.planken"
SEARCH = (
    "import sys\n{before}\nfrom tischlein import find_game\nfrom tischlein.core.compiled import use_native\n"
    "use_native()\ngame = find_game('planken'); search = game.search(game.new(seed=1), 1, game.levels[-1].settings)\n"
    "search.run(60); print([(line.move, line.visits, line.value.hex()) for line in search.variations()][:5])\n"
    "print(sorted({{'llvmlite', 'numba'}} & set(sys.modules)))"
)


def run_search(before: str = "", **environment: str) -> tuple[list[str], str]:
    """Return what a fresh process says that searches natively, and its warnings."""
    given = {name: value for name, value in os.environ.items() if name not in ("NUMBA_DISABLE_JIT", "TISCHLEIN_WAY")}
    command = [sys.executable, "-c", SEARCH.format(before=before)]
    done = subprocess.run(command, env={**given, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


@pytest.fixture(scope="module")
def portable_search() -> str:
    """What the search finds as portable code."""
    (found, modules), _ = run_search(TISCHLEIN_WAY="portable")
    assert modules == "[]"
    return found


def test_machine_code_is_made_without_numba_and_kept(tmp_path: Path, portable_search: str) -> None:
    """A second process takes what the first has kept; where a crash has left half a file, it is made anew."""
    whole, written = b"", 0
    for turn in range(3):
        (found, modules), warnings = run_search("sys.modules['numba'] = None", XDG_CACHE_HOME=str(tmp_path))
        assert found == portable_search
        assert "llvmlite" in modules
        assert warnings == ""
        (kept,) = (tmp_path / "tischlein" / "native").iterdir()
        assert kept.name.startswith(f"{PACKAGE}-")
        if turn == 0:
            whole, written = kept.read_bytes(), kept.stat().st_mtime_ns
        elif turn == 1:
            assert kept.stat().st_mtime_ns == written
            kept.write_bytes(whole[: len(whole) // 2])
    assert kept.read_bytes() == whole


def test_where_nothing_can_be_kept_it_runs_natively_and_one_line_says_so(portable_search: str) -> None:
    (found, modules), warnings = run_search(XDG_CACHE_HOME="/dev/null/none", HOME="/dev/null/none")
    assert found == portable_search
    assert "llvmlite" in modules
    (warning,) = warnings.splitlines()
    assert warning.startswith("Machine code cannot be kept in /dev/null/none")


@pytest.mark.parametrize("way", ["", "native"])
def test_without_llvmlite_it_runs_as_portable_code(way: str, portable_search: str) -> None:
    hide = (
        "from importlib import util; find = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name in ('llvmlite', 'numba') else find(name, *more)"
    )
    (found, modules), _ = run_search(hide, TISCHLEIN_WAY=way)
    assert (found, modules) == (portable_search, "[]")


def test_a_compiler_that_cannot_read_the_engine_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as an older LLVM."""
    find_game("planken").new(seed=1)
    monkeypatch.setattr(native, "read_packed", lambda package: lzma.compress(b"of the future"))
    monkeypatch.setattr(native, "find_place", lambda package: tmp_path / "none.o")
    assert native.find_engine.__wrapped__(PACKAGE) is None
    assert "runs as portable code" in caplog.text
    assert native.compiling == []


def test_a_worker_can_say_that_it_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile other threads run, which tell whoever waits; so nobody takes it for dead."""
    monkeypatch.setattr(native, "find_place", lambda package: tmp_path / "code.o")
    find_game("planken").new(seed=1)
    with ThreadPoolExecutor(1) as pool:
        code = pool.submit(native.compile_and_keep, PACKAGE)
        while not is_compiling():
            assert not code.done()
        assert code.result() == native._read_kept(tmp_path / "code.o")
    assert not is_compiling()


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    for number in range(9):
        native._keep(b"code", tmp_path / f"{PACKAGE}-{number}.o")
        os.utime(tmp_path / f"{PACKAGE}-{number}.o", (number, number))
    native._keep(b"code", tmp_path / "tischlein.puzzles-1.o")
    assert {path.name for path in tmp_path.iterdir()} == {
        *(f"{PACKAGE}-{number}.o" for number in range(9)[-native.KEPT :]),
        "tischlein.puzzles-1.o",
    }


def test_threads_run_the_same_function_side_by_side() -> None:
    """Each call has arguments and answers of its own."""
    start: Any = find_game("blokus").new("duo", seed=1)
    playouts = native.find_function(f"{blokus.__name__}.playouts")
    assert playouts is not None

    def play(seed: int) -> tuple[int, int]:
        dice = new_dice(seed)
        return playouts(start.position, start.position.copy(), 20, dice), int(dice[0])

    alone = [play(seed) for seed in range(16)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, range(16))) == alone
    assert len(set(alone)) == 16


@pytest.mark.parametrize(
    "value",
    [np.zeros(3), np.zeros(9)[4:], np.zeros((2, 2)), np.zeros(0), np.zeros(1, blokus.POSITION)[0],
     np.zeros(1, blokus.POSITION)[0].copy(), np.frombuffer(b"12345678", np.int64)],
)  # fmt: skip
def test_addresses_are_those_that_numpy_says(value: Any) -> None:
    assert engine.find_address(value) == engine.ask_address(value)
