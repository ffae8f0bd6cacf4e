"""Make the folders of a new game by copying the template and renaming it: `new_game.py ID [Title]`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEMPLATE = "nim"
PLACES = {
    "tests/extra_games/nim": "src/tischlein/games/{id}",
    "tests/nim/page": "web/src/games/{id}",
    "tests/nim/hands.py": "tests/browser/hands/{id}.py",
    "tests/nim": "tests/{id}",
}
"""Where each part of the template lies and where it goes; the first that fits counts."""


def find_files() -> Iterator[tuple[Path, str]]:
    """Yield every file of the template, and where it goes."""
    done: set[Path] = set()
    for source, target in PLACES.items():
        place = ROOT / source
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file() and "__pycache__" not in path.parts and path not in done:
                done.add(path)
                yield path, f"{target}/{path.relative_to(place)}" if place.is_dir() else target


def rename(text: str, game_id: str, title: str) -> str:
    """Return a text of the template with the new game's names: id, title and names of classes."""
    name = "".join(word.capitalize() for word in re.findall(r"[a-z]+|\d+", game_id))
    text = re.sub(r"\bnim\b", game_id, text)
    text = re.sub(r"\bNim(?=[A-Z(])", name, text)
    return re.sub(r"\bNim\b", title, text)


def main() -> int:
    """Copy the template; the exit code says whether that was possible."""
    game_id, title = (*sys.argv[1:], *["", ""])[:2]
    if not re.fullmatch(r"[a-z][a-z0-9]*", game_id) or game_id == TEMPLATE:
        print("usage: scripts/new-game ID [Title]   ID: small letters and digits, as in an address", file=sys.stderr)
        return 2
    copies = [(path, ROOT / target.format(id=game_id)) for path, target in find_files()]
    if taken := [target for _, target in copies if target.exists()]:
        print(f"{taken[0].relative_to(ROOT)} exists already", file=sys.stderr)
        return 1
    for source, target in copies:
        target.parent.mkdir(parents=True, exist_ok=True)
        text = rename(source.read_text(encoding="utf-8"), game_id, title or game_id.capitalize())
        target.write_text(text, encoding="utf-8")
    for folder in sorted({str(target.parent.relative_to(ROOT)) for _, target in copies}):
        print(folder)
    print("Now follow docs/adding-a-game.md.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
