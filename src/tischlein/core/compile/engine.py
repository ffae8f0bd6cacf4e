"""An engine: the compiled functions of a game, built ahead of time, and the border that Python's values cross.

In the folder of a game lie its WebAssembly (`built/engine.wasm`), the same for compilers of native code
(`built/engine.bc.xz`) and a description (`built/engine.json`): which functions it offers, with which types, how its
records are laid out, and from which sources it was made. An engine that is older than its sources is not used.
"""

from __future__ import annotations

import ctypes
import json
import logging
import struct
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import HAS_NUMBA, Memory

from .sources import fingerprint

MODULE, BITCODE, DESCRIPTION = "built/engine.wasm", "built/engine.bc.xz", "built/engine.json"
"""Where they lie in the folder of a package."""

VERSION = 1
"""Of the description; a change of its form is a change of this number."""

SCALARS = {"int64": "q", "uint64": "Q", "bool": "?7x", "float64": "d"}
"""Numbers, each in eight bytes, as `struct` writes them."""

log = logging.getLogger("tischlein")


def find_folder(package: str) -> Path:
    """Return the folder of a package."""
    return Path(sys.modules[package].__file__ or "").resolve().parent


def fingerprint_of(files: Iterable[Path]) -> str:
    """Return what tells the sources of an engine from others."""
    return fingerprint((path.resolve() for path in files), f"portable {VERSION}")


@cache
def read_description(package: str) -> dict[str, Any] | None:
    """Return the description of the engine in a package's folder, if there is one that was made from its sources."""
    folder = find_folder(package)
    if not (folder / DESCRIPTION).is_file():
        return None
    found = cast(dict[str, Any], json.loads((folder / DESCRIPTION).read_text(encoding="utf-8")))
    files = [folder / name for name in found["files"]]
    if found["version"] == VERSION and found["sources"] == fingerprint_of(files):
        return found
    log.info("%s is not from these sources; build it: scripts/build-wasm", folder)
    return None


@cache
def package_of(name: str) -> str | None:
    """Return the package that offers a function's engine: the function's own or one above it."""
    while "." in name:
        name = name.rpartition(".")[0]
        module = sys.modules.get(name)
        if hasattr(module, "__path__") and (find_folder(name) / DESCRIPTION).is_file():
            return name
    return None


# ------------------------------------------------------------------ types


_dtype_of = np.void.dtype.__get__
"""The type of a record: as its attribute it takes ten times as long, for records look among their fields first."""


class Leaf:
    """One argument, or one part of a tuple: a number, a record (no dimensions) or an array."""

    __slots__ = ("dimensions", "dtype", "kind")

    def __init__(self, text: str, records: dict[str, np.dtype[Any]]) -> None:
        self.kind, _, dimensions = text.rstrip("]").partition("[")
        self.dimensions = int(dimensions or 0)
        is_number = not dimensions and self.kind not in records
        self.dtype = None if is_number else records[self.kind] if self.kind in records else np.dtype(self.kind)

    @property
    def words(self) -> str:
        """How it is written, for `struct`: a number, or an address and the shape."""
        return SCALARS[self.kind] if self.dtype is None else "Q" + "q" * self.dimensions

    def fits(self, value: Any) -> bool:
        """Return whether a value is of this type."""
        if self.dtype is None:
            return not isinstance(value, (np.ndarray, np.void))
        if isinstance(value, np.ndarray):
            found, dimensions = value.dtype, value.ndim
        elif isinstance(value, np.void):
            found, dimensions = _dtype_of(value), 0
        else:
            return False
        if found is not self.dtype:
            if found != self.dtype:
                return False
            self.dtype = found  # the next comparison is quick
        return dimensions == self.dimensions

    def size_of(self, value: Any) -> int:
        """Return how many bytes an array or a record has."""
        return value.nbytes if self.dimensions else self.dtype.itemsize  # type: ignore[union-attr]


class Signature:
    """One exported function with the types that it takes."""

    def __init__(self, description: dict[str, Any], records: dict[str, np.dtype[Any]]) -> None:
        self.export: str = description["export"]
        self.leaves = tuple(Leaf(text, records) for text in description["arguments"])
        self.results: tuple[str, ...] = tuple(description["results"])
        words = "".join(leaf.words for leaf in self.leaves)
        self.block = struct.Struct(f"<{words}{'Q' * len(self.results)}")
        self.answers = struct.Struct("<" + "".join(map(SCALARS.__getitem__, self.results)))

    def fits(self, values: list[Any]) -> bool:
        """Return whether it takes these values."""
        if len(values) != len(self.leaves):
            return False
        for leaf, value in zip(self.leaves, values):  # noqa: B905, SIM110 - at every call
            if not leaf.fits(value):
                return False
        return True

    def write(self, block: Any, address: int, words: list[Any]) -> None:
        """Write the arguments and where the answers go, behind them, into the block at an address."""
        out = address + self.block.size
        self.block.pack_into(block, 0, *words, *range(out, out + self.answers.size, 8))

    def read(self, block: Any) -> Any:
        """Return what the function has answered: nothing, a number or several."""
        found = self.answers.unpack_from(block, self.block.size)
        return found if len(found) > 1 else found[0] if found else None


def _read_record(description: dict[str, Any]) -> np.dtype[Any]:
    fields = description["fields"]
    return np.dtype(
        {
            "names": [field["name"] for field in fields],
            "formats": [(field["type"], tuple(field["shape"])) for field in fields],
            "offsets": [field["offset"] for field in fields],
            "itemsize": description["bytes"],
        }
    )


# ------------------------------------------------------------------ addresses


def ask_address(value: Any) -> int:
    """Return where an array or a record begins in the memory of this process, as NumPy says it, which takes long."""
    return cast(int, value.__array_interface__["data"][0])


def _peek_address(value: Any) -> int:
    """Return the same, read where CPython's NumPy keeps it: the first thing behind the head of an array or a record."""
    return _read_word(id(value) + (_RECORD_HEAD if isinstance(value, np.void) else _ARRAY_HEAD)).value


_read_word = ctypes.c_size_t.from_address
_ARRAY_HEAD = object.__basicsize__
_RECORD_HEAD = object.__basicsize__ + ctypes.sizeof(ctypes.c_ssize_t)


def _can_peek() -> bool:
    """Return whether addresses stand where they are expected."""
    array = np.zeros(2, np.dtype([("number", np.int64)]))
    samples: list[Any] = [array, array[1:], array[1], array[1].copy(), np.zeros((2, 2)), np.zeros(1)]
    return sys.implementation.name == "cpython" and all(_peek_address(one) == ask_address(one) for one in samples)


find_address = _peek_address if _can_peek() else ask_address


# ------------------------------------------------------------------ calls


class Engine:
    """What runs the functions of one package."""

    def __init__(self, description: dict[str, Any]) -> None:
        records = {name: _read_record(record) for name, record in description["records"].items()}
        self.functions = {
            name: [Signature(one, records) for one in each] for name, each in description["functions"].items()
        }

    def call(self, signature: Signature, values: list[Any]) -> Any:
        """Run a function on numbers, records and arrays."""
        raise NotImplementedError

    def new_memory(self) -> Memory:
        """Return memory in which functions work without copies."""
        return Memory()


class EngineFunction:
    """A function as the door calls it."""

    def __init__(self, name: str, engine: Engine, signatures: list[Signature]) -> None:
        self.name = name
        self.engine = engine
        self._signatures = signatures

    def __call__(self, *arguments: Any) -> Any:
        """Run it; with types that the engine does not know, by Numba or as plain Python."""
        values: list[Any] = []
        _flatten(arguments, values)
        signature = self.match(values)
        return self._elsewhere(*arguments) if signature is None else self.engine.call(signature, values)

    def match(self, values: list[Any]) -> Signature | None:
        """Return the signature for such values."""
        for signature in self._signatures:
            if signature.fits(values):
                return signature
        return None

    @property
    def _elsewhere(self) -> Callable[..., Any]:
        module, _, name = self.name.rpartition(".")
        function = getattr(sys.modules[module], name)
        return cast(Callable[..., Any], function.numba if HAS_NUMBA else function.py_func)


def _flatten(arguments: Iterable[Any], values: list[Any]) -> None:
    for argument in arguments:
        if isinstance(argument, tuple):
            _flatten(argument, values)
        elif isinstance(argument, np.ndarray):
            values.append(_in_order(argument))
        else:
            values.append(argument)


def _in_order(array: NDArray[Any]) -> NDArray[Any]:
    if not array.flags.c_contiguous:
        raise ValueError("compiled functions take arrays whose numbers stand in order")
    return array


def find_function(name: str, find_engine: Callable[[str], Engine | None]) -> EngineFunction | None:
    """Return a function by its whole name, if an engine offers it."""
    package = package_of(name)
    engine = find_engine(package) if package else None
    signatures = engine.functions.get(name.removeprefix(f"{package}.")) if engine else None
    return EngineFunction(name, engine, signatures) if engine and signatures else None
