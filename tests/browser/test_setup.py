"""Setting a table with seats as cards, boards to try on the rules pages, and a board that is turned."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from .conftest import PHONE, Invite


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
    expect(board.locator("text").first).to_have_text("n")  # the last column is at the left
    anna.page.keyboard.press("p")
    anna.page.keyboard.press("Enter")
    placed = anna.wait_for("state['ply'] >= 1")["view"]["placed"][0]["move"]
    assert "e10" in placed.split(",")
