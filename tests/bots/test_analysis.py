"""Analysis of a game: what a move is worth when the bot knows it well, hardly, or only by the result."""

import pytest

from tischlein import Record, find_game
from tischlein.bots.analysis import assess, look_through
from tischlein.bots.bot import RandomBot
from tischlein.core.search import Variation

pytestmark = pytest.mark.compiled

# A heap of five: 3, 1, 1; whoever starts takes the last one.
SETUP = find_game("nim").setup(seats=2, seed=1, first=0)
GAME = Record(type(SETUP)("nim", "plain", 2, 0, {"last": "wins"}, {"heap": "5"}), ("3", "1", "1"))


def test_the_best_move_loses_nothing() -> None:
    thoughts = [
        [Variation("3", 0.9, 50), Variation("1", 0.2, 50)],
        [Variation("1", 0.3, 100)],
        [Variation("1", 1.0, 1)],
    ]
    assert [(one.value, one.mark) for one in assess(GAME, thoughts)] == [(0.9, ""), (0.3, ""), (1.0, "")]


def test_a_move_that_was_tried_enough_has_its_own_value() -> None:
    thoughts = [
        [Variation("1", 0.9, 80), Variation("3", 0.6, 20)],
        [Variation("1", 0.3, 100)],
        [Variation("1", 1.0, 1)],
    ]
    first = assess(GAME, thoughts)[0]
    assert (first.value, first.mark, first.best.move) == (0.6, "??", "1")


def test_a_move_hardly_looked_at_is_worth_what_came_of_it() -> None:
    thoughts = [
        [Variation("1", 0.9, 99), Variation("3", 0.0, 1)],
        [Variation("2", 0.3, 100), Variation("1", 0, 0)],
        [Variation("1", 0.8, 1)],
    ]
    first, second, _ = assess(GAME, thoughts)
    assert first.value == 0.8, "the next turn of the same seat"
    assert first.mark == "?"
    assert second.value == 0, "it has no other turn, and lost"


def test_an_unfinished_game_gives_nothing_away_that_nobody_knows() -> None:
    record = Record(GAME.setup, ("3",))
    assert assess(record, [[Variation("1", 0.7, 99), Variation("3", 0.0, 1)]])[0].mark == ""


def test_a_proof_needs_no_visits() -> None:
    thoughts = [
        [Variation("1", 0.7, 99), Variation(GAME.moves[0], 0.0, 1, proven=True)],
        *([Variation(move, 0.9, 99)] for move in GAME.moves[1:]),
    ]
    assert assess(GAME, thoughts)[0].value == 0.0


def test_looking_through_asks_the_bot_at_every_move() -> None:
    thoughts = list(look_through(GAME, RandomBot(1)))
    assert [len(lines) for lines in thoughts] == [3, 2, 1]


def test_where_the_best_move_was_hardly_looked_at_nothing_is_a_mistake() -> None:
    last = [Variation("1", 0.0, 100)], [Variation("1", 0.1, 100)]
    for visits, proven, mark in ((2, False, ""), (3, False, "??"), (0, True, "??")):
        best = Variation("1", 0.9, visits, proven=proven)
        assert best.is_sure == bool(mark)
        assert assess(GAME, [[best], *last])[0].mark == mark
