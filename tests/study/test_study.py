"""Reports, the coach's sentences, practice and exercises."""

from __future__ import annotations

import base64
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tischlein
from tischlein import Record, find_game, play_game
from tischlein.bots import make_bot
from tischlein.bots.analysis import Assessment
from tischlein.core.search import Variation
from tischlein.games.planken.engine.solver import MAX_PLIES
from tischlein.games.planken.game import PlankenState
from tischlein.games.planken.study.coach import Proof
from tischlein.study import (
    Card,
    compare,
    explain,
    make_exercises,
    make_own,
    make_report,
    read_exercises,
    report_on,
    review,
)
from tischlein.study.exercises import DATA, DEPTHS, MARGIN, name_rivals, write_exercises
from tischlein.study.practice import LEAST_EASE, update_ratings
from tischlein.study.report import grade, phase_of

from .test_tree import play_randomly

TODAY = date(2026, 3, 1)


@pytest.mark.compiled
@pytest.mark.parametrize("game", tischlein.game_ids())
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_coach_speaks_both_languages(game: str, language: str) -> None:
    record = play_randomly(game, 12)
    states = record.states()
    for state, move in zip(states, record.moves, strict=False):
        for sentence in explain(state, move, language):
            assert sentence.text.endswith((".", "!"))
            assert "{" not in sentence.text


def test_a_comparison_leaves_out_what_both_moves_do() -> None:
    state = tischlein.new_game("blokus", "duo", seed=1)
    first, second = state.legal_moves()[0], state.legal_moves()[-1]
    assert compare(state, first, first) == ([], [])
    own, others = compare(state, first, second)
    assert {one.text for one in own}.isdisjoint(one.text for one in others)


def test_accuracy_falls_with_what_is_given_away() -> None:
    assert grade(0) == pytest.approx(100, abs=0.01)
    assert grade(0.2) == pytest.approx(40, abs=2)
    assert grade(1) == 0


@given(st.integers(1, 200), st.data())
def test_phases_come_in_order(plies: int, data: st.DataObject) -> None:
    ply = data.draw(st.integers(1, plies))
    order = ["opening", "middle", "end"]
    assert order.index(phase_of(ply, plies)) <= order.index(phase_of(plies, plies))
    assert phase_of(1, plies) == "opening"


def test_a_report_names_the_turning_point() -> None:
    record = play_randomly("blokus", 6)
    state = record.state_at(3)
    best = next(move for move in state.legal_moves() if move != record.moves[3])
    found = [
        Assessment(
            ply,
            (ply - 1) % 4,
            move,
            Variation(best if ply == 4 else move, 0.6, 99),
            0.6 - 0.3 * (ply == 4),
            0.3 * (ply == 4),
            "??" * (ply == 4),
        )
        for ply, move in enumerate(record.moves, start=1)
    ]
    report = make_report(record, found)
    assert [(one.ply, one.seat, one.played, one.better) for one in report.turning_points] == [
        (4, 3, record.moves[3], best)
    ]
    assert report.turning_points[0].before == 0.6
    assert report.turning_points[0].reply == record.moves[4], "the best answer of whoever comes next"
    assert report.turning_points[0].why_reply == explain(record.state_at(4), record.moves[4])
    assert report.accuracy[3] is not None
    assert report.accuracy[3] < 30
    assert report.accuracy[0] == pytest.approx(100, abs=0.01)
    assert report.by_phase["end"][3] is None, "seat 4 made no move there"


@pytest.mark.compiled
def test_a_report_in_one_call_shows_itself() -> None:
    record = play_game("planken", "random", "level1", seed=3)
    report = report_on(record, bot="30sims", seed=1)
    assert report.record == record
    assert report.turning_points, "random moves give something away"
    assert repr(report) == f"<Report on {record!r}, {len(report.turning_points)} turning points>"
    text = str(report)
    for point in report.turning_points:
        assert f"Move {point.ply}, {record.tags[f'Seat {point.seat}']}: {point.played}" in text
        assert all(f"  + {sentence.text}\n" in f"{text}\n" for sentence in point.why_better)
    pictures = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', report._repr_html_())
    drawings = [base64.b64decode(picture).decode() for picture in pictures]
    assert drawings[0] == report.graph()
    worst = report.turning_points[0]
    assert drawings[1:3] == [
        record.state_at(worst.ply - 1).play(move).svg(worst.seat) for move in (worst.played, worst.better)
    ]
    assert len(drawings) == 1 + 2 * len(report.turning_points)
    assert report_on(record, bot=make_bot("planken", "30sims", 1)).assessments == report.assessments


def test_a_report_on_nothing_and_on_people_shows_itself() -> None:
    setup = find_game("blokus").setup("duo", seed=1)
    empty = report_on(Record(setup), bot="random", language="de")
    assert str(empty).splitlines()[0] == "Genauigkeit"
    assert "Platz 2" in str(empty)
    assert "<img" in empty._repr_html_()
    alike, people = ({"Seat 0": one, "Seat 1": "level1"} for one in ("level1", "human:Anna <3"))
    assert report_on(Record(setup, tags=alike), bot="random").names == ["Seat 1", "Seat 2"]
    named = report_on(Record(setup, tags=people), bot="random")
    assert named.names == ["Anna <3", "level1"]
    assert "Anna &lt;3" in named._repr_html_()


# ---------------------------------------------------------------------- practice


def test_intervals_grow_and_a_failure_begins_again() -> None:
    card, waits = Card(TODAY), []
    for _ in range(4):
        card = review(card, True, card.due)
        waits.append(card.interval)
    assert waits == [1, 3, 8, 20]
    failed = review(card, False, card.due)
    assert (failed.due, failed.successes) == (card.due, 0)
    assert failed.ease < card.ease


@given(st.lists(st.booleans(), max_size=60))
def test_no_history_breaks_a_card(answers: list[bool]) -> None:
    card = Card(TODAY)
    for solved in answers:
        before = card.due
        card = review(card, solved, before)
        assert card.due == before + timedelta(days=card.interval)
        assert card.ease >= LEAST_EASE


@given(st.floats(0, 3000), st.floats(0, 3000), st.booleans())
def test_ratings_are_handed_over(person: float, exercise: float, solved: bool) -> None:
    after, other = update_ratings(person, exercise, solved)
    assert after + other == pytest.approx(person + exercise)
    assert (after >= person) == solved


# ---------------------------------------------------------------------- exercises


@pytest.mark.compiled
def test_an_exercise_has_one_good_answer() -> None:
    found = list(make_exercises("planken", seed=0))
    assert found, "a game holds something to find"
    assert read_exercises(write_exercises(found)) == found
    for one in found[:3]:
        state = one.state
        assert state.to_move == one.seat
        assert one.answer in state.legal_moves()
        assert one.depth in DEPTHS
        assert (one.kind, one.margin) == ("win", 1.0) or one.kind == "hold"


def test_a_rival_is_also_who_looked_good_and_was_hardly_tried() -> None:
    values = {"answer": (0.9, 900), "b": (0.5, 400), "c": (0.4, 200), "d": (0.3, 90), "e": (0.2, 9), "seldom": (0.8, 1)}
    lines = [Variation(move, *found) for move, found in values.items()] + [Variation("never", 1.0, 0)]
    rivals = name_rivals("answer", lines, lines[:5])
    assert set(rivals) == {"seldom", "b", "c", "d"}
    assert rivals[0] == "seldom", "the most dangerous one first: most candidates fail there"


@pytest.mark.compiled
def test_own_mistakes_become_exercises_where_one_move_was_good() -> None:
    exercise = next(one for one in read_exercises(DATA / "planken.jsonl") if one.kind == "win")
    state = exercise.state
    lost = next(move for move in state.legal_moves() if move != exercise.answer)
    record = Record.parse(exercise.record)
    played = Record(record.setup, (*record.moves, lost))
    best = Variation(exercise.answer, 1.0, 99)
    mistake = Assessment(len(played.moves), exercise.seat, lost, best, 0.0, 1.0, "??")
    small = Assessment(1, 1 - exercise.seat, played.moves[0], best, 0.5, 0.01, "")
    [own] = make_own(played, [small, mistake])
    assert (own.id, own.answer, own.kind) == (exercise.id, exercise.answer, "win")
    assert list(make_own(played, [small, mistake], seat=1 - exercise.seat)) == []


@pytest.mark.parametrize("file", sorted(DATA.glob("*.jsonl")), ids=lambda file: str(file.stem))
def test_the_exercises_that_come_along_are_sound(file: Path) -> None:
    found = read_exercises(file)
    assert len({one.id for one in found}) == len({one.record for one in found}) == len(found) >= 10
    for one in found:
        state = one.state
        assert (state.setup.game, state.to_move) == (file.stem, one.seat)
        assert one.answer in state.legal_moves()
        assert one.margin >= MARGIN


@pytest.mark.compiled
def test_exercises_of_planken_are_proven() -> None:
    """Where the answer wins, that is proven, and that all others lose; where it lasts, that all others lose faster."""
    for one in read_exercises(DATA / "planken.jsonl"):
        state, plies = one.state, 2 * one.goal - 1
        assert isinstance(state, PlankenState)
        assert one.kind in ("win", "hold")
        for move in state.legal_moves():
            after = state.play(move)
            assert isinstance(after, PlankenState)
            proof = Proof(after, plies if one.kind == "hold" else MAX_PLIES)
            if move != one.answer:
                assert proof.plies_to_win is not None, f"{one.id} {move}"
            else:
                assert proof.is_lost if one.kind == "win" else proof.cannot_win
