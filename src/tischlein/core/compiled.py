"""The door to the compilers: one decorator for everything that must be fast, and four ways to run it.

- **plain**: Python as it is written, for the debugger and for coverage (`NUMBA_DISABLE_JIT=1`);
- **portable**: WebAssembly built ahead of time (`scripts/build-wasm`); answers at once (`core/compile/portable.py`);
- **native**: the same as machine code, by llvmlite; it takes seconds to compile, once (`core/compile/native.py`).
- **numba**: compiled at the first call: what is in no engine, and all while engines are built (`core/compile/jit.py`).

All ways give the same results to the bit, so a program may begin with one and go on with another between two calls.
It begins with the portable one; `use_native` says when the machine code is there. `TISCHLEIN_WAY` fixes one way.
What is in no engine is left to Numba, or runs as plain Python on a machine without it.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, cast, get_args

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .compile.engine import EngineFunction

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

Position: TypeAlias = Any
"""One position of a game as the compiled rules hold it: an `np.record` (see `record_type`), changed in place."""

Workspace: TypeAlias = Any
"""Scratch memory of compiled code: an `np.record` that the caller makes once, so that nothing is allocated inside."""

Dice: TypeAlias = NDArray[np.uint64]
"""The state of a source of random numbers: one uint64 that is never 0, changed in place."""

Way: TypeAlias = Literal["plain", "portable", "native", "numba"]


def _wanted_way() -> Way | None:
    """Return the way that the environment asks for, if it does."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "plain"
    wanted = os.environ.get("TISCHLEIN_WAY", "")
    if wanted and wanted not in get_args(Way):
        raise ValueError(f"TISCHLEIN_WAY is {wanted!r}, not one of {', '.join(get_args(Way))}")
    return cast(Way, wanted) if wanted else None


FIXED_WAY = _wanted_way()
JIT = FIXED_WAY != "plain"
HAS_NUMBA = importlib.util.find_spec("numba") is not None
HAS_LLVM = importlib.util.find_spec("llvmlite") is not None
HAS_WASMTIME = importlib.util.find_spec("wasmtime") is not None


class Compiled:
    """A function of the rules or of a search, and the ways to run it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._call: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Run it in the way that holds now."""
        return (self._call or self._choose())(*arguments)

    @property
    def name(self) -> str:
        """Its whole name."""
        return f"{self.py_func.__module__}.{self.py_func.__name__}"

    @functools.cached_property
    def numba(self) -> Any:
        """The same function for Numba."""
        from .compile import jit  # noqa: PLC0415 - Numba takes long to load

        return jit.make_jit(self.py_func)

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks for when compiled code calls this function."""
        from .compile import jit  # noqa: PLC0415

        return jit.type_of(self.numba)

    def _choose(self) -> Callable[..., Any]:
        """Note and return how to run from now on."""
        self._call = self.find_in_engine() or (self.numba if HAS_NUMBA else self.py_func)
        _chosen.append(self)
        return self._call

    def find_in_engine(self) -> EngineFunction | None:
        """Return the function of an engine, in the way that holds now."""
        found = None
        if is_native():
            from .compile import native  # noqa: PLC0415 - takes a moment to load, and may not be there

            found = native.find_function(self.name)
        if found is None and HAS_WASMTIME and _ways[-1] != "numba":
            from .compile import portable  # noqa: PLC0415

            found = portable.find_function(self.name)
        return found

    def reconsider(self) -> None:
        """Choose anew at the next call."""
        self._call = None


class _Reader(Compiled):
    """A function that reads a few fields: plain Python is done sooner than a record is copied to a module and back."""

    def _choose(self) -> Callable[..., Any]:
        self._call = self.py_func
        return self.py_func


class _Instruction(_Reader):
    """A function for which processors have an instruction; `core/compile/jit.py` knows it under the same name."""

    @functools.cached_property
    def numba(self) -> Any:
        """The same function for Numba."""
        from .compile import jit  # noqa: PLC0415

        return getattr(jit, self.py_func.__name__)


_chosen: list[Compiled] = []
_ways: list[Way] = [FIXED_WAY or "portable"]


def compiled(function: F) -> F:
    """Make a module-level function fast; it allocates nothing, and its arguments have one type each."""
    return cast(F, Compiled(function)) if JIT else function


def reader(function: F) -> F:
    """Compile a function that only looks something up, for compiled code; called from Python it stays plain Python."""
    return cast(F, _Reader(function)) if JIT else function


def _instruction(function: F) -> F:
    return cast(F, _Instruction(function)) if JIT else function


def is_native() -> bool:
    """Return whether calls run natively from now on."""
    return _ways[-1] == "native" and HAS_LLVM


def use_native() -> None:
    """Run natively from the next call on, unless the environment has fixed another way."""
    if FIXED_WAY is None and HAS_LLVM and not is_native():
        _ways.append("native")
        while _chosen:
            _chosen.pop().reconsider()


class Memory:
    """Where the arrays of a search live: in the memory of portable code, or they would be copied at each call."""

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """Return an array of zeros; what is not written costs nothing."""
        return np.zeros(shape, dtype)

    def take(self, value: T) -> T:
        """Return the same array, or tuple of arrays, in this memory."""
        return value


def new_memory(function: Callable[..., Any]) -> Memory:
    """Return memory for arrays on which a compiled function will work many times."""
    found = function.find_in_engine() if isinstance(function, Compiled) else None
    return found.engine.new_memory() if found else Memory()


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


@_instruction
def lowest_bit(bits: np.uint64) -> int:
    """Return the index of the lowest set bit; `bits` is not 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


@_instruction
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
