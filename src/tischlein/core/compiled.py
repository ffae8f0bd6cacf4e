"""The compiler: one decorator for everything that must be fast, and a cache that is never stale.

Numba keys its cache to the file of the compiled function alone, so a table or a function taken in from another
file can go stale without notice. Here the cache folder carries a fingerprint of every source that the compiled
function can see: its own package and the core. A change in any of them starts a fresh folder.

With `NUMBA_DISABLE_JIT=1` everything runs as plain Python: for coverage and for the debugger.
"""

from __future__ import annotations

import hashlib
import inspect
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

Position: TypeAlias = Any
"""One position of a game as the compiled rules hold it: an `np.record` (see `record_type`), changed in place."""

Dice: TypeAlias = NDArray[np.uint64]
"""The state of a source of random numbers: one uint64 that is never 0, changed in place."""

_config: Any = numba.config  # its attributes are made at run time

JIT = not _config.DISABLE_JIT
KEPT_CACHES = 8


def compiled(function: F) -> F:
    """Compile a module-level function at its first call, without the GIL, cached on disk."""
    given = _config.CACHE_DIR
    _config.CACHE_DIR = str(_cache_folder(Path(inspect.getfile(function)).parent))
    try:
        return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
    finally:
        _config.CACHE_DIR = given


@cache
def _cache_folder(package: Path) -> Path:
    """Return the folder for machine code made from this package and the core as they are now."""
    stamp = hashlib.sha256(numba.__version__.encode())
    for folder in dict.fromkeys((Path(__file__).parent, package)):
        for source in sorted(folder.glob("*.py")):
            stamp.update(source.read_bytes())
    base = Path(_config.CACHE_DIR or user_cache_path("tischlein") / "compiled") / package.name
    chosen = base / stamp.hexdigest()[:16]
    if not chosen.exists() and base.is_dir():
        for old in sorted(base.iterdir(), key=lambda path: path.stat().st_mtime)[: -KEPT_CACHES + 1]:
            shutil.rmtree(old, ignore_errors=True)
    return chosen


def record_type(fields: list[tuple[Any, ...]]) -> np.dtype[np.void]:
    """Return the dtype of a position; its fields are read as attributes, compiled or not.

    `np.zeros(n, record_type([("board", np.uint8, 576), ("turn", np.int32)]))[0]` is one position that shares its
    memory with the array.
    """
    for name, *_ in fields:
        # Without the compiler NumPy would answer with an attribute of its own, such as `size`.
        if hasattr(np.record, name):
            raise ValueError(f"a field of a position cannot be called {name!r}")
    return np.dtype((np.record, fields))


# ------------------------------------------------------------------ bits


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


if JIT:

    @compiled
    def lowest_bit(bits: np.uint64) -> int:
        """Return the index of the lowest set bit; `bits` is not 0."""
        return _count_trailing_zeros(np.uint64(bits))  # type: ignore[call-arg]

    @compiled
    def count_bits(bits: np.uint64) -> int:
        """Return how many bits are set."""
        return _count_ones(np.uint64(bits))  # type: ignore[call-arg]

else:

    def lowest_bit(bits: np.uint64) -> int:
        """Return the index of the lowest set bit; `bits` is not 0."""
        return (int(bits) & -int(bits)).bit_length() - 1

    def count_bits(bits: np.uint64) -> int:
        """Return how many bits are set."""
        return int(bits).bit_count()


# ------------------------------------------------------------------ dice


def new_dice(seed: int) -> Dice:
    """Return dice that give the same numbers for the same seed, compiled or not."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return np.array([int.from_bytes(digest[:8], "big") | 1], dtype=np.uint64)


@compiled
def roll(dice: Dice, sides: int) -> int:
    """Return a number from 0 to sides - 1; sides is below 2**31. Marsaglia's xorshift, 64 bits."""
    bits = dice[0]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    dice[0] = bits
    return np.int64(((bits >> np.uint64(33)) * np.uint64(sides)) >> np.uint64(31))  # type: ignore[return-value]
