"""The opening book."""

import random
from importlib.resources import files
from pathlib import Path

import pytest

from tischlein.bots.bot import Budget
from tischlein.bots.search_bot import SearchBot
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.opening import Maker, find_answer, mirror, parse

from .positions import GAME

pytestmark = pytest.mark.compiled

LINES = list(parse(files("tischlein.games.blokus").joinpath("opening-duo.txt").read_text(encoding="ascii")))


def play_all(moves: tuple[str, ...], **options: str) -> BlokusState:
    state = GAME.new("duo", first=0, options=options)
    for move in moves:
        state = state.play(move)
    assert isinstance(state, BlokusState)
    return state


def test_every_answer_is_legal_and_found_on_both_sides_of_the_diagonal() -> None:
    assert len(LINES) > 100
    for before, answer in LINES:
        state, other = play_all(before), play_all(tuple(mirror(move, 14) for move in before))
        assert answer in state.legal_moves()
        assert find_answer(state) == answer
        assert find_answer(other) in (mirror(answer, 14), answer), "the empty board is its own mirror image"
        assert find_answer(other) in other.legal_moves()


def test_both_sides_have_answers_to_their_second_turn() -> None:
    assert {len(before) for before, _ in LINES} >= {0, 1, 2, 3}


@pytest.mark.parametrize("seed", range(3))
def test_a_mirror_shows_the_same_move_twice(seed: int) -> None:
    move = random.Random(seed).choice(GAME.new("duo", first=0).legal_moves())
    assert mirror(mirror(move, 14), 14) == move
    assert mirror(move, 14) in GAME.new("duo", first=0).legal_moves()


def test_other_starts_and_other_boards_are_not_in_the_book() -> None:
    assert find_answer(play_all((), corners="free")) is None
    for variant in ("classic", "teams", "two", "three"):
        assert GAME.find_opening(GAME.new(variant, seed=1)) is None


def test_only_the_top_levels_have_read_it_and_only_for_a_move() -> None:
    state = play_all(())
    for level in GAME.levels:
        bot = SearchBot(level, seed=1)
        move = bot.choose(state, 0, Budget(simulations=5))
        assert (bot.simulations == 0) == level.book
        assert not level.book or move == find_answer(state)
    assert [level.book for level in GAME.levels] == [False] * 6 + [True] * 2
    top = SearchBot(GAME.levels[-1], seed=1)
    assert len(top.analyse(state, 0, Budget(simulations=50))) > 1, "who analyses wants to see values"
    assert top.simulations == 50


def test_the_maker_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("# a recipe\n")
    Maker("duo", 30, path).extend(play_all(()), (2,), own=True)
    once = path.read_text()
    known = dict(parse(once))
    assert len(known) == 3
    for before, answer in known.items():
        assert answer in play_all(before).legal_moves()
    Maker("duo", 30, path).extend(play_all(()), (2,), own=True)
    assert path.read_text() == once, "nothing was missing"
    Maker("duo", 30, path).extend(play_all(()), (1,), own=False)
    assert len(dict(parse(path.read_text()))) == 4
