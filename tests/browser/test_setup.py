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
    trial = anna.page.get_by_role("region", name="To try out")
    answers = []
    for letter in "ABCD":
        trial.get_by_role("button", name=letter).tap()
        answers.append(trial.get_by_role("status").inner_text())
    assert sum("Right" in answer for answer in answers) == 1
    assert any("edge" in answer for answer in answers)
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
    variants = anna.page.locator("main .chips select:first-child")
    expect(variants).to_have_count(3)
    for variant in variants.all():
        chips = variant.locator("xpath=..").locator("select")
        for value in variant.evaluate("one => [...one.options].map(({ value }) => value)"):
            variant.select_option(value)
            assert chips.evaluate_all(f"all => all.map({CUT})") == [0] * chips.count(), value
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
