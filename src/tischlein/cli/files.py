"""Records on disk: read whole, written whole or not at all."""

from __future__ import annotations

import tempfile
from pathlib import Path

from platformdirs import user_data_path

from tischlein import Record


def last_game() -> Path:
    """Return where the game that was played last is kept."""
    return user_data_path("tischlein") / "last.record"


def read_record(path: Path) -> Record:
    """Read a record. Raises OSError or BadRecord."""
    return Record.parse(path.read_text(encoding="utf-8"))


def write_text(path: Path, text: str) -> None:
    """Replace a file in one step, so that a crash leaves the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as fresh:
        fresh.write(text)
    Path(fresh.name).chmod(0o644)
    Path(fresh.name).replace(path)
