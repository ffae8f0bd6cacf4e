"""The report on a game in the page: it fills while the engine works, rests when nobody looks, and leads to mistakes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, ROOT, Invite
from tests.browser.look.test_pages import check_accessibility
from tests.browser.person import Person
from tischlein import Record
from tischlein.study import explain

SMALL = ViewportSize(width=360, height=640)
ASSESSED = "Number(document.querySelector('[data-assessed]')?.dataset.assessed ?? 0)"
LOOKED = "JSON.parse(localStorage.getItem(`tischlein-report-${location.pathname.split('/')[2]}`)).looks.filter(Boolean)"


def read(game: str, name: str) -> Record:
    return Record.parse((ROOT / "tests" / game / "golden" / f"{name}.record").read_text(encoding="utf-8"))


def bring(person: Person, game: str, name: str) -> str:
    """Bring a finished game to the server and return its table."""
    request = {"text": read(game, name).text(), "name": "Anna"}
    answer = person.context.request.post(f"{person.address}/api/records", data=request)
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def set_visible(page: Page, state: str) -> None:
    """Hide the page or show it, as another tab in front of it would."""
    page.evaluate(
        """state => {
            Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        state,
    )


def test_a_report_rests_when_nobody_looks_and_goes_on(invite: Invite) -> None:
    anna = invite(DESK)
    page = anna.page
    anna.open(f"/t/{bring(anna, 'blokus', 'two')}/replay")
    page.get_by_role("button", name="Analyse the game").click()
    page.wait_for_function(f"() => {ASSESSED} > 0")
    report = page.get_by_role("region", name="Analysis", exact=True)
    set_visible(page, "hidden")
    expect(report).to_have_attribute("data-running", "false")
    before = page.evaluate(f"{LOOKED}.length")
    set_visible(page, "visible")
    expect(report).to_have_attribute("data-running", "true")
    page.wait_for_function(f"before => {LOOKED}.length > before + 1", arg=before)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="Go on", exact=True)).to_be_visible()
    known = page.evaluate(f"{LOOKED}.length")
    page.reload()
    page.wait_for_function(f"known => {LOOKED}.length > known", arg=known)
    assert page.evaluate(ASSESSED) > 0, "what was known is shown at once"


def test_a_report_goes_on_at_the_server_without_the_page(invite: Invite) -> None:
    anna = invite(SMALL, language="de", touch=True)
    table = bring(anna, "blokus", "duo")  # much is proven at once in Planken legen
    anna.open(f"/t/{table}/replay")
    anna.page.get_by_role("button", name="Partie auswerten").tap()
    anna.page.get_by_role("button", name="Der Server soll weitermachen").tap()
    expect(anna.page.get_by_text("Der Server überlegt, auch wenn du die Seite verlässt")).to_be_visible()
    expect(anna.page.get_by_role("region", name="Auswertung", exact=True)).to_have_attribute("data-running", "false")
    anna.open("/rules/planken")
    is_done = f"async () => (await (await fetch('/api/tables/{table}/analysis')).json()).moves !== null"
    anna.page.wait_for_function(is_done, timeout=240_000)
    anna.open(f"/t/{table}/replay")
    expect(anna.page.get_by_text("Alle Züge sind beurteilt")).to_be_attached()
    expect(anna.page.get_by_role("button", name="Partie auswerten")).to_have_count(0)


@pytest.mark.parametrize("size", [SMALL, DESK], ids=["phone", "desk"])
def test_a_report_tells_where_the_chances_turned(invite: Invite, size: ViewportSize) -> None:
    small = size is SMALL
    anna = invite(size, language="de" if small else "en", touch=small)
    page = anna.page
    anna.open(f"/t/{bring(anna, 'planken', 'standard-line')}/replay?ply=1")
    page.get_by_role("button", name=re.compile("Analyse the game|Partie auswerten")).click()
    report = page.get_by_role("region", name=re.compile("^(Analysis|Auswertung)$"))
    expect(report.get_by_text(re.compile("Every move is judged|Alle Züge sind beurteilt"))).to_be_attached(
        timeout=90_000
    )
    turns = report.get_by_role("table").nth(1)
    expect(turns).to_contain_text(
        re.compile(r"The chances of .+ fell from \d+\s% to \d+\s%|Die Aussichten von .+ fielen von")
    )
    accuracy = report.get_by_role("table").first
    expect(accuracy.get_by_role("cell").first).to_have_text(re.compile(r"^\d+\s%$"))
    report.get_by_role("button", name=re.compile("Next mistake|Nächster Fehler")).click()
    judged = page.get_by_role("region", name=re.compile("What this move was worth|Was dieser Zug wert war"))
    expect(judged).to_contain_text(re.compile("mistake|blunder|Fehler"))
    page.get_by_role("button", name=re.compile("Show the better move|Den besseren Zug zeigen")).click()
    expect(page.locator("rect.advised").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_accessibility(page)
    for width, height in ((360, 640), (844, 390)) if small else ():
        page.set_viewport_size(ViewportSize(width=width, height=height))
        sticks_out = "(table, room) => table.getBoundingClientRect().right > room.getBoundingClientRect().right - 15"
        for table in report.get_by_role("table").all():
            assert not table.evaluate(sticks_out, report.element_handle()), (width, height)
    ply, record = int(page.url.partition("ply=")[2]), read("planken", "standard-line")
    page.get_by_role("button", name=re.compile("Play on from before it|Von davor weiterspielen")).click()
    page.wait_for_url(re.compile("/t/[^/?]+$"))
    kept = anna.kept()
    assert kept is not None
    assert [one["move"] for one in kept["events"]][: ply - 1] == list(record.moves[: ply - 1])


@pytest.mark.parametrize("game", {"blokus": "duo", "blockers": "expert", "planken": "standard-line"}.items())
def test_the_coach_points_at_squares(invite: Invite, game: tuple[str, str]) -> None:
    anna = invite(SMALL, touch=True)
    page = anna.page
    ply = 9
    anna.open(f"/t/{bring(anna, *game)}/replay?ply={ply}")
    record = read(*game)
    said = explain(record.state_at(ply - 1), record.moves[ply - 1])
    coach = page.get_by_role("region", name="The coach")
    expect(coach.get_by_role("listitem")).to_have_text([one.text for one in said])
    first = next(one for one in said if one.cells)
    coach.get_by_role("button", name=first.text, exact=True).tap()
    lit = page.locator("[data-spoken]")
    expect(lit).to_have_count(len(first.cells))
    assert {one.get_attribute("data-spoken") for one in lit.all()} == set(first.cells)
    check_accessibility(page)
    coach.get_by_role("button", name=first.text, exact=True).tap()
    expect(lit).to_have_count(0)
