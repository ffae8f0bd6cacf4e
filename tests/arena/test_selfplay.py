"""Games for learning: they come back as positions with thoughts, and are played once."""

from pathlib import Path

import pytest

from tischlein import BadSetup
from tischlein.arena.selfplay import Lesson, generate, play_lesson, read_lessons

pytestmark = pytest.mark.compiled

LESSON = Lesson("blokus", "8sims", "duo", seed=3)


def test_lessons_come_back(tmp_path: Path) -> None:
    assert list(generate(tmp_path, LESSON, 2)) == [(0, 2), (1, 2), (2, 2)]
    texts = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.iterdir())]
    assert texts[0] == play_lesson(LESSON)
    assert texts[0] != texts[1]
    examples = list(read_lessons(tmp_path))
    for example in examples:
        legal = example.state.legal_moves()
        assert example.played in legal
        assert all(line.move in legal and 0 <= line.value <= 1 for line in example.lines)
        assert len(example.outcome.places) == 2
    surprises = sum(example.played != example.lines[0].move for example in examples)
    assert 0 < surprises < len(examples) / 3


def test_a_run_goes_on(tmp_path: Path) -> None:
    list(generate(tmp_path, LESSON, 1))
    before = (tmp_path / "000001.json").stat().st_mtime_ns
    assert list(generate(tmp_path, LESSON, 2)) == [(1, 2), (2, 2)]
    assert (tmp_path / "000001.json").stat().st_mtime_ns == before


def test_a_bot_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup):
        list(generate(tmp_path / "none", Lesson("blokus", "level77"), 1))
    assert not (tmp_path / "none").exists()
