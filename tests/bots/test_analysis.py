"""Analysis of a game: what a move is worth when the bot knows it well, hardly, or only by the result."""

import xml.etree.ElementTree as ET

import pytest

from tischlein import Record, find_game
from tischlein.bots.analysis import assess, draw_graph, look_through
from tischlein.bots.bot import RandomBot
from tischlein.core.thinker import Line

pytestmark = pytest.mark.compiled

# A heap of five: 3, 1, 1; whoever starts takes the last one.
SETUP = find_game("nim").setup(seats=2, seed=1, first=0)
GAME = Record(type(SETUP)("nim", "plain", 2, 0, {"last": "wins"}, {"heap": "5"}), ("3", "1", "1"))


def test_the_best_move_loses_nothing() -> None:
    thoughts = [[Line("3", 0.9, 50), Line("1", 0.2, 50)], [Line("1", 0.3, 100)], [Line("1", 1.0, 1)]]
    assert [(one.value, one.mark) for one in assess(GAME, thoughts)] == [(0.9, ""), (0.3, ""), (1.0, "")]


def test_a_move_that_was_tried_enough_has_its_own_value() -> None:
    thoughts = [[Line("1", 0.9, 80), Line("3", 0.6, 20)], [Line("1", 0.3, 100)], [Line("1", 1.0, 1)]]
    first = assess(GAME, thoughts)[0]
    assert (first.value, first.mark, first.best.move) == (0.6, "??", "1")


def test_a_move_hardly_looked_at_is_worth_what_came_of_it() -> None:
    thoughts = [[Line("1", 0.9, 99), Line("3", 0.0, 1)], [Line("2", 0.3, 100), Line("1", 0, 0)], [Line("1", 0.8, 1)]]
    first, second, _ = assess(GAME, thoughts)
    assert first.value == 0.8, "the next turn of the same seat"
    assert first.mark == "?"
    assert second.value == 0, "it has no other turn, and lost"


def test_an_unfinished_game_gives_nothing_away_that_nobody_knows() -> None:
    record = Record(GAME.setup, ("3",))
    assert assess(record, [[Line("1", 0.7, 99), Line("3", 0.0, 1)]])[0].mark == ""


def test_looking_through_and_drawing() -> None:
    thoughts = list(look_through(GAME, RandomBot(1)))
    assert len(thoughts) == 3
    picture = draw_graph(assess(GAME, thoughts), ["Anna", "Ben"], "Nim")
    assert ET.fromstring(picture).tag.endswith("svg")
    assert "Anna" in picture
