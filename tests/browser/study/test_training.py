"""Exercises in the page: asked, answered, kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, Invite
from tests.browser.hands import HANDS
from tests.browser.look.test_pages import check_accessibility
from tests.browser.person import Person
from tests.server.process import Server
from tischlein import Record, find_game
from tischlein.bots import make_bot
from tischlein.study import Exercise, read_exercises
from tischlein.study.exercises import DATA

SMALL = ViewportSize(width=360, height=640)
LEARNED = "JSON.parse(localStorage.getItem('tischlein-exercises') ?? '{}')"


def list_exercises(game: str, page: Page | None = None) -> list[Exercise]:
    """Return the exercises in the order in which a newcomer is asked: by the ratings that a page has heard of."""
    ratings: dict[str, float] = {}
    if page is not None:
        page.wait_for_function("() => localStorage.getItem('tischlein-exercises')")  # it has asked the server
        ratings = page.evaluate(LEARNED)["ratings"]
    return sorted(read_exercises(DATA / f"{game}.jsonl"), key=lambda one: ratings.get(one.id, one.rating))


def play(person: Person, exercise: Exercise, move: str, touch: bool) -> None:
    hands, state = HANDS[exercise.state.setup.game], exercise.state
    (hands.by_touch if touch else hands.by_mouse)(person.page, state.view(state.to_move), move)


@pytest.mark.parametrize("size", [SMALL, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", [path.stem for path in sorted(DATA.glob("*.jsonl"))])
def test_exercises_are_asked_and_answers_are_kept(invite: Invite, game: str, size: ViewportSize) -> None:
    touch = size is SMALL
    anna = invite(size, touch=touch)
    page = anna.page
    anna.open("/exercises")
    first, second, *_ = list_exercises(game, page)
    train = page.get_by_role("region", name=re.compile(f"^{game}", re.IGNORECASE)).get_by_role("link", name="Train")
    train.wait_for()
    check_accessibility(page)
    train.click()
    status = page.get_by_label("State of the game")
    expect(status).to_contain_text(re.compile("[Ff]ind the"))
    play(anna, first, first.answer, touch)
    expect(status).to_contain_text("Right!")
    expect(page.get_by_role("region", name="The coach")).to_be_visible()
    check_accessibility(page)
    learned: dict[str, Any] = page.evaluate(LEARNED)
    assert learned["cards"][first.id]["interval"] == 1
    page.get_by_role("button", name="Next", exact=True).click()
    wrong = next(move for move in second.state.legal_moves() if move != second.answer)
    play(anna, second, wrong, touch)
    expect(status).to_contain_text("Not this one")
    page.get_by_role("button", name="Show the answer").click()
    expect(status).to_contain_text("This was the move")
    learned = page.evaluate(LEARNED)
    assert learned["cards"][second.id]["successes"] == 0, "the first answer counts"
    anna.open("/exercises")
    expect(page.get_by_role("region", name=re.compile(f"^{game}", re.IGNORECASE))).to_contain_text("1 of")


def lose(exercise: Exercise) -> str:
    """Return the record of a game in which somebody did not find the answer, played to its end by bots."""
    state, record = exercise.state, Record.parse(exercise.record)
    moves = [next(move for move in state.legal_moves() if move != exercise.answer)]
    state = state.play(moves[0])
    bot = make_bot(find_game(record.setup.game), "200sims", seed=1)
    while state.to_move is not None:
        moves.append(bot.analyse(state, state.to_move)[0].move)
        state = state.play(moves[-1])
    return Record(record.setup, (*record.moves, *moves)).text()


@pytest.fixture
def unasked(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Server]:
    """A server where nobody has answered anything: a network may answer the same exercise only a few times a day."""
    assert server, "its page is built"
    own = Server(tmp_path_factory.mktemp("unasked")).start()
    yield own
    own.stop()


def test_a_mistake_is_trained_and_progress_goes_on_elsewhere(invite: Invite, unasked: Server) -> None:
    """From a lost game to an exercise, an answer that counts for everybody, and a link to another device."""
    exercise = next(one for one in list_exercises("planken") if one.kind == "win")
    anna = invite(SMALL, touch=True)
    anna.address = unasked.address
    page = anna.page
    brought = anna.context.request.post(f"{anna.address}/api/records", data={"text": lose(exercise), "name": "Anna"})
    assert brought.ok, brought.text()
    anna.open(f"/t/{brought.json()['id']}/replay")
    page.get_by_role("button", name="Analyse the game").click()
    report = page.get_by_role("region", name="Analysis", exact=True)
    report.get_by_role("button", name="Train your mistakes").click(timeout=120_000)
    report.get_by_role("link", name="Train").click(timeout=120_000)
    status = page.get_by_label("State of the game")
    expect(status).to_contain_text("From your game")
    own: list[dict[str, str]] = page.evaluate("JSON.parse(localStorage.getItem('tischlein-mistakes'))")
    assert exercise.answer in {one["answer"] for one in own}
    check_accessibility(page)
    for number, one in enumerate(own, start=1):
        state = Record.parse(one["record"]).final_state()
        HANDS["planken"].by_touch(page, state.view(state.to_move), one["answer"])
        expect(status).to_contain_text("Right!")
        page.get_by_role("button", name="Next", exact=True).click()
        assert len(page.evaluate(LEARNED)["cards"]) == number
    expect(status).to_contain_text("Find the only move")
    first = list_exercises("planken")[0]
    with page.expect_response("**/api/exercises/answers/*") as answered:
        play(anna, first, first.answer, touch=True)
    assert answered.value.json()["rating"] < first.rating, "it counts for everybody"
    anna.open("/exercises")
    page.get_by_role("button", name="Go on elsewhere").click()
    link = page.get_by_role("dialog").get_by_role("textbox").input_value()
    ben = invite(DESK, language="de")
    ben.address = unasked.address
    ben.page.goto(link)
    region = ben.page.get_by_role("region", name=re.compile("^Planken"))
    expect(region).to_contain_text("1 von")
    known = ben.page.evaluate(LEARNED)["cards"]
    second = next(one for one in list_exercises("planken", ben.page) if one.id not in known)
    region.get_by_role("link", name="Üben").click()
    with ben.page.expect_response("**/api/exercises/saves/*") as saved:
        play(ben, second, second.answer, touch=False)
    assert saved.value.ok
    anna.open("/exercises")
    page.wait_for_function(f"() => '{second.id}' in {LEARNED}.cards")
