"""What counts as the source of compiled code, and that an installed package knows its modules again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

import tischlein
from tischlein.core.compile.sources import find_sources


def test_other_packages_beside_ours_do_not_count(tmp_path: Path) -> None:
    for name, text in {
        "mine/rules.py": "from other.typing import X\nfrom mine.tables import Y\nfrom .pieces import Z\n",
        "mine/tables.py": "Y = 1\n",
        "mine/pieces.py": "Z = 1\n",
        "other/typing.py": "X = 1\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        (path.parent / "__init__.py").touch()
    found = find_sources(tmp_path / "mine/rules.py")
    assert {path.name for path in found} == {"rules.py", "tables.py", "pieces.py"}


def test_an_installed_package_uses_its_modules(tmp_path: Path) -> None:
    """Where a package is installed, NumPy lies beside it; once its files counted as sources, and no module was used."""
    ignored = shutil.ignore_patterns("__pycache__", "page", "data")
    shutil.copytree(Path(tischlein.__file__).parent, tmp_path / "tischlein", ignore=ignored)
    (tmp_path / "numpy").symlink_to(Path(np.__file__).parent)
    code = (
        "import tischlein, sys\nfrom tischlein.core.compile import portable\n"
        "for game_id in ('blockers', 'blokus', 'planken'): tischlein.find_game(game_id).new(seed=1)\n"
        "print(tischlein.__file__, all(portable.find_engine(f'tischlein.games.{game_id}') for game_id in "
        "('blockers', 'blokus', 'planken')))"
    )
    given = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    given.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=given, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == [str(tmp_path / "tischlein/__init__.py"), "True"], done.stderr
