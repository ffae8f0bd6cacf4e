"""Write the golden views of games: the final view of each record in tests/<id>/golden, as JSON beside it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tischlein import Record

ROOT = Path(__file__).parents[2]


def write_golden(game_id: str) -> int:
    """Write the views of one game and return how many there are."""
    records = sorted((ROOT / "tests" / game_id / "golden").glob("*.record"))
    for path in records:
        view = Record.parse(path.read_text(encoding="utf-8")).final_state().view(None)
        text = json.dumps(view, ensure_ascii=False, indent=1) + "\n"
        path.with_suffix(".json").write_text(text, encoding="utf-8")
    return len(records)


def main() -> int:
    """Write the golden views of the games that are named; the exit code says whether there were any."""
    counts = {game_id: write_golden(game_id) for game_id in sys.argv[1:]}
    for game_id, count in counts.items():
        print(f"{game_id}: {count} golden views" if count else f"there is no record in tests/{game_id}/golden")
    return 0 if counts and all(counts.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
