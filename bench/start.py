"""How long it takes until something can be played: import, first compile, and from the cache.

`start:install` prints what a fresh installation takes, which needs the package index.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from tischlein import game_ids

from .meter import show_time

IMPORT = "import tischlein"
FIRST_GAME = """
import tischlein
game = tischlein.find_game({game_id!r})
state = game.new(seed=1)
state.play(state.legal_moves()[0]).legal_moves()
"""
TIMED = "{code}\nimport time; print(time.process_time())"


MOST = 350
"""Megabytes."""


def run(what: str = "") -> None:
    """Print the processor time of whole fresh processes, the interpreter included; or the size of an installation."""
    if what == "install":
        _install()
        return
    show_time("import tischlein", min(_measure(IMPORT) for _ in range(5)), 0.3)
    for game_id in game_ids():
        code = FIRST_GAME.format(game_id=game_id)
        with tempfile.TemporaryDirectory() as cache:
            show_time(f"{game_id}: first move ever, compiling", _measure(code, cache), 15)
            show_time(f"{game_id}: first move, from the cache", min(_measure(code, cache) for _ in range(3)), 1)


def _install() -> None:
    """Install these sources, as a player would, into an environment of their own, and count what lies there then."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", Path(__file__).parent.parent], check=True)
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if not path.is_symlink()) / 1e6
        print(f"  {'a fresh installation':<52} {size:>12,.0f} MB           {MOST / size:6.2f} x goal")
        print(f"  {'... by the clock':<52} {time.monotonic() - begin:>12,.0f} s")


def _measure(code: str, cache: str | None = None) -> float:
    environment = os.environ | ({"XDG_CACHE_HOME": cache} if cache else {})
    command = [sys.executable, "-c", TIMED.format(code=code)]
    result = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return float(result.stdout)
