"""Other people's bots: functions, objects, modules, entry points, and programs that speak GTP."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tischlein import BadSetup, IllegalMove, Record, find_game, new_game
from tischlein.arena.contest import Contest, fixtures, play_fixture, results, run_contest
from tischlein.bots import Bot, RandomBot, adopt, find_player
from tischlein.bots.gtp_bot import EngineFailed, GtpBot
from tischlein.bots.own import check_player
from tischlein.cli.main import app
from tischlein.cli.options import read_players, split_player
from tischlein.core.game import Move, Seat, State

pytestmark = pytest.mark.compiled

ENGINE = (
    f"{sys.executable} -c 'from tischlein.cli.main import main; main()' gtp --seed 1 --bot random --game blokus/duo"
)

MODULE = """
def last(state, seat):
    return state.legal_moves()[-1]

class First:
    def choose(self, state, seat):
        return state.legal_moves()[0]

number = 7
"""

RUDE = """
import sys
for line in sys.stdin:
    print("= resign" if "genmove" in line else "= ", end="\\n\\n", flush=True)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with a module of bots, and a package that offers one by entry point."""
    (tmp_path / "my_bots.py").write_text(MODULE)
    info = tmp_path / "other_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tischlein.bots]\nhasty = my_bots:First\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("PYTHONPATH", ":".join([str(tmp_path), *filter(None, sys.path)]))
    yield tmp_path
    sys.modules.pop("my_bots", None)


def test_functions_objects_and_classes_are_bots(here: Path) -> None:
    import my_bots  # type: ignore[import-not-found]

    state = new_game("nim", seed=1, first=0)
    legal = state.legal_moves()
    assert adopt(my_bots.last).choose(state, 0) == legal[-1]
    assert adopt(my_bots.First).choose(state, 0) == legal[0]
    assert adopt(my_bots.First()).choose(state, 0) == legal[0]
    with pytest.raises(TypeError, match="choose"):
        adopt(my_bots.number)


def test_names_are_found_in_modules_and_entry_points(here: Path) -> None:
    game, state = find_game("nim"), new_game("nim", seed=1, first=0)
    assert find_player(game, "my_bots.last").choose(state, 0) == state.legal_moves()[-1]
    assert find_player(game, "hasty").choose(state, 0) == state.legal_moves()[0]
    assert isinstance(find_player(game, "random"), RandomBot)
    for unknown in ("my_bots.nobody", "no_such_module.bot", "nobody", "level77"):
        with pytest.raises(BadSetup, match="bot cannot be"):
            check_player(game, unknown)


def test_a_bot_sees_only_what_its_seat_may_see() -> None:
    seen: list[State] = []

    def look(state: State, seat: Seat) -> Move:
        seen.append(state)
        return state.legal_moves()[0]

    state = new_game("blockers", seats=3, seed=1, first=0)
    bot = adopt(look, seed=4)
    for _ in range(5):
        bot.choose(state, 0)
    assert all(one.view(0) == state.view(0) for one in seen)
    assert len({str(one.view(1)) for one in seen}) > 1, "what it cannot see is dealt anew"


def test_an_illegal_choice_is_refused() -> None:
    with pytest.raises(IllegalMove):
        adopt(lambda state, seat: "99").choose(new_game("nim", seed=1, first=0), 0)


def test_own_bots_sit_in_the_arena(here: Path) -> None:
    contest = Contest("planken", ("my_bots.last", "hasty"), 2, seats=2)
    list(run_contest(contest, here / "games"))
    (result,) = results(contest, here / "games")
    assert result.games == 2
    record = Record.parse(next((here / "games").glob("my_bots.last-hasty-*.record")).read_text())
    assert {record.tags["Seat 0"], record.tags["Seat 1"]} == {"my_bots.last", "hasty"}


def test_own_bots_sit_at_the_terminal(here: Path) -> None:
    seats = "my_bots.last:Anna,hasty"
    arguments = ["play", "planken", "--seats", seats, "--seed", "1", "--save", "game.record"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "Anna" in result.output
    game = Record.parse((here / "game.record").read_text())
    assert game.final_state().outcome() is not None


def test_a_file_cannot_start_programs(here: Path) -> None:
    """A saved game may come from anywhere; who resumes it names its programs."""
    command = f'gtp({sys.executable} -c \'open("started", "w")\')'
    setup = find_game("blokus").setup("duo", seed=1)
    (here / "evil.record").write_text(Record(setup, tags={"Seat 0": command, "Seat 1": "my_bots.last"}).text())
    result = CliRunner().invoke(app, ["play", "--resume", "evil.record"])
    assert isinstance(result.exception, BadSetup)
    assert not (here / "started").exists()


def test_commands_keep_their_commas_and_colons() -> None:
    assert read_players("human:Anna, gtp(engine --a=1,2 c:d):Bob,level3") == [
        "human:Anna", "gtp(engine --a=1,2 c:d):Bob", "level3",
    ]  # fmt: skip
    assert split_player("gtp(engine --a=1,2 c:d):Bob") == ("gtp(engine --a=1,2 c:d)", "Bob")
    assert split_player("human:Anna") == ("human", "Anna")
    assert split_player("level3") == ("level3", "")


# ------------------------------------------------------------------ GTP


@pytest.fixture
def engine() -> Iterator[GtpBot]:
    bot = find_player(find_game("blokus"), f"gtp({ENGINE})")
    assert isinstance(bot, GtpBot)
    yield bot
    bot.close()


def test_an_engine_plays_whole_games_and_others(engine: GtpBot) -> None:
    """It is told what others played, and begins anew when the game is another one."""
    for variant in ("duo", "two", "duo"):
        state = new_game("blokus", variant, seed=1, first=0)
        other: Bot = RandomBot(1)
        plies = 0
        while (seat := state.to_move) is not None and (variant == "duo" or plies < 9):
            move = (engine if seat == 0 else other).choose(state, seat)
            assert move in state.legal_moves()
            state, plies = state.play(move), plies + 1
    assert engine.processor_time() > 0


def test_an_engine_sits_in_the_arena() -> None:
    (fixture, *_) = fixtures(Contest("blokus", (f"gtp({ENGINE})", "random"), 2, "duo"))
    record = Record.parse(play_fixture(fixture))
    assert record.final_state().outcome() is not None
    assert "/" not in fixture.file
    assert float(record.tags["Time 0"].split()[0]) > 0


def test_engines_that_do_not_play_say_why(tmp_path: Path) -> None:
    game = find_game("blokus")
    with pytest.raises(EngineFailed, match="No such file"):
        find_player(game, "gtp(/no/such/engine)")
    with pytest.raises(EngineFailed, match="ended"):
        find_player(game, f"gtp({sys.executable} -c pass)")
    with pytest.raises(BadSetup, match="Planken"):
        check_player(find_game("planken"), f"gtp({ENGINE})")
    script = tmp_path / "rude.py"
    script.write_text(RUDE)
    bot = find_player(game, f"gtp({sys.executable} {script})")
    with pytest.raises(EngineFailed, match="resign"):
        bot.choose(new_game("blokus", "duo", first=0), 0)
    bot.close()


def test_an_engine_that_is_closed_has_ended(engine: GtpBot) -> None:
    process: subprocess.Popen[str] = engine._process
    engine.close()
    assert process.poll() is not None
