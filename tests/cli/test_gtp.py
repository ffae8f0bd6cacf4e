"""`tischlein gtp`: the engine behind a pipe, and what the command refuses."""

from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from tischlein.cli.gtp import name_bot, read_variant


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tischlein", "gtp", *arguments]
    return subprocess.run(command, input=typed.encode(), capture_output=True, check=False)


@pytest.mark.compiled
def test_the_engine_behind_a_pipe() -> None:
    ran = run(
        "--game", "blokus/duo", "--bot", "random", "--seed", "1", typed="1 play b e10\n2 showboard\n3 x ü\nquit\n"
    )
    assert ran.returncode == 0
    assert ran.stderr == b""
    answers = ran.stdout.decode("utf-8").split("\n\n")
    assert answers[0] == "=1 "
    assert "▬" in answers[1]
    assert answers[2:] == ["?3 unknown command (x)", "= ", ""]


@pytest.mark.compiled
def test_other_encodings_of_the_terminal_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    ran = run("--game", "blokus", "--bot", "random", typed="showboard\n")
    assert ran.returncode == 0
    assert "●" in ran.stdout.decode("utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--game", "planken", "--bot", "random"), 2, "only blokus"),
        (("--game", "blokus/four", "--bot", "random"), 1, "variant"),
        (("--game", "blokus/duo", "--bot", "nobody"), 1, "bot"),
        (("--game", "blokus/duo", "--level", "99"), 1, "bot"),
        (("--game", "blokus/duo", "--bot", "random", "--level", "1"), 2, "choose one"),
        ((), 2, "--game"),
    ],
)
def test_wrong_calls_are_refused_on_one_line(arguments: tuple[str, ...], code: int, said: str) -> None:
    ran = run(*arguments)
    assert ran.returncode == code
    assert said in ran.stderr.decode()
    assert ran.stderr.count(b"\n") == 1
    assert ran.stdout == b""


def test_options_name_a_bot() -> None:
    assert name_bot(6, None, None, None) == "level6"
    assert name_bot(None, 0.25, None, None) == "0.250s"
    assert name_bot(None, None, 500, None) == "500sims"
    assert name_bot(None, None, None, "random") == "random"
    assert name_bot(None, None, None, None) is None


def test_the_variant_follows_the_game() -> None:
    assert read_variant("blokus/two") == "two"
    assert read_variant("blokus") is None
    with pytest.raises(typer.BadParameter):
        read_variant("/two")
