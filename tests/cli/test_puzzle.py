"""`tischlein puzzle` as a person meets it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tischlein.cli.solo.puzzle import app
from tischlein.puzzles import Tutor, Verdict, read_sheet

pytestmark = pytest.mark.compiled

runner = CliRunner(env={"COLUMNS": "120", "LC_ALL": "en_GB.UTF-8"})


def test_new_puzzles_can_be_solved_from_their_file(tmp_path: Path) -> None:
    target = tmp_path / "new.puzzle"
    result = runner.invoke(app, ["new", "--size", "6x8", "--level", "medium", "--seed", "2", "-o", str(target)])
    assert result.exit_code == 0
    assert "6x8, medium" in result.output
    sheet = read_sheet(target.read_text(encoding="utf-8"))
    assert sheet.notes == {"Level": "medium", "Seed": "2"}
    assert Tutor(sheet.layout.challenge).status(sheet.layout, 60).verdict is Verdict.SOLVABLE


def test_the_solution_is_shown_only_when_asked_for() -> None:
    arguments = ["new", "--size", "4x5", "--level", "easy", "--seed", "2"]
    assert runner.invoke(app, arguments).output.count("a b c d e") == 2
    assert runner.invoke(app, [*arguments, "--solution"]).output.count("a b c d e") == 4


def test_many_puzzles_are_those_of_their_seeds_and_missing_ones_are_made(tmp_path: Path) -> None:
    single = tmp_path / "single.puzzle"
    assert (
        runner.invoke(app, ["new", "--size", "5x6", "--level", "easy", "--seed", "8", "-o", str(single)]).exit_code == 0
    )
    arguments = [
        "many",
        "--count",
        "3",
        "--size",
        "5x6",
        "--level",
        "easy",
        "--seed",
        "7",
        "-o",
        str(tmp_path / "book"),
    ]
    result = runner.invoke(app, arguments)
    assert result.exit_code == 0, result.output
    made = {path.name: path for path in (tmp_path / "book").iterdir()}
    assert sorted(made) == [f"5x6-easy-{seed}.puzzle" for seed in (7, 8, 9)]
    assert made["5x6-easy-8.puzzle"].read_bytes() == single.read_bytes()
    made["5x6-easy-7.puzzle"].write_text("kept")
    made["5x6-easy-8.puzzle"].unlink()
    assert runner.invoke(app, arguments).exit_code == 0
    assert made["5x6-easy-7.puzzle"].read_text() == "kept"
    assert made["5x6-easy-8.puzzle"].read_bytes() == single.read_bytes()


def test_the_day_decides(tmp_path: Path) -> None:
    results = [runner.invoke(app, ["daily", "--date", day, "--lang", "de"]) for day in ("2026-11-16", "2026-11-17")]
    assert results[0].output != results[1].output
    assert "Rätsel des Tages, 2026-11-16: 4x5, leicht" in results[0].output
    assert runner.invoke(app, ["daily", "--date", "2026-11-16", "--lang", "de"]).output == results[0].output
    target = tmp_path / "day.svg"
    assert runner.invoke(app, ["daily", "--date", "2026-11-16", "-o", str(target)]).exit_code == 0
    assert target.read_text(encoding="utf-8").startswith("<svg")


def test_wrong_calls() -> None:
    for arguments in (["new", "--size", "wide"], ["daily", "--date", "tomorrow"]):
        assert runner.invoke(app, arguments).exit_code == 2
    assert runner.invoke(app, ["new", "--size", "2x2"]).exit_code == 1
    assert runner.invoke(app, ["many", "--size", "2x2", "--count", "1"]).exit_code == 1
