"""What is in no engine (learning, batches, other people's games): Numba's machine code, in a cache that is never stale.

Numba keys its cache to the file of the compiled function alone, so a table or a function taken in from another
file can go stale without notice. Here the cache folder carries a fingerprint of every source that the compiled
function can see. A change in any of them starts a fresh folder.

Only `core/compiled.py` imports this, and only when something is called: Numba takes long to load.
"""

from __future__ import annotations

import inspect
import logging
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from platformdirs import user_cache_path

from .sources import fingerprint

config: Any = numba.config  # its attributes are made at run time
KEPT_CACHES = 8


def make_jit(function: Callable[..., Any]) -> Any:
    """Return a function that compiles at its first call, runs without the GIL, and is cached on disk."""
    folder = cache_folder(Path(inspect.getfile(function)).resolve())
    given, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        native = numba.njit(cache=is_writable(folder.parent.parent), nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = given
    return _ignore_literals(native)


def _ignore_literals(native: Any) -> Any:
    """Let compiled callers use one machine code for whole numbers, not another one for each constant that they pass."""
    if not config.DISABLE_JIT:
        find = native.get_call_template
        native.get_call_template = lambda given, named: find(
            tuple(map(types.unliteral, given)),
            {name: types.unliteral(kind) for name, kind in named.items()},  # type: ignore[no-untyped-call]
        )
    return native


def type_of(native: Any) -> Any:
    """Return the type under which compiled code calls a native function."""
    return types.Dispatcher(native)


def cache_base() -> Path:
    """Return the folder of all machine code."""
    return Path(config.CACHE_DIR or user_cache_path("tischlein") / "compiled")


@cache
def cache_folder(source: Path) -> Path:
    """Return the folder for machine code made from this file and all that it imports, as they are now."""
    base = cache_base() / "-".join(source.with_suffix("").parts[-3:])
    chosen = base / fingerprint([source], numba.__version__)
    if not chosen.exists() and base.is_dir():
        for old in sorted(base.iterdir(), key=lambda path: path.stat().st_mtime)[: -KEPT_CACHES + 1]:
            shutil.rmtree(old, ignore_errors=True)
    return chosen


@cache
def is_writable(base: Path) -> bool:
    """Return whether machine code can be kept in a folder; if not, say so once."""
    try:
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=base):
            return True
    except OSError as error:
        logging.getLogger("tischlein").warning("Machine code cannot be kept in %s: %s", base, error)
        return False


# ------------------------------------------------------------------ the machine's own instructions


@intrinsic
def _count_trailing_zeros(_context: Any, bits: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), code


@intrinsic
def _count_ones(_context: Any, bits: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), code


@make_jit
def lowest_bit(bits: np.uint64) -> int:
    """Return the index of the lowest set bit; `bits` is not 0."""
    return _count_trailing_zeros(np.uint64(bits))  # type: ignore[call-arg]


@make_jit
def count_bits(bits: np.uint64) -> int:
    """Return how many bits are set."""
    return _count_ones(np.uint64(bits))  # type: ignore[call-arg]
