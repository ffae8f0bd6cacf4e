"""Rectangles: both searches against a slow one, published counts, and every answer checked."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein.games.blokus.pieces import PIECES
from tischlein.puzzles import CHALLENGES, Challenge, Layout, Progress, solve
from tischlein.puzzles.blokus.solvers.cover import Cover
from tischlein.puzzles.blokus.solvers.mend import Mend
from tischlein.puzzles.blokus.solvers.scan import Scan
from tischlein.puzzles.blokus.solvers.search import Search

from .layouts import cut, make_small, play_randomly, solution_of
from .reference import count_fillings

PENTOMINOES = tuple(piece.name for piece in PIECES if piece.size == 5)
boards = st.tuples(st.integers(3, 5), st.integers(3, 4), st.integers(0, 10**6), st.booleans())


def finish(search: Search) -> Search:
    while not search.settled:
        search.run()
    return search


@given(boards, st.integers(0, 3), st.randoms(use_true_random=False))
def test_both_searches_agree_with_the_slow_one(
    board: tuple[int, int, int, bool], pieces: int, rng: random.Random
) -> None:
    challenge, _ = make_small(*board)
    layout = play_randomly(Layout(challenge), pieces, rng)
    solvable = count_fillings(layout) > 0
    for search in (Scan(layout, 1), Cover(layout, 2)):
        found = finish(search).found
        assert (found is not None) == solvable
        assert search.exhausted != solvable
        if found is not None:
            assert layout.place_all(found).solved


@given(boards.filter(lambda board: not board[3]), st.integers(0, 2))
def test_counts_agree_with_the_slow_one(board: tuple[int, int, int, bool], givens: int) -> None:
    challenge, solution = make_small(*board)
    layout = Layout(challenge, {}, tuple(solution[:givens]))
    count = count_fillings(layout)
    assert Cover(layout, 0).count(10**6, 10**9) == count
    assert Cover(Layout(challenge), 0).count(10**6, 10**9, solution[:givens]) == count


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "tilings"), [(20, 3, 2), (15, 4, 368)])
def test_published_numbers_of_pentomino_rectangles(columns: int, rows: int, tilings: int) -> None:
    """Counted up to turning and flipping, so we find each four times."""
    challenge = Challenge("own", columns, rows, {"blue": PENTOMINOES}, may_touch=True)
    assert Cover(Layout(challenge), 0).count(10**6, 10**9) == 4 * tilings


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["s3", "s4", "s5", "s6"])
def test_solutions_pass_the_checker_and_differ(name: str) -> None:
    solutions = [solution_of(name, seed) for seed in range(4)]
    for solved in solutions:
        assert Layout(CHALLENGES[name]).place_all(solved.placements).solved
    assert len({frozenset(solved.placements) for solved in solutions}) == 4
    assert solve(Layout(CHALLENGES[name]), 2) == solutions[2], "equal seeds, equal solutions"


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["s3", "s4", "s5", "s6"])
def test_every_cut_of_a_solution_is_completed(name: str) -> None:
    whole = solution_of(name, 1).placements
    for pieces in range(len(whole) // 2, len(whole) + 1):
        layout = cut(name, pieces, 1)
        solved = solve(layout, 3)
        assert solved is not None
        assert solved.solved
        assert solved.placements[:pieces] == layout.placements


@pytest.mark.compiled
def test_a_scan_and_a_cover_prove_the_same() -> None:
    """Two independent methods on dead ends of S4 with few pieces left, and a third where it is fast enough."""
    rng, dead = random.Random(4), 0
    for seed in range(12):
        layout = play_randomly(cut("s4", 14, seed % 4), 1, rng)
        scan, cover = finish(Scan(layout, 0)), finish(Cover(layout, 0))
        assert scan.exhausted == cover.exhausted == (count_fillings(layout) == 0)
        dead += scan.exhausted
    assert 0 < dead < 12


def test_work_can_be_stopped_by_watching() -> None:
    challenge, _ = make_small(5, 4, 1, False)
    seen: list[Progress] = []

    def stop(progress: Progress) -> bool:
        seen.append(progress)
        return False

    solved = solve(Layout(challenge), 0, stop)
    assert [progress.slices for progress in seen] == [1]
    assert solved is None or solved.solved


@pytest.mark.parametrize("pieces", [*(pytest.param(count, marks=pytest.mark.compiled) for count in (0, 4, 24)), 40])
def test_a_mended_filling_passes_the_checker(pieces: int) -> None:
    layout = cut("s6", pieces, 2)
    found = finish(Mend(layout, 1)).found
    assert found is not None
    assert layout.place_all(found).solved
