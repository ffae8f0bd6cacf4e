"""The command line as a person meets it: what it prints, what it refuses, and that nothing is lost."""

import io
import os
import pty
import re
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from rich.console import Console

from tests.extra_games import PUBLIC
from tischlein import Match, Record, find_game, new_game
from tischlein.cli.executor import make_progress
from tischlein.cli.session import find_fitting
from tischlein.cli.study.hint import make_table
from tischlein.core.search import Variation
from tischlein.games.blokus.pieces import PIECES

from .conftest import Result, Run

pytestmark = pytest.mark.compiled

GAMES = list(PUBLIC)


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """A short game of Nim, because its texts are known by heart."""
    record = Record(find_game("nim").setup(seed=1, first=0), ("3", "2"), {"Seat 0": "human:Anna"})
    path = tmp_path / "nim.record"
    path.write_text(record.text(), encoding="utf-8")
    return path


# ------------------------------------------------------------------ games, rules, perft


@pytest.mark.parametrize("language", ["de", "en"])
def test_games_lists_every_variant_and_option(run: Run, language: str) -> None:
    out = run("games", "--lang", language).out
    for game_id in GAMES:
        for variant in find_game(game_id).variants.values():
            assert variant.id in out
            for option in variant.options:
                assert f"--option {option.id}=" in out
                assert all(value in out for value in option.values)


def test_rules_shows_one_rule(run: Run) -> None:
    result = run("rules", "nim", "r2")
    assert result.code == 0
    assert "Take one, two or three" in result.out
    assert "heap" not in result.out


def test_rules_refuses_a_number_that_does_not_exist(run: Run) -> None:
    result = run("rules", "nim", "R99")
    assert result.code == 2
    assert "R1 to R4" in result.err


def test_perft_prints_counts(run: Run) -> None:
    result = run("perft", "blokus", "classic", "2", "--divide")
    assert result.code == 0
    assert re.search(r"1\s+58\b", result.out)
    assert re.search(r"2\s+3,364\b", result.out)
    assert result.out.count("\n") == 2 + 58


# ------------------------------------------------------------------ replay, draw


def test_replay_shows_any_position(run: Run, game_file: Path) -> None:
    assert "1. Anna: 3" in run("replay", str(game_file), "--ply", "1").out
    assert "2. Seat 2: 2" in run("replay", str(game_file)).out
    assert "2. Platz 2: 2" in run("replay", str(game_file), "--lang", "de").out


def test_replay_walks_at_a_terminal(game_file: Path) -> None:
    """Enter goes on, a number jumps, b goes back, q ends."""
    primary, secondary = pty.openpty()
    command = [sys.executable, "-m", "tests.cli.with_nim", "replay", str(game_file), "--lang", "en"]
    process = subprocess.Popen(command, stdin=secondary, stdout=subprocess.PIPE, text=True)
    os.write(primary, b"\n2\nb\nq\n")
    out, _ = process.communicate(timeout=60)
    os.close(primary)
    os.close(secondary)
    assert process.returncode == 0
    assert re.findall(r"(\d)\. \S+", out) == ["1", "2", "1"]


def test_draw_writes_a_picture(run: Run, game_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "folder" / "nim.svg"
    assert run("draw", str(game_file), "-o", str(target)).code == 0
    assert ET.fromstring(target.read_text(encoding="utf-8")).tag.endswith("svg")
    assert run("draw", str(game_file), "--ply", "0").out.startswith("<svg")


# ------------------------------------------------------------------ play


@pytest.mark.parametrize("game_id", GAMES)
def test_programs_play_a_whole_game(run: Run, game_id: str, tmp_path: Path) -> None:
    game = find_game(game_id)
    for variant in game.variants.values():
        for seats in variant.seats:
            path = tmp_path / f"{variant.id}-{seats}.record"
            players = ",".join(["random"] * seats)
            result = run(
                "play", game_id, "--variant", variant.id, "--seats", players, "--save", str(path), "--seed", "3"
            )
            assert result.code == 0
            assert Record.parse(path.read_text(encoding="utf-8")).final_state().outcome() is not None


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_person_plays_by_typing(run: Run, game_id: str, language: str, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    typed = "?\nmoves\n#1\nboard\nrules\nrules R1\nnonsense\nback\nmoves\n#1\nquit\n"
    result = run("play", game_id, "--seed", "2", "--save", str(path), "--lang", language, typed=typed)
    assert result.code == 0
    record = Record.parse(path.read_text(encoding="utf-8"))
    own = [ply for ply, state in enumerate(record.states()) if state.to_move == 0]
    assert len(own) == 2, "one move of ours, and the turn at which we left"
    assert str(path) in result.out


def test_moves_typed_in_part(run: Run) -> None:
    result = run("play", "blokus", "--seats", "human,human,human,human", "--seed", "1", typed="a20 b19\n")
    assert re.search(r"\d+ of \d+ moves. Type a part of a move", result.out)


def test_a_refused_move_names_its_rule(run: Run) -> None:
    result = run("play", "nim", "--seats", "human,human", typed="9\n")
    assert "R4" in result.out
    assert "Write 1, 2 or 3" in result.out


def test_take_back_returns_to_the_own_last_turn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "nim.record"
    result = run(
        "play", "nim", "--seats", "human,random", "--save", str(path), "--seed", "1", typed="back\n1\nback\nquit\n"
    )
    assert "nothing to take back" in result.out
    record = Record.parse(path.read_text(encoding="utf-8"))
    assert record.final_state().to_move == 0
    assert len(record.moves) in (0, 1)


def test_resume_goes_on_where_it_was(run: Run) -> None:
    run("play", "nim", "--seats", "human,human", "--seed", "1", typed="1\n1\n")
    result = run("play", "--resume", "last", typed="1\nquit\n")
    assert result.code == 0
    assert "3. " in result.out


def test_without_a_home_one_plays_all_the_same(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null/none")
    result = run("play", "nim", "--seats", "human,human", "--seed", "1", typed="1\n1\nquit\n")
    assert result.code == 0, result.err
    assert result.out.count("could not be written: Not a directory") == 1
    assert "is kept in" not in result.out
    assert "4 matches left" in result.out


def test_the_wizard_asks_and_offers_the_last_game(run: Run) -> None:
    first = run("play", typed="99\n1\n\n\n\nmoves\n#1\nquit\n")
    assert first.code == 0
    assert "What shall we play?" in first.out
    assert "go on with the last game" not in first.out
    again = run("play", typed="0\nquit\n")
    assert again.code == 0
    assert "go on with the last game" in again.out


def test_racks_are_hidden_between_people(run: Run) -> None:
    result = run("play", "blockers", "--variant", "basic", "--seats", "human:Anna,human:Ben", "--seed", "4", typed="\n")
    assert "when nobody else is looking" in result.out


def test_save_to_a_file_of_ones_choice(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.record"
    result = run("play", "nim", "--seed", "1", typed=f"save {path}\nsave {path}/below\nquit\n")
    assert Record.parse(path.read_text(encoding="utf-8")).setup.game == "nim"
    assert result.code == 0
    assert "could not be written" in result.out


# ------------------------------------------------------------------ failures


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["play", "chess"], 1, 'game cannot be "chess"'),
        (["play", "blokus", "--variant", "huge"], 1, 'variant cannot be "huge"'),
        (["play", "blokus", "--seats", "7"], 1, 'seats cannot be "7"'),
        (["play", "blokus", "--seats", "human,robot"], 1, 'bot cannot be "robot"'),
        (["play", "blokus", "--option", "corners"], 2, "NAME=VALUE"),
        (["play", "blokus", "--option", "corners=round"], 1, 'corners cannot be "round"'),
        (["play", "--resume", "/nowhere"], 2, "no saved game"),
        (["replay", "/nowhere"], 1, "/nowhere: No such file"),
        (["replay", "/"], 1, "/: Is a directory"),
        (["draw", "/nowhere"], 1, "/nowhere: No such file"),
        (["perft", "blokus", "classic", "0"], 2, "greater than or equal to 1"),
        (["perft", "blokus"], 2, "Missing"),
        (["play", "--lang", "fr"], 2, "fr"),
        (["perft", "blokus", "classic", "2", "--seats", "3"], 1, 'seats cannot be "3"'),
        (["dance"], 2, "dance"),
    ],
)
def test_failures_are_short_and_coded(run: Run, arguments: list[str], code: int, message: str) -> None:
    result = run(*arguments)
    assert result.code == code
    assert message in result.err
    assert result.err.startswith("tischlein: ")
    assert result.err.count("\n") == 1, "one line"
    assert result.out == ""


def test_failures_speak_the_wanted_language(run: Run) -> None:
    assert "kann nicht „chess“ sein" in run("play", "chess", "--lang", "de").err


def test_a_file_that_is_no_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\xff\xfe\x00")
    assert run("replay", str(path)) == Result(1, "", "tischlein: this file is not text\n")
    path.write_text("hello")
    assert "Line 1: this is not a record" in run("replay", str(path)).err


def test_seats_and_plies_out_of_range(run: Run, game_file: Path) -> None:
    assert run("replay", str(game_file), "--seat", "5").code == 2
    assert "no move 9" in run("replay", str(game_file), "--ply", "9").err


def test_help_has_examples(run: Run) -> None:
    for command in ("play", "replay", "draw", "perft", "rules", "games"):
        result = run(command, "--help")
        assert result.code == 0
        assert "Example" in result.out


def test_version(run: Run) -> None:
    assert run("--version").out.startswith("tischlein ")


# ------------------------------------------------------------------ bots


@pytest.fixture
def blokus_file(tmp_path: Path) -> Path:
    """A few plies of Duo."""
    game = find_game("blokus")
    match = Match.begin(game.setup("duo", seed=1), {"Seat 0": "human:Anna"})
    for _ in range(4):
        match.play(match.state.to_move or 0, match.ply, match.state.legal_moves()[0])
    path = tmp_path / "duo.record"
    path.write_text(match.record.text(), encoding="utf-8")
    return path


def test_hint_shows_the_best_moves(run: Run, blokus_file: Path) -> None:
    result = run("hint", str(blokus_file), "--bot", "300sims", "--best", "2", "--seed", "1")
    assert result.code == 0
    assert result.out.count(" % ") == 2


def test_what_was_tried_once_or_twice_has_no_chances() -> None:
    lines = [Variation("a", 0.5, 3), Variation("b", 1.0, 2), Variation("c", 0.0, 1, proven=True)]
    assert list(make_table(lines, "", "", "").columns[1].cells) == ["50 %", "–", "0 %"]


def test_hint_after_the_end(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "end.record"
    run("play", "nim", "--seats", "random,random", "--save", str(path))
    assert "nothing to advise" in run("hint", str(path), "--bot", "random").out


def test_analyse_prints_a_table_and_draws_a_graph(run: Run, blokus_file: Path, tmp_path: Path) -> None:
    graph = tmp_path / "graph.svg"
    folder = tmp_path / "report"
    command = (
        "analyse",
        str(blokus_file),
        "--bot",
        "20sims",
        "-o",
        str(graph),
        "--pictures",
        str(folder),
        "--seed",
        "1",
    )
    result = run(*command)
    assert result.code == 0
    drawn = {path.stem: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert drawn.pop("graph") == graph.read_text(encoding="utf-8")
    turned = set(re.findall(r"^Move (\d+), .* chances", result.out, re.MULTILINE))
    assert set(drawn) == {f"{ply}-{name}" for ply in turned for name in ("played", "better")}
    assert all(picture.startswith("<svg") for picture in drawn.values())
    assert "Anna" in result.out
    assert ET.fromstring(graph.read_text(encoding="utf-8")).tag.endswith("svg")


def test_arena_prints_a_table(run: Run, tmp_path: Path) -> None:
    bots = ("--bots", "random,level1", "--games", "2", "--variant", "duo", "-o", str(tmp_path / "arena"))
    result = run("arena", "blokus", *bots)
    assert result.code == 0
    assert "share of wins" in result.out
    assert len(list((tmp_path / "arena").glob("*.record"))) == 2
    assert run("arena", "blokus", "--bots", "random").code == 2


def test_convert_there_and_back(run: Run, blokus_file: Path, tmp_path: Path) -> None:
    there, back = tmp_path / "duo.blksgf", tmp_path / "back.record"
    assert run("convert", str(blokus_file), str(there)).code == 0
    assert there.read_text(encoding="utf-8").startswith("(")
    assert run("convert", str(there), str(back)).code == 0
    assert back.read_text(encoding="utf-8") == blokus_file.read_text(encoding="utf-8")


def test_a_hint_while_playing(run: Run) -> None:
    result = run("play", "nim", "--seats", "human,human", typed="hint\nquit\n")
    assert "Try " in result.out


def test_playing_against_a_level(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    players = ("--seats", "human,level1", "--variant", "duo", "--save", str(path), "--seed", "1")
    result = run("play", "blokus", *players, typed="moves\n#1\nquit\n")
    assert result.code == 0
    assert "Level 1 (seat 2)" in result.out


def test_warmup(run: Run) -> None:
    assert "Nim" in run("warmup", "nim").out


def test_a_format_that_does_not_exist_is_refused(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    record.write_text(Record(find_game("blokus").setup("duo", seed=1)).text())
    result = run("convert", str(record), str(tmp_path / "game.txt"))
    assert result.code == 2
    assert ".blksgf" in result.err
    assert not (tmp_path / "game.txt").exists()


def test_saving_makes_no_folder_in_silence(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "game.record"
    result = run("play", "nim", "--seats", "human,random", typed=f"save {target}\nquit\n")
    assert f"there is no folder {target.parent}" in result.out
    assert not target.parent.exists()


def test_hint_and_analyse_draw_the_move(run: Run, tmp_path: Path) -> None:
    game = find_game("blokus")
    state = game.new("duo", seed=1, first=0)
    record = tmp_path / "game.record"
    record.write_text(Record(state.setup).text())
    shown = run("hint", str(record), "--bot", "4sims", "--seed", "1").out
    found = re.search(r"^│ (\S+) ", shown, re.MULTILINE)
    assert found is not None
    best = found[1]
    assert state.play(best).text(0).strip() in "\n".join(line.rstrip() for line in shown.splitlines())


def test_a_piece_is_understood_by_its_name() -> None:
    state = new_game("blokus", "duo", seed=1, first=0)
    by_piece = [find_fitting(state, piece.name) for piece in PIECES]
    assert sorted(move for moves in by_piece for move in moves) == list(state.legal_moves())
    crosses = find_fitting(state, "x")
    assert crosses == by_piece[[piece.name for piece in PIECES].index("X")]
    assert find_fitting(state, f"X {crosses[0].split(',')[0]}")[0] == crosses[0]


def test_a_bar_moves_while_one_piece_of_work_takes_long() -> None:
    screen = io.StringIO()
    with make_progress(Console(file=screen, force_terminal=True, width=100)) as bar:
        bar.add_task("", total=1)
        deadline = time.monotonic() + 60
        while len(set(re.findall("[⠀-⣿]", screen.getvalue()))) < 4:
            assert time.monotonic() < deadline, "the spinner stands still"
            threading.Event().wait(0.02)
