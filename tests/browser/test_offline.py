"""Without a connection: the page plays by itself, loses nothing, and tells the server later, once."""

from __future__ import annotations

import functools
import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.server.process import Server
from tischlein import Record

from .conftest import PHONE, build_page
from .person import Person
from .solo.person import FOURS, expect_done, lying, solution_of

STARTS = {
    "blokus": {"variant": "duo", "seats": 2, "level": "level1"},
    "blockers": {"variant": "basic", "seats": 2, "level": "level1"},
    "planken": {"variant": "standard", "seats": 2, "level": "level1"},
}
KEPT = json.dumps(json.dumps({"starts": STARTS}))
SETTINGS = f"localStorage.getItem('tischlein-settings') ?? localStorage.setItem('tischlein-settings', {KEPT})"


def invite(browser: Browser, address: str, language: str = "de") -> Person:
    context = browser.new_context(
        viewport=PHONE, locale=language, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    context.add_init_script(SETTINGS)
    return Person(context, address)


def play_to_end(person: Person, rng: Random) -> None:
    while person.play_one("touch", rng):
        pass


def wait_for_copies(person: Person) -> None:
    """Wait until the browser has all that it needs without a connection."""
    person.page.evaluate("() => navigator.serviceWorker.ready")
    person.page.wait_for_function(
        "async () => Boolean(await caches.match('/index.html') && await caches.match('/api/games'))"
    )


def test_games_are_played_without_a_connection_and_brought_once(browser: Browser, tmp_path: Path) -> None:
    build_page()
    server = Server(tmp_path).start()
    anna, rng = invite(browser, server.address), Random(1)
    anna.open("/")
    wait_for_copies(anna)
    anna.context.set_offline(True)
    played: dict[str, tuple[str, ...]] = {}
    for game in STARTS:
        anna.page.goto(f"{server.address}/")
        anna.page.locator(f"a[href='/play/{game}']").click()
        anna.page.wait_for_url("**/t/*")
        anna.play_one("touch", rng)
        expect(anna.page.get_by_text("auf diesem Gerät, nicht verbunden")).to_be_visible()
        before = anna.latest()["version"]
        anna.page.reload()
        assert anna.latest()["version"] >= before > 0
        play_to_end(anna, rng)
        expect(anna.page.get_by_role("link", name="Auswerten")).to_be_visible()
        kept = anna.kept()
        assert kept is not None
        assert kept["brought"] is None, "there was nobody to tell"
        state = anna.latest()
        played[kept["id"]] = tuple(event["move"] for event in kept["events"])
        assert state["result"]["reason"] == "played"
    server.kill()
    server.start()
    anna.context.set_offline(False)
    anna.page.wait_for_function(
        "ids => ids.every((id) => JSON.parse(localStorage[`tischlein-table-${id}`]).brought !== null)",
        arg=list(played),
        timeout=60_000,
    )
    expect(anna.page.get_by_text("nicht verbunden")).to_have_count(0)
    cards = anna.context.request.get(f"{server.address}/api/tables?mine=true").json()
    assert sorted(card["id"] for card in cards) == sorted(played), "each is there once"
    for card in cards:
        assert (card["local"], card["status"]) == (True, "over")
        record = anna.context.request.get(f"{server.address}/api/tables/{card['id']}/record").text()
        assert Record.parse(record).moves == played[card["id"]]
    anna.complaints = [
        one for one in anna.complaints if "ERR_INTERNET_DISCONNECTED" not in one and "Failed to fetch" not in one
    ]
    anna.check()
    anna.context.close()
    server.stop()


def test_solo_works_without_a_connection(browser: Browser, tmp_path: Path) -> None:
    build_page()
    server = Server(tmp_path).start()
    anna = invite(browser, server.address, "en")
    anna.open("/")
    wait_for_copies(anna)
    anna.context.set_offline(True)
    server.kill()
    anna.page.goto(f"{server.address}/solo/s3")
    *first, last = solution_of("s3", 2)
    for placement in first:
        FOURS.place(anna.page, "touch", placement)
    expect(anna.page.get_by_text("This can be completed.")).to_be_visible()
    anna.page.get_by_role("button", name="Hint").tap()
    anna.page.get_by_role("button", name="Place it").tap()
    expect_done(anna)
    expect(anna.page.locator(f"[data-piece='{last.piece}']")).to_have_count(0)
    anna.page.goto(f"{server.address}/solo")
    anna.page.locator("a.size").first.tap()
    expect(anna.page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    expect(lying(anna)).not_to_have_count(0)
    anna.complaints = [one for one in anna.complaints if "ERR_INTERNET_DISCONNECTED" not in one]
    anna.check()
    anna.context.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an exported site in a folder of a plain file server."""
    build_page()
    root = tmp_path_factory.mktemp("web")
    folder = root / "games" / "tischlein"
    command = [sys.executable, "-m", "tischlein", "export-site", str(folder)]
    subprocess.run(command, check=True)
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 1, "a folder that is not empty is left alone"
    assert str(folder) in again.stderr

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=root)) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{files.server_port}/games/tischlein/"
        files.shutdown()


def test_a_site_of_plain_files_needs_no_server(browser: Browser, site: str) -> None:
    anna, rng = invite(browser, site, "en"), Random(2)
    anna.page.goto(site)
    expect(anna.page.locator("a[href$='/play/planken']")).to_be_visible()
    expect(anna.page.get_by_text("With friends")).to_have_count(0)
    for game in STARTS:
        anna.page.goto(site)
        anna.page.locator(f"a[href$='/play/{game}']").click()
        anna.page.wait_for_url("**/#/t/*")
        anna.play_one("touch", rng)
        version = anna.wait_for("state['legal'] or state['result']")["version"]
        assert version >= 2, "the program has answered"
        anna.page.reload()
        assert anna.latest()["version"] == version
    anna.page.goto(f"{site}#/rules/blokus#R4")
    expect(anna.page.locator("#R4")).to_be_in_viewport()
    anna.check()
    anna.context.close()
