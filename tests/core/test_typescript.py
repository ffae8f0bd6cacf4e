"""The engine in TypeScript says what Python says: the same modules, read by the same layout, in Node."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts.wasm import typescript

from tests.core.node import run_typescript
from tests.core.typescript import describe_games, describe_refusals
from tischlein import find_game, game_ids

PARTS = typescript.list_parts()
GAMES = [part for part in PARTS if part in game_ids()]


@pytest.mark.parametrize("part", PARTS)
def test_what_was_generated_is_from_this_engine(part: str, tmp_path: Path) -> None:
    typescript.write_part(part, typescript.read_description(part), tmp_path)
    ours, theirs = (folder / f"{part}.ts" for folder in (tmp_path, typescript.FOLDER))
    assert ours.read_text(encoding="utf-8") == theirs.read_text(encoding="utf-8"), "run scripts/build-wasm"


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_typescript_gives_the_same_as_python(game_id: str, tmp_path: Path) -> None:
    """Every variant, number of seats and option: moves, refusals, views, records, samples, searches and bots."""
    game = find_game(game_id)
    lines = [describe_refusals(game), *describe_games(game, 1)]
    (tmp_path / "games").write_text("\n".join(lines), encoding="utf-8")
    compared = int(run_typescript("web/test/engine/compare.ts", tmp_path / "games"))
    assert compared > 1000
