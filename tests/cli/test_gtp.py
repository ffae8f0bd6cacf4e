"""`tischlein gtp`: the engine behind a pipe, and what the command refuses."""

from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from tischlein.cli.commands.gtp import name_bot, read_variant


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


class Piped:
    """The engine as a referee has it: a process that is asked one thing after the other."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "tischlein", "gtp", *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="ascii")

    def ask(self, line: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer.startswith("="), f"{line}: {answer}"
        assert self._process.stdout.readline() == "\n"
        return answer[1:].strip()

    def close(self) -> int:
        self.ask("quit")
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait()


@pytest.mark.compiled
def test_a_referee_plays_a_game_on_the_clock_between_two_engines() -> None:
    players = Piped("--game", "blokus/duo", "--game-time", "0.3"), Piped("--game", "blokus/duo", "--bot", "random")
    for player in players:
        player.ask("set_game Blokus Duo")
    players[0].ask("time_settings 2 0 0")
    colours, turn, passed = "bw", 0, 0
    while passed < 2:
        if turn == 0:
            players[0].ask("time_left b 1.5 0")
        move = players[turn].ask(f"genmove {colours[turn]}")
        passed = passed + 1 if move == "pass" else 0
        if move != "pass":
            players[1 - turn].ask(f"play {colours[turn]} {move}")
        turn = 1 - turn
    scores = {player.ask("final_score") for player in players}
    assert len(scores) == 1
    assert scores.pop().startswith("B+")  # the other one plays at random
    assert [player.close() for player in players] == [0, 0]


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
        (("--game", "blokus/duo", "--game-time", "9", "--level", "1"), 2, "choose one"),
        (("--game", "blokus/duo", "--game-time", "0"), 2, "--game-time"),
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
    assert name_bot(None, None, None, None, 9.0) is None


def test_the_variant_follows_the_game() -> None:
    assert read_variant("blokus/two") == "two"
    assert read_variant("blokus") is None
    with pytest.raises(typer.BadParameter):
        read_variant("/two")
