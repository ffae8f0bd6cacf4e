"""The analysis board: any move for everybody, variations, the engine beside it, and the way on to a game."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import DESK, ROOT, Invite
from tests.browser.hands import HANDS
from tests.browser.look.test_pages import check_accessibility
from tests.browser.person import Person
from tischlein import Record
from tischlein.study import Study, read_blksgf, write_blksgf

PHONE = ViewportSize(width=390, height=664)
GAMES = {"blokus": "duo", "blockers": "basic-4", "planken": "standard-line"}
"""Of each game, one that was played to the end."""
KEPT = "localStorage.getItem(`tischlein-study-${location.pathname.split('/').at(-1)}`)"


def kept_study(person: Person) -> tuple[Study, list[int]]:
    """Return what the browser keeps of the study that is shown, read by Python, and where somebody is in it."""
    kept: dict[str, Any] = json.loads(person.page.evaluate(KEPT))
    return Study.parse(kept["text"]), kept["path"]


def lay(person: Person, rng: Random, touch: bool) -> str:
    """Lay a legal move by hand and wait until the study has it."""
    study, path = kept_study(person)
    state = study.node(tuple(path)).state
    move = rng.choice(state.legal_moves())
    hands = HANDS[state.setup.game]
    (hands.by_touch if touch else hands.by_mouse)(person.page, state.view(state.to_move), move)
    person.page.wait_for_function(f"plies => JSON.parse({KEPT}).path.length === plies", arg=len(path) + 1)
    return move


def wait_for_board(person: Person) -> None:
    """Wait until a move can be laid; the engine has to be loaded before."""
    person.page.wait_for_url("**/study/*")
    person.page.get_by_role("application").wait_for()


def begin(person: Person, game: str) -> None:
    person.open("/study")
    person.page.get_by_role("combobox", name="Game").select_option(game)
    person.page.get_by_role("combobox", name="How do you want to play?").select_option(HANDS[game].variant)
    person.page.get_by_role("button", name="Begin on an empty board").click()
    wait_for_board(person)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_a_study_from_an_empty_board(invite: Invite, game: str, size: ViewportSize) -> None:
    touch = size is PHONE
    anna = invite(size, touch=touch)
    begin(anna, game)
    if not touch:
        anna.page.get_by_role("switch", name="Engine", exact=True).click()  # hands need the processor
    rng = Random(3)
    first = lay(anna, rng, touch)
    lay(anna, rng, touch)
    anna.page.get_by_role("button", name="Back", exact=True).click()
    other = lay(anna, rng, touch)
    study, path = kept_study(anna)
    assert path == [0, 1]
    if not touch:  # a mouse has left the focus on the board, where nobody wants to walk with arrows
        anna.page.keyboard.press("ArrowLeft")
        assert kept_study(anna)[1] == [0]
        anna.page.keyboard.press("ArrowRight")
        anna.page.keyboard.press("ArrowDown")
        assert kept_study(anna)[1] == [0, 1]
    assert study.node((0, 1)).move == other
    assert study.root.children[0].move == first
    anna.page.reload()
    wait_for_board(anna)
    assert kept_study(anna)[1] == [0, 1], "a page that is loaded again is where it was"
    if touch:
        assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if game != "planken":  # where a second nail has nothing to say yet
            anna.page.get_by_role("button", name="Engine", exact=True).tap()
            sentence = anna.page.get_by_role("dialog").get_by_role("region", name="The coach").get_by_role("button")
            cells = sentence.first.get_attribute("data-cells") or ""
            sentence.first.tap()  # and the sheet makes room for the board
            expect(anna.page.locator("[data-spoken]")).to_have_count(len(cells.split()))
            expect(anna.page.get_by_role("dialog")).to_have_count(0)
        anna.page.get_by_role("button", name="Moves").click()
    anna.page.get_by_placeholder("What do you think").filter(visible=True).fill("quieter")
    anna.page.get_by_role("button", name="Prefer").filter(visible=True).click()
    study, path = kept_study(anna)
    assert path == [0, 0]
    assert (study.node((0, 0)).move, study.node((0, 0)).comment) == (other, "quieter")
    anna.page.get_by_role("button", name="Undo").filter(visible=True).click()
    assert kept_study(anna)[1] == [0, 1]
    anna.page.get_by_role("button", name="Delete").filter(visible=True).click()
    study, path = kept_study(anna)
    assert (path, len(study.node((0,)).children)) == ([0], 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_on_the_board_with_the_engine(invite: Invite, game: str) -> None:
    anna = invite(DESK)
    text = (ROOT / "tests" / game / "golden" / f"{GAMES[game]}.record").read_text()
    table = anna.context.request.post(f"{anna.address}/api/records", data={"text": text, "name": "Anna"}).json()["id"]
    anna.open(f"/t/{table}/replay?ply=5")
    anna.page.get_by_role("link", name="Analyse on a board").click()
    wait_for_board(anna)
    expect(anna.page.locator("[aria-current=step]")).to_contain_text("5")
    assert kept_study(anna)[1] == [0] * 5
    strength = anna.page.locator("[data-simulations]")
    anna.page.keyboard.press("Home")
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page.locator("[aria-current=step]")).to_contain_text("1")
    lines = anna.page.get_by_role("region", name="Engine").locator("ol button")
    expect(lines).to_have_count(3, timeout=15_000)
    if game == "blokus":  # elsewhere several good moves may go to one cell
        expect(anna.page.locator("[data-rank]")).to_have_count(2)
    if game != "planken":  # which is proven before anything is simulated
        before = int(strength.get_attribute("data-simulations") or 0)
        more = "before => +document.querySelector('[data-simulations]').dataset.simulations > before"
        anna.page.wait_for_function(more, arg=before)
    if game == "blockers":
        expect(anna.page.get_by_text("sees every rack")).to_be_visible()
        anna.page.get_by_role("switch", name="All racks are known").click()
        expect(anna.page.get_by_text("The engine knows what")).to_be_visible()
    lines.first.click()
    study, path = kept_study(anna)
    assert len(path) == 2, "the best line is laid"
    anna.page.get_by_role("switch", name="Engine", exact=True).click()
    expect(strength).to_have_attribute("data-running", "false")
    expect(lines).to_have_count(0)
    assert study.main_line().moves == Record.parse(text).moves, "and the game stays the main line"
    anna.open(f"/study/t/{table}?ply=3")
    wait_for_board(anna)
    expect(anna.page.locator("[aria-current=step]")).to_contain_text("3")
    assert len(anna.page.evaluate("Object.keys(localStorage).filter((key) => /study-.{10,}/.test(key))")) == 1


def test_playing_on_from_a_position(invite: Invite) -> None:
    anna = invite(DESK)
    begin(anna, "planken")
    anna.page.get_by_role("switch", name="Engine", exact=True).click()
    laid, study = [lay(anna, Random(1), False), lay(anna, Random(1), False)], anna.page.url
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("combobox", name="Strength").select_option("level1")
    anna.page.get_by_role("button", name="Against programs").click()
    anna.wait_for("state['ply'] == 2 and state['legal']")
    assert [event["move"] for event in (anna.kept() or {})["events"]] == laid
    anna.play_one("mouse", Random(1))
    anna.wait_for("state['ply'] == 4 or state['result']")

    anna.page.goto(study)
    wait_for_board(anna)
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="With friends").click()
    anna.page.wait_for_url("**/t/*")
    assert anna.wait_for("state['ply'] == 2")["table"]["imported"]


def test_files_go_in_and_out(invite: Invite) -> None:
    anna = invite(PHONE, language="de", touch=True)
    record = ROOT / "tests" / "blokus" / "golden" / "duo.record"
    anna.open("/import")
    anna.page.get_by_label("Datei").set_input_files(record)
    anna.page.get_by_role("button", name="Am Brett untersuchen").tap()
    anna.page.wait_for_url("**/study/*")
    anna.page.get_by_role("button", name="Mehr", exact=True).tap()
    anna.page.get_by_label("Name der Studie").fill("Übung 1")
    with anna.page.expect_download() as download:
        anna.page.get_by_role("button", name="Studie speichern").tap()
    text = download.value.path().read_text(encoding="utf-8")
    assert Study.parse(text).text() == text
    assert Study.parse(text).tags["Title"] == "Übung 1"
    anna.page.get_by_role("button", name="Wegwerfen").tap()
    anna.page.get_by_role("button", name="Wirklich wegwerfen?").tap()
    expect(anna.page.get_by_role("heading", name="Eine neue Studie")).to_be_visible()
    expect(anna.page.get_by_role("link", name="Übung 1")).to_have_count(0)
    file = {"name": "own.study", "mimeType": "application/json", "buffer": text.encode()}
    anna.page.get_by_label("Oder aus einer Datei").set_input_files(file)  # type: ignore[arg-type]
    anna.page.wait_for_url("**/study/*")
    anna.open("/study")
    expect(anna.page.get_by_role("link", name="Übung 1")).to_be_visible()
    broken = {"name": "own.study", "mimeType": "application/json", "buffer": b"{}"}
    anna.page.get_by_label("Oder aus einer Datei").set_input_files(broken)  # type: ignore[arg-type]
    expect(anna.page.get_by_role("alert")).to_contain_text("keine Studie")


def test_a_study_travels_in_a_link(invite: Invite) -> None:
    anna, ben = invite(DESK), invite(PHONE, language="de", touch=True)
    begin(anna, "planken")
    anna.page.get_by_role("switch", name="Engine", exact=True).click()
    rng = Random(4)
    lay(anna, rng, False)
    lay(anna, rng, False)
    anna.page.get_by_placeholder("What do you think").fill("so weit – ☃")
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="Share by link").click()
    link = anna.page.get_by_role("textbox", name="Link").input_value()
    assert "#" in link
    check_accessibility(anna.page)
    study = kept_study(anna)[0]
    ben.page.goto(f"{ben.address}/study/shared#{link.partition('#')[2]}")
    ben.page.wait_for_url(re.compile(r"/study/(?!shared)"))
    ben.page.get_by_role("application").wait_for()
    assert kept_study(ben)[0].text() == study.text()
    ben.page.goto(f"{ben.address}/study/shared#{link.partition('#')[2]}")
    ben.page.wait_for_url(re.compile(r"/study/(?!shared)"))
    kept = ben.page.evaluate("Object.keys(localStorage).filter((key) => /study-.{10,}/.test(key)).length")
    assert kept == 1, "the same link is the same study"
    ben.page.goto(f"{ben.address}/study/shared#broken")
    ben.page.reload()
    expect(ben.page.get_by_role("link", name="Deine Studien")).to_be_visible()


def test_pentobis_files_keep_their_variations(invite: Invite) -> None:
    anna = invite(DESK)
    text = "(;GM[Blokus Duo](;B[e9,e10,f10,f11,g11]C[main];W[j5,j6,k5,k6,l5])(;B[e10]C[or]))"
    anna.open("/study")
    file = {"name": "own.blksgf", "mimeType": "application/x-blokus-sgf", "buffer": text.encode()}
    anna.page.get_by_label("Or from a file").set_input_files(file)  # type: ignore[arg-type]
    wait_for_board(anna)
    study = kept_study(anna)[0]
    assert study.text() == read_blksgf(text).text()
    anna.page.get_by_role("button", name="More", exact=True).click()
    with anna.page.expect_download() as download:
        anna.page.get_by_role("button", name="Pentobi").click()
    assert download.value.path().read_text(encoding="utf-8") == write_blksgf(study)
