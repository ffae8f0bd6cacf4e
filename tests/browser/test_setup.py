"""Setting a table with seats as cards, boards to try on the rules pages, and a board that is turned."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import ViewportSize, expect

from .conftest import DESK, PHONE, Invite

SMALL = ViewportSize(width=360, height=640)

CUT = """select => {
  const whole = select.cloneNode(true);
  whole.value = select.value;
  whole.style.cssText = 'flex: none; width: max-content';
  select.parentElement.append(whole);
  const missing = whole.getBoundingClientRect().width - select.getBoundingClientRect().width;
  whole.remove();
  return Math.max(0, Math.round(missing));
}"""
"""How many pixels are missing for all of the words that are chosen."""


def test_seats_are_cards_with_colours_and_levels(invite: Invite) -> None:
    anna = invite()
    anna.open("/new/blockers")
    page = anna.page
    expect(page.get_by_role("radio", name="Basic game")).to_be_checked()
    page.get_by_role("radio", name="2 people").check()
    mine, other = (page.get_by_role("region", name=f"Seat {number}") for number in (1, 2))
    mine.get_by_label("Name").fill("Anna")
    mine.get_by_label("Colour of seat 1").select_option("violet")
    other.get_by_role("slider").fill("1")
    expect(other.get_by_text("Level 1")).to_be_visible()
    page.get_by_role("button", name="Set the table and play").click()
    view = anna.wait_for("state['view']")["view"]
    assert [colour["id"] for colour in view["colours"]] == ["violet", "green"]
    anna.open("/new/planken")
    expect(page.get_by_role("region", name="Seat 1").get_by_label("Name")).to_have_value("Anna")


def test_moves_can_be_tried_on_a_rules_page(invite: Invite) -> None:
    anna = invite(PHONE)
    anna.open("/rules/blokus")
    trial = anna.page.get_by_role("region", name="Try it")
    answers = []
    for letter in "ABCD":
        trial.get_by_role("button", name=letter).tap()
        answers.append(trial.get_by_role("status").inner_text())
    trial.locator(".board").get_by_text("A", exact=True).tap()  # where it lies on the board
    expect(trial.get_by_role("status")).to_have_text(answers[0])
    assert sum("Yes" in answer for answer in answers) == 1
    assert any("edge" in answer for answer in answers)
    anna.page.get_by_role("link", name="Tips for playing").tap()
    expect(anna.page.get_by_role("heading", name="Tips", exact=True)).to_be_in_viewport()
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_turned_board_plays_the_same_game(invite: Invite) -> None:
    anna = invite()
    kept = json.dumps({"turned": True, "coordinates": True, "material": "contrast"})
    anna.context.add_init_script(f"localStorage.setItem('tischlein-settings', {json.dumps(kept)})")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    anna.open(f"/t/{anna.set_up('blokus', 'duo', seats, first=0)}")
    anna.wait_for("state['legal']")
    board = anna.page.get_by_role("application")
    expect(board.locator("text").first).to_have_text(
        "14"
    )  # a quarter of a turn: numbers are below, letters at the side
    anna.page.keyboard.press("p")
    anna.page.keyboard.press("Enter")
    placed = anna.wait_for("state['ply'] >= 1")["view"]["placed"][0]["move"]
    assert "e10" in placed.split(",")


@pytest.mark.parametrize(("size", "language"), [(SMALL, "de"), (SMALL, "en"), (DESK, "de")])
def test_no_choice_on_the_home_page_is_cut_off(invite: Invite, size: ViewportSize, language: str) -> None:
    """Whatever is chosen can be read: chips go to a second line rather than lose their ends."""
    anna = invite(size, language)
    anna.open("/")
    expect(anna.page.locator("main .chips select").nth(4)).to_be_visible()
    for chips in anna.page.locator("main .chips").all():
        chosen = chips.locator("select")
        for variant in chips.locator("label").all():
            variant.click()
            expect(variant.locator("input")).to_be_checked()
            assert chosen.evaluate_all(f"all => all.map({CUT})") == [0] * chosen.count()
            assert variant.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_variant_is_two_taps_away(invite: Invite) -> None:
    """Also on the smallest phone, and nothing jumps there while the page comes."""
    anna, early = invite(SMALL, touch=True), invite(SMALL, touch=True, java_script_enabled=False)
    anna.open("/")
    early.open("/")
    expect(anna.page.locator("main .chips select").nth(4)).to_be_visible()
    buttons = [person.page.get_by_role("link", name="Play", exact=True) for person in (early, anna)]
    before, after = ([button.bounding_box() for button in some.all()] for some in buttons)
    assert len(before) == 3
    assert before == after
    blokus = anna.page.get_by_role("region", name="Blokus")
    blokus.get_by_text("Duo", exact=True).tap()
    blokus.get_by_role("link", name="Play", exact=True).tap()
    assert anna.wait_for("state['legal']")["table"]["variant"] == "duo"
