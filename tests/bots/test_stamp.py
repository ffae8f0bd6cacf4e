"""The stamp that says that everything is compiled belongs to one copy of the sources, as Numba's cache does."""

import os
import shutil
from pathlib import Path

import pytest

import tischlein
from tischlein.bots.warmup import find_stamp


def test_another_copy_of_the_sources_is_not_compiled_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "tischlein"
    here = find_stamp()
    shutil.copytree(Path(tischlein.__file__).parent, package, ignore=shutil.ignore_patterns("page", "__pycache__"))
    monkeypatch.setattr(tischlein, "__file__", str(package / "__init__.py"))
    copied = find_stamp.__wrapped__()
    os.utime(package / "core" / "numeric.py", ns=(0, 2**62))
    touched = find_stamp.__wrapped__()
    assert len({here, copied, touched}) == 3
    assert find_stamp.__wrapped__() == touched
