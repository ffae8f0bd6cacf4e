"""What people can do about each other and about those who run the server: go on without somebody, report, erase."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.look.test_pages import check_accessibility
from tests.server.client import Visitor
from tests.server.process import Server
from tischlein import new_game
from tischlein.study import Study

from .conftest import DESK, PHONE, Invite
from .person import Person


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Server]:
    """A server whose operator has said who they are, and where nobody waits for who has gone."""
    assert server, "its page is built"
    own = Server(tmp_path_factory.mktemp("strict"), gone_minutes=0, operator="Anna Beispiel | Weg 1").start()
    yield own
    own.stop()


def begin(person: Person, server: Server) -> tuple[str, Visitor]:
    """Set up a table where somebody else is to move, who has no page open."""
    person.address = server.address
    table = person.set_up("planken", "standard", [{"kind": "me", "name": "Anna"}, {"kind": "open"}], first=1)
    ben = Visitor(server.address)
    ben.take(table, 1, name="Ben")
    return table, ben


def test_the_game_goes_on_without_somebody_who_has_gone(strict: Server, invite: Invite) -> None:
    anna = invite(PHONE, "de")
    table, _ = begin(anna, strict)
    anna.open(f"/t/{table}")
    anna.page.get_by_role("button", name="Programm holen").click()
    anna.wait_for("state['table']['seats'][1]['kind'] == 'bot' and state['table']['to_move'] == 0")
    table, _ = begin(anna, strict)
    anna.open(f"/t/{table}")
    anna.page.get_by_role("button", name="Als Sieg werten").click()
    anna.page.get_by_text("Du hast gewonnen!").wait_for()


def test_before_that_the_page_says_from_when_on(server: Server, invite: Invite) -> None:
    anna = invite(DESK)
    table, _ = begin(anna, server)
    anna.open(f"/t/{table}")
    anna.wait_for("state['table']['status'] == 'playing'")
    anna.page.get_by_text(re.compile(r"Away; from .?\d\d:\d\d")).wait_for()
    expect(anna.page.get_by_role("button", name="End as a win")).to_have_count(0)


def test_a_name_is_reported_and_the_own_data_erased(strict: Server, invite: Invite) -> None:
    anna = invite(DESK)
    table, ben = begin(anna, strict)
    anna.open(f"/t/{table}")
    anna.page.get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Report a name").click()
    anna.page.get_by_role("button", name="Ben").click()
    anna.page.get_by_text("Thank you.").wait_for()
    stored = anna.context.request.get(f"{strict.address}/api/me").json()
    assert [one["name"] for one in stored["reports"]] == ["Ben"]
    anna.open("/settings")
    anna.page.get_by_role("button", name="Erase it").click()
    anna.page.get_by_role("button", name="Erase", exact=True).click()
    anna.page.get_by_text("Erased, at 1 table.").wait_for()
    assert ben.ask("GET", f"/tables/{table}").json()["mine"] == [1]


def test_what_lies_under_links_is_erased_with_the_rest(server: Server, invite: Invite) -> None:
    anna, api = invite(DESK), f"{server.address}/api"
    study = Study(new_game("blokus", "duo", first=0).setup).text()
    bodies = {
        "studies": {"text": study},
        "solo/saves": {"puzzle": "s1"},
        "exercises/saves": {"cards": {}, "rating": 1500},
    }
    made = {path: anna.context.request.post(f"{api}/{path}", data=body).json() for path, body in bodies.items()}
    save, learned = ({"id": made[one]["id"], "version": 1, "dirty": False} for one in ("solo/saves", "exercises/saves"))
    kept = {
        "tischlein-shared-1": {**made["studies"], "text": study},
        "tischlein-shared-2": {"id": "read-only", "version": 1, "key": None, "text": study},
        f"tischlein-solo:s1#{save['id']}": {"puzzle": "s1", "placements": [], "save": save},
        "tischlein-exercises": {"save": learned},
    }
    anna.open("/settings")
    anna.page.evaluate("kept => kept.forEach(([key, value]) => (localStorage[key] = value))",
        [[key, json.dumps(value)] for key, value in kept.items()])  # fmt: skip
    anna.page.get_by_role("button", name="Erase it").click()
    anna.page.get_by_role("button", name="Erase", exact=True).click()
    anna.page.get_by_text("Erased; there was no table of yours.").wait_for()
    for path, one in made.items():
        assert anna.context.request.get(f"{api}/{path}/{one['id']}").status == 404, path
    kept = anna.page.evaluate("() => Object.fromEntries(Object.entries(localStorage))")
    assert sorted(name for name in kept if "shared" in name) == ["tischlein-shared-2"], "the other one is not hers"
    progress = json.loads(kept[f"tischlein-solo:s1#{save['id']}"])
    assert (progress["puzzle"], progress["save"]) == ("s1", None), "what this browser knows stays, without its link"
    anna.page.get_by_role("button", name="Erase it").click()
    anna.page.get_by_role("button", name="Erase", exact=True).click()
    anna.page.get_by_text("Erased; there was no table of yours.").wait_for()


@pytest.mark.parametrize(("language", "words"), [("de", "Impressum Datenschutz"), ("en", "Imprint Privacy")])
def test_imprint_and_privacy_are_linked(strict: Server, invite: Invite, language: str, words: str) -> None:
    anna = invite(PHONE, language, color_scheme="dark")
    anna.address = strict.address
    for path in ("/", "/settings"):
        for name in words.split():
            anna.open(path)
            anna.page.get_by_role("link", name=name).click()
            anna.page.get_by_role("heading", name=name, level=1).wait_for()
            anna.page.get_by_text("Anna Beispiel").wait_for()
            check_accessibility(anna.page)


def test_without_an_operator_nothing_is_linked(server: Server, invite: Invite) -> None:
    anna = invite(DESK)
    assert server.address == anna.address
    anna.open("/settings")
    anna.page.get_by_role("button", name="Erase it").wait_for()
    expect(anna.page.get_by_role("link", name="Imprint")).to_have_count(0)


def test_a_device_that_dealt_to_others_is_named(strict: Server, invite: Invite) -> None:
    """Of a game from somebody's own device everybody else is told that the deal may have been chosen."""
    from tests.server.http.test_local import Device

    device, onlooker = Device(strict.address), invite(DESK)
    device.play(2)
    device.bring()
    token = device.person.ask("POST", f"/tables/{device.id}/watch").json()["token"]
    onlooker.address = strict.address
    onlooker.open(f"/t/{device.id}#watch={token}")
    onlooker.wait_for("state['table']['local']")
    onlooker.page.get_by_text("dealt by a device").first.wait_for()
