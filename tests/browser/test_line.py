"""Lines that break: reloads, offline in the middle of a game, a server that is killed."""

from __future__ import annotations

from pathlib import Path
from random import Random

from playwright.sync_api import Browser, expect

from tests.server.process import Server

from .conftest import DESK, Invite
from .hands import HANDS
from .person import Person


def start_duo(person: Person) -> str:
    table = person.set_up(
        "blokus", "duo", [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}], first=0
    )
    person.open(f"/t/{table}")
    return table


def test_reload_loses_nothing(invite: Invite) -> None:
    anna = invite(service_worker=True)
    start_duo(anna)
    rng = Random(1)
    for _ in range(3):
        anna.play_one("mouse", rng)
        anna.wait_for("state['legal']")
        before = anna.latest()
        anna.page.reload()
        expect(anna.page.get_by_role("application")).to_be_visible()
        anna.page.wait_for_timeout(300)
        assert anna.latest()["view"] == before["view"]


def test_offline_in_mid_game(invite: Invite) -> None:
    anna = invite(service_worker=True)
    start_duo(anna)
    rng = Random(2)
    anna.play_one("mouse", rng)
    anna.wait_for("state['legal']")
    anna.context.set_offline(True)
    expect(anna.page.get_by_text("Connection lost")).to_be_visible(timeout=60_000)
    anna.context.set_offline(False)
    anna.play_one("keyboard", rng)


def test_a_server_that_is_killed_and_comes_back(tmp_path: Path, browser: Browser) -> None:
    server = Server(tmp_path).start()
    anna = Person(browser.new_context(viewport=DESK, locale="en"), server.address)
    start_duo(anna)
    rng = Random(3)
    anna.play_one("mouse", rng)
    anna.wait_for("state['legal']")
    before = anna.latest()["view"]["board"]
    server.kill()
    expect(anna.page.get_by_text("Connection lost")).to_be_visible()
    # A move made while the line is down is drawn at once, and counts when the server is back.
    state = anna.latest()
    move = rng.choice(state["legal"])
    HANDS["blokus"].by_mouse(anna.page, state["view"], move)
    expect(anna.page.get_by_text("on its way")).to_be_visible()
    server.start()
    anna.wait_for("state['ply'] > ply", ply=state["ply"])
    expect(anna.page.get_by_text("Connection lost")).to_be_hidden()
    assert anna.latest()["view"]["placed"][state["ply"]]["move"] == move
    assert before != anna.latest()["view"]["board"]
    anna.context.close()
    server.stop()


def test_without_a_network_the_page_still_starts(tmp_path: Path, browser: Browser) -> None:
    server = Server(tmp_path).start()
    context = browser.new_context(viewport=DESK, locale="de")
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=20_000)
    server.stop()
    page.reload()
    expect(page.get_by_text("Nicht verbunden: Partien gegen Programme")).to_be_visible()
    context.close()
