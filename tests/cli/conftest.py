"""What tests of the command line share: running it as a person would."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tischlein.cli.main import main


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")

    def call(*arguments: str, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "argv", ["tischlein", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        printed = capsys.readouterr()
        return Result(code, printed.out, printed.err)

    return call
