"""What callers of a portable engine must know: its functions with their types, and the layout of its records."""

from __future__ import annotations

import sys
from typing import Any

import numba
import numpy as np

from tischlein.core.compile.engine import VERSION

from .border import find_result, list_leaves, name_results
from .session import Export

typed: Any = numba  # its parts are made at run time
types = typed.types


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
