"""`tischlein solve` as a person meets it."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tischlein.cli.solo.puzzle import app as puzzle_app
from tischlein.cli.solo.solve import solve
from tischlein.puzzles import CHALLENGES, Layout, read_sheet, write_sheet

pytestmark = pytest.mark.compiled

app = typer.Typer()
app.command()(solve)
app.add_typer(puzzle_app, name="puzzle")
runner = CliRunner(env={"COLUMNS": "120", "LC_ALL": "en_GB.UTF-8"})


def test_solves_and_draws(tmp_path: Path) -> None:
    target = tmp_path / "folder" / "s4.svg"
    result = runner.invoke(app, ["solve", "s4", "--seed", "3", "-o", str(target)])
    assert result.exit_code == 0
    assert "Solved with seed 3" in result.output
    assert "·" not in result.output
    ET.parse(target)


def test_equal_seeds_write_equal_files(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        target = tmp_path / f"{name}.puzzle"
        assert runner.invoke(app, ["solve", "s3", "--seed", "8", "-o", str(target)]).exit_code == 0
        texts.append(target.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert read_sheet(texts[0]).layout.solved


def write(path: Path, layout: Layout) -> str:
    path.write_text(write_sheet(layout), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("language", "verdict"), [("en", "cannot be completed"), ("de", "nicht mehr vollenden")])
def test_status_of_a_dead_end_and_the_way_out(tmp_path: Path, language: str, verdict: str) -> None:
    layout = Layout(CHALLENGES["s4"]).place("blue", "a1,a2,a3,b3").place("red", "b1,c1,c2,d1")
    file = write(tmp_path / "dead.puzzle", layout)
    result = runner.invoke(app, ["solve", "--from", file, "--status", "--lang", language])
    assert result.exit_code == 0
    assert verdict in result.output
    assert "18" in result.output
    hint = runner.invoke(app, ["solve", "--from", file, "--hint", "--lang", language])
    assert "b1,c1,c2,d1" in hint.output or "a1,a2,a3,b3" in hint.output
    assert runner.invoke(app, ["solve", "--from", file]).exit_code == 1


def test_status_and_hint_of_a_good_start(tmp_path: Path) -> None:
    file = write(tmp_path / "good.puzzle", Layout(CHALLENGES["s4"]).place("blue", "a1,b1,c1,d1"))
    assert "This can be completed." in runner.invoke(app, ["solve", "s4", "--from", file, "--status"]).output
    assert "Place " in runner.invoke(app, ["solve", "--from", file, "--hint"]).output


def test_wrong_calls(tmp_path: Path) -> None:
    file = write(tmp_path / "s4.puzzle", Layout(CHALLENGES["s4"]))
    for arguments in (["solve"], ["solve", "s7"], ["solve", "s3", "--from", file]):
        assert runner.invoke(app, arguments).exit_code == 2


def test_free_order_is_an_option(tmp_path: Path) -> None:
    target = tmp_path / "s1.puzzle"
    assert runner.invoke(app, ["solve", "s1", "--seed", "1", "-O", "order=free", "-o", str(target)]).exit_code == 0
    assert read_sheet(target.read_text(encoding="utf-8")).layout.options == {"order": "free"}
