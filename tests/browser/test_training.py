"""Exercises in the page: asked, answered, kept."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tischlein.study import Exercise, read_exercises
from tischlein.study.exercises import DATA

from .conftest import DESK, Invite
from .hands import HANDS
from .person import Person
from .test_pages import check_accessibility

SMALL = ViewportSize(width=360, height=640)
LEARNED = "JSON.parse(localStorage.getItem('tischlein-exercises') ?? '{}')"


def list_exercises(game: str) -> list[Exercise]:
    """Return the exercises in the order in which a newcomer is asked."""
    return sorted(read_exercises(DATA / f"{game}.jsonl"), key=lambda one: one.rating)


def play(person: Person, exercise: Exercise, move: str, touch: bool) -> None:
    hands, state = HANDS[exercise.state.setup.game], exercise.state
    (hands.by_touch if touch else hands.by_mouse)(person.page, state.view(state.to_move), move)


@pytest.mark.parametrize("size", [SMALL, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", [path.stem for path in sorted(DATA.glob("*.jsonl"))])
def test_exercises_are_asked_and_answers_are_kept(invite: Invite, game: str, size: ViewportSize) -> None:
    touch = size is SMALL
    anna = invite(size, touch=touch)
    page, (first, second, *_) = anna.page, list_exercises(game)
    anna.open("/exercises")
    train = page.get_by_role("region", name=re.compile(f"^{game}", re.IGNORECASE)).get_by_role("link", name="Train")
    train.wait_for()
    check_accessibility(page)
    train.click()
    status = page.get_by_label("State of the game")
    expect(status).to_contain_text("Find the")
    play(anna, first, first.answer, touch)
    expect(status).to_contain_text("Right!")
    expect(page.get_by_role("region", name="The coach")).to_be_visible()
    check_accessibility(page)
    learned: dict[str, Any] = page.evaluate(LEARNED)
    assert learned["cards"][first.id]["interval"] == 1
    page.get_by_role("button", name="Next").click()
    wrong = next(move for move in second.state.legal_moves() if move != second.answer)
    play(anna, second, wrong, touch)
    expect(status).to_contain_text("Not this one")
    page.get_by_role("button", name="Show the answer").click()
    expect(status).to_contain_text("This was the move")
    learned = page.evaluate(LEARNED)
    assert learned["cards"][second.id]["successes"] == 0, "the first answer counts"
    anna.open("/exercises")
    expect(page.get_by_role("region", name=re.compile(f"^{game}", re.IGNORECASE))).to_contain_text("1 of")
