"""The opening book."""

import random
from importlib.resources import files
from pathlib import Path

import pytest
from training.blokus.build_book import Maker

from tests.blokus.positions import GAME
from tischlein.bots.bot import Budget
from tischlein.bots.search_bot import SearchBot
from tischlein.games.blokus.engine.book import find_answers, mirror, own_moves, parse, turn_move
from tischlein.games.blokus.game import BlokusState

pytestmark = pytest.mark.compiled

FOUR_COLOURS = ("two", "classic")


def read_lines(variant: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    file = files("tischlein.games.blokus.engine").joinpath(f"data/book-{variant}.txt")
    return list(parse(file.read_text(encoding="ascii")))


LINES = read_lines("duo")


def play_all(moves: tuple[str, ...], variant: str = "duo", **options: str) -> BlokusState:
    state = GAME.new(variant, first=0, options=options)
    for move in moves:
        state = state.play(move)
    assert isinstance(state, BlokusState)
    return state


def test_every_answer_is_legal_and_found_on_both_sides_of_the_diagonal() -> None:
    assert len(LINES) > 100
    for before, answers in LINES:
        state, other = play_all(before), play_all(tuple(mirror(move, 14) for move in before))
        assert set(answers) <= set(state.legal_moves())
        assert find_answers(state) == answers
        reflected = tuple(mirror(answer, 14) for answer in answers)
        assert find_answers(other) in (reflected, answers), "the empty board is its own mirror image"
        assert set(find_answers(other)) <= set(other.legal_moves())


def test_bots_choose_among_equally_good_moves() -> None:
    state = play_all(())
    chosen = {SearchBot(GAME.levels[-1], seed).choose(state, 0) for seed in range(10)}
    assert chosen == set(find_answers(state))
    assert len(chosen) > 1


def test_both_sides_have_answers_to_their_second_turn() -> None:
    assert {len(before) for before, _ in LINES} >= {0, 1, 2, 3}


@pytest.mark.parametrize("seed", range(3))
def test_a_mirror_shows_the_same_move_twice(seed: int) -> None:
    move = random.Random(seed).choice(GAME.new("duo", first=0).legal_moves())
    assert mirror(mirror(move, 14), 14) == move
    assert mirror(move, 14) in GAME.new("duo", first=0).legal_moves()


@pytest.mark.parametrize("variant", FOUR_COLOURS)
def test_with_four_colours_a_line_holds_for_every_corner(variant: str) -> None:
    lines = dict(read_lines(variant))
    assert {len(before) for before in lines} == {0, 1, 2}
    for before, answers in lines.items():
        # All colours play the same line, each from its own corner.
        state = play_all(tuple(turn_move(move, turn) for move in before for turn in range(4)), variant)
        for turn, answer in enumerate(answers[0] for _ in range(4)):
            assert own_moves(state) == before
            assert find_answers(state) == tuple(turn_move(move, turn) for move in answers)
            moved = state.play(turn_move(answer, turn))
            assert isinstance(moved, BlokusState)
            state = moved


def test_other_starts_and_other_boards_are_not_in_the_book() -> None:
    for variant in ("duo", *FOUR_COLOURS):
        assert find_answers(play_all((), variant, corners="free")) == ()
    for variant in ("teams", "three"):
        assert GAME.find_openings(GAME.new(variant, seed=1)) == ()


def test_only_the_top_levels_have_read_it_and_only_for_a_move() -> None:
    state = play_all(())
    for level in GAME.levels:
        bot = SearchBot(level, seed=1)
        move = bot.choose(state, 0, Budget(simulations=5))
        assert (bot.simulations == 0) == level.book
        assert not level.book or move in find_answers(state)
    assert [level.book for level in GAME.levels] == [False] * 8 + [True] * 2
    top = SearchBot(GAME.levels[-1], seed=1)
    assert len(top.analyse(state, 0, Budget(simulations=50))) > 1, "who analyses wants to see values"
    assert top.simulations == 50


def test_the_maker_follows_one_of_four_colours(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("# a recipe\n")
    start = play_all((), "two")
    Maker("two", 30, path, shortly=20).extend_own(start, 2)
    once = path.read_text()
    known = dict(parse(once))
    assert {(answer,) for answer in known[()]} | {()} == set(known)
    Maker("two", 30, path, shortly=20).extend_own(start, 2)
    assert path.read_text() == once, "nothing was missing"


def test_the_maker_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("# a recipe\n")
    Maker("duo", 30, path, shortly=100).extend(play_all(()), (2,), own=True)
    once = path.read_text()
    known = dict(parse(once))
    assert known[()] == tuple(dict.fromkeys((*known[()], *(mirror(move, 14) for move in known[()]))))
    assert len(known) == 1 + len(known[()]), "two answers to each of the moves, and mirror images hold for each other"
    for before, answers in known.items():
        assert set(answers) <= set(play_all(before).legal_moves())
    Maker("duo", 30, path, shortly=100).extend(play_all(()), (2,), own=True)
    assert path.read_text() == once, "nothing was missing"
    Maker("duo", 30, path, shortly=100).extend(play_all(()), (1,), own=False)
    assert len(dict(parse(path.read_text()))) == len(known) + 1
