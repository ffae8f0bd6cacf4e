"""From Numba's LLVM modules to one for any machine, and from that to a WebAssembly module; nothing from outside."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import llvmlite.binding as llvm
import numba

from .border import write_wrapper
from .session import Export

typed: Any = numba  # its parts are made at run time
types = typed.types
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"
STACK = 1 << 18
LAYOUT = "e-p:64:64-i64:64-i128:128-n32:64-S128"
"""What native code of every 64-bit processor in use agrees on."""

PACKING = (
    *("sroa", "simplify_cfg", "instruction_combine", "ipsccp", "global_opt", "simplify_cfg", "instruction_combine"),
    *("dead_arg_elimination", "aggressive_dce", "global_dead_code_eliminate", "strip_symbols", "strip_dead_prototype"),
)
"""LLVM's passes that make a module small."""


INSTRUCTIONS = """
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
declare void @llvm.trap()
"""

CHECK = """
define void @check_index(i64 %index) alwaysinline {
  %wrong = icmp slt i64 %index, 0
  br i1 %wrong, label %stop, label %go_on
stop:
  call void @llvm.trap()
  unreachable
go_on:
  ret void
}
"""

BODIES = {
    "sqrt": "%r = call double @llvm.sqrt.f64(double %0)\n  ret double %r",
    "floor": "%r = call double @llvm.floor.f64(double %0)\n  ret double %r",
    "NRT_incref": "ret void",
    "NRT_decref": "ret void",
}
"""What compiled code may call; all else is for errors, which end the program, or is refused."""

FOR_ERRORS = ("Py", "numba_", "NRT_Free")

ERROR = re.compile(r"(@\.const\.picklebuf\.\S+ = [^{\n]*\{ ptr, i32, ptr, ptr, i32 \}) \{.*\}")
"""An exception as Numba keeps it, with the path of its file. Nobody reads it: an error ends the program."""

WRAPAROUND = re.compile(
    r"(?P<below>%\S+) = icmp slt i64 (?P<index>\S+), 0\n\s+(?P<moved>%\S+) = add i64 (?P=index), \S+\n"
    r"\s+%\S+ = select i1 (?P=below), i64 (?P=moved), i64 (?P=index)\n"
)
"""How Numba asks at every access whether an index counts from the end."""


def compile_export(name: str, export: Export) -> tuple[str, str]:
    """Return the LLVM module of a function whose one argument points to a block of arguments, 8 bytes each."""
    source, parameters, space = write_wrapper(export)
    exec(source, space)
    wrapper: Any = numba.cfunc(types.void(*parameters))(space["wrapper"])
    text = wrapper._library.get_llvm_str().replace(wrapper._wrapper_name, f"inner.{name}")
    head = re.search(rf'define ptr @"?inner\.{re.escape(name)}"?\(([^)]*)\)', text)
    assert head is not None
    kinds = [one.split()[0] for one in head[1].split(",")] if head[1] else []
    assert len(kinds) == len(parameters)
    loads, given = [], []
    for i, kind in enumerate(kinds):  # as LLVM calls them: ptr, i64, double, i1 or i8
        loads.append(f"  %s{i} = getelementptr i64, ptr %block, i32 {i}")
        if kind in ("double", "i64"):
            loads.append(f"  %v{i} = load {kind}, ptr %s{i}")
        else:
            made = f"inttoptr i64 %w{i} to ptr" if kind == "ptr" else f"trunc i64 %w{i} to {kind}"
            loads += [f"  %w{i} = load i64, ptr %s{i}", f"  %v{i} = {made}"]
        given.append(f"{kind} %v{i}")
    body = "\n".join(loads)
    glue = (
        f"declare ptr @inner.{name}({', '.join(kinds)})\ndefine void @{name}(ptr %block) {{\n{body}\n"
        f"  %done = call ptr @inner.{name}({', '.join(given)})\n  ret void\n}}\n"
    )
    return text, glue


def for_any_machine(text: str) -> str:
    """Return a module's text without this machine, and without what only Numba's own runtime understands."""
    text = ERROR.sub(r"\1 zeroinitializer", re.sub(r"target (datalayout|triple) = .*", "", text))
    for name in ("NRT_incref", "NRT_decref"):
        pattern = rf"define linkonce_odr void @{name}\([^)]*\)[^{{]*\{{.*?\n\}}"
        empty = f"define linkonce_odr void @{name}(ptr %p) alwaysinline {{\n  ret void\n}}"
        text = re.sub(pattern, empty, text, count=1, flags=re.DOTALL)
    return re.sub(r"\bnoinline\b", "nounwind", text).replace("nounwind nounwind", "nounwind")


def merge(exports: dict[str, Export]) -> llvm.ModuleRef:
    """Return one LLVM module, for any machine and not optimised yet, that needs nothing from outside."""
    whole = llvm.parse_assembly(INSTRUCTIONS)
    for name, export in exports.items():
        text, glue = compile_export(name, export)
        whole.link_in(llvm.parse_assembly(for_any_machine(text)))
        whole.link_in(llvm.parse_assembly(glue))
    text = re.sub(r"(declare [^@\n]*)@([\w.$]+)\(([^)]*)\)[^\n]*", _stub, str(whole))
    whole = llvm.parse_assembly(text)
    keep_only(whole, exports)
    return whole


def keep_only(module: llvm.ModuleRef, exports: Iterable[str]) -> None:
    """Hide everything but what is exported."""
    for item in [*module.functions, *module.global_variables]:
        if not item.is_declaration and item.name not in exports:
            item.linkage = "internal"


def pack(whole: llvm.ModuleRef) -> bytes:
    """Return a module as bytes for `core/compile/native.py`: what is used, without names and addresses of this process.

    A little of what every machine does first is done here, because it makes the bytes a quarter.
    """
    module = llvm.parse_assembly(str(whole))
    module.data_layout = LAYOUT
    passes = llvm.create_new_module_pass_manager()
    for name in PACKING:
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, llvm.create_pass_builder(_target_machine(), llvm.create_pipeline_tuning_options()))
    if found := re.search(rf"inttoptr \(i64 \d+|declare [^@]*@(?!llvm\.)\S+|c\".*{sys.prefix}.*\"", str(module)):
        raise SystemExit(f"compiled code depends on this process: {found[0]}")
    return cast(bytes, module.as_bitcode())


def for_wasm(text: str, machine: llvm.TargetMachine) -> str:
    """Return a module's text with WebAssembly as its target.

    No index of ours counts from the end: one that is negative ends the program instead. So compilers know that no
    address is below its array, and offsets become part of instructions: a search takes a seventh less time.
    """
    text = re.sub(r"getelementptr (inbounds )?", "getelementptr inbounds nuw ", WRAPAROUND.sub(_check_index, text))
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    return head + text + CHECK


def _check_index(found: re.Match[str]) -> str:
    trusted = found[0].replace(f"select i1 {found['below']}", "select i1 false")
    return f"call void @check_index(i64 {found['index']})\n  {trusted}"


def _target_machine() -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(cpu="generic", features=FEATURES, opt=3)


def build_module(whole: llvm.ModuleRef, exports: Iterable[str]) -> bytes:
    """Return the WebAssembly module that offers these functions and needs nothing from outside."""
    machine = _target_machine()
    module = llvm.parse_assembly(for_wasm(str(whole), machine))
    keep_only(module, exports)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    return link(machine.emit_object(module), sorted(exports))


def _stub(match: re.Match[str]) -> str:
    """Return a body for a function that is only declared: what the runtime does, or the end of everything."""
    head, name, given = match.groups()
    if name.startswith("llvm."):
        return match.group(0)
    if name not in BODIES and not name.startswith(FOR_ERRORS):
        raise SystemExit(f"compiled code calls {name}, which an engine has not")
    body = BODIES.get(name, "call void @llvm.trap()\n  unreachable")
    kinds = [kind.split()[0] for kind in given.split(",") if kind.strip() and kind.strip() != "..."]
    return f"{head.replace('declare', 'define')}@{name}({', '.join(kinds)}) {{\n  {body}\n}}"


def link(code: bytes, exported: list[str]) -> bytes:
    """Return an object as a module, by LLVM's linker."""
    linker = next(filter(None, map(shutil.which, ("wasm-ld", "wasm-ld-19", "wasm-ld-14"))), None)
    if linker is None:
        raise SystemExit("wasm-ld is missing; on Debian: apt install lld")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "engine.o", Path(folder) / "engine.wasm"
        source.write_bytes(code)
        names = [f"--export={name}" for name in (*exported, "__heap_base")]
        options = ["--no-entry", "--strip-all", "--gc-sections", "-z", f"stack-size={STACK}"]
        subprocess.run([linker, *options, *names, "-o", str(target), str(source)], check=True)
        return target.read_bytes()
