"""Boards for those who do not see them: every cell can be read and walked to, whoever is to move."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.screenshots import import_game

FRIENDS = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]


def table_of(person: Person) -> Locator:
    return person.page.get_by_role("table", name="Board, cell by cell")


def said(person: Person) -> Locator:
    return person.page.locator("[aria-live=polite]")


def read(person: Person, column: str, row: str) -> str:
    """Return what a screen reader says at a cell, found by its headers as it finds it."""
    columns = table_of(person).get_by_role("columnheader").all_inner_texts()
    line = table_of(person).get_by_role("row").filter(has=person.page.get_by_role("rowheader", name=row, exact=True))
    return line.get_by_role("cell").nth(columns.index(column)).inner_text()


def sit_with_a_friend(invite: Invite, game: str, variant: str) -> Person:
    """Return somebody who has played once and waits for the other."""
    anna, ben = invite(), invite()
    table = anna.set_up(game, variant, FRIENDS, first=0)
    anna.open(f"/t/{table}")
    ben.open(f"/t/{table}")
    ben.page.get_by_role("button", name="Sit down").click()
    anna.play_one("mouse", Random(2))
    expect(anna.page.get_by_label("State of the game")).to_contain_text("Seat 2")
    return anna


def test_squares_of_blokus_are_read_without_holding_a_piece(invite: Invite) -> None:
    anna = sit_with_a_friend(invite, "blokus", "duo")
    assert read(anna, "e", "10").startswith("Violet, ")
    assert read(anna, "a", "1") == "free"
    assert "start square" in read(anna, "j", "5").lower()
    board = anna.page.get_by_role("application")
    board.focus()
    anna.page.keyboard.press("ArrowUp")
    expect(said(anna).filter(has_text="h8: free")).to_have_count(1)
    for key in ["ArrowLeft"] * 3 + ["ArrowUp"] * 2:
        anna.page.keyboard.press(key)
    expect(said(anna).filter(has_text="e10: Violet, ")).to_have_count(1)
    expect(board).to_be_focused()


def test_fields_of_planken_are_read_while_the_other_plays(invite: Invite) -> None:
    anna = sit_with_a_friend(invite, "planken", "standard")
    cells = table_of(anna).get_by_role("cell").all_inner_texts()
    assert sum("round nail of Anna" in cell for cell in cells) == 1
    assert sum(cell.endswith("free") for cell in cells) == 2
    anna.page.get_by_role("application").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"):
        anna.page.keyboard.press(key)
    expect(said(anna).filter(has_text="m3, ")).to_have_count(1)


def test_cells_of_blockers_are_read_while_the_other_plays(invite: Invite) -> None:
    anna = sit_with_a_friend(invite, "blockers", "basic")
    laid = anna.wait_for("state['view']['last']")["view"]["last"]
    assert read(anna, laid["cell"][1], laid["cell"][0]).startswith("red ")
    anna.page.get_by_role("application").focus()
    for _ in range(9):
        anna.page.keyboard.press("ArrowLeft")
    expect(said(anna).filter(has_text=f"{laid['cell'][0]}1, ")).to_have_count(1)


@pytest.mark.parametrize("name", ["blokus", "blockers", "planken"])
def test_replays_are_read_as_well(invite: Invite, name: str) -> None:
    anna = invite()
    table = import_game(anna, name, 1)
    anna.open(f"/t/{table}/replay?ply=0")
    expect(table_of(anna)).to_have_count(0 if name == "planken" else 1)  # no plank lies yet
    anna.page.get_by_role("button", name="One move on").click()
    expect(table_of(anna).get_by_role("row").first).to_be_attached()


def test_a_puzzle_is_read(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/first")
    expect(table_of(anna).get_by_role("row")).to_have_count(6)
    assert read(anna, "a", "5") == "Blue, straight five"
    assert read(anna, "f", "5") == "free"


@pytest.mark.parametrize(
    ("game", "variant", "signs"),
    [
        ("blokus", "two", ["Blue and Red", "Yellow and Green"]),
        ("blockers", "basic", ["red", "green"]),
        ("planken", "standard", ["round nails", "square nails"]),
    ],
)
def test_the_list_of_players_says_what_they_play(invite: Invite, game: str, variant: str, signs: list[str]) -> None:
    anna = invite()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}]
    anna.open(f"/t/{anna.set_up(game, variant, seats, first=0)}")
    players = anna.page.get_by_role("list", name="Players").get_by_role("listitem")
    for seat, sign in enumerate(signs):
        expect(players.nth(seat)).to_contain_text(sign)
