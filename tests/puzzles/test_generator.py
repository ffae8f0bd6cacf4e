"""Generated puzzles: one solution, by an independent search; levels that mean what they say; the same everywhere."""

import datetime

import pytest

from tischlein import BadSetup
from tischlein.puzzles import LEVELS, Layout, make_daily, make_puzzle, write_sheet
from tischlein.puzzles.blokus.generator import WEEK, Puzzle, grade
from tischlein.puzzles.blokus.solvers.cover import Cover

from .reference import count_fillings

MONDAY = datetime.date(2026, 11, 16)


def make(rows: int, columns: int, level: str, seed: int) -> Puzzle:
    puzzle = make_puzzle(rows, columns, level, seed)
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("seed", range(3))
def test_there_is_one_solution_and_it_is_the_one_we_name(seed: int) -> None:
    for level in ("easy", "medium"):
        puzzle = make(4, 5, level, seed)
        assert count_fillings(puzzle.layout) == 1
        assert puzzle.layout.place_all(puzzle.solution).solved


@pytest.mark.compiled
@pytest.mark.parametrize("level", LEVELS)
def test_larger_ones(level: str) -> None:
    puzzle = make(6, 8, level, 5)
    assert count_fillings(puzzle.layout) == 1
    puzzle = make(8, 10, level, 5)
    assert sorted(map(len, puzzle.challenge.hands.values())) == [5, 5, 5, 5]
    assert 0 < len(puzzle.challenge.givens) < 16
    assert Cover(puzzle.layout, 9).count(2, 10**7) == 1, "from other tables, in another order"


@pytest.mark.compiled
def test_the_largest() -> None:
    puzzle = make(15, 16, "easy", 1)
    assert puzzle.challenge.pieces == 48
    assert Cover(puzzle.layout, 3).count(2, 10**7) == 1, "from other tables, in another order"


@pytest.mark.compiled
def test_no_given_can_be_spared_without_changing_the_level_or_the_number_of_solutions() -> None:
    puzzle = make(6, 8, "hard", 4)
    cover = Cover(Layout(puzzle.challenge.__class__("own", 8, 6, puzzle.challenge.hands)), 0)
    givens = list(puzzle.challenge.givens)
    assert grade(cover, givens) == "hard"
    for given in givens:
        assert cover.count(2, 10**6, [other for other in givens if other != given]) == 2


def test_more_solutions_have_no_level() -> None:
    puzzle = make(4, 5, "easy", 1)
    empty = Cover(Layout(puzzle.challenge.__class__("own", 5, 4, puzzle.challenge.hands)), 0)
    assert empty.count(2, 10**6) == 2
    assert grade(empty, []) is None


def test_the_puzzle_of_the_day_is_the_same_for_everyone() -> None:
    """With and without the compiler; a change of this text is a change of all puzzles of the day."""
    puzzle = make_daily(MONDAY)
    assert puzzle is not None
    assert write_sheet(puzzle.layout.place_all(puzzle.solution)).splitlines()[-4:] == [
        " 0. red a1,a2,b2,b3,c2",
        " 1. blue d3,d4,e2,e3,e4",
        " 2. yellow a3,a4,b4,c3,c4",
        " 3. yellow b1,c1,d1,d2,e1",
    ]


@pytest.mark.compiled
def test_every_day_of_a_week_has_a_puzzle_of_its_level() -> None:
    for day, (rows, columns, level) in enumerate(WEEK):
        puzzle = make_daily(MONDAY + datetime.timedelta(days=day))
        assert puzzle is not None
        assert (puzzle.challenge.rows, puzzle.challenge.columns, puzzle.level) == (rows, columns, level)


@pytest.mark.parametrize(
    ("rows", "columns", "level", "code"),
    [(3, 5, "easy", "too-large"), (16, 16, "easy", "too-large"), (5, 5, "wild", "no-level")],
)
def test_what_cannot_be_made_is_refused(rows: int, columns: int, level: str, code: str) -> None:
    with pytest.raises(BadSetup) as refused:
        make_puzzle(rows, columns, level, 0)
    assert refused.value.code == code
    assert refused.value.text("de")


@pytest.mark.compiled
def test_a_level_that_a_board_has_not() -> None:
    with pytest.raises(BadSetup) as refused:
        make_puzzle(4, 4, "hard", 0)
    assert refused.value.code == "not-found"


def test_making_can_be_stopped() -> None:
    assert make_puzzle(4, 5, "easy", 1, lambda: False) is None
