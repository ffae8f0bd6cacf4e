"""Builds the engines: Numba's unoptimised LLVM modules, merged for native code, and compiled for WebAssembly.

A short session (games, searches) is run natively, and every compiled function that Python calls on the way becomes an
export, with the types it was called with. Numba's optimiser must stay away: it folds 64-bit pointers into offsets and
leaves instructions of this machine behind. The same sources give the same bytes on every machine.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from pathlib import Path

from scripts.wasm.typescript import FOLDER, package_of, write_part

from tischlein import find_game, game_ids
from tischlein.core.compile.engine import BITCODE, DESCRIPTION, MODULE, find_folder, fingerprint_of

from .describe import describe
from .module import build_module, merge, pack
from .session import Export, Session, find_repeated, play_session, solve_session, use_all_puzzles, use_everything


def build_part(part: str) -> tuple[bytes, bytes, str]:
    """Return a part's module, the same for native code, and its description."""
    package, game = package_of(part), None if part == "puzzles" else find_game(part)
    with Session(package) as session:
        play_session(game) if game else solve_session()
    use_everything(game) if game else use_all_puzzles()
    if repeated := find_repeated(package):
        raise SystemExit(f"compiled for several sets of types, which costs time at every start: {', '.join(repeated)}")
    exports: dict[str, Export] = {}
    for export in sorted(session.exports, key=lambda export: (export.function.name, str(export.types))):
        name = export.function.name.removeprefix(f"{package}.")
        exports[name if name not in exports else f"{name}.{sum(key.startswith(name) for key in exports)}"] = export
    whole = merge(exports)
    module = build_module(whole, exports)
    files = sorted({Path(sys.modules[export.function.__module__].__file__ or "") for export in exports.values()})
    description = describe(package, exports)
    description["files"] = [path.relative_to(find_folder(package)).as_posix() for path in files]
    description["sources"] = fingerprint_of(files)
    return module, lzma.compress(pack(whole), preset=9), json.dumps(description, indent=1) + "\n"


def main() -> None:
    """Build the parts that are named, or all."""
    known = [*game_ids(), "puzzles"]
    parser = argparse.ArgumentParser(prog="build-wasm", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *known])
    parser.add_argument("--to", type=Path, help="write the files there instead of beside the sources")
    options = parser.parse_args()
    for part in options.parts or known:
        module, whole, description = build_part(part)
        target = options.to / part if options.to else find_folder(package_of(part))
        (target / MODULE).parent.mkdir(parents=True, exist_ok=True)
        (target / MODULE).write_bytes(module)
        (target / BITCODE).write_bytes(whole)
        (target / DESCRIPTION).write_text(description, encoding="utf-8")
        write_part(part, json.loads(description), target if options.to else FOLDER)
        print(f"{part}: {len(module):,} bytes, for native code {len(whole):,}")


if __name__ == "__main__":
    main()
