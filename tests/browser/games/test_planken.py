"""Planken legen in the hands of people: dragging, stepping back, reasons, lines that glow, and how a game ends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, Invite
from tests.browser.hands.planken import find_cell, find_end, find_plank, steer
from tests.browser.look.test_look import SMALL, TARGETS
from tests.browser.look.test_pages import check_accessibility
from tests.browser.person import Person
from tests.planken.test_golden import GAMES

GOLDEN = {path.stem: path for path in GAMES}


def open_game(person: Person, path: Path, ply: int | None = None) -> Page:
    """Open a golden game after so many moves, with all seats in the hands of one person."""
    head, moves = path.read_text(encoding="utf-8").split("\n\n", 1)
    text = "\n".join([head, "", *moves.splitlines()[:ply]]) + "\n"
    answer = person.context.request.post(
        f"{person.address}/api/records", data={"text": text, "format": "record", "name": "Anna"}
    )
    assert answer.ok, answer.text()
    person.open(f"/t/{answer.json()['id']}")
    if person.wait_for("state.get('view')")["result"] is None:
        something = "[data-lit], [data-choice], button[data-piece][aria-disabled='false']"
        expect(person.page.locator(something).first).to_be_visible()
    expect(person.page.get_by_role("application")).to_be_visible()
    return person.page


def find_hand(page: Page) -> Locator:
    return page.get_by_role("region", name="Your planks and nails")


def drag(page: Page, thing: Locator, to: Locator) -> None:
    """Drag by mouse from the middle of one thing to the middle of another."""
    first, second = thing.bounding_box(), to.bounding_box()
    assert first is not None
    assert second is not None
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    page.mouse.down()
    for step in (0.3, 0.7, 1):
        page.mouse.move(
            (1 - step) * (first["x"] + first["width"] / 2) + step * (second["x"] + second["width"] / 2),
            (1 - step) * (first["y"] + first["height"] / 2) + step * (second["y"] + second["height"] / 2),
        )
    page.mouse.up()


def test_a_plank_is_dragged_to_an_end_and_its_nail_onto_it(invite: Invite) -> None:
    anna = invite()
    page = open_game(anna, GOLDEN["standard"], 3)
    drag(page, find_plank(page, "RGB"), find_end(page, "l"))
    expect(page.locator("g[data-piece='RGB']")).to_have_count(1)
    expect(find_hand(page)).to_contain_text("Now a nail onto the new plank.")
    drag(page, page.locator("button[data-nail='B']"), find_cell(page, "l3"))
    assert anna.wait_for("state['ply'] == 4")["view"]["last"]["move"] == "RGB:l3"


def test_a_nail_is_dragged_to_another_plank(invite: Invite) -> None:
    anna = invite()
    page = open_game(anna, GOLDEN["standard"], 16)
    drag(page, find_cell(page, "m2"), find_cell(page, "m3"))
    expect(page.locator("[data-lit]").first).to_be_visible()
    drag(page, find_cell(page, "m2"), find_cell(page, "h1"))
    assert anna.wait_for("state['ply'] == 17")["view"]["last"]["cell"] == "h1"


def test_escape_steps_back_and_nothing_was_played(invite: Invite) -> None:
    anna = invite()
    page = open_game(anna, GOLDEN["standard"], 3)
    page.get_by_role("application").focus()
    for key in ("p", "Enter"):
        page.keyboard.press(key)
    expect(find_hand(page)).to_contain_text("Now a nail onto the new plank.")
    page.keyboard.press("Escape")
    expect(find_hand(page)).to_contain_text("Choose an end of the row.")
    page.keyboard.press("Escape")
    expect(find_hand(page)).to_contain_text("Choose a field or a plank.")
    assert anna.latest()["ply"] == 3


def test_a_plank_is_taken_with_tab_and_enter(invite: Invite) -> None:
    """Whoever starts in the hand goes on at the board without looking for it."""
    anna = invite()
    page = open_game(anna, GOLDEN["standard"], 3)
    find_plank(page, "RGB").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("application")).to_be_focused()
    page.keyboard.press("Enter")
    steer(page, "o2")
    page.keyboard.press("Space")
    assert anna.wait_for("state['ply'] == 4")["view"]["last"]["move"].endswith(":o2")


def test_says_why_a_field_is_refused(invite: Invite) -> None:
    anna = invite()
    page = open_game(anna, GOLDEN["standard"], 16)
    status = page.get_by_label("State of the game")
    find_cell(page, "i1").click()
    expect(status).to_contain_text("no nail of yours on i1")
    expect(status.get_by_role("link")).to_have_attribute("href", "/rules/planken#R7")
    find_cell(page, "h3").click()
    expect(status).to_contain_text("last one that holds its plank")
    find_cell(page, "m2").click()
    expect(status).not_to_contain_text("last one")


def test_tells_where_the_cursor_is(invite: Invite) -> None:
    anna = invite()
    page = open_game(anna, GOLDEN["standard"], 7)
    page.get_by_role("application").focus()
    steer(page, "m1")
    said = page.get_by_test_id("live")
    expect(said.filter(has_text="m1, blue, round nail of")).to_have_count(1)
    steer(page, "m3")
    expect(said.filter(has_text="m3, green, free, possible")).to_have_count(1)


def test_a_line_in_the_making_glows_for_its_owner_only(invite: Invite) -> None:
    anna = invite()
    page = open_game(anna, GOLDEN["standard"], 8)
    expect(page.locator("rect.glow")).to_have_count(2)
    find_cell(page, "l2").hover()
    page = open_game(anna, GOLDEN["standard"], 9)  # square's turn
    assert anna.latest()["view"]["hands"][0]["making"]
    expect(page.locator("rect.glow")).to_have_count(len(anna.latest()["view"]["hands"][1]["making"]))


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("standard", "Three nails in three colours in a line: p1 – p2 – p3"),
        ("teams", "Line of Anna (1) for both: p1 – p2 – p3"),
        ("standard-stuck", "Anna (1) cannot act and loses by it"),
        ("standard-3-stuck", "Anna (1) cannot act"),
        ("standard-blocked", "Nobody can act any more: a draw"),
        ("standard-repeated", "The same position for the third time: a draw"),
    ],
)
def test_explains_how_it_ended(invite: Invite, game: str, told: str) -> None:
    page = open_game(invite(), GOLDEN[game])
    expect(page.get_by_label("Result")).to_contain_text(told)
    expect(page.locator("rect.line")).to_have_count(int("line" in told.lower()))


def test_counts_repetitions_and_names_who_is_skipped(invite: Invite) -> None:
    page = open_game(invite(), GOLDEN["standard-repeated"], 51)
    expect(page.get_by_role("application")).to_contain_text("■ is skipped · Same position: 2 of 3")


def test_keep_and_swap_are_buttons(invite: Invite) -> None:
    anna = invite(PHONE)
    page = open_game(anna, GOLDEN["standard-edge"], 3)
    assert anna.latest()["view"]["choice"]
    page.get_by_role("button", name=re.compile("^Swap")).tap()
    hands = anna.wait_for("state['ply'] == 4")["view"]["hands"]
    assert [hand["shape"] for hand in hands] == ["square", "round"]
    expect(page.get_by_role("button", name=re.compile("^Swap"))).to_have_count(0)


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize(
    ("game", "ply"), [("teams", 20), ("standard-repeated", 51), ("standard-edge", 3), ("standard", None)]
)
def test_is_accessible_and_large_enough(invite: Invite, game: str, ply: int | None, size: str) -> None:
    anna = invite({"desk": DESK, "phone": PHONE}[size])
    page = open_game(anna, GOLDEN[game], ply)
    check_accessibility(page)
    if size == "phone":
        assert page.evaluate(SMALL) == []
        assert page.evaluate(TARGETS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_board_stands_still_while_the_row_grows(invite: Invite) -> None:
    anna = invite(PHONE)
    heights = set()
    for ply in (0, 1, 8, 15):
        box = open_game(anna, GOLDEN["standard"], ply).get_by_role("application").bounding_box()
        assert box is not None
        heights.add((box["y"], box["height"]))
    assert len(heights) == 1
