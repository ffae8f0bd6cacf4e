"""The tutor: its verdicts against a slow search, what it remembers, and hints that lead to a solution."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein.puzzles import CHALLENGES, Background, Challenge, Inquiry, Layout, Tutor, Verdict, warm_up
from tischlein.puzzles.blokus.reasons import find_islands, find_reason

from .layouts import cut, make_small, packed, play_randomly, solution_of
from .reference import count_fillings


def lay(challenge: Challenge, *moves: tuple[str, str]) -> Layout:
    layout = Layout(challenge)
    for colour, move in moves:
        layout = layout.place(colour, move)
    return layout


@given(st.integers(0, 10**6), st.integers(0, 4), st.booleans(), st.randoms(use_true_random=False))
def test_verdicts_agree_with_the_slow_search(seed: int, pieces: int, may_touch: bool, rng: random.Random) -> None:
    challenge, _ = make_small(5, 4, seed, may_touch)
    layout = play_randomly(Layout(challenge), pieces, rng)
    status = Tutor(challenge).status(layout, float("inf"))
    if count_fillings(layout):
        assert status.verdict is Verdict.SOLVABLE
        assert layout.place_all(status.witness).solved
    else:
        assert status.verdict is Verdict.IMPOSSIBLE
        assert status.reason is not None
        assert status.reason.text("de") != status.reason.text("en")


@pytest.mark.parametrize(
    ("name", "moves", "code"),
    [
        ("s3", [("blue", "a1,a2,a3,b3"), ("red", "b1,c1,c2,d1")], "reason-island"),
        ("s3", [("blue", "a2,b2,c2,d2"), ("red", "e1,f1,g1,h1"), ("red", "b1,c1,c2,d1")], None),
    ],
)
def test_islands(name: str, moves: list[tuple[str, str]], code: str | None) -> None:
    layout = Layout(CHALLENGES[name])
    for colour, move in moves[:2]:
        layout = layout.place(colour, move)
    reason = find_reason(layout)
    assert (reason.code if reason else None) == code


def test_a_piece_and_a_square_without_a_place() -> None:
    narrow = Challenge("own", 2, 6, {"blue": ("I4", "X", "1", "2")}, may_touch=True)
    reason = find_reason(Layout(narrow))
    assert reason is not None
    assert (reason.code, reason.details["piece"]) == ("reason-piece", "X")
    row = Challenge("own", 5, 1, {"blue": ("2", "1"), "red": ("2",)})
    layout = lay(row, ("blue", "b1,c1"))
    reason = find_reason(layout)
    assert reason is not None
    assert (reason.code, reason.text("en")) == ("reason-square", "No piece that is left can cover a1.")
    assert sorted(map(len, find_islands(layout))) == [1, 2]


def test_packing_without_room() -> None:
    layout = Layout(CHALLENGES["s1"], {"order": "free"})
    layout = layout.place("blue", "a20")
    layout = layout.place("yellow", "t20,s20,r20")
    assert find_reason(layout) is None
    for colour, move in (("green", "a1"), ("green", "b2,b3"), ("red", "t1")):
        layout = layout.place(colour, move)
    assert find_reason(layout) is None


def test_what_is_known_is_answered_at_once() -> None:
    challenge, _ = make_small(5, 4, 7, False)
    tutor = Tutor(challenge)
    first = tutor.status(Layout(challenge), float("inf"))
    assert first.verdict is Verdict.SOLVABLE
    layout = Layout(challenge)
    for placement in first.witness:
        layout = layout.place_all([placement])
        status = tutor.status(layout, 0)
        assert (status.verdict, status.tried) == (Verdict.SOLVABLE, 0)
    assert status.witness == ()


@pytest.mark.parametrize("seed", [0, 2, 6])
def test_a_dead_end_stays_dead_and_the_hint_leads_out(seed: int) -> None:
    """These dead ends cannot be seen without a search."""
    challenge, _ = make_small(5, 5, seed, False)
    layout = play_randomly(Layout(challenge), 1, random.Random(seed))
    assert find_reason(layout) is None
    assert count_fillings(layout) == 0
    tutor = Tutor(challenge)
    reason = tutor.status(layout, float("inf")).reason
    assert reason is not None
    assert reason.code == "reason-tried"
    further = play_randomly(layout, 1, random.Random(0))
    assert tutor.status(further, 0).verdict is Verdict.IMPOSSIBLE
    hint = tutor.hint(layout, 60)
    assert hint.take_back == layout.placements[0]


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "pieces"), [("s4", 0), ("s6", 10), ("s1", 60), ("s2", 40)])
def test_following_the_hints_solves_it(name: str, pieces: int) -> None:
    layout = cut(name, pieces)
    tutor = Tutor(layout.challenge, seed=9)
    while not layout.solved:
        hint = tutor.hint(layout, 120)
        assert hint.place is not None
        layout = layout.place_all([hint.place])
    assert tutor.hint(layout).place is None


def test_it_goes_on_where_it_was() -> None:
    challenge, _ = make_small(5, 4, 3, False)
    tutor = Tutor(challenge, clock=iter(range(1000)).__next__)
    layout = Layout(challenge)
    assert tutor.status(layout, 0).verdict is Verdict.UNKNOWN
    assert tutor.hint(layout, 0).place is None
    assert tutor.inquire(layout) is tutor.inquire(layout)
    tutor.status(layout, 100, lambda progress: progress.slices < 1)
    assert tutor.status(layout, 10**6).verdict is Verdict.SOLVABLE


def test_thinking_in_the_background() -> None:
    challenge, _ = make_small(5, 4, 3, False)
    told: list[Verdict] = []
    work = Background(Inquiry(Layout(challenge)), lambda status: told.append(status.verdict))
    assert work.wait(120).verdict is Verdict.SOLVABLE
    work.stop()
    assert told == [Verdict.SOLVABLE]


@pytest.mark.compiled
def test_the_background_can_be_stopped() -> None:
    work = Background(Inquiry(Layout(CHALLENGES["s2"])))
    work.stop()
    assert work.wait(0).verdict in (Verdict.UNKNOWN, Verdict.SOLVABLE)


@pytest.mark.parametrize("make", [lambda: packed("s2", 80), lambda: Layout(make_small(5, 4, 8, False)[0])])
def test_following_the_hints_solves_the_rest(make: Callable[[], Layout]) -> None:
    layout = make()
    tutor = Tutor(layout.challenge, seed=9)
    while not layout.solved:
        hint = tutor.hint(layout, 600)
        assert hint.place is not None
        layout = layout.place_all([hint.place])
    assert tutor.hint(layout).place is None


@pytest.mark.compiled
def test_warming_up_leaves_nothing_behind() -> None:
    warm_up(as_in_the_game=True)
    warm_up(as_in_the_game=False)
    assert Layout(CHALLENGES["s1"]).placements == ()


@pytest.mark.compiled
@pytest.mark.parametrize("make", [lambda: cut("s6", 30, 2), lambda: cut("s1", 70, 1)])
def test_other_solutions_are_accepted(make: Callable[[], Layout]) -> None:
    """A witness of one seed is not the solution that the layout was cut from, most of the time; both are right."""
    layout = make()
    status = Tutor(layout.challenge, seed=77).status(layout, 120)
    assert layout.place_all(status.witness).solved
    assert solution_of("s6", 2).solved
