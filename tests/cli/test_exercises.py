"""`tischlein exercises`, and the report of `analyse`."""

from __future__ import annotations

from pathlib import Path

import pytest

import tischlein
from tischlein import Record
from tischlein.study import Exercise, read_exercises
from tischlein.study.exercises import write_exercises

from .conftest import Run

pytestmark = pytest.mark.compiled


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """One exercise: the seat to move can complete a line."""
    state = tischlein.new_game("planken", seed=3, first=0)
    moves: list[str] = []
    while not (winning := [one for one in state.legal_moves() if state.play(one).view(None)["line"]]):
        moves.append(state.legal_moves()[len(moves) % 7])
        state = state.play(moves[-1])
    record = Record(state.setup, tuple(moves)).text()
    one = Exercise("planken-standard-3-9", record, state.to_move or 0, winning[0], "win", 0.5, 25, 1000.0)
    path = tmp_path / "one.jsonl"
    path.write_text(write_exercises([one]), encoding="utf-8")
    return path


def test_an_exercise_is_asked_and_comes_again_later(run: Run, sheet: Path) -> None:
    one = read_exercises(sheet)[0]
    result = run("exercises", "train", str(sheet), typed=f"nonsense\n?\n{one.answer}\n")
    assert result.code == 0, result.err
    assert "only move that wins" in result.out
    assert "not a move" in result.out
    assert "Right" in result.out
    assert "wins" in result.out.split("Right")[1], "the coach says why"
    assert "Nothing is due today" in run("exercises", "train", str(sheet)).out


def test_a_wrong_answer_shows_the_right_one(run: Run, sheet: Path) -> None:
    result = run("exercises", "train", str(sheet), "--lang", "de", typed="!\n")
    assert f"{read_exercises(sheet)[0].answer} war der Zug" in result.out
    assert "Aufgabe 1 von 1" in run("exercises", "train", str(sheet), "--lang", "de", typed="!\n").out, "it comes soon"


def test_exercises_are_made_and_a_file_is_continued(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    assert run("exercises", "make", "planken", "-o", str(path), "--count", "1").code == 0
    first = read_exercises(path)
    assert run("exercises", "make", "planken", "-o", str(path), "--count", "2").code == 0
    assert read_exercises(path)[:1] == first
    assert len(read_exercises(path)) == 2
