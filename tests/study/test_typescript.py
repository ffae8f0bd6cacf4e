"""The tree of variations in the page does what Python's does, and both read and write the same text."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.core.node import run_typescript
from tests.core.ways import list_starts
from tischlein import Record, find_game, game_ids
from tischlein.core.refusal import Refusal
from tischlein.study import Study
from tischlein.study.tree import Path as Place

GAMES = [game_id for game_id in game_ids() if game_id in ("blockers", "blokus", "planken")]
COMMENTS = ("good", " Ä „so“ – ☃ 𝄞 ", 'a "quoted" \\ line\nand\tmore', "control \x01\x0b\x0c\x08\x1f \x7f", "")


def change(study: Study, rng: random.Random) -> tuple[list[Any], Place | None]:
    """Do something to a study at random, and return what was done and the path that came of it."""
    path, node = rng.choice(list(study.root.walk()))
    legal = node.state.legal_moves()
    what = rng.choice(("add", "add", "add", "comment", "promote", "delete" if path else "comment"))
    if what == "add" and legal:
        move = rng.choice(legal)
        return [what, path, move], study.add(path, move)
    if what in ("promote", "delete"):
        return [what, path], getattr(study, what)(path)
    comment = rng.choice(COMMENTS)
    study.comment(path, comment)
    return ["comment", path, comment], None


def spoil(text: str) -> Iterator[tuple[str, str]]:
    """Yield texts that are no studies, with the code of the refusal."""
    stored = json.loads(text)
    bad: list[Any] = [[], {**stored, "study": 2}, {**stored, "more": 1}, {**stored, "tree": {"moves": []}}]
    bad += [{**stored, "tree": {"children": [{"move": "nonsense"}]}}, {**stored, "record": "no record"}]
    for one in ("", *map(json.dumps, bad)):
        with pytest.raises(Refusal) as refused:
            Study.parse(one)
        yield one, refused.value.code


def describe(record: Record, seed: int) -> dict[str, Any]:
    """Return a study in which something happens, step by step."""
    study, rng, steps = Study.from_record(record), random.Random(seed), list[dict[str, Any]]()
    for _ in range(25):
        step, path = change(study, rng)
        steps.append({"step": step, "text": study.text(), "path": path})
    return {"record": record.text(), "steps": steps, "bad": list(spoil(study.text()))}


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_the_tree_of_the_page_is_the_tree_of_python(game_id: str, tmp_path: Path) -> None:
    cases = list[dict[str, Any]]()
    for seed, start in enumerate(list_starts(find_game(game_id))):
        moves, state, rng = list[str](), start, random.Random(seed)
        while state.to_move is not None and len(moves) < 6:
            moves.append(rng.choice(state.legal_moves()))
            state = state.play(moves[-1])
        cases.append(describe(Record(start.setup, tuple(moves), {"Seat 0": "human:Zoë", "Title": "A study"}), seed))
    (tmp_path / "studies").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    made = run_typescript("web/test/study/compare.ts", tmp_path / "studies").split("\n")
    for case, text in zip(cases, made, strict=False):
        assert Study.parse(text).text() == case["steps"][-1]["text"]
    assert len(made) == len(cases) + 1
