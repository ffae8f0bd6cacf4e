"""Records on disk: read whole, written whole or not at all."""

from __future__ import annotations

import tempfile
from pathlib import Path

from platformdirs import user_data_path

from tischlein import Record, find_game, game_ids
from tischlein.core.game import Format


def last_game() -> Path:
    """Return where the game that was played last is kept."""
    return user_data_path("tischlein") / "last.record"


def known_suffixes() -> list[str]:
    """Return the endings of all files that can be written, our own first."""
    return [".record", *(suffix for game in map(find_game, game_ids()) for suffix in game.formats)]


def find_format(path: Path) -> Format | None:
    """Return the format that a file's name asks for; None for our own."""
    known = [game.formats for game in map(find_game, game_ids())]
    return next((formats[path.suffix] for formats in known if path.suffix in formats), None)


def read_record(path: Path) -> Record:
    """Read a record in any format that a game knows. Raises OSError, BadRecord or BadSetup."""
    text, other = path.read_text(encoding="utf-8"), find_format(path)
    return Record.parse(text) if other is None else other.read(text)


def write_record(path: Path, record: Record) -> None:
    """Write a record in the format that the file's name asks for."""
    other = find_format(path)
    write_text(path, record.text() if other is None else other.write(record))


def write_text(path: Path, text: str) -> None:
    """Replace a text in one step."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Replace a file in one step, so that a crash leaves the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, delete=False) as fresh:
        fresh.write(content)
    Path(fresh.name).chmod(0o644)
    Path(fresh.name).replace(path)
