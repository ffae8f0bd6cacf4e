"""The border between Python and a portable engine: numbers, records and arrays become numbers and pointers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numba

from .session import Export

typed: Any = numba  # its parts are made at run time
types = typed.types


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
    function = export.function.numba
    function.compile(export.types)
    return function.overloads[export.types].signature.return_type


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
