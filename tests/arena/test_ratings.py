"""Ratings of bots at larger tables, the leaderboard, and its picture."""

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tischlein import BadSetup, Record
from tischlein.arena.contest import Contest, fixtures, play_fixture, read_times, results, run_contest
from tischlein.arena.ratings import Standing, draw_standings, rate, write_leaderboard
from tischlein.cli.main import app
from tischlein.core.words import LANGUAGES, words

pytestmark = pytest.mark.compiled

TABLE = Contest("blockers", ("random", "level1", "level2"), games=6, variant="basic", seats=3, mixed=True)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arena")
    list(run_contest(TABLE, folder))
    return folder


def test_everybody_sits_everywhere_at_a_mixed_table() -> None:
    games = list(fixtures(TABLE))
    assert len(games) == 6
    assert [game.players for game in games[:3]] == [
        ("random", "level1", "level2"),
        ("level1", "level2", "random"),
        ("level2", "random", "level1"),
    ]
    assert len({game.begin().setup.deal["red"] for game in games}) == 2, "each deal from each arrangement of seats"
    five = replace(TABLE, bots=("random", "level1", "level2", "level3", "level4"), games=1)
    assert len(list(fixtures(five))) == 10
    assert next(fixtures(replace(TABLE, seats=4, games=1))).players == ("random", "level1", "level2", "random")


def test_ratings_put_the_stronger_first(played: Path) -> None:
    standings = rate(TABLE, played)
    assert [standing.bot for standing in standings][-1] == "random"
    assert {standing.games for standing in standings} == {6}
    assert sum(standing.wins for standing in standings) == pytest.approx(1)
    assert all(standing.seconds and standing.seconds > 0 for standing in standings)
    assert standings[0].rating > 25 > standings[-1].rating
    assert all(0 < standing.error < 1.96 * 25 / 3 for standing in standings)
    assert results(TABLE, played) == []
    assert rate(TABLE, played) == standings, "the same games give the same ratings"


def test_bots_with_several_seats_count_once(tmp_path: Path) -> None:
    contest = Contest("blokus", ("level1", "random"), 2, "teams")
    list(run_contest(contest, tmp_path))
    assert [standing.games for standing in rate(contest, tmp_path)] == [2, 2]


def test_nothing_played_is_no_error(tmp_path: Path) -> None:
    standings = rate(TABLE, tmp_path)
    assert [(standing.rating, standing.games, standing.seconds) for standing in standings] == [(25, 0, None)] * 3
    ET.fromstring(draw_standings(standings, words("tischlein.arena", "en")))


def test_times_are_data_of_the_record() -> None:
    fixture = next(fixtures(Contest("planken", ("random", "level1"), 1)))
    text = play_fixture(fixture)
    times, record = read_times(text), Record.parse(text)
    assert sum(moves for _, moves in times) == len(record.moves)
    assert all(seconds >= 0 for seconds, _ in times)
    assert [record.tags[f"Time {seat}"] for seat in range(2)] == [f"{taken:.6f} {moves}" for taken, moves in times]
    assert read_times(fixture.begin().text()) == []


def test_times_that_were_remarks_are_still_read(tmp_path: Path) -> None:
    fixture = next(fixtures(TABLE))
    record = Record.parse(play_fixture(fixture))
    kept = {key: value for key, value in record.tags.items() if not key.startswith("Time ")}
    remarks = "; Seconds and moves of seat 0: 1.500000 3\n; Seconds and moves of seat 1: 0.250000 2\n"
    text = replace(record, tags=kept).text() + remarks
    (tmp_path / fixture.file).write_text(text, encoding="utf-8")
    assert read_times(text) == [(1.5, 3), (0.25, 2)]
    seconds = {standing.bot: standing.seconds for standing in rate(TABLE, tmp_path)}
    assert seconds == {"random": 0.5, "level1": 0.125, "level2": None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_leaderboard_is_written(played: Path, language: str) -> None:
    standings = rate(TABLE, played)
    data, chart = write_leaderboard(standings, played, words("tischlein.arena", language))
    assert [Standing(**row) for row in json.loads(data.read_text(encoding="utf-8"))] == standings
    drawing = ET.parse(chart).getroot()
    texts = {element.text for element in drawing.iter() if element.tag.endswith("text")}
    assert {"random", "level1", "level2", words("tischlein.arena", language)("rating")} <= texts
    assert len(rate(TABLE, played)) == 3, "files beside the records do not matter"


def test_the_command_shows_and_keeps_the_leaderboard(tmp_path: Path) -> None:
    bots = ["--bots", "random,level1,level2", "--games", "3", "--seats", "3", "--variant", "basic"]
    result = CliRunner().invoke(app, ["arena", "blockers", *bots, "--mixed", "--lang", "de", "-o", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert words("tischlein.arena", "de")("rating") in result.output
    assert len(list(tmp_path.glob("*.record"))) == 3
    assert len(json.loads((tmp_path / "leaderboard.json").read_text(encoding="utf-8"))) == 3
    assert ET.parse(tmp_path / "leaderboard.svg")
    assert CliRunner().invoke(app, ["arena", "blockers", *bots, "--mixed", "--lone"]).exit_code == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_is_said_in_both_languages(language: str) -> None:
    own = words("tischlein.arena", language)
    refusal = BadSetup("tischlein.work", "no-library", field="--ray", library="Ray", extra="cluster")
    assert "tischlein[cluster]" in refusal.text(language)
    assert all(own(key) for key in ("games", "share-of-wins", "elo", "bot", "seconds", "leaderboard", "seconds-a-move"))
