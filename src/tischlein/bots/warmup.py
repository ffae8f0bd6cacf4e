"""Native code in the background: portable code answers at once, and another process compiles what is faster.

Machine code is kept on disk; from then on every process on this machine may run natively. Results do not change, so
it may do so between any two calls.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_cache_path

from tischlein.core.compile.engine import package_of
from tischlein.core.compiled import FIXED_WAY, HAS_LLVM, new_dice, use_native
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
    """Run natively from now on, and load a game's rules, kernel and search for every variant."""
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
    """Compile every engine that is not compiled yet, here and now."""
    from tischlein.core.compile import native  # noqa: PLC0415 - llvmlite may not be there

    for package in list_packages():
        if not native.is_kept(package):
            native.compile_and_keep(package)


def list_packages() -> list[str]:
    """Return the packages that have an engine."""
    insides = [f"{type(find_game(game_id)).__module__}.game" for game_id in game_ids()]
    return [package for name in (*insides, warm_up_puzzles.__module__) if (package := package_of(name))]


def is_compiled() -> bool:
    """Return whether the machine code of every engine lies ready."""
    from tischlein.core.compile import native  # noqa: PLC0415

    return all(map(native.is_kept, list_packages()))


def can_keep() -> bool:
    """Return whether machine code can be kept here, if it is wanted; one line says so if not. Workers stay silent."""
    folder = user_cache_path("tischlein")
    try:
        if FIXED_WAY is None and HAS_LLVM:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
    except OSError as error:
        log.warning("Machine code cannot be kept in %s: %s", folder, error)
        return False
    return True


def compile_elsewhere() -> bool:
    """Wait until everything is compiled: by a child process, or by whoever began first; return whether it is."""
    if FIXED_WAY is not None or not HAS_LLVM:
        return False
    with suppress(OSError):  # what is portable is good enough
        if not is_compiled():
            folder = user_cache_path("tischlein")
            folder.mkdir(parents=True, exist_ok=True)
            with _alone(folder / "compiling"):
                if not is_compiled():
                    _run_child()
    return is_compiled()


def _run_child() -> None:
    """Compile in a process of its own, which ends when this one does: then its input ends."""
    command = [sys.executable, "-m", "tischlein.bots.warmup"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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
        if can_keep() and compile_elsewhere():
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
