"""How long it takes until something can be played: import, first compile, and from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

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


def run() -> None:
    """Print the processor time of whole fresh processes, the interpreter included."""
    show_time("import tischlein", min(_measure(IMPORT) for _ in range(5)), 0.3)
    for game_id in game_ids():
        code = FIRST_GAME.format(game_id=game_id)
        with tempfile.TemporaryDirectory() as cache:
            show_time(f"{game_id}: first move ever, compiling", _measure(code, cache), 15)
            show_time(f"{game_id}: first move, from the cache", min(_measure(code, cache) for _ in range(3)), 1)


def _measure(code: str, cache: str | None = None) -> float:
    environment = os.environ | ({"XDG_CACHE_HOME": cache} if cache else {})
    command = [sys.executable, "-c", TIMED.format(code=code)]
    result = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return float(result.stdout)
