"""The portable way: the same functions as WebAssembly, built ahead of time, run by wasmtime at once.

In the folder of a game lie its module (`built/engine.wasm`) and a description (`built/engine.json`): which functions it
offers, with which types, how its records are laid out, and from which sources it was made. A module that is older than
its sources is not used.

A module has a memory of its own. Arrays that lie elsewhere are copied there and back at each call, which suits
positions; the arrays of a search are made there (`new_memory`) and never copied. They are common NumPy arrays, which
native and plain code can use as well.
"""

from __future__ import annotations

import atexit
import bisect
import ctypes
import json
import logging
import operator
import struct
import sys
import weakref
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
import wasmtime
from numpy.typing import NDArray
from wasmtime import _ffi as ffi

from tischlein.core.compiled import HAS_NUMBA, Memory

from .sources import fingerprint

T = TypeVar("T")

MODULE, DESCRIPTION = "built/engine.wasm", "built/engine.json"
"""Where they lie in the folder of a package."""

INNER_PARTS = ("wasmtime_func_call_unchecked", "wasmtime_val_raw_t", "wasm_trap_t")
"""What `_bind` uses of wasmtime that it does not offer."""

VERSION = 1
"""Of the description; a change of its form is a change of this number."""

PAGE = 1 << 16
MOST_ARGUMENTS = 128
SCRATCH = 1 << 18
"""Bytes for small arrays that compiled code makes in a call; it takes more if it must."""

SCALARS = {"int64", "uint64", "boolean", "float64"}


def find_folder(package: str) -> Path:
    """Return the folder of a package."""
    return Path(sys.modules[package].__file__ or "").resolve().parent


def fingerprint_of(files: Iterable[Path]) -> str:
    """Return what tells the sources of a module from others."""
    return fingerprint((path.resolve() for path in files), f"portable {VERSION}")


# ------------------------------------------------------------------ what a module offers


@dataclass(slots=True)
class Leaf:
    """One argument, or one part of a tuple: a number, a record (no dimensions) or an array."""

    kind: str
    dimensions: int
    dtype: np.dtype[Any] | None  # None: a number

    def fits(self, value: Any) -> bool:
        """Return whether a value is of this type."""
        if self.dtype is None:
            return not isinstance(value, np.ndarray | np.void)
        if not isinstance(value, np.ndarray | np.void) or value.ndim != self.dimensions:
            return False
        if value.dtype is not self.dtype:
            if value.dtype != self.dtype:
                return False
            self.dtype = value.dtype  # the next comparison is quick
        return True


class Signature(NamedTuple):
    """One exported function."""

    export: str
    leaves: tuple[Leaf, ...]
    results: tuple[str, ...]


def _read_leaf(text: str, records: dict[str, np.dtype[Any]]) -> Leaf:
    kind, _, dimensions = text.rstrip("]").partition("[")
    if kind in records:
        return Leaf(kind, int(dimensions or 0), records[kind])
    return Leaf(kind, int(dimensions), np.dtype(kind)) if dimensions else Leaf(kind, 0, None)


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


_alive: weakref.WeakSet[Any] = weakref.WeakSet()


@atexit.register
def _leave_to_the_system() -> None:
    """Free nothing at the end of the process: threads may still run, and wasmtime cannot clean up that late."""
    for thing in list(_alive):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))


class Engine:
    """A module and its description."""

    def __init__(self, folder: Path, description: dict[str, Any]) -> None:
        records = {name: _read_record(record) for name, record in description["records"].items()}
        self.functions = {
            name: [
                Signature(
                    one["export"],
                    tuple(_read_leaf(text, records) for text in one["arguments"]),
                    tuple(one["results"]),
                )
                for one in each
            ]
            for name, each in description["functions"].items()
        }
        self._wasmtime = _start_wasmtime()
        self._module = wasmtime.Module.from_file(self._wasmtime, str(folder / MODULE))
        self.idle: list[Instance] = []
        _alive.add(self)

    def new_instance(self) -> Instance:
        """Return the module with a memory of its own; used by one thread at a time."""
        return Instance(wasmtime.Store(self._wasmtime), self._module)


@cache
def _start_wasmtime() -> wasmtime.Engine:
    """Return the engine; it keeps what it has compiled on disk, where it can."""
    config = wasmtime.Config()
    try:
        config.cache = True
    except wasmtime.WasmtimeError:
        config = wasmtime.Config()
    return wasmtime.Engine(config)


@cache
def find_engine(package: str) -> Engine | None:
    """Return the engine in the folder of a package, if there is one that was made from its sources."""
    folder = find_folder(package)
    if not (folder / MODULE).is_file():
        return None
    description = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    files = [folder / name for name in description["files"]]
    if description["version"] != VERSION or description["sources"] != fingerprint_of(files):
        logging.getLogger("tischlein").info("%s is not from these sources; build it: scripts/build-wasm", folder)
        return None
    return Engine(folder, description)


@cache
def _package_of(name: str) -> str | None:
    """Return the package that offers a function's engine: the function's own or one above it."""
    while "." in name:
        name = name.rpartition(".")[0]
        module = sys.modules.get(name)
        if hasattr(module, "__path__") and (find_folder(name) / MODULE).is_file():
            return name
    return None


# ------------------------------------------------------------------ memory and calls


class Instance:
    """A module with its memory."""

    def __init__(self, store: wasmtime.Store, module: wasmtime.Module) -> None:
        self._store = store
        exports = wasmtime.Instance(store, module, []).exports(store)
        self._functions: dict[str, Callable[[], None]] = {}
        self._exports = exports
        self._memory = cast(wasmtime.Memory, exports["memory"])
        self.base = _address(self._memory.data_ptr(store))
        self.limit = self._memory.data_len(store)
        self._top = int(cast(wasmtime.Global, exports["__heap_base"]).value(store))
        self._block = self.reserve(8 * MOST_ARGUMENTS)
        scratch = self.reserve(SCRATCH)
        cast(wasmtime.Func, exports["give_scratch"])(store, scratch, scratch + SCRATCH)
        self._copies, self._room = 0, 0
        _alive.add(self)

    def reserve(self, size: int) -> int:
        """Return where so many bytes begin; fresh ones are 0."""
        start = -(-self._top // 16) * 16
        if start + size > self.limit:
            pages = max(-(-size // PAGE) + 1, 16)
            fresh = self._memory.grow(self._store, pages) * PAGE
            if fresh != self.limit:  # the module has taken some by itself
                start = fresh
            self.limit = fresh + pages * PAGE
            assert _address(self._memory.data_ptr(self._store)) == self.base, "the memory has moved"
        self._top = start + size
        return start

    def call(self, signature: Signature, values: list[Any]) -> Any:
        """Run a function on numbers, records and arrays."""
        words: list[int] = []
        places = self._place(values)
        back: list[tuple[int, int, int]] = []
        for leaf, value, place in zip(signature.leaves, values, places, strict=True):
            if place is None:
                words.append(_word(leaf.kind, value))
                continue
            offset, address = place
            if address:
                ctypes.memmove(self.base + offset, address, value.nbytes)
                back.append((address, self.base + offset, value.nbytes))
            words.append(offset)
            words.extend(value.shape)
        out = self._block + 8 * (len(words) + len(signature.results))
        words.extend(out + 8 * i for i in range(len(signature.results)))
        struct.pack_into(f"<{len(words)}Q", self._view(self._block, 8 * MOST_ARGUMENTS), 0, *words)
        self._function(signature.export)()
        for address, source, size in back:
            ctypes.memmove(address, source, size)
        return self._read_results(signature.results, out)

    def _place(self, values: list[Any]) -> list[tuple[int, int] | None]:
        """Return where each array and record is, or will be copied to: offset here, and address there or 0."""
        places: list[tuple[int, int] | None] = []
        needed, copied = 0, []
        for value in values:
            if not isinstance(value, np.ndarray | np.void):
                places.append(None)
                continue
            address = find_address(value)
            if self.base <= address < self.base + self.limit:
                places.append((address - self.base, 0))
            else:
                copied.append(len(places))
                places.append((needed, address))
                needed += -(-value.nbytes // 16) * 16
        if needed > self._room:
            self._copies, self._room = self.reserve(needed), needed
        for at in copied:
            offset, address = cast(tuple[int, int], places[at])
            places[at] = (self._copies + offset, address)
        return places

    def _read_results(self, kinds: tuple[str, ...], start: int) -> Any:
        if not kinds:
            return None
        form = "".join("d" if kind == "float64" else "Q" if kind == "uint64" else "q" for kind in kinds)
        found = struct.unpack_from(f"<{form}", self._view(start, 8 * len(kinds)))
        results = tuple(bool(one) if kind == "boolean" else one for one, kind in zip(found, kinds, strict=True))
        return results if len(results) > 1 else results[0]

    def _function(self, name: str) -> Callable[[], None]:
        if name not in self._functions:
            function = cast(wasmtime.Func, self._exports[name])
            self._functions[name] = _bind(self._store, function, self._block)
        return self._functions[name]

    def _view(self, start: int, size: int) -> Any:
        view = (ctypes.c_ubyte * size).from_address(self.base + start)
        view.owner = self  # type: ignore[attr-defined] # it lives as long as anybody looks at its memory
        return view

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """Return an array in this memory."""
        kind = np.dtype(dtype)
        size = int(np.prod(shape)) * kind.itemsize
        return np.ndarray(shape, kind, self._view(self.reserve(max(size, 1)), max(size, 1)))


def _bind(store: wasmtime.Store, function: wasmtime.Func, block: int) -> Callable[[], None]:
    """Return a function that runs an exported one on its block of arguments.

    Calling it as wasmtime offers it takes longer than a whole move: types of arguments are asked for and compared anew.
    Where its inner parts are others than those known, it is called as offered all the same.
    """
    if not all(hasattr(ffi, part) for part in INNER_PARTS) or not hasattr(function, "_func"):
        return lambda: function(store, block)
    call, context, place = ffi.wasmtime_func_call_unchecked, store._context(), ctypes.byref(function._func)
    given = (ffi.wasmtime_val_raw_t * 1)()
    given[0].i32 = block
    trap = ctypes.POINTER(ffi.wasm_trap_t)()
    trap_place = ctypes.byref(trap)

    def run() -> None:
        error = call(context, place, given, 1, trap_place)
        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        if trap:
            found = ctypes.cast(trap, ctypes.POINTER(ffi.wasm_trap_t))
            ctypes.memset(trap_place, 0, ctypes.sizeof(trap))
            raise wasmtime.Trap._from_ptr(found)

    return run


def _address(pointer: Any) -> int:
    return cast(int, ctypes.cast(pointer, ctypes.c_void_p).value)


def find_address(value: Any) -> int:
    """Return where an array or a record begins in the memory of this process."""
    if isinstance(value, np.void):
        base: Any = value.base
        if isinstance(base, np.ndarray) and base.size == 1:
            value = base
        else:
            return cast(int, value.__array_interface__["data"][0])
    return cast(int, value.ctypes.data)


def _word(kind: str, value: Any) -> int:
    if kind == "float64":
        return cast(int, struct.unpack("<Q", struct.pack("<d", value))[0])
    return (int(value) if kind == "boolean" else operator.index(value)) & 0xFFFF_FFFF_FFFF_FFFF


_bases: list[int] = []
_homes: weakref.WeakValueDictionary[int, Instance] = weakref.WeakValueDictionary()
"""The memories that were given away, by where they begin."""


def _find_home(values: list[Any]) -> Instance | None:
    """Return the instance in whose memory one of the arrays lies."""
    if _bases:
        for value in values:
            if isinstance(value, np.ndarray | np.void):
                address = find_address(value)
                at = bisect.bisect_right(_bases, address) - 1
                home = _homes.get(_bases[at]) if at >= 0 else None
                if home is not None and address < home.base + home.limit:
                    return home
    return None


class InstanceMemory(Memory):
    """Memory of an instance that belongs to one search."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        if instance.base not in _homes:
            bisect.insort(_bases, instance.base)
        _homes[instance.base] = instance
        weakref.finalize(instance, _forget, instance.base)

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """Return an array of zeros; what is not written costs nothing."""
        return self._instance.zeros(shape, dtype)

    def take(self, value: T) -> T:
        """Return the same array, or tuple of arrays, in this memory."""
        if isinstance(value, np.ndarray):
            copy = self.zeros(value.shape, value.dtype)
            copy[...] = value
            return cast(T, copy)
        if isinstance(value, np.void):
            record = self.zeros(1, value.dtype)
            record[0] = value
            return cast(T, record[0])
        if isinstance(value, tuple):
            parts = [self.take(part) for part in value]
            return cast(T, type(value)(*parts) if hasattr(value, "_fields") else tuple(parts))
        return value


def _forget(base: int) -> None:
    at = bisect.bisect_left(_bases, base)
    if at < len(_bases) and _bases[at] == base and base not in _homes:
        del _bases[at]


# ------------------------------------------------------------------ the door's side


class PortableFunction:
    """A function as the door calls it."""

    def __init__(self, name: str, engine: Engine, signatures: list[Signature]) -> None:
        self.name = name
        self._engine = engine
        self._signatures = signatures

    def __call__(self, *arguments: Any) -> Any:
        """Run it; with types that the module does not know, natively or as plain Python."""
        values: list[Any] = []
        _flatten(arguments, values)
        signature = self._match(values)
        if signature is None:
            return self._elsewhere(*arguments)
        values = [value if not isinstance(value, np.ndarray) else _in_order(value) for value in values]
        instance = _find_home(values)
        if instance is not None:
            return instance.call(signature, values)
        instance = self._engine.idle.pop() if self._engine.idle else self._engine.new_instance()
        try:
            return instance.call(signature, values)
        finally:
            self._engine.idle.append(instance)

    def _match(self, values: list[Any]) -> Signature | None:
        for signature in self._signatures:
            if len(signature.leaves) == len(values) and all(
                leaf.fits(value) for leaf, value in zip(signature.leaves, values, strict=True)
            ):
                return signature
        return None

    @property
    def _elsewhere(self) -> Callable[..., Any]:
        module, _, name = self.name.rpartition(".")
        function = getattr(sys.modules[module], name)
        return cast(Callable[..., Any], function.native if HAS_NUMBA else function.py_func)


def _flatten(arguments: Iterable[Any], values: list[Any]) -> None:
    for argument in arguments:
        if isinstance(argument, tuple):
            _flatten(argument, values)
        else:
            values.append(argument)


def _in_order(array: NDArray[Any]) -> NDArray[Any]:
    if not array.flags.c_contiguous:
        raise ValueError("compiled functions take arrays whose numbers stand in order")
    return array


def find_function(name: str) -> PortableFunction | None:
    """Return a function by its whole name, if an engine offers it."""
    package = _package_of(name)
    engine = find_engine(package) if package else None
    signatures = engine.functions.get(name.removeprefix(f"{package}.")) if engine else None
    return PortableFunction(name, engine, signatures) if engine and signatures else None


def new_memory(name: str) -> Memory | None:
    """Return memory in which a function works without copies, if an engine offers the function."""
    found = find_function(name)
    return InstanceMemory(found._engine.new_instance()) if found else None
