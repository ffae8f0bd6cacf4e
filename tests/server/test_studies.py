"""Studies that live at the server: who may read them, who may change them, and pages that others embed."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from tischlein import new_game
from tischlein.server.http.studies import LONGEST
from tischlein.study import Study

from .client import Visitor
from .process import Server


def write_study(*moves: int) -> str:
    study, path = Study(new_game("blokus", "duo", first=0).setup, {"Title": "Ä"}), tuple[int, ...]()
    for number in moves:
        path = study.add(path, study.node(path).state.legal_moves()[number])
    return study.text()


def write_long_study(letters: int) -> str:
    """Return a study with many moves and just so many letters."""
    stored = json.loads(write_study(3))
    stored["tree"]["children"] *= (letters - 500) // len(json.dumps(stored["tree"]["children"]))
    stored["tree"]["comment"] = "x"
    stored["tree"]["comment"] = "x" * (letters - len(json.dumps(stored)) + 1)
    return json.dumps(stored)


def test_who_knows_the_key_changes_a_study_and_who_knows_the_id_reads_it(server: Server) -> None:
    anna, ben = Visitor(server.address), Visitor(server.address)
    answer = anna.ask("POST", "/studies", {"text": write_study(3)})
    assert answer.status_code == 201
    made = answer.json()
    path = f"/studies/{made['id']}"
    assert ben.ask("GET", path).json() == {"id": made["id"], "version": 1, "text": write_study(3)}
    newer = {"text": write_study(3, 5), "key": made["key"], "version": 1}
    refused = ben.ask("PUT", path, newer | {"key": made["id"]})
    assert (refused.status_code, refused.json()["code"]) == (403, "bad-link")
    assert anna.ask("PUT", path, newer).json()["version"] == 2
    stale = anna.ask("PUT", path, newer)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale-save")
    assert ben.ask("GET", path).json()["text"] == write_study(3, 5)
    assert ben.ask("GET", f"/solo/saves/{made['id']}").status_code == 404, "a study is no puzzle"
    puzzle = anna.ask("POST", "/solo/saves", {"puzzle": "s3"}).json()
    assert ben.ask("GET", f"/studies/{puzzle['id']}").status_code == 404, "and a puzzle is no study"
    assert anna.ask("PUT", "/studies/nowhere", newer).status_code == 404


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[" * 5000, json.dumps({"study": 1, "record": "none", "tree": {}}), write_long_study(LONGEST + 1)],
    ids=["nothing", "empty", "deep", "no record", "too long"],
)
def test_only_studies_are_kept(server: Server, text: str) -> None:
    assert Visitor(server.address).ask("POST", "/studies", {"text": text}).status_code == 400


def test_much_to_keep_counts_as_many_requests(folder: Path) -> None:
    own = Server(folder, changes_per_minute=64, bot_workers=0).start()  # 32 at once
    anna, text = Visitor(own.address), write_long_study(LONGEST)
    few, card = {"cards": {}, "rating": 1200}, {"due": "2026-03-02", "interval": 1, "ease": 2.5, "successes": 1}
    many = few | {"cards": {f"own-{number:040}": card for number in range(450)}}
    learned = anna.ask("POST", "/exercises/saves", few).json()["id"]
    made = anna.ask("POST", "/studies", {"text": text})
    assert made.status_code == 201, "the longest study fits into a request"
    study, newer = made.json(), {"version": 1}
    for method, path, data in (
        ("PUT", f"/studies/{study['id']}", newer | {"text": text, "key": study["key"]}),
        ("POST", "/exercises/saves", many),
        ("PUT", f"/exercises/saves/{learned}", many | newer),
    ):
        refused = anna.ask(method, path, data)
        assert (refused.status_code, refused.json()["code"]) == (429, "too-fast"), path
    assert anna.ask("PUT", f"/exercises/saves/{learned}", few | newer).status_code == 200, "a little is still allowed"
    own.stop()


def test_only_embeds_are_framed_by_others(server: Server) -> None:
    for path, framed in {
        "/embed/study/link": True,
        "/embed/t/x": True,
        "/embed/solo/s3": True,
        "/embed/study": False,
        "/embed/other/x": False,
        "/embed/t/x/replay": False,
        "/study": False,
        "/": False,
        "/embedded": False,
    }.items():
        policy = httpx.get(f"{server.address}{path}", verify=False).headers["content-security-policy"]
        assert ("frame-ancestors *" in policy, "frame-ancestors 'none'" in policy) == (framed, not framed), path
    answer = httpx.get(f"{server.address}/api/tables/none/record", verify=False)
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
