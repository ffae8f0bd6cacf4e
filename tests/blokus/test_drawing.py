"""What people see, in the terminal and as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tischlein.core.drawing.svg import COLOURS
from tischlein.core.game import State
from tischlein.core.record import Record
from tischlein.core.words import words
from tischlein.games.blokus import GAME
from tischlein.games.blokus.drawing.terminal import HAND, MARKS

GOLDEN = Path(__file__).parent / "golden"
ENGLISH = words("tischlein.games.blokus", "en")
GERMAN = words("tischlein.games.blokus", "de")


def record(name: str) -> Record:
    return Record.parse((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))


def board_of(state: State) -> list[str]:
    """The board as the terminal shows it, back in the letters of the view."""
    size = state.view(None)["size"]
    letters = {MARKS[colour["id"]]: colour["id"][0] for colour in state.view(None)["colours"]}
    rows = [line[3 : 3 + 2 * size : 2] for line in state.text().splitlines()[3 : 3 + size]]
    return ["".join(letters.get(sign, ".") for sign in row) for row in rows]


@pytest.mark.parametrize(("name", "ply"), [("classic", 40), ("duo", 12), ("three", 61), ("two-bonus", -1)])
def test_the_terminal_shows_the_board_without_colours(name: str, ply: int) -> None:
    state = record(name).state_at(ply)
    assert board_of(state) == state.view(None)["board"]
    assert max(map(len, state.text().splitlines())) <= 82


def test_the_terminal_tells_turn_scores_and_pieces() -> None:
    text = GAME.new("classic", first=1).play("a20,a19").text()
    assert "Yellow is to move (seat 3)." in text
    assert "Last move: Blue, 2 on a19,a20" in text
    assert "-87" in text
    assert "-89" in text
    assert "◆ ◆ ◆ ◆ ◆" in text


def test_the_terminal_tells_the_end() -> None:
    text = record("two-bonus").final_state().text()
    assert "Seat 1 wins with 35 points." in text
    assert "all placed, single square" in text
    assert "last: +20" in text
    assert "all placed: +15" in text
    assert "out: " in text
    ended = record("teams").final_state()
    tied = ended.outcome()
    assert tied is not None
    assert tied.winners == (0, 1, 2, 3)
    assert "Seats 1, 2, 3, 4 win with -64 points." in ended.text()


def test_the_terminal_speaks_german() -> None:
    state = GAME.new("three", first=0)
    rows = state.text(language="de").splitlines()
    assert "Blau ist am Zug (Platz 1)." in rows
    assert any("Grün, reihum" in row for row in rows)


def test_a_new_game_marks_its_start_squares() -> None:
    assert GAME.new("classic").text().count("+ ") == 4
    assert GAME.new("duo").text().count("+ ") == 2
    assert HAND < 80


def test_the_last_piece_is_strong() -> None:
    state = GAME.new("classic", first=0).play("a20,a19")
    lines = GAME.drawing().lines(state.view(None), ENGLISH)
    strong = [span for line in lines for span in line if span.strong and span.colour == "blue"]
    assert len(strong) == 2


def colours_in(picture: str, fill: str) -> int:
    return sum(element.get("fill") == fill for element in ET.fromstring(picture).iter())


@pytest.mark.parametrize("name", ["classic", "teams", "two-bonus", "three", "duo"])
def test_the_picture_shows_every_square(name: str) -> None:
    state = record(name).final_state()
    picture = state.svg()
    view = state.view(None)
    for colour in view["colours"]:
        covered = sum(row.count(colour["id"][0]) for row in view["board"])
        assert colours_in(picture, COLOURS[colour["id"]]) >= covered + colour["squares"] + 1


def test_the_picture_names_turn_and_winner() -> None:
    assert "Violett ist am Zug (Platz 1)." in GAME.new("duo", first=0).svg(language="de")
    assert "Seat 1 wins with 35 points." in record("two-bonus").final_state().svg()


def test_the_picture_shows_sums_of_teams() -> None:
    picture = record("teams").final_state().svg()
    assert picture.count("−64") == 2
    assert "seat 1 + seat 3" in picture
    assert "+35" in record("two-bonus").final_state().svg()


def test_start_squares_are_drawn_until_they_are_taken() -> None:
    free = GAME.new("classic", options={"corners": "free"}, first=0)
    assert len(ET.fromstring(free.svg()).findall("{*}circle")) > 0
    assert free.svg() != GAME.new("classic", first=0).svg()
