"""Native code in the background: portable code answers at once, and another process compiles what is faster.

When everything is compiled, a stamp is left beside the machine code; from then on every process of this installation
may run natively. Results do not change, so it may do so between any two calls.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

import tischlein
from tischlein.core.compile.sources import fingerprint
from tischlein.core.compiled import FIXED_WAY, HAS_NUMBA, new_dice, use_native
from tischlein.core.game import Game
from tischlein.core.registry import find_game, game_ids
from tischlein.puzzles import warm_up as warm_up_puzzles
from tischlein.work.job import WorkerKind

from .bot import Budget
from .levels import levels_of, make_bot

log = logging.getLogger(__name__)

BOT_WORKER = WorkerKind("bots", "tischlein.bots.warmup:go_native")
"""Workers in which bots think."""


def warm_up_rules(game: Game) -> None:
    """Load what a table needs when people play: moves, their legality, views."""
    for variant in game.variants.values():
        state = game.new(variant.id, seed=0)
        state.play(state.legal_moves()[0]).view(0)


def warm_up(game: Game) -> None:
    """Run natively from now on, and compile a game's rules, kernel and search for every variant."""
    use_native()
    for variant in game.variants.values():
        state = game.new(variant.id, seed=0)
        kernel = game.kernel(variant.id)
        kernel.playouts(kernel.position(state), 1, new_dice(0))
        warm_up_rules(game)
        if state.to_move is not None:
            # Not `choose`, which an opening book may answer without any search.
            make_bot(game, f"level{len(levels_of(game))}", seed=0).analyse(state, state.to_move, Budget(simulations=2))


def compile_all() -> None:
    """Compile everything, here and now, and leave the stamp."""
    use_native()
    for game_id in game_ids():
        warm_up(find_game(game_id))
    for as_in_the_game in (False, True):
        warm_up_puzzles(as_in_the_game)
    leave_stamp()


def leave_stamp() -> None:
    """Note that everything is compiled; where nothing can be written, nothing was kept either."""
    with suppress(OSError):
        find_stamp().parent.mkdir(parents=True, exist_ok=True)
        find_stamp().touch()


@cache
def find_stamp() -> Path:
    """Return the file that says that everything is compiled, as the sources are now and where they are.

    Numba's cache belongs to a place and to the time of its files: another copy of the same sources has to compile anew.
    """
    folder = os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("tischlein") / "compiled"
    package = Path(tischlein.__file__).parent
    sources = [path for part in ("core", "games", "puzzles") for path in (package / part).rglob("*.py")]
    written = max(path.stat().st_mtime_ns for path in sources)
    return Path(folder) / f"ready-{fingerprint(sources, version('numba'), str(package), str(written))}"


def compile_elsewhere() -> bool:
    """Wait until everything is compiled: by a child process, or by whoever began first; return whether it is."""
    if FIXED_WAY is not None or not HAS_NUMBA:
        return False
    stamp = find_stamp()
    if stamp.exists():
        return True
    try:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        with _alone(stamp.with_name("compiling")):
            if not stamp.exists():
                _run_child()
    except OSError as error:  # what is portable is good enough
        log.warning("Machine code cannot be kept in %s: %s", stamp.parent, error)
        return False
    return stamp.exists()


def _run_child() -> None:
    """Compile in a process of its own, which ends when this one does: then its input ends."""
    command = [sys.executable, "-m", "tischlein.bots.warmup"]
    environment = {**os.environ, "TISCHLEIN_WAY": "native"}
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    child.wait()
    assert child.stdin is not None
    child.stdin.close()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let one process at a time in; where files cannot be locked, all of them."""
    with path.open("a") as file:
        try:
            import fcntl  # noqa: PLC0415 - not on Windows
        except ImportError:
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def go_native() -> Iterator[None]:
    """Wait for the machine code, yield, and run natively from then on; then load game after game."""
    if compile_elsewhere():
        yield
        for game_id in game_ids():
            warm_up(find_game(game_id))
            yield


def warm_up_in_background() -> threading.Thread:
    """Run natively as soon as that is possible; until then everything works, only slower."""

    def wait() -> None:
        if compile_elsewhere():
            use_native()

    thread = threading.Thread(target=wait, daemon=True, name="compile")
    thread.start()
    return thread


def main() -> None:
    """Compile everything, unless the input ends before: whoever wanted it is gone then."""

    def watch() -> None:
        sys.stdin.buffer.read()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)
    compile_all()


if __name__ == "__main__":
    main()
