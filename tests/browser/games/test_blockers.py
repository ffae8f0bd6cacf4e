"""What the page of Blockers! promises beyond what every game's page does."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESK, PHONE, Invite
from tests.browser.hands.blockers import find_cell, find_tile
from tests.browser.look.test_look import SMALL, TARGETS
from tests.browser.look.test_pages import check_accessibility
from tests.browser.person import Person, Way
from tests.browser.quick import play_quickly


def sit_alone(anna: Person, variant: str = "basic", bots: int = 1, **terms: Any) -> str:
    """Set a table with bots that play at random, sit down, and return its id."""
    seats = [{"kind": "me", "name": "Anna"}, *({"kind": "bot", "level": "random"} for _ in range(bots))]
    table = anna.set_up("blockers", variant, seats, first=0, **terms)
    anna.open(f"/t/{table}")
    anna.wait_for("state['legal']")
    return table


def play_on(anna: Person, turns: int, seed: int = 1) -> dict[str, Any]:
    """Play some turns and return the state of the next one."""
    play_quickly([anna], turns, Random(seed))
    return anna.wait_for("state['legal'] or state['result']")


def row_of(anna: Person, name: str) -> Locator:
    return anna.page.get_by_role("list", name="Groups and taken tiles").get_by_role("button", name=re.compile(name))


@pytest.mark.parametrize(("size", "way"), [(PHONE, "touch"), (DESK, "keyboard")])
def test_expert_game_to_the_end(invite: Invite, size: dict[str, int], way: Way) -> None:
    """Its first and its last moves by hand; racks close in the last five of 48 turns."""
    anna = invite(size)
    sit_alone(anna, "expert")
    rng = Random(7)
    for _ in range(4):
        anna.play_one(way, rng)
    play_on(anna, 36)
    while not (state := anna.wait_for("state['legal'] or state['result']"))["result"]:
        for colour in state["view"]["colours"]:
            if colour["seat"] == 0 and colour["closed"]:
                tiles = anna.page.locator(f"button[data-colour='{colour['id']}']")
                expect(tiles).to_have_count(4)
                expect(tiles.first).to_be_disabled()
        anna.play_one(way, rng)
    result = anna.page.get_by_label("Result")
    expect(result).to_contain_text(re.compile(r"groups? of red"))
    expect(result).to_contain_text(re.compile(r"groups? of yellow"))
    for score in state["view"]["scores"]:
        expect(result).to_contain_text(f"{score['points']} point")


def test_five_people_with_every_kind_of_hand(invite: Invite) -> None:
    ways: list[Way] = ["mouse", "touch", "keyboard", "mouse", "touch"]
    people = [invite(PHONE if way == "touch" else DESK) for way in ways]
    seats = [{"kind": "me", "name": "Person 1"}, *({"kind": "open"} for _ in people[1:])]
    table = people[0].set_up("blockers", "basic", seats, first=0)
    for number, person in enumerate(people[1:], start=2):
        answer = person.context.request.put(
            f"{person.address}/api/tables/{table}/seats/{number - 1}", data={"name": f"Person {number}"}
        )
        assert answer.ok, answer.text()
    for person in people:
        person.open(f"/t/{table}")
    rng = Random(8)
    for turn in range(20):
        seat = turn % 5
        people[seat].wait_for("state['ply'] >= turn", turn=turn)
        people[seat].play_one(ways[seat], rng)


def test_dragging_with_the_mouse(invite: Invite) -> None:
    anna = invite()
    sit_alone(anna)
    move = anna.latest()["legal"][0]
    find_tile(anna.page, move).drag_to(find_cell(anna.page, move), force=True)
    anna.wait_for("state['ply'] >= 1")
    played = [frame["event"]["move"] for frame in anna.frames if frame.get("event", {}).get("kind") == "played"]
    assert played[0] == move


def test_a_cell_first_shows_the_tiles_that_fit(invite: Invite) -> None:
    anna = invite()
    sit_alone(anna)
    state = play_on(anna, 3)
    move = state["legal"][0]
    fitting = {other.split(":")[1] for other in state["legal"] if other[:2] == move[:2]}
    find_cell(anna.page, move).click(force=True)
    marked = anna.page.locator("button.fits")
    expect(marked).to_have_count(len(fitting))
    assert {tile.get_attribute("data-piece") for tile in marked.all()} == fitting
    find_tile(anna.page, move).click()
    anna.wait_for("state['ply'] > ply", ply=state["ply"])


def test_marks_what_may_be_taken_and_what_may_not(invite: Invite) -> None:
    anna = invite()
    sit_alone(anna, bots=4)
    state = play_on(anna, 12)
    cells, locked = state["view"]["board"]["cells"], set(state["view"]["board"]["locked"])
    for tile in anna.page.locator("button[data-piece]").all():
        face = tile.get_attribute("data-piece")
        legal = {move[:2] for move in state["legal"] if move[3:] == face}
        tile.click()
        for kind, wanted in (("take", legal & set(cells)), ("light", legal - set(cells))):
            shown = anna.page.locator(f"[data-{kind}]")
            expect(shown).to_have_count(len(wanted))
            assert {mark.get_attribute(f"data-{kind}") for mark in shown.all()} == wanted
        barred = {mark.get_attribute("data-locked") or "" for mark in anna.page.locator("[data-locked]").all()}
        assert barred <= locked - legal
        anna.page.keyboard.press("Escape")


def test_refusal_of_a_locked_tile_names_its_rule(invite: Invite) -> None:
    anna = invite()
    sit_alone(anna, bots=4)
    rng = Random(2)
    for _ in range(24):
        for tile in anna.page.locator("button[data-piece]").all():
            tile.click()
            barred = anna.page.locator("[data-locked]")
            if barred.count():
                anna.page.locator(f"[data-cell='{barred.first.get_attribute('data-locked')}'] rect").hover(force=True)
                status = anna.page.get_by_label("State of the game")
                expect(status).to_contain_text("holds its group together")
                expect(status.get_by_role("link", name="Rule R6")).to_be_visible()
                return
            anna.page.keyboard.press("Escape")
        play_quickly([anna], 1, rng)
        anna.wait_for("state['legal'] or state['result']")
    raise AssertionError("no tile was ever locked")


def test_groups_are_outlined_and_counted_for_everybody(invite: Invite) -> None:
    anna = invite()
    sit_alone(anna, bots=2)
    state = play_on(anna, 8)
    outlines = anna.page.locator("[data-group]")
    for score, name in zip(state["view"]["scores"], ["Anna", r"\(2\)", r"\(3\)"], strict=True):
        row = row_of(anna, name)
        expect(row).to_contain_text(f"{score['groups']} group")
        row.hover()
        expect(outlines).to_have_count(score["groups"])
        anna.page.mouse.move(5, 5)
        expect(outlines).to_have_count(0)
    row_of(anna, "Anna").focus()
    anna.page.keyboard.press("Tab")
    expect(outlines).to_have_count(state["view"]["scores"][1]["groups"])


def test_tiles_keep_their_place_on_the_rack(invite: Invite) -> None:
    anna = invite()
    sit_alone(anna)
    rng = Random(3)
    tiles = anna.page.locator("button[data-piece]")
    for _ in range(6):
        expect(tiles).to_have_count(5)
        before = [tile.get_attribute("data-piece") for tile in tiles.all()]
        played = anna.play_one("keyboard", rng).split(":")[1]
        anna.wait_for("state['legal']")
        after = [tile.get_attribute("data-piece") for tile in tiles.all()]
        assert [a for a, b in zip(after, before, strict=True) if b != played] == [b for b in before if b != played]


def test_an_onlooker_sees_backs_only(invite: Invite) -> None:
    anna = invite()
    table = sit_alone(anna, public=True)
    play_on(anna, 2)
    guest = invite()
    guest.open(f"/t/{table}")
    guest.wait_for("state['view']")
    expect(guest.page.get_by_role("img", name=re.compile("Board with"))).to_be_visible()
    seats = guest.page.get_by_role("list", name="Groups and taken tiles")
    expect(seats).to_contain_text("5 on the rack, 21 in the pile")
    expect(seats.locator("[data-piece]:not([data-piece=''])")).to_have_count(0)
    assert guest.page.locator("button[data-piece]").count() == 0


def test_speaks_of_cells_and_tiles(invite: Invite) -> None:
    anna = invite(language="de")
    sit_alone(anna)
    move = next(move for move in anna.latest()["legal"] if move[3:] != "joker")
    spoken = anna.page.locator("[aria-live='polite']:not(:empty)")
    anna.page.get_by_role("application").focus()
    anna.page.keyboard.press("ArrowUp")
    expect(spoken).to_contain_text("E5, Plus: leer.")
    anna.page.keyboard.press(find_tile(anna.page, move).get_attribute("aria-keyshortcuts") or "")
    expect(spoken).to_contain_text(re.compile(r"9 freie Felder, nichts zu nehmen\..* leer\. Passt\.$"))


@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_everything_is_large_enough_and_passes_axe_on_a_phone(invite: Invite, variant: str) -> None:
    anna = invite(PHONE)
    sit_alone(anna, variant, bots=1 if variant == "expert" else 4)
    play_on(anna, 6)
    anna.page.locator("button[data-piece]:not(.stuck)").first.tap()
    expect(anna.page.locator("[data-light], [data-take]").first).to_be_visible()
    assert anna.page.evaluate(SMALL) == []
    assert anna.page.evaluate(TARGETS) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    check_accessibility(anna.page)
