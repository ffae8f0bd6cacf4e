"""Every numbered rule stands in both pages, in the code and in a test; and no number points nowhere."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src/tischlein/games"


def find_numbers(pattern: str, texts: list[str]) -> set[str]:
    """Return the rule numbers that a pattern finds, as R1, R2 ..."""
    return {f"R{number}" for text in texts for number in re.findall(pattern, text, flags=re.MULTILINE)}


def read(*files: Path) -> list[str]:
    """Return the texts of files."""
    return [path.read_text(encoding="utf-8") for path in files]


def compare_game(folder: Path) -> list[str]:
    """Return a sentence for each number that is missing somewhere."""
    remarks = [remark for text in read(*folder.rglob("*.py")) for remark in re.findall(r'# .*|""".*', text)]
    tests = read(*(ROOT / "tests" / folder.name).rglob("*.py"))
    places = {
        "rules.en.md": find_numbers(r"^## R(\d+) ", read(folder / "rules.en.md")),
        "rules.de.md": find_numbers(r"^## R(\d+) ", read(folder / "rules.de.md")),
        "the remarks of the code": find_numbers(r"\bR(\d+)\b", remarks),
        "the name of a test": find_numbers(r"def test_r(\d+)_", tests),
    }
    every = sorted(set().union(*places.values()), key=lambda rule: int(rule[1:]))
    return [
        f"{folder.name}: {rule} is missing in {place}"
        for rule in every
        for place in places
        if rule not in places[place]
    ]


def main() -> int:
    """Print what is missing; the exit code says whether anything is."""
    folders = sorted(path.parent for path in GAMES.glob("*/rules.en.md"))
    missing = [sentence for folder in folders for sentence in compare_game(folder)]
    print("\n".join(missing) or f"Rules, code and tests agree in {len(folders)} games.")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
