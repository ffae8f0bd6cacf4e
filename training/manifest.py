"""The list of all learned files that are shipped: the hash of each, and the commands that make it.

`python -m training.manifest` writes the hashes anew after a file was made.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TypedDict

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_name("manifest.json")
GAMES = ROOT / "src" / "tischlein" / "games"


class Entry(TypedDict):
    """What is known about a file."""

    sha256: str
    recipe: list[str]
    """Commands that run today and make such a file, in their order."""
    note: str


def learned_files() -> list[str]:
    """Return all files of learned numbers, as paths in the repository."""
    return sorted(str(path.relative_to(ROOT)) for path in GAMES.glob("*/engine/data/*") if path.is_file())


def hash_of(file: str) -> str:
    """Return the hash of a file."""
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()


def read() -> dict[str, Entry]:
    """Return the list by file."""
    entries: dict[str, Entry] = json.loads(FILE.read_text(encoding="utf-8"))
    return entries


def update() -> None:
    """Write the hashes of all files anew; files that nobody knows get an empty recipe, which a test refuses."""
    known = read() if FILE.exists() else {}
    blank = Entry(sha256="", recipe=[], note="")
    entries = {file: {**known.get(file, blank), "sha256": hash_of(file)} for file in learned_files()}
    FILE.write_text(json.dumps(entries, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    update()
