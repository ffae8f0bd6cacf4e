"""The engine as another program meets it: every command, whole games, and nothing that ends it by mistake."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tischlein import __version__
from tischlein.adapters.blokus_gtp import BlokusEngine
from tischlein.adapters.gtp import Engine, serve
from tischlein.bots.bot import Budget
from tischlein.bots.search_bot import SearchBot
from tischlein.core.game import State
from tischlein.core.refusal import BadSetup
from tischlein.core.search import Level, Search, Variation
from tischlein.games.blokus import GAME
from tischlein.games.blokus.engine.search import BlokusSearch
from tischlein.games.blokus.formats.sgf import GAME_NAMES, read_sgf, write_move

pytestmark = pytest.mark.compiled


def ask(engine: Engine, line: str) -> str:
    """Return what the engine answers when all goes well."""
    answer = engine.answer(line)
    assert answer is not None
    assert answer.startswith("= "), f"{line}: {answer}"
    assert answer.endswith("\n\n")
    assert "\n\n" not in answer[:-1]
    return answer[2:].rstrip("\n")


def fail(engine: Engine, line: str) -> str:
    """Return why the engine refuses."""
    answer = engine.answer(line)
    assert answer is not None
    assert re.fullmatch(r"\? \S[^\n]*\n\n", answer), f"{line}: {answer}"
    return answer[2:-2]


@pytest.fixture
def engine() -> BlokusEngine:
    return BlokusEngine("two", seed=1)


# ------------------------------------------------------------------ the protocol


def test_ids_comments_and_blanks(engine: BlokusEngine) -> None:
    assert engine.answer("7 name") == "=7 Tischlein\n\n"
    assert engine.answer("12 no_such") == "?12 unknown command (no_such)\n\n"
    assert engine.answer("\t7\tknown_command\x07  name # and more\r\n") == "=7 true\n\n"
    assert engine.answer("clear_board") == "= \n\n"
    assert [engine.answer(line) for line in ("", "  \t ", "# name", "\r\n")] == [None] * 4
    assert engine.answer("7") == "? unknown command (7)\n\n"


def test_every_command_is_listed_and_known(engine: BlokusEngine) -> None:
    listed = ask(engine, "list_commands").split("\n")
    assert listed == sorted(engine.commands)
    assert {ask(engine, f"known_command {name}") for name in listed} == {"true"}
    assert ask(engine, "known_command no_such") == "false"


def test_name_version_and_time(engine: BlokusEngine) -> None:
    assert ask(engine, "name") == "Tischlein"
    assert ask(engine, "version") == __version__
    assert ask(engine, "protocol_version") == "2"
    assert float(ask(engine, "cputime")) > 0


@pytest.mark.parametrize(
    "line",
    ["name x", "known_command", "genmove", "genmove 1 2", "play", "play 1", "p", "loadsgf", "loadsgf a 1 2", "savesgf"],
)
def test_the_number_of_arguments_is_checked(engine: BlokusEngine, line: str) -> None:
    assert re.match(r"missing argument \d|too many arguments", fail(engine, line))


def test_serving_ends_with_quit_or_with_the_lines() -> None:
    out = io.StringIO()
    serve(BlokusEngine("duo"), io.StringIO("1 name\n\n2 quit\n3 name\n"), out)
    assert out.getvalue() == "=1 Tischlein\n\n=2 \n\n"
    out = io.StringIO()
    serve(BlokusEngine("duo"), io.StringIO("name"), out)
    assert out.getvalue() == "= Tischlein\n\n"


def test_a_fault_of_ours_does_not_end_the_engine(engine: BlokusEngine, caplog: pytest.LogCaptureFixture) -> None:
    engine.commands["broken"] = lambda rest: str(1 / int(rest))
    assert fail(engine, "broken 0").startswith("internal error: ZeroDivisionError")
    assert "broken 0" in caplog.text
    assert ask(engine, "name") == "Tischlein"


WORDS = st.sampled_from(["1", "b", "W", "blue", "a20", "e10,e9", "pass", "Blokus", "Duo", '"', "99", "#", "genmove"])


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from(sorted(BlokusEngine().commands)), WORDS | st.text(max_size=8)), max_size=8))
def test_nonsense_is_answered(lines: list[tuple[str, str]]) -> None:
    engine = BlokusEngine("duo", seed=1)
    for name, rest in lines:
        if name != "savesgf":
            answer = engine.answer(f"{name} {rest}")
            assert answer is not None
            assert answer[:2] in ("= ", "? ")
            assert "internal error" not in answer


# ------------------------------------------------------------------ games


@pytest.mark.parametrize("variant", GAME.variants)
def test_a_whole_game_through_the_text(variant: str, tmp_path: Path) -> None:
    """Two engines tell each other their moves, as a match runner does it."""
    rng, path = random.Random(3), tmp_path / "game.blksgf"
    engines = BlokusEngine(variant, seed=5), BlokusEngine(variant, seed=6)
    colours = ("b", "w") if variant == "duo" else ("1", "2", "3", "4")
    for engine in engines:
        ask(engine, f"set_game {GAME_NAMES[variant]}")
    turn = 0
    while any(ask(engines[0], f"all_legal {colour}") for colour in colours):
        mover, other = rng.sample(engines, 2)
        legal = ask(other, f"all_legal {colours[turn]}").split("\n")
        move = ask(mover, f"genmove {colours[turn]}")
        if move == "pass":
            assert legal == [""]
        else:
            assert move in legal
        ask(other, f"play {colours[turn]} {move}")  # a pass too, as some referees do
        turn = (turn + 1) % len(colours)
    assert {ask(engine, f"genmove {colour}") for engine in engines for colour in colours} == {"pass"}
    assert ask(engines[0], "g") == "pass"
    score = ask(engines[0], "final_score")
    assert score == ask(engines[1], "final_score")
    ask(engines[0], f"savesgf {path}")
    record = read_sgf(path.read_text(encoding="utf-8"))
    outcome = record.final_state().outcome()
    assert outcome is not None
    assert record.setup.variant == variant
    assert score == expected_score(variant, outcome.scores, score)


def expected_score(variant: str, scores: tuple[int, ...], score: str) -> str:
    """Return the score as the protocol has it; of what it says about colours that share a seat, only the sums count."""
    if len(scores) == 2:
        ahead = scores[0] - scores[1]
        return f"B+{ahead}" if ahead > 0 else f"W+{-ahead}" if ahead < 0 else "0"
    points = [int(number) - 89 for number in score.split()]
    assert len(points) == 4
    if variant == "teams":
        assert scores[0] == points[0] + points[2]
        assert scores[1] == points[1] + points[3]
    else:
        assert scores == tuple(points[: len(scores)])
    return score


def test_set_game_takes_the_names_of_the_file_format(engine: BlokusEngine) -> None:
    ask(engine, "g")
    ask(engine, "set_game  blokus THREE-player ")
    assert ask(engine, "final_score") == "0 0 0 0"
    ask(engine, "set_game Blokus Duo")
    assert ask(engine, "final_score") == "0"
    assert "Blokus Two-Player" in fail(engine, "set_game Blokus Trigon")
    assert "Blokus Two-Player" in fail(engine, "set_game")
    ask(engine, "play b e10")


def test_teams_stay_teams_where_the_name_is_the_same() -> None:
    engine = BlokusEngine("teams")
    ask(engine, "set_game Blokus")
    assert "Teams" in ask(engine, "showboard")
    ask(engine, "set_game Blokus Duo")
    ask(engine, "set_game Blokus")
    assert "Classic" in ask(engine, "showboard")


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        ("classic", [("1", "blue"), ("2", "YELLOW"), ("3", "Red"), ("4", "green")]),
        ("duo", [("b", "B", "1", "black", "blue", "violet"), ("w", "2", "White", "green", "yellow")]),
    ],
)
def test_names_of_colours(variant: str, names: list[tuple[str, ...]]) -> None:
    engine = BlokusEngine(variant)
    answers = [{ask(engine, f"all_legal {name}") for name in same} for same in names]
    assert all(len(same) == 1 for same in answers)
    assert len(set.union(*answers)) == len(names)


def test_wrong_colours_are_refused(engine: BlokusEngine) -> None:
    for line in ("play b a20", "play 5 a20", "genmove black", "all_legal 0", "reg_genmove violet"):
        assert "invalid colour" in fail(engine, line)
    ask(engine, "set_game Blokus Duo")
    assert "possible: b, w" in fail(engine, "genmove 3")


def test_moves_are_written_row_by_row_and_read_in_any_order(engine: BlokusEngine) -> None:
    assert "a19,a20,b20" in ask(engine, "all_legal 1").split("\n")
    ask(engine, "play 1 B20,a20, a19")
    assert "t19,s20,t20" in ask(engine, "all_legal 2").split("\n")
    ask(engine, "p t20 t19 s20")


def test_illegal_moves_are_refused_with_the_reason(engine: BlokusEngine) -> None:
    assert "start square" in fail(engine, "play 1 b2")
    assert "not a square" in fail(engine, "play 1 nonsense")
    assert "can place nothing passes" in fail(engine, "play 1 pass")
    assert "can place nothing passes" in fail(engine, "p PASS")
    ask(engine, "play 1 a20")
    assert "turn of 2" in fail(engine, "play 1 b19")
    assert "turn of 2" in fail(engine, "play 3 t1")
    assert "turn of 2" in fail(engine, "genmove 3")
    assert "t20" in fail(engine, "p t1")


def test_legal_moves_of_any_colour(engine: BlokusEngine) -> None:
    assert len(ask(engine, "all_legal 3").split("\n")) == len(GAME.new("two", first=0).legal_moves())
    ask(engine, "play 1 a20")
    legal = ask(engine, "all_legal 1").split("\n")
    assert legal
    assert all("b19" in move.split(",") for move in legal)


def test_undo(engine: BlokusEngine) -> None:
    before = ask(engine, "showboard")
    assert fail(engine, "undo").startswith("cannot undo")
    ask(engine, "g")
    assert ask(engine, "showboard") != before
    ask(engine, "undo")
    assert ask(engine, "showboard") == before


def test_the_board_is_drawn_under_the_sign(engine: BlokusEngine) -> None:
    lines = ask(engine, "showboard").split("\n")
    assert lines[0] == ""
    assert lines[1].startswith("Blokus")
    assert any(line.startswith("20 ") for line in lines)


def test_reg_genmove_does_not_play(engine: BlokusEngine) -> None:
    move = ask(engine, "reg_genmove 1")
    assert move in ask(engine, "all_legal 1").split("\n")
    assert fail(engine, "undo")
    ask(engine, f"play 1 {move}")


def test_the_value_of_the_last_choice(engine: BlokusEngine) -> None:
    assert "no move" in fail(engine, "get_value")
    ask(engine, "g")
    assert 0 <= float(ask(engine, "get_value")) <= 1
    ask(engine, "clear_board")
    assert "no move" in fail(engine, "get_value")


def test_a_seed_repeats_a_game(engine: BlokusEngine) -> None:
    games = []
    for _ in range(2):
        ask(engine, "clear_board")
        ask(engine, "set_random_seed 9")
        games.append([ask(engine, "g") for _ in range(6)])
    assert games[0] == games[1]
    for line in ("set_random_seed -1", "set_random_seed x", "set_random_seed"):
        fail(engine, line)


class Careful(Search):
    """Takes the first move, and is sure of it."""

    def __init__(self, state: State) -> None:
        self.move = state.legal_moves()[0]

    def run(self, simulations: int) -> None:
        raise AssertionError("there is nothing to think about")

    def variations(self) -> list[Variation]:
        return [Variation(self.move, 0.75, 3)]

    proven = True


def test_a_bot_that_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "levels", (Level(1.0, 10),))
    monkeypatch.setattr(type(GAME), "search", lambda _game, state, _seed, _settings: Careful(state))
    for name in ("level1", "0.010s", "20sims"):
        engine = BlokusEngine("two", name, threads=2)
        engine.warm_up()
        assert ask(engine, "genmove 1") == ask(BlokusEngine("two"), "all_legal 1").split("\n")[0]
        assert ask(engine, "get_value") == "0.7500"


def test_a_bot_that_does_not_exist() -> None:
    with pytest.raises(BadSetup):
        BlokusEngine("two", "nobody")


@pytest.mark.skipif(not GAME.levels, reason="no search yet")
def test_every_level_moves() -> None:
    engine = BlokusEngine("duo", "level1", seed=1)
    assert ask(engine, "genmove b") in ask(BlokusEngine("duo"), "all_legal b").split("\n")


# ------------------------------------------------------------------ how well it plays


def test_the_opening_book_is_used() -> None:
    engine = BlokusEngine("duo", "5sims", seed=1)
    ask(engine, "p f9,e10,f10,g10,f11")
    state = GAME.new("duo", first=0).play("f9,e10,f10,g10,f11")
    known = GAME.find_openings(state)
    assert known
    assert ask(engine, "reg_genmove w") in map(write_move, known)


def test_what_is_known_is_kept_for_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bool] = []
    advance = BlokusSearch.advance

    def note(search: BlokusSearch, state: State) -> bool:
        kept.append(advance(search, state))
        return kept[-1]

    monkeypatch.setattr(BlokusSearch, "advance", note)
    engine = BlokusEngine("teams", "200sims", seed=1)  # without an opening book
    for colour in "1234":
        ask(engine, f"genmove {colour}")
    assert kept == [True] * 3
    ask(engine, "clear_board")
    ask(engine, "g")
    assert kept[-1] is False


def test_errors_are_plain_ascii(engine: BlokusEngine) -> None:
    ask(engine, "g")
    for line in (
        "play 2 x99",
        "play 2 „t20“",
        "genmove grün",
        "play 2 t20,t19,t18,t17,t16,t15",
        "süß",
        "set_game Schön",
    ):
        assert fail(engine, line).isascii()
    assert fail(engine, "play 2 x99").startswith("Square x99 is not on the board")
    assert fail(engine, "play 2 five").startswith('"five" is not a square')


@pytest.mark.parametrize("name", ["level10", "0.020s"])
def test_a_choice_that_is_decided_ends_early(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays by time stops when the rest of it cannot change the choice."""
    budgets: list[Budget] = []

    def think(_bot: SearchBot, _searches: object, budget: Budget, *_: object) -> None:
        budgets.append(budget)

    monkeypatch.setattr(SearchBot, "_think", think)
    ask(BlokusEngine("three", name), "genmove 1")  # no book knows that
    assert budgets[0].thrifty


# ------------------------------------------------------------------ time


def test_time_over_the_protocol(engine: BlokusEngine) -> None:
    ask(engine, "time_settings 60 0 0")
    ask(engine, "time_left 1 12.5 0")
    for line in ("time_settings 1 2", "time_settings -1 0 0", "time_left 1 x 0", "time_left 9 1 0", "time_left 1 1 -1"):
        assert re.match(r"missing|invalid", fail(engine, line))


def test_a_whole_game_on_a_clock() -> None:
    engine = BlokusEngine("duo", "level10", seed=1, game_time=0.4)
    engine.warm_up()
    begin = float(ask(engine, "cputime"))
    while ask(engine, "g") != "pass":
        pass
    assert float(ask(engine, "cputime")) - begin < 4  # two seats; far from the 10 s that a move of this level may take
    ask(engine, "final_score")


# ------------------------------------------------------------------ files


def test_files_are_loaded_as_a_whole_or_up_to_a_move(engine: BlokusEngine, tmp_path: Path) -> None:
    path = tmp_path / "a game#1.blksgf"
    for move in ("a20", "t20", "t1", "a1", "b18,b19"):
        ask(engine, f"p {move}")
    end = ask(engine, "showboard")
    ask(engine, f'savesgf "{path}"')
    ask(engine, "set_game Blokus Duo")
    ask(engine, f'loadsgf "{path}"')
    assert ask(engine, "showboard") == end
    for number, count in ((1, 0), (4, 3), (99, 5)):
        ask(engine, f'loadsgf "{path}" {number}')
        for _ in range(count):
            ask(engine, "undo")
        fail(engine, "undo")
    assert "invalid number" in fail(engine, f'loadsgf "{path}" 0')


def test_names_stay_and_comments_do_not(engine: BlokusEngine, tmp_path: Path) -> None:
    path = tmp_path / "named.blksgf"
    path.write_text("(;GM[Blokus Duo]PB[Anna]C[Hello];B[e10]C[Well];W[j5])", encoding="utf-8")
    ask(engine, f"loadsgf {path} 2")
    ask(engine, f"savesgf {path}")
    assert read_sgf(path.read_text(encoding="utf-8")).tags == {"Seat 0": "human:Anna"}


def test_files_that_cannot_be_read_or_written(engine: BlokusEngine, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    (tmp_path / "text").write_text("hello", encoding="utf-8")
    ask(engine, "p a20")
    assert "No such file" in fail(engine, f"loadsgf {tmp_path}/none")
    assert "UTF-8" in fail(engine, f"loadsgf {tmp_path}/bytes")
    assert "Line 1" in fail(engine, f"loadsgf {tmp_path}/text")
    assert "directory" in fail(engine, f"savesgf {tmp_path}")
    assert "quot" in fail(engine, 'loadsgf "open')
    ask(engine, "play 2 t20")
