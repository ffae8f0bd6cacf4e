"""The portable way: an engine as WebAssembly, built ahead of time, run by wasmtime at once.

A module has a memory of its own. Arrays that lie elsewhere are copied there and back at each call, which suits
positions; the arrays of a search are made there (`new_memory`) and never copied. They are common NumPy arrays, which
native and plain code can use as well.
"""

from __future__ import annotations

import atexit
import bisect
import ctypes
import weakref
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import wasmtime
from numpy.typing import NDArray
from wasmtime import _ffi as ffi

from tischlein.core.compiled import Memory

from .engine import (
    MODULE,
    Engine,
    EngineFunction,
    Signature,
    find_address,
    find_folder,
    read_description,
)
from .engine import find_function as find_function_of

T = TypeVar("T")

INNER_PARTS = ("wasmtime_func_call_unchecked", "wasmtime_val_raw_t", "wasm_trap_t")
"""What `_bind` uses of wasmtime that it does not offer."""

PAGE = 1 << 16
MOST_ARGUMENTS = 128

_alive: weakref.WeakSet[Any] = weakref.WeakSet()


@atexit.register
def _leave_to_the_system() -> None:
    """Free nothing at the end of the process: threads may still run, and wasmtime cannot clean up that late."""
    for thing in list(_alive):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))


class PortableEngine(Engine):
    """A module, and memories for it that wait for calls."""

    def __init__(self, folder: Path, description: dict[str, Any]) -> None:
        super().__init__(description)
        self._wasmtime = _start_wasmtime()
        self._module = wasmtime.Module.from_file(self._wasmtime, str(folder / MODULE))
        self.idle: list[Instance] = []
        _alive.add(self)

    def new_instance(self) -> Instance:
        """Return the module with a memory of its own; used by one thread at a time."""
        return Instance(wasmtime.Store(self._wasmtime), self._module)

    def new_memory(self) -> Memory:
        """Return the memory of an instance of its own."""
        return InstanceMemory(self.new_instance())

    def call(self, signature: Signature, values: list[Any]) -> Any:
        """Run a function in the instance in whose memory an array lies, or in one that is idle."""
        instance = _find_home(values)
        if instance is not None:
            return instance.call(signature, values)
        try:
            instance = self.idle.pop()
        except IndexError:  # asking before would not do: another thread may take the last one
            instance = self.new_instance()
        try:
            return instance.call(signature, values)
        finally:
            self.idle.append(instance)


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
def find_engine(package: str) -> PortableEngine | None:
    """Return the engine of a package, if there is one that was made from its sources."""
    description = read_description(package)
    return PortableEngine(find_folder(package), description) if description else None


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
        self._words = (ctypes.c_ubyte * (8 * MOST_ARGUMENTS)).from_address(self.base + self._block)
        self._copies, self._room = 0, 0
        _alive.add(self)

    def reserve(self, size: int) -> int:
        """Return where so many bytes begin; fresh ones are 0."""
        start = -(-self._top // 16) * 16
        if start + size > self.limit:
            pages = max(-(-size // PAGE) + 1, 16)
            fresh = self._memory.grow(self._store, pages) * PAGE
            self.limit = fresh + pages * PAGE
            assert _address(self._memory.data_ptr(self._store)) == self.base, "the memory has moved"
        self._top = start + size
        return start

    def call(self, signature: Signature, values: list[Any]) -> Any:
        """Run a function on numbers, records and arrays."""
        words: list[Any] = []
        back: list[tuple[int, int, int]] = []
        places = self._place(signature, values)
        for leaf, value, (offset, address) in zip(signature.leaves, values, places):  # noqa: B905 - at every call
            if leaf.dtype is None:
                words.append(value)
                continue
            if address:
                size = leaf.size_of(value)
                ctypes.memmove(self.base + offset, address, size)
                back.append((address, self.base + offset, size))
            words.append(offset)
            if leaf.dimensions:
                words.extend(value.shape)
        signature.write(self._words, self._block, words)
        self._function(signature.export)()
        for address, source, size in back:
            ctypes.memmove(address, source, size)
        return signature.read(self._words)

    def _place(self, signature: Signature, values: list[Any]) -> list[tuple[int, int]]:
        """Return where each array and record is, or will be copied to: offset here, and address there or 0."""
        places: list[tuple[int, int]] = []
        needed, copied = 0, []
        for leaf, value in zip(signature.leaves, values):  # noqa: B905 - at every call
            if leaf.dtype is None:
                places.append((0, 0))
                continue
            address = find_address(value)
            if self.base <= address < self.base + self.limit:
                places.append((address - self.base, 0))
            else:
                copied.append(len(places))
                places.append((needed, address))
                needed += -(-leaf.size_of(value) // 16) * 16
        if needed > self._room:
            self._copies, self._room = self.reserve(needed), needed
        for at in copied:
            offset, address = places[at]
            places[at] = (self._copies + offset, address)
        return places

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


_bases: list[int] = []
_homes: weakref.WeakValueDictionary[int, Instance] = weakref.WeakValueDictionary()
"""The memories that were given away, by where they begin."""


def _find_home(values: list[Any]) -> Instance | None:
    """Return the instance in whose memory one of the arrays lies."""
    if _bases:
        for value in values:
            if isinstance(value, (np.ndarray, np.void)):
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


def find_function(name: str) -> EngineFunction | None:
    """Return a function by its whole name, if an engine offers it."""
    return find_function_of(name, find_engine)
