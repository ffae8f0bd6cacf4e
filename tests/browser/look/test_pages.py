"""Every page: without accessibility violations, in both languages, and friendly when something is missing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE, Invite
from tests.browser.person import Person
from tests.browser.screenshots import import_game

SIZES = {"desk": DESK, "phone": PHONE}


RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""All that axe finds out from the colours."""
SCHEMES: dict[Literal["dark", "light"], dict[str, Any]] = {"dark": CONTRAST, "light": RULES}


def check_accessibility(page: Page) -> None:
    """All rules hold in light colours, and in dark ones, which differ in nothing else, those about colours."""
    for scheme, options in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        # What passes need not be listed: that would take as long as finding out what does not.
        results = Axe().run(page, options={**options, "resultTypes": ["violations"]})
        assert results.violations_count == 0, f"{scheme}: {results.generate_report()}"


def tables(person: Person) -> dict[str, str]:
    """Set up a table in each state, and return their addresses."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}]
    waiting = person.set_up("blokus", "duo", [{"kind": "me", "name": "Anna"}, {"kind": "open"}])
    playing = person.set_up("blokus", "duo", seats, first=0)
    over = person.set_up("blokus", "duo", seats, first=0)
    person.open(f"/t/{over}")
    person.wait_for("state['legal']")
    person.page.get_by_role("button", name=re.compile("More|Mehr")).click()
    person.page.get_by_role("button", name=re.compile("Give up|Aufgeben")).click()
    person.page.get_by_role("button", name=re.compile("Give up|Aufgeben")).click()
    person.wait_for("state['result']")
    return {
        "waiting": f"/t/{waiting}",
        "playing": f"/t/{playing}",
        "over": f"/t/{over}",
        "replay": f"/t/{over}/replay",
        "study": f"/study/t/{over}",
    }


@pytest.mark.parametrize("size", SIZES)
def test_no_accessibility_violations(invite: Invite, size: str) -> None:
    anna = invite(SIZES[size])
    addresses = {
        "home": "/",
        "new": "/new/blokus",
        "rules": "/rules/blokus",
        "several trials": "/rules/planken",
        "first steps": "/learn/planken",
        "settings": "/settings",
        "import": "/import",
    }
    addresses |= tables(anna)
    for address in addresses.values():
        anna.open(address)
        expect(anna.page.locator("main")).to_be_visible()
        anna.page.wait_for_load_state("networkidle")
        check_accessibility(anna.page)
    anna.open(addresses["playing"])
    anna.page.locator("[data-piece]").first.click()
    check_accessibility(anna.page)


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Mit Freunden"), ("en", "With friends"), ("fr", "With friends")]
)
def test_speaks_the_browsers_language(invite: Invite, language: str, words: str) -> None:
    anna = invite(language=language)
    anna.open("/")
    expect(anna.page.get_by_role("link", name=words).first).to_be_visible()


@pytest.mark.parametrize(("language", "words"), [("de", "Spielen"), ("en", "Play")])
def test_home_can_be_used_before_its_scripts_are_there(invite: Invite, language: str, words: str) -> None:
    anna = invite(PHONE, language)

    def hold(route: Route) -> None:
        """Let scripts come only after the person has gone on to another page."""
        if anna.page.url.rstrip("/") != anna.address:
            route.continue_()

    anna.page.route("**/assets/*.js", hold)
    anna.page.goto(anna.address, wait_until="commit")
    anna.page.get_by_role("link", name=words).first.tap()
    anna.wait_for("state['legal']")


def test_home_in_another_language_than_the_browsers(invite: Invite) -> None:
    anna = invite(language="de")
    anna.open("/settings")
    anna.page.get_by_label("English").check()
    anna.page.evaluate("() => { window.stays = true; }")
    anna.page.get_by_role("link", name="Tischlein").click()
    expect(anna.page.get_by_role("link", name="With friends").first).to_be_visible()
    assert anna.page.evaluate("window.stays"), "nothing was loaded again"
    anna.page.reload()
    expect(anna.page.get_by_role("link", name="With friends").first).to_be_visible()
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")


def test_the_puzzle_of_the_day_has_an_address(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/daily")
    expect(anna.page).to_have_url(re.compile(r"/solo/daily-20\d\d-\d\d-\d\d-medium$"))
    expect(anna.page.locator("[data-piece]").first).to_be_visible()


def test_settings_last_and_take_effect_at_once(invite: Invite) -> None:
    anna = invite(language="en")
    anna.open("/settings")
    anna.page.get_by_label("Deutsch").check()
    expect(anna.page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    anna.page.get_by_label("dunkel").check()
    anna.page.reload()
    expect(anna.page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    assert anna.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(29, 25, 22)"


def test_friendly_pages_for_what_is_not_there(invite: Invite) -> None:
    anna, ben = invite(), invite()
    full = anna.set_up("blokus", "duo", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    for address, title in (
        ("/nowhere/at/all", "nothing here"),
        ("/t/none00000000", "no such table"),
        (f"/t/{full}", "is full"),
    ):
        ben.open(address)
        expect(ben.page.get_by_role("heading", name=title)).to_be_visible()
        check_accessibility(ben.page)
        ben.page.get_by_role("link", name="To the home page").click()
        expect(ben.page.get_by_role("link", name="With friends").first).to_be_visible()
    ben.forgive("/api/tables/none00000000")


def test_links_for_watching_and_for_another_device(invite: Invite) -> None:
    anna = invite()
    table = anna.set_up("blokus", "duo", [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}], first=0)
    anna.open(f"/t/{table}")
    links = {}
    for name in ("Link for onlookers", "Go on playing on another device"):
        anna.page.get_by_role("button", name="More").click()
        anna.page.get_by_role("button", name=name).click()
        links[name] = anna.page.get_by_label("Link", exact=True).input_value()
        anna.page.get_by_role("button", name="Close").click()
    onlooker, phone = invite(), invite(PHONE)
    onlooker.page.goto(links["Link for onlookers"])
    expect(onlooker.page.get_by_role("img", name="empty board")).to_be_visible()
    expect(anna.page.get_by_text("1 onlooker")).to_be_visible()
    phone.page.goto(links["Go on playing on another device"])
    phone.wait_for("state['legal']")
    assert "token" not in phone.page.url


@pytest.mark.parametrize("language", ["de", "en"])
def test_first_load_is_small(invite: Invite, language: str) -> None:
    """Everything that comes over the line until the home page stands: compressed, with its headers."""
    anna = invite(language=language, service_worker=True)
    line = anna.context.new_cdp_session(anna.page)
    line.send("Network.enable")
    sizes: list[int] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    anna.open("/")
    anna.page.wait_for_load_state("networkidle")
    assert len(sizes) > 10
    assert sum(sizes) < 150_000


@pytest.mark.parametrize("language", ["de", "en"])
def test_texts_are_fetched_at_once(invite: Invite, language: str) -> None:
    """The server's hint names the texts that the page needs, and they come once."""
    anna = invite(PHONE, language=language)
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    with anna.page.expect_response("**/") as answer:
        anna.open("/")
    anna.page.locator(".picture svg").nth(2).wait_for()
    hinted = re.search(r"<(.+)>; rel=modulepreload", answer.value.headers["link"])
    assert hinted is not None
    texts = [url for url in asked if re.search(r"/assets/(de|en)-", url)]
    assert [url.removeprefix(anna.address) for url in texts] == [hinted[1]]


@pytest.mark.parametrize("name", ["blokus", "blockers", "planken"])
def test_a_result_on_a_small_phone_can_be_scrolled_by_keys(invite: Invite, name: str) -> None:
    anna = invite(ViewportSize(width=360, height=640), "de", touch=True)
    anna.open(f"/study/t/{import_game(anna, name, 1)}")
    expect(anna.page.locator(".side > .hand")).to_be_visible()
    anna.page.wait_for_load_state("networkidle")
    check_accessibility(anna.page)


@pytest.mark.parametrize(("language", "choose"), [("de", "Datei wählen"), ("en", "Choose a file")])
@pytest.mark.parametrize("path", ["/import", "/study"])
def test_files_are_chosen_in_the_language_of_the_page(
    invite: Invite, tmp_path: Path, path: str, language: str, choose: str
) -> None:
    """And not in that of the browser, whose own control says the same in every page."""
    anna = invite(language="en" if language == "de" else "de")
    anna.open("/settings")
    anna.page.get_by_label({"de": "Deutsch", "en": "English"}[language]).check()
    anna.open(path)
    button = anna.page.locator("label.button", has_text=choose)
    expect(button).to_be_visible()
    control = anna.page.get_by_label(choose)
    assert control.evaluate("one => one.checkVisibility() && one.clientWidth") <= 1, "only keys find the browser's own"
    file = tmp_path / "mine.record"
    file.write_text("nothing")
    with anna.page.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files(file)
    if path == "/import":
        expect(anna.page.get_by_text("mine.record")).to_be_visible()
    else:
        expect(anna.page.get_by_role("alert")).to_be_visible()
    check_accessibility(anna.page)
