"""Exercises at the server: ratings that learn from answers, and progress under a link."""

from __future__ import annotations

import pytest

from tischlein.server.training.training import A_DAY, SAVED_AS, start_ratings

from .client import Visitor
from .process import Server

CARD = {"due": "2026-03-02", "interval": 1, "ease": 2.5, "successes": 1}
LEARNED = {"cards": {next(iter(start_ratings())): CARD, "own-table-7": CARD}, "rating": 1212.0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A server of one's own: answers from one network are few."""
    own = Server(tmp_path_factory.mktemp("training")).start()
    yield own
    own.stop()


def answer(person: Visitor, exercise: str, solved: bool) -> float:
    reply = person.ask("POST", f"/exercises/answers/{exercise}", {"solved": solved})
    assert reply.status_code == 200, reply.text
    return float(reply.json()["rating"])


def test_the_first_answer_of_each_changes_the_rating_and_no_other(server: Server) -> None:
    exercise, start = next(iter(start_ratings().items()))
    anna, ben, eve = (Visitor(server.address) for _ in range(3))
    easier = answer(anna, exercise, True)
    assert easier < start
    assert answer(anna, exercise, False) == easier, "the second time it is known"
    refused = ben.ask("POST", f"/exercises/answers/{exercise}", {"solved": False})
    assert (refused.status_code, refused.json()["code"]) == (429, "too-fast"), "one network has few votes"
    assert A_DAY < 10
    assert eve.ask("GET", "/exercises/ratings").json() == {exercise: easier}


def test_a_good_person_counts_as_one(server: Server) -> None:
    exercises = [one for one in start_ratings() if one != next(iter(start_ratings()))][:12]
    anna = Visitor(server.address)
    for exercise in exercises[:-1]:
        answer(anna, exercise, True)
    last = exercises[-1]
    assert start_ratings()[last] - answer(anna, last, True) < 12, "it was expected of her"
    mine = anna.ask("GET", "/me").json()
    assert [one["solved"] for one in mine["answers"]] == [True] * 12
    assert anna.ask("DELETE", "/me").status_code == 200
    assert anna.ask("GET", "/me").json()["answers"] == []
    assert last in anna.ask("GET", "/exercises/ratings").json(), "what was learned of the exercise stays"


def test_only_exercises_that_come_along_are_rated(server: Server) -> None:
    anna = Visitor(server.address)
    refused = anna.ask("POST", "/exercises/answers/made-up", {"solved": True})
    assert (refused.status_code, refused.json()["code"]) == (404, "no-such-exercise")
    assert anna.ask("POST", f"/exercises/answers/{next(iter(start_ratings()))}", {"solved": 3}).status_code == 400


def test_progress_goes_on_elsewhere(server: Server) -> None:
    anna = Visitor(server.address)
    saved = anna.ask("POST", "/exercises/saves", LEARNED)
    assert saved.status_code == 201, saved.text
    card = saved.json()
    assert card == {"id": card["id"], "version": 1, **LEARNED}
    ben, address = Visitor(server.address), f"/exercises/saves/{card['id']}"
    newer = {"cards": {}, "rating": 1300.0}
    assert ben.ask("PUT", address, {**newer, "version": 1}).json()["version"] == 2
    stale = anna.ask("PUT", address, {**LEARNED, "version": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale-save")
    assert anna.ask("GET", address).json() == {"id": card["id"], "version": 2, **newer}
    assert anna.ask("GET", f"/solo/saves/{card['id']}").json()["code"] == "no-such-save", "it is no puzzle"
    assert anna.ask("GET", "/exercises/saves/nothing").json()["code"] == "no-such-save"


@pytest.mark.parametrize(
    "bad",
    [
        {"cards": {}},
        {"cards": {"own-1": 1}, "rating": 1},
        {"cards": {"own-1": CARD | {"due": "soon"}}, "rating": 1200},
    ],
    ids=["no rating", "no card", "no day"],
)
def test_nonsense_is_not_kept(server: Server, bad: object) -> None:
    assert Visitor(server.address).ask("POST", "/exercises/saves", bad).status_code == 400


def test_exercises_that_are_gone_are_not_kept(server: Server) -> None:
    kept = Visitor(server.address).ask(
        "POST", "/exercises/saves", {"cards": {"gone": CARD, "own-1": CARD}, "rating": 1200}
    )
    assert kept.json()["cards"] == {"own-1": CARD}


def test_a_puzzle_cannot_be_saved_as_exercises(server: Server) -> None:
    anna = Visitor(server.address)
    assert anna.ask("POST", "/solo/saves", {"puzzle": SAVED_AS}).json()["code"] == "no-such-puzzle"
