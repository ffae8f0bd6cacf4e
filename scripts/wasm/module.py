"""From Numba's LLVM modules to one WebAssembly module that needs nothing from outside."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba

from .border import write_wrapper
from .session import Export

typed: Any = numba  # its parts are made at run time
types = typed.types
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"
STACK = 1 << 18

RUNTIME = """
@begin = internal global i32 0
@end = internal global i32 0
@next = internal global i32 0
@limit = internal global i32 0

declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
declare void @llvm.trap()

define void @check_index(i64 %index) alwaysinline {
  %wrong = icmp slt i64 %index, 0
  br i1 %wrong, label %stop, label %go_on
stop:
  call void @llvm.trap()
  unreachable
go_on:
  ret void
}

define void @give_scratch(i32 %first, i32 %last) {
  store i32 %first, ptr @begin
  store i32 %last, ptr @end
  ret void
}

define void @clear_scratch() alwaysinline {
  %first = load i32, ptr @begin
  %last = load i32, ptr @end
  store i32 %first, ptr @next
  store i32 %last, ptr @limit
  ret void
}

; Memory for small arrays inside a call: all of it is free again when the next call begins.
define ptr @take_scratch(i64 %wanted) noinline {
  %short = trunc i64 %wanted to i32
  %more = add i32 %short, 95
  %size = and i32 %more, -32
  %here = load i32, ptr @next
  %after = add i32 %here, %size
  %last = load i32, ptr @limit
  %fits = icmp ule i32 %after, %last
  br i1 %fits, label %take, label %grow
grow:
  %whole = lshr i32 %size, 16
  %pages = add i32 %whole, 16
  %old = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %pages)
  %failed = icmp eq i32 %old, -1
  br i1 %failed, label %full, label %go_on
full:
  unreachable
go_on:
  %fresh = shl i32 %old, 16
  %top = add i32 %old, %pages
  %edge = shl i32 %top, 16
  store i32 %edge, ptr @limit
  br label %take
take:
  %at = phi i32 [ %here, %0 ], [ %fresh, %go_on ]
  %behind = add i32 %at, %size
  store i32 %behind, ptr @next
  %head = inttoptr i32 %at to ptr
  %start = add i32 %at, 64
  %data = inttoptr i32 %start to ptr
  store i64 1, ptr %head
  %slot = getelementptr i8, ptr %head, i32 16
  store ptr %data, ptr %slot
  ret ptr %head
}
"""

BODIES = {
    "sqrt": "%r = call double @llvm.sqrt.f64(double %0)\n  ret double %r",
    "floor": "%r = call double @llvm.floor.f64(double %0)\n  ret double %r",
    "NRT_incref": "ret void",
    "NRT_decref": "ret void",
    "NRT_MemInfo_alloc_aligned": "%p = call ptr @take_scratch(i64 %0)\n  ret ptr %p",
    "NRT_MemInfo_alloc_safe_aligned": "%p = call ptr @take_scratch(i64 %0)\n  ret ptr %p",
    "NRT_MemInfo_alloc": "%p = call ptr @take_scratch(i64 %0)\n  ret ptr %p",
}


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
        if kind == "double":
            loads.append(f"  %v{i} = load double, ptr %s{i}")
        elif kind == "i64":
            loads.append(f"  %v{i} = load i64, ptr %s{i}")
        else:
            short = "i32" if kind == "ptr" else kind
            loads += [f"  %w{i} = load i64, ptr %s{i}", f"  %t{i} = trunc i64 %w{i} to {short}"]
            loads.append(f"  %v{i} = " + (f"inttoptr i32 %t{i} to ptr" if kind == "ptr" else f"freeze {kind} %t{i}"))
        given.append(f"{kind} %v{i}")
    body = "\n".join(loads)
    glue = (
        f"declare void @clear_scratch()\ndeclare ptr @inner.{name}({', '.join(kinds)})\n"
        f"define void @{name}(ptr %block) {{\n  call void @clear_scratch()\n{body}\n"
        f"  %done = call ptr @inner.{name}({', '.join(given)})\n  ret void\n}}\n"
    )
    return text, glue


def for_wasm(text: str, machine: llvm.TargetMachine) -> str:
    """Return a module's text with WebAssembly as its target, and without what only Numba's own runtime understands.

    No index of ours counts from the end: one that is negative ends the program instead. So compilers know that no
    address is below its array, and offsets become part of instructions: a search takes a seventh less time.
    """
    text = re.sub(r"target datalayout = .*", f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r"target triple = .*", f'target triple = "{TRIPLE}"', text)
    for name in ("NRT_incref", "NRT_decref"):
        pattern = rf"define linkonce_odr void @{name}\([^)]*\)[^{{]*\{{.*?\n\}}"
        empty = f"define linkonce_odr void @{name}(ptr %p) alwaysinline {{\n  ret void\n}}"
        text = re.sub(pattern, empty, text, count=1, flags=re.DOTALL)
    text = WRAPAROUND.sub(_check_index, text)
    text = re.sub(r"getelementptr (inbounds )?", "getelementptr inbounds nuw ", text)
    text += "declare void @check_index(i64)\n"
    return re.sub(r"\bnoinline\b", "nounwind", text).replace("nounwind nounwind", "nounwind")


def _check_index(found: re.Match[str]) -> str:
    trusted = found[0].replace(f"select i1 {found['below']}", "select i1 false")
    return f"call void @check_index(i64 {found['index']})\n  {trusted}"


def build_module(exports: dict[str, Export]) -> bytes:
    """Return the WebAssembly module that offers these functions and needs nothing from outside."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3)
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    whole = llvm.parse_assembly(head + RUNTIME)
    for name, export in exports.items():
        text, glue = compile_export(name, export)
        whole.link_in(llvm.parse_assembly(for_wasm(text, machine)))
        whole.link_in(llvm.parse_assembly(head + glue))
    text = re.sub(r"(declare [^@\n]*)@([\w.$]+)\(([^)]*)\)[^\n]*", _stub, str(whole))
    whole = llvm.parse_assembly(text)
    kept = {*exports, "give_scratch"}
    for item in [*whole.functions, *whole.global_variables]:
        if not item.is_declaration and item.name not in kept:
            item.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(whole, passes)
    return link(machine.emit_object(whole), sorted(kept))


def _stub(match: re.Match[str]) -> str:
    """Return a body for a function that is only declared: what the runtime does, or the end of everything."""
    head, name, given = match.groups()
    if name.startswith("llvm."):
        return match.group(0)
    if name not in BODIES and not name.startswith(("Py", "numba_", "NRT_")):
        raise SystemExit(f"compiled code calls {name}, which portable code has not")
    body = BODIES.get(name, "call void @llvm.trap()\n  unreachable")  # errors of compiled code end here
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
