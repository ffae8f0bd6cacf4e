"""Builds the portable engines: Numba's unoptimised LLVM modules, compiled for WebAssembly.

A short session (games, searches) is run natively, and every compiled function that Python calls on the way becomes an
export, with the types it was called with. Numba's optimiser must stay away: it folds 64-bit pointers into offsets and
leaves instructions of this machine behind. The same sources give the same bytes on every machine.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy as np

from tischlein import find_game, game_ids
from tischlein.core.compile.portable import DESCRIPTION, MODULE, VERSION, find_folder, fingerprint_of
from tischlein.core.compiled import Compiled, new_dice
from tischlein.core.game import Game, State
from tischlein.puzzles import Challenge, Layout, Placement
from tischlein.puzzles import warm_up as warm_up_puzzles
from tischlein.puzzles.blokus.reasons import find_reason
from tischlein.puzzles.blokus.solvers.cover import Cover
from tischlein.puzzles.blokus.solvers.pack import Pack

SETTINGS = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "TISCHLEIN_WAY": "native",
    "PYTHONHASHSEED": "0",
    "PYTHONWARNINGS": "ignore",  # Numba cannot cache unoptimised code, and need not
}
"""What Numba must know before it is imported."""

ROOT = Path(__file__).parents[1]
typed: Any = numba  # its parts are made at run time
types = typed.types
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"
PLIES = 6
SEARCHED_PLIES = 7
SIMULATIONS = 24
STACK = 1 << 18


# ------------------------------------------------------------------ which functions, with which types


class Export(NamedTuple):
    """A compiled function and the types of its arguments."""

    function: Compiled
    types: tuple[Any, ...]


class Session:
    """Notes which compiled functions Python calls, and with what."""

    def __init__(self, package: str) -> None:
        self._package = package
        self.exports: dict[Export, None] = {}

    def __enter__(self) -> Session:
        session = self

        def call(function: Compiled, *arguments: Any) -> Any:
            if function.name.startswith(session._package):
                session.exports[Export(function, tuple(map(border_type, arguments)))] = None
            return function.native(*arguments)

        self._given = Compiled.__call__
        setattr(Compiled, "__call__", call)  # noqa: B010
        return self

    def __exit__(self, *_error: object) -> None:
        setattr(Compiled, "__call__", self._given)  # noqa: B010


def border_type(value: Any) -> Any:
    """Return the type of an argument: numbers in 64 bits, arrays in order and writable."""
    if isinstance(value, bool | np.bool_):
        return types.boolean
    if isinstance(value, np.uint64):
        return types.uint64
    if isinstance(value, int | np.integer):
        return types.int64
    if isinstance(value, float | np.floating):
        return types.float64
    return _in_order(typed.typeof(value))


def _in_order(kind: Any) -> Any:
    if isinstance(kind, types.Array):
        return kind.copy(layout="C", readonly=False)
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types([_in_order(part) for part in kind], getattr(kind, "instance_class", None))
    return kind


def play_session(game: Game) -> None:
    """Use everything that people and bots use, in every variant."""
    for variant in game.variants.values():
        for seats in variant.seats:
            state = game.new(variant.id, seats, seed=1)
            _use_kernel(game, state)
            _use_search(game, state)
            _play_to_the_end(game, state)


def _play_to_the_end(game: Game, state: State) -> None:
    rng, ply = random.Random(1), 0
    while state.to_move is not None:
        state = state.sample(state.to_move, rng)
        if ply % SEARCHED_PLIES == 0:  # late positions need things that early ones do not
            search = game.search(state, 1, game.levels[-1].settings)
            search.run(4)
            search.variations()
            game.remark_on(state, state.legal_moves()[0])
        state = state.play(state.canonical(rng.choice(state.legal_moves())))
        state.view(0)
        state.outcome()
        ply += 1


def _use_kernel(game: Game, state: State) -> None:
    kernel = game.kernel(state.setup.variant)
    position, dice = kernel.position(state), new_dice(1)
    kernel.moves(position, np.empty(kernel.buffer, np.int32))
    kernel.push(position, kernel.encode(state, state.legal_moves()[0]))
    kernel.playouts(position, 1, dice)
    kernel.playout(position, dice)
    kernel.perft(kernel.position(state), 1)


def _use_search(game: Game, state: State) -> None:
    rng = random.Random(1)
    for level in game.levels:
        now = state
        search = game.search(now, 1, level.settings)
        for _ in range(PLIES):
            search.run(SIMULATIONS)
            now = now.play(search.variations()[0].move)
            if now.to_move is None:
                break
            search.is_decided(1)
            if not search.advance(now):
                search = game.search(now.sample(now.to_move, rng), 1, level.settings)


def solve_session() -> None:
    """Use everything that solo challenges use."""
    for as_in_the_game in (False, True):
        warm_up_puzzles(as_in_the_game)
    few = Challenge("own", 20, 20, {"blue": ("1", "2", "I3")}, as_in_the_game=True)
    find_reason(Layout(few).place("blue", "a20"))
    lying = Placement("blue", ((0, 0), (1, 0), (2, 0), (3, 0)))
    packing, covering = Pack(Layout(few)), Cover(Layout(Challenge("own", 4, 2, {"blue": ("I4",), "red": ("I4",)})), 0)
    packing.run()
    packing.begin_anew()
    covering.run()
    covering.begin_anew()
    covering.count(1, 1, [lying])
    covering.is_forced([], refuting=True)


# ------------------------------------------------------------------ from Python to LLVM


class Leaf(NamedTuple):
    """One argument or result at the border: what it is called, of what type, and how many numbers say its shape."""

    name: str
    kind: str
    dimensions: int = 0


def list_leaves(kinds: tuple[Any, ...], names: dict[Any, str]) -> Iterator[tuple[Leaf, Any]]:
    """Yield what the arguments consist of: numbers, records and arrays."""
    for kind in kinds:
        if isinstance(kind, types.BaseTuple):
            yield from list_leaves(tuple(kind), names)
        elif isinstance(kind, types.Record):
            yield Leaf("", names[kind]), kind
        elif isinstance(kind, types.Array):
            inner = names[kind.dtype] if isinstance(kind.dtype, types.Record) else str(kind.dtype)
            yield Leaf("", inner, kind.ndim), kind.dtype
        elif isinstance(kind, types.Boolean | types.Integer | types.Float):
            yield Leaf("", str(kind)), kind
        else:
            raise SystemExit(f"{kind} cannot cross the border")


def write_wrapper(export: Export) -> tuple[str, list[Any], dict[str, Any]]:
    """Return a function in Python that takes numbers and pointers, their types, and the names it uses."""
    lines: list[str] = []
    parameters: list[tuple[str, Any]] = []
    space: dict[str, Any] = {"carray": typed.carray, "function": export.function}

    def take(kind: Any) -> str:
        name = f"a{len(parameters)}"
        if isinstance(kind, types.BaseTuple):
            inner = ", ".join(take(part) for part in kind)
            if isinstance(kind, types.NamedTuple | types.NamedUniTuple):
                space[kind.instance_class.__name__] = kind.instance_class
                return f"{kind.instance_class.__name__}({inner})"
            return f"({inner},)"
        if isinstance(kind, types.Record):
            parameters.append((name, types.CPointer(kind)))
            return f"carray({name}, 1)[0]"
        if isinstance(kind, types.Array):
            parameters.append((name, types.CPointer(kind.dtype)))
            sizes = [f"{name}s{i}" for i in range(kind.ndim)]
            parameters.extend((size, types.int64) for size in sizes)
            return f"carray({name}, ({', '.join(sizes)},))"
        parameters.append((name, kind))
        return name

    given = ", ".join(take(kind) for kind in export.types)
    result = find_result(export)
    if result == types.none:
        lines.append(f"function({given})")
    elif isinstance(result, types.BaseTuple):
        lines.append(f"result = function({given})")
        lines.extend(f"out{i}[0] = result[{i}]" for i in range(len(result)))
    else:
        lines.append(f"out0[0] = function({given})")
    outs = list_results(result)
    lines[:0] = [f"out{i} = carray(p{i}, 1)" for i in range(len(outs))]
    parameters.extend((f"p{i}", types.CPointer(kind)) for i, kind in enumerate(outs))
    head = ", ".join(name for name, _ in parameters)
    source = f"def wrapper({head}):\n" + "".join(f"    {line}\n" for line in lines)
    return source, [kind for _, kind in parameters], space


def find_result(export: Export) -> Any:
    """Return the type that a function answers with."""
    native = export.function.native
    native.compile(export.types)
    return native.overloads[export.types].signature.return_type


def list_results(result: Any) -> list[Any]:
    """Return the numbers of an answer, in 64 bits."""
    if result == types.none:
        return []
    parts = list(result) if isinstance(result, types.BaseTuple) else [result]
    for part in parts:
        if not isinstance(part, types.Number | types.Boolean):
            raise SystemExit(f"{part} cannot be an answer")
    return [
        types.float64 if isinstance(part, types.Float) else types.uint64 if part == types.uint64 else types.int64
        for part in parts
    ]


def name_results(result: Any) -> list[Any]:
    """Return what the numbers of an answer mean."""
    parts = list(result) if isinstance(result, types.BaseTuple) else [result]
    wide = list_results(result)
    return [part if part == types.boolean else kind for part, kind in zip(parts, wide, strict=False)]


# ------------------------------------------------------------------ from LLVM to WebAssembly

RUNTIME = """
@begin = internal global i32 0
@end = internal global i32 0
@next = internal global i32 0
@limit = internal global i32 0

declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
declare void @llvm.trap()

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
    """Return a module's text with WebAssembly as its target, and without what only Numba's own runtime understands."""
    text = re.sub(r"target datalayout = .*", f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r"target triple = .*", f'target triple = "{TRIPLE}"', text)
    for name in ("NRT_incref", "NRT_decref"):
        pattern = rf"define linkonce_odr void @{name}\([^)]*\)[^{{]*\{{.*?\n\}}"
        empty = f"define linkonce_odr void @{name}(ptr %p) alwaysinline {{\n  ret void\n}}"
        text = re.sub(pattern, empty, text, count=1, flags=re.DOTALL)
    return re.sub(r"\bnoinline\b", "nounwind", text).replace("nounwind nounwind", "nounwind")


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


# ------------------------------------------------------------------ the description


def name_records(package: str) -> dict[Any, str]:
    """Return the name of every record type that a module of a package defines."""
    found: dict[Any, str] = {}
    for module_name, module in sorted(sys.modules.items()):
        if module_name.startswith(package):
            for name, value in sorted(vars(module).items()):
                if isinstance(value, np.dtype) and value.names:
                    found.setdefault(numba.from_dtype(value), name)
    return found


def describe_record(record: Any) -> dict[str, Any]:
    """Return where the fields of a record lie."""
    dtype = numba.np.numpy_support.as_dtype(record)
    fields = []
    for name in dtype.names or ():
        inner, offset = dtype.fields[name][:2]  # type: ignore[index]
        fields.append({"name": name, "type": str(inner.base), "offset": offset, "shape": list(inner.shape)})
    return {"bytes": dtype.itemsize, "fields": fields}


def describe(package: str, exports: dict[str, Export]) -> dict[str, Any]:
    """Return what callers must know: functions with the types of arguments and results, and the records' layout."""
    names = name_records(package)
    used: dict[str, Any] = {}
    functions: dict[str, list[Any]] = {}
    for name, export in exports.items():
        leaves = list(list_leaves(export.types, names))
        for leaf, kind in leaves:
            if isinstance(kind, types.Record):
                used[leaf.kind] = describe_record(kind)
        given = [leaf.kind + ("" if not leaf.dimensions else f"[{leaf.dimensions}]") for leaf, _ in leaves]
        results = list(map(str, name_results(find_result(export))))
        short = export.function.name.removeprefix(f"{package}.")
        functions.setdefault(short, []).append({"export": name, "arguments": given, "results": results})
    return {"version": VERSION, "functions": functions, "records": dict(sorted(used.items()))}


# ------------------------------------------------------------------ all of it


def build_part(part: str) -> tuple[bytes, str]:
    """Return a part's module and its description."""
    package = "tischlein.puzzles" if part == "puzzles" else f"tischlein.games.{part}"
    with Session(package) as session:
        if part == "puzzles":
            solve_session()
        else:
            play_session(find_game(part))
    exports: dict[str, Export] = {}
    for export in sorted(session.exports, key=lambda export: (export.function.name, str(export.types))):
        name = export.function.name.removeprefix(f"{package}.")
        exports[name if name not in exports else f"{name}.{sum(key.startswith(name) for key in exports)}"] = export
    module = build_module(exports)
    files = sorted({Path(sys.modules[export.function.__module__].__file__ or "") for export in exports.values()})
    description = describe(package, exports)
    description["files"] = [path.relative_to(find_folder(package)).as_posix() for path in files]
    description["sources"] = fingerprint_of(files)
    return module, json.dumps(description, indent=1) + "\n"


def main() -> None:
    """Build the parts that are named, or all."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        with tempfile.TemporaryDirectory() as folder:
            path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(ROOT))))
            environment = {**os.environ, **SETTINGS, "NUMBA_CACHE_DIR": folder, "PYTHONPATH": path}
            sys.exit(subprocess.run([sys.executable, *sys.argv], env=environment, check=False).returncode)
    from scripts.write_typescript import FOLDER, write_part  # noqa: PLC0415 - found only now

    known = [*game_ids(), "puzzles"]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *known])
    parser.add_argument("--to", type=Path, help="write the files there instead of beside the sources")
    options = parser.parse_args()
    for part in options.parts or known:
        module, description = build_part(part)
        package = "tischlein.puzzles" if part == "puzzles" else f"tischlein.games.{part}"
        target = options.to / part if options.to else find_folder(package)
        target.mkdir(parents=True, exist_ok=True)
        (target / MODULE).write_bytes(module)
        (target / DESCRIPTION).write_text(description, encoding="utf-8")
        write_part(part, json.loads(description), target if options.to else FOLDER)
        print(f"{part}: {len(module):,} bytes")


if __name__ == "__main__":
    main()
