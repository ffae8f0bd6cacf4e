"""The native way: an engine as machine code, made by llvmlite from `built/engine.bc.xz` in a second or two.

The machine code is kept on disk, under a name that tells engine, processor and compiler from others. No Numba is
needed: the module is what Numba has made of the Python, on the machine where it was built.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
import lzma
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import llvmlite
import llvmlite.binding as llvm
from platformdirs import user_cache_path

from .engine import BITCODE, Engine, EngineFunction, Signature, find_address, find_folder, read_description
from .engine import find_function as find_function_of

log = logging.getLogger("tischlein")

KEPT = 4
"""Of each engine so many are kept: for other versions and processors."""

DIGEST = hashlib.sha256().digest_size
BLOCK = 1 << 11
"""Bytes for the arguments and answers of a call."""

compiling: list[str] = []
"""The packages whose engines are being compiled in this process just now."""


def find_cache() -> Path:
    """Return the folder for machine code."""
    return user_cache_path("tischlein") / "native"


@cache
def _target() -> tuple[str, str]:
    """Return the name of this processor and what it can do."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _new_machine() -> llvm.TargetMachine:
    """Return the compiler for this processor; it joins no product with a sum, so results are the same to the bit."""
    cpu, features = _target()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    reloc = "static" if target.name.startswith("x86") else "default"
    return target.create_target_machine(
        cpu=cpu, features=features, opt=3, reloc=reloc, codemodel="jitdefault", jit=True
    )


def read_packed(package: str) -> bytes:
    """Return the packed module of a package's engine."""
    return (find_folder(package) / BITCODE).read_bytes()


@cache
def find_place(package: str) -> Path:
    """Return the file for the machine code of a package's engine on this machine."""
    stamp = hashlib.sha256(read_packed(package))
    stamp.update(repr((_target(), llvmlite.__version__, llvm.llvm_version_info, llvm.get_process_triple())).encode())
    return find_cache() / f"{package}-{stamp.hexdigest()[:16]}.o"


def is_kept(package: str) -> bool:
    """Return whether machine code lies ready, or there is nothing to be compiled."""
    return read_description(package) is None or find_place(package).is_file()


def compile_and_keep(package: str) -> bytes:
    """Return an engine's machine code, and keep it."""
    compiling.append(package)
    try:
        module = llvm.parse_bitcode(lzma.decompress(read_packed(package)))
        machine = _new_machine()
        module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
        options = llvm.create_pipeline_tuning_options(speed_level=3)
        options.loop_vectorization = options.slp_vectorization = True
        passes = llvm.create_pass_builder(machine, options)
        passes.getModulePassManager().run(module, passes)
        code = cast(bytes, machine.emit_object(module))
    finally:
        compiling.remove(package)
    _keep(code, find_place(package))
    return code


def _keep(code: bytes, place: Path) -> None:
    """Write machine code in one step, and forget the oldest of the same engine; where that cannot be, say so once.

    A digest goes before it, because half a file, as a crash may leave it, would take the whole process down.
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(hashlib.sha256(code).digest() + code)
        Path(file.name).replace(place)
        alike = place.parent.glob(f"{place.name.rpartition('-')[0]}-*.o")
        for old in sorted(alike, key=lambda path: path.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError as error:
        _warn_once(str(place.parent), str(error))


def _read_kept(place: Path) -> bytes | None:
    """Return machine code that was kept whole."""
    try:
        found = place.read_bytes()
    except OSError:
        return None
    digest, code = found[:DIGEST], found[DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


@cache
def _warn_once(folder: str, error: str) -> None:
    log.warning("Machine code cannot be kept in %s: %s", folder, error)


class NativeEngine(Engine):
    """Machine code in this process; any number of threads may run it."""

    def __init__(self, package: str, description: dict[str, Any]) -> None:
        super().__init__(description)
        code = _read_kept(find_place(package)) or compile_and_keep(package)
        self._linked = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _new_machine())
        self._linked.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._linked.finalize_object()
        self._functions: dict[str, Callable[[int], None]] = {}
        self._blocks: list[tuple[Any, int]] = []

    def call(self, signature: Signature, values: list[Any]) -> Any:
        """Run a function where its arrays and records lie, without the interpreter's lock."""
        words: list[Any] = []
        for leaf, value in zip(signature.leaves, values):  # noqa: B905 - at every call
            if leaf.dtype is None:
                words.append(value)
            else:
                words.append(find_address(value))
                if leaf.dimensions:
                    words.extend(value.shape)
        try:
            taken = self._blocks.pop()
        except IndexError:  # asking before would not do: another thread may take the last one
            taken = _new_block()
        block, address = taken
        try:
            signature.write(block, address, words)
            self._find(signature.export)(address)
            return signature.read(block)
        finally:
            self._blocks.append(taken)

    def _find(self, name: str) -> Callable[[int], None]:
        if name not in self._functions:
            self._functions[name] = _PROTOTYPE(self._linked.get_function_address(name))
        return self._functions[name]


_PROTOTYPE = ctypes.CFUNCTYPE(None, ctypes.c_size_t)


def _new_block() -> tuple[Any, int]:
    block = ctypes.create_string_buffer(BLOCK)
    return block, ctypes.addressof(block)


@cache
def find_engine(package: str) -> Engine | None:
    """Return the engine of a package as machine code; None if there is none, or none for this machine."""
    description = read_description(package)
    if description is None or sys.byteorder != "little" or sys.maxsize < 2**32:
        return None
    try:
        return NativeEngine(package, description)
    except (RuntimeError, OSError, lzma.LZMAError) as error:  # an older LLVM, say
        log.warning("%s has no native code, and runs as portable code: %s", package, error)
        return None


def find_function(name: str) -> EngineFunction | None:
    """Return a function by its whole name, if an engine offers it."""
    return find_function_of(name, find_engine)
