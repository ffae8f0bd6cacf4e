"""`tischlein exercises`, and the report of `analyse`."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import tischlein
from tischlein import Record
from tischlein.cli.study import exercises as command
from tischlein.study import Exercise, exercises, read_exercises
from tischlein.study.exercises import DATA, write_exercises

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
    one = Exercise("planken-standard-3-9", record, state.to_move or 0, winning[0], "win", 25, 1000.0, 1)
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


def test_without_a_home_one_trains_all_the_same(run: Run, sheet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null/none")
    result = run("exercises", "train", str(sheet), typed="!\n")
    assert result.code == 0, result.err
    assert "exercises.json could not be written: Not a directory" in result.out


def test_a_wrong_answer_shows_the_right_one(run: Run, sheet: Path) -> None:
    result = run("exercises", "train", str(sheet), "--lang", "de", typed="!\n")
    assert f"{read_exercises(sheet)[0].answer} war der Zug" in result.out
    assert "Aufgabe 1 von 1" in run("exercises", "train", str(sheet), "--lang", "de", typed="!\n").out, "it comes soon"


def test_exercises_are_made_and_a_run_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, files = tmp_path / "made.jsonl", list[Path | str]()

    def count_reading(source: Path | str) -> list[Exercise]:
        files.append(source)
        return read_exercises(source)

    for module in (command, exercises):
        monkeypatch.setattr(module, "read_exercises", count_reading)
    assert run("exercises", "make", "planken", "-o", str(path), "--count", "1").code == 0
    assert len(read_exercises(path)) == 1
    assert max(files.count(one) for one in files) == 2, "while they are made, and at the end"
    games = {one.name: one.stat().st_mtime_ns for one in (tmp_path / "made.jsonl.games").iterdir()}
    assert run("exercises", "make", "planken", "-o", str(path), "--count", "2").code == 0
    assert len(read_exercises(path)) == 2
    assert {one.name: one.stat().st_mtime_ns for one in (tmp_path / "made.jsonl.games").iterdir()} == games


def test_of_many_exercises_easy_and_hard_ones_stay(run: Run, sheet: Path, tmp_path: Path) -> None:
    (one,), path, folder = read_exercises(sheet), tmp_path / "many.jsonl", tmp_path / "many.jsonl.games"
    folder.mkdir()
    for game in range(4):
        rated = [replace(one, id=f"{game}-{n}", record=f"{game} {n}", rating=900 + 100 * n) for n in range(9)]
        (folder / f"planken-usual-{game}.jsonl").write_text(write_exercises(rated), encoding="utf-8")
    assert run("exercises", "make", "planken", "-o", str(path), "--count", "3").code == 0
    assert [one.rating for one in read_exercises(path)] == [1000, 1300, 1600]


def test_a_file_from_elsewhere_is_not_overwritten(run: Run, sheet: Path) -> None:
    before = sheet.read_text(encoding="utf-8")
    result = run("exercises", "make", "planken", "-o", str(sheet), "--count", "1")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert "one.jsonl is there already" in result.err
    assert sheet.read_text(encoding="utf-8") == before


def test_own_mistakes_become_exercises(run: Run, tmp_path: Path) -> None:
    game, path = tmp_path / "game.record", tmp_path / "own.jsonl"
    exercise = next(one for one in read_exercises(DATA / "planken.jsonl") if one.kind == "win")
    record = Record.parse(exercise.record)
    lost = next(move for move in exercise.state.legal_moves() if move != exercise.answer)
    game.write_text(Record(record.setup, (*record.moves, lost)).text(), encoding="utf-8")
    result = run("exercises", "own", str(game), "-o", str(path), "--seat", str(exercise.seat + 1), "--level", "100sims")
    assert result.code == 0, result.err
    assert exercise.answer in {one.answer for one in read_exercises(path)}
