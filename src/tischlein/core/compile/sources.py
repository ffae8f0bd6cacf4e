"""Which sources a compiled function can see: its own file and all that it imports, however deep."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path


def fingerprint(files: Iterable[Path], *more: str) -> str:
    """Return what tells the compiled parts of these files, of all that they import, and some more words from others."""
    stamp = hashlib.sha256("\0".join(more).encode())
    for path in sorted(set().union(*map(find_sources, files))):
        if not _is_never_compiled(path):
            text = _CLASSES.sub("", path.read_text(encoding="utf-8"))
            stamp.update(f"{path.name}\0{text}\0".encode())
    return stamp.hexdigest()[:16]


def _is_never_compiled(path: Path) -> bool:
    """Return whether a file of ours is known to hold nothing that compiled code could see."""
    if not path.is_relative_to(_ROOT / "tischlein"):
        return False
    if path.is_relative_to(_ROOT / "tischlein" / "core"):
        return path.name not in {"compiled.py", "jit.py", "numeric.py"}
    return path.parent.name in {"drawing", "formats", "study"} or path.name in {
        "__init__.py",
        "game.py",
        "notation.py",
        "view.py",
    }


_CLASSES = re.compile(r"^class \w+\((?:Search|State)\):\n(?:(?:[ \t].*)?\n)*", re.MULTILINE)
"""The Python around compiled code."""


def find_sources(source: Path) -> set[Path]:
    """Return a file and every file that it imports, directly or not, from its own top-level package or this one."""
    found, waiting = {source}, [source]
    while waiting:
        fresh = _imported_by(waiting.pop()) - found
        found |= fresh
        waiting.extend(fresh)
    return found


_IMPORTS = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)", re.MULTILINE)


@cache
def _imported_by(source: Path) -> frozenset[Path]:
    """Return the files behind the `from ... import ...` lines of a file; our sources are imported in no other way.

    Only its own package and this one count: where they are installed, everybody else's lie beside them.
    """
    found: set[Path] = set()
    own = {"tischlein", source.relative_to(_top(source)).parts[0]}
    for dots, module, names in _IMPORTS.findall(source.read_text(encoding="utf-8")):
        parts = module.split(".") if module else []
        if not dots and parts[0] not in own:
            continue
        for root in [source.parents[len(dots) - 1]] if dots else {_ROOT, _top(source)}:
            base = root.joinpath(*parts)
            inner = [base / name for name in re.findall(r"(\w+)(?:\s+as\s+\w+)?", names)]
            candidates = [path.with_suffix(".py") for path in (base, *inner)] + [path / "__init__.py" for path in inner]
            existing = {path for path in candidates if path.is_file()}
            if len(existing) < len(inner):  # something comes from the package itself
                existing |= {base / "__init__.py"} if (base / "__init__.py").is_file() else set()
            found |= existing
    return frozenset(found)


def _top(source: Path) -> Path:
    """Return the folder that holds the top-level package of a file."""
    return next(folder for folder in source.parents if not (folder / "__init__.py").is_file())


_ROOT = _top(Path(__file__).resolve())
