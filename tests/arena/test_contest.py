"""Matches between bots: seats, deals, going on after a stop, and the arithmetic of who is stronger."""

import math
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein import BadSetup, Record
from tischlein.arena.contest import Contest, estimate, fixtures, play_fixture, results, run_contest

pytestmark = pytest.mark.compiled

DUO = Contest("blokus", ("random", "level1"), games=4, variant="duo")


def test_seats_are_swapped_and_deals_repeated() -> None:
    games = list(fixtures(DUO))
    assert [game.players for game in games] == [("random", "level1"), ("level1", "random")] * 2
    lone = list(fixtures(Contest("blockers", ("random", "level1"), 4, "basic", 4, lone=True)))
    assert [game.players.index("random") for game in lone] == [0, 1, 2, 3]
    records = [Record.parse(play_fixture(game)) for game in lone[:2]]
    assert records[0].setup == records[1].setup


def test_every_pair_meets() -> None:
    pairs = {game.group for game in fixtures(Contest("blokus", ("random", "level1", "level2"), 2, "duo"))}
    assert len(pairs) == 3


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    for done, _ in run_contest(DUO, tmp_path):
        if done == 1:
            break
    kept = {path.name: path.read_text() for path in tmp_path.glob("*.record")}
    assert [done for done, _ in run_contest(DUO, tmp_path)] == [1, 2, 3, 4]
    assert all((tmp_path / name).read_text() == text for name, text in kept.items())
    (result,) = results(DUO, tmp_path)
    assert result.games == 4
    assert result.share <= 0.5, "who plays at random does not win"
    elo, low, high = result.elo
    assert low <= elo <= high


def test_who_sits_alone_is_measured_by_its_part_of_the_seats(tmp_path: Path) -> None:
    contest = Contest("planken", ("random", "level1"), 3, "standard", 3, lone=True)
    list(run_contest(contest, tmp_path))
    (result,) = results(contest, tmp_path)
    assert result.even == pytest.approx(1 / 3)
    assert replace(result, share=1 / 3).elo[0] == pytest.approx(0)
    assert replace(result, share=0.45).elo[0] > 0, "less than half, and yet stronger"


def test_a_bot_that_does_not_exist_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(BadSetup):
        list(run_contest(Contest("blokus", ("random", "level77"), 2), tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_games_of_another_contest_are_not_mixed_in(tmp_path: Path) -> None:
    list(run_contest(replace(DUO, games=1), tmp_path))
    for other in (replace(DUO, seed=7, variant="two"), replace(DUO, seconds=0.5)):
        with pytest.raises(BadSetup, match="another contest"):
            next(iter(run_contest(other, tmp_path)))
    with pytest.raises(BadSetup, match="another contest"):
        results(replace(DUO, seconds=0.5), tmp_path)


POINTS = st.sampled_from([0.0, 0.5, 1.0])


@given(st.lists(st.tuples(POINTS, POINTS), min_size=2, max_size=40))
def test_swapped_pairs_count_as_pairs(pairs: list[tuple[float, float]]) -> None:
    """The error is that of as many means as there are pairs, however alike or unlike the two games of a pair are."""
    means = [fmean(pair) for pair in pairs]
    share, error = estimate(pairs)
    assert share == pytest.approx(fmean(means))
    spread = stdev(means) / math.sqrt(len(means))
    assert error == pytest.approx(1.96 * max(spread, 1 / (len(pairs) + 2)))


@given(st.lists(POINTS, min_size=2, max_size=40))
def test_a_game_played_twice_says_nothing_new(points: list[float]) -> None:
    alone, twice = estimate([[point] for point in points]), estimate([[point, point] for point in points])
    assert twice == pytest.approx(alone)


@given(st.lists(st.lists(POINTS, min_size=1, max_size=4), min_size=1, max_size=20))
def test_a_pair_that_is_half_played_counts_too(deals: list[list[float]]) -> None:
    share, error = estimate(deals)
    assert share == pytest.approx(fmean(point for deal in deals for point in deal))
    assert 0 < error < 2
    assert estimate(deals[::-1]) == pytest.approx((share, error))
