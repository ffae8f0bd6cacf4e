"""Whole games through the page, in every game and with every kind of hand."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import DESK, PHONE, Invite
from tests.browser.hands import HANDS
from tests.browser.person import Person, Way, play_on
from tests.browser.quick import play_quickly

GAMES = sorted(HANDS)


def sit_together(invite: Invite, game: str, sizes: list[ViewportSize]) -> list[Person]:
    """Anna sets a table, Ben opens her link and sits down."""
    anna, ben = (invite(size, service_worker=True) for size in sizes)
    variant = HANDS[game].variant
    table = anna.set_up(game, variant, [{"kind": "me", "name": "Anna"}, {"kind": "open"}])
    anna.open(f"/t/{table}")
    expect(anna.page.get_by_role("img", name="QR")).to_be_visible()
    ben.open(f"/t/{table}")
    ben.page.get_by_label("Name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(anna.page.get_by_role("list", name="Players")).to_contain_text("Ben")
    return [anna, ben]


LONG = {"blokus": 4, "blockers": 16}
"""By game: turns of each in the middle that need no hands, because many by hand come before and after them."""


@pytest.mark.parametrize(("size", "ways"), [(DESK, ("mouse", "mouse")), (PHONE, ("touch", "keyboard"))])
@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_game(invite: Invite, game: str, size: ViewportSize, ways: tuple[Way, Way]) -> None:
    people = sit_together(invite, game, [size, DESK])
    rng, seats = Random(len(set(ways))), list(zip(people, ways, strict=True))
    play_on(seats, rng, until=8)
    play_quickly(people, LONG.get(game, 0), rng)
    play_on(seats, rng)
    for person in people:
        expect(person.page.get_by_role("link", name="Replay")).to_be_visible()


def give_up(person: Person) -> None:
    person.page.get_by_role("button", name="More").click()
    person.page.get_by_role("button", name="Give up").click()
    person.page.get_by_role("button", name="Give up").click()
    person.wait_for("state['result']")


@pytest.mark.parametrize("game", GAMES)
def test_rematch_and_analysis(invite: Invite, game: str) -> None:
    anna = invite()
    anna.open("/settings")
    anna.page.get_by_label("Strength of programs").select_option("level1")
    table = anna.set_up(game, HANDS[game].variant, [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}])
    anna.open(f"/t/{table}")
    rng = Random(3)
    for _ in range(3):  # the analysis of a whole game takes long
        anna.play_one("keyboard", rng)
    if not anna.wait_for("state['legal'] or state['result']")["result"]:
        give_up(anna)
    expect(anna.page.get_by_label("Result")).to_be_visible()
    anna.page.get_by_role("link", name="Replay").click()
    anna.page.get_by_role("button", name="Analyse").click()
    expect(anna.page.get_by_role("img", name="Course of the game")).to_be_visible(timeout=90_000)
    anna.page.keyboard.press("Home")
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page).to_have_url(re.compile("ply=1$"))
    anna.page.go_back()
    anna.page.get_by_role("button", name="Rematch").click()
    expect(anna.page).not_to_have_url(re.compile(table))
    anna.wait_for("state['table']['id'] != table and state['view']", table=table)


def test_hint_and_takeback(invite: Invite) -> None:
    anna = invite()
    table = anna.set_up("blokus", "duo", [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}], first=0)
    anna.open(f"/t/{table}")
    anna.wait_for("state['legal']")
    expect(anna.page.get_by_role("button", name="Take back")).to_be_disabled()
    anna.page.get_by_role("button", name="Hint").click()
    status = anna.page.get_by_label("State of the game")
    expect(status).to_contain_text("chances", timeout=60_000)
    expect(anna.page.locator(".hint")).to_be_visible()
    anna.play_one("mouse", Random(7))
    anna.wait_for("state['legal'] and state['ply'] == 2")
    anna.page.get_by_role("button", name="Take back").click()
    assert anna.wait_for("state['ply'] == 0")["view"]["placed"] == []
    expect(anna.page.get_by_role("list", name="Moves")).to_contain_text("No moves yet")


def test_with_others_the_page_knows_the_rules_itself(invite: Invite) -> None:
    """Why a piece does not fit, and what would be good, is found out on the own device; only moves are sent."""
    anna, ben = sit_together(invite, "blokus", [DESK, DESK])
    mover = anna if anna.latest()["table"]["to_move"] == 0 else ben
    status = mover.page.get_by_label("State of the game")
    mover.page.locator("[data-piece='X']").click()
    field = mover.page.locator("[data-field]").bounding_box()
    assert field is not None
    mover.page.mouse.move(field["x"] + 0.12 * field["width"], field["y"] + 0.88 * field["width"], steps=3)
    expect(status).to_contain_text("must cover a start square")
    mover.page.keyboard.press("Escape")
    mover.page.get_by_role("button", name="Hint").click()
    expect(mover.page.get_by_role("button", name="Stop")).to_be_visible()
    expect(status).to_contain_text("chances", timeout=60_000)
    mover.page.get_by_role("button", name="Place it").click()
    mover.wait_for("state['ply'] == 1")
    asked = {frame["type"] for person in (anna, ben) for frame in person.sent}
    assert asked == {"play"}
    assert all(frame.get("legal") is None for person in (anna, ben) for frame in person.frames)


def test_dragging_from_the_hand(invite: Invite) -> None:
    """A piece that is dropped on a legal place counts; one that is dropped beside the board is back in the hand."""
    anna = invite()
    table = anna.set_up("blokus", "duo", [{"kind": "me"}, {"kind": "bot", "level": "random"}], first=0)
    anna.open(f"/t/{table}")
    anna.wait_for("state['legal']")
    piece = anna.page.locator("[data-piece='X']")
    field = anna.page.locator("[data-field]")
    corner = field.evaluate("rect => { const {x, y, width} = rect.getBoundingClientRect(); return {x, y, width} }")
    cell = corner["width"] / 14
    for x, y, counts in ((20, 880, False), (corner["x"] + 4.5 * cell, corner["y"] + 4.5 * cell, True)):
        piece.hover()
        anna.page.mouse.down()
        anna.page.mouse.move(x - 30, y - 30, steps=4)
        anna.page.mouse.move(x, y, steps=4)
        anna.page.mouse.up()
        expect(anna.page.locator(".held")).to_have_count(0)
        assert (anna.latest()["ply"] > 0) is counts or anna.wait_for("state['ply'] > 0")
    placed = anna.wait_for("state['ply'] > 0")["view"]["placed"][0]
    assert placed["piece"] == "X"


@pytest.mark.parametrize("game", GAMES)
def test_pass_and_play_on_one_device(invite: Invite, game: str) -> None:
    both = invite()
    table = both.set_up(
        game, HANDS[game].variant, [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}], first=0
    )
    both.open(f"/t/{table}")
    rng = Random(4)
    for turn in range(6):
        name = ("Anna", "Ben")[turn % 2]
        state = both.wait_for("state['table']['to_move'] == turn or state['result']", turn=turn % 2)
        if state["result"]:
            assert turn > 1, "a small game may be over, but not before both have played"
            break
        curtain = both.page.get_by_role("button", name=f"I am {name}")
        if is_secret(both, game):
            curtain.click()
        else:
            assert curtain.count() == 0
        both.play_one("mouse", rng, seat=turn % 2)
        assert state["ply"] == turn


def is_secret(person: Person, game: str) -> bool:
    games = person.context.request.get(f"{person.address}/api/games").json()
    return any(one["secret"] for one in games if one["id"] == game)


@pytest.mark.parametrize("game", GAMES)
def test_one_click_against_bots(invite: Invite, game: str) -> None:
    anna = invite(PHONE)
    anna.open("/")
    anna.page.locator(f"section[aria-labelledby='game-{game}']").get_by_role("link", name="Play", exact=True).tap()
    anna.wait_for("state['legal']")
    anna.play_one("touch", Random(5))
    anna.wait_for("state['legal'] or state['result']")


def test_refusal_names_the_rule_and_links_to_it(invite: Invite) -> None:
    anna = invite()
    table = anna.set_up("blokus", "duo", [{"kind": "me"}, {"kind": "open"}], first=0)
    ben = invite()
    ben.open(f"/t/{table}")
    ben.page.get_by_role("button", name="Sit down").click()
    anna.open(f"/t/{table}")
    anna.wait_for("state['legal']")
    anna.page.locator("[data-piece='X']").click()
    for _ in range(6):
        anna.page.keyboard.press("ArrowRight")
    status = anna.page.get_by_label("State of the game")
    expect(status).to_contain_text("must cover a start square")
    status.get_by_role("link", name="Rule R5").click()
    expect(anna.page).to_have_url(re.compile("/rules/blokus#R5$"))
    expect(anna.page.locator("#R5")).to_be_focused()
    anna.page.get_by_role("link", name="To the table").click()
    expect(anna.page.get_by_role("application")).to_be_visible()
    anna.page.go_back()
    expect(anna.page.locator("#R5")).to_be_visible()
    expect(anna.page.get_by_role("link", name="To the table")).to_have_count(0)


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_live_region_tells_moves_and_turns(invite: Invite, way: Way) -> None:
    anna = invite(language="de")
    table = anna.set_up("blokus", "duo", [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}], first=0)
    anna.open(f"/t/{table}")
    anna.wait_for("state['legal']")
    anna.page.evaluate(
        "window.said = []; for (const region of document.querySelectorAll('[aria-live=polite]'))"
        " new MutationObserver(() => said.push(region.textContent))"
        ".observe(region, {childList: true, characterData: true, subtree: true})"
    )
    anna.play_one(way, Random(6))
    anna.wait_for("state['legal'] and state['ply'] == 2")
    anna.page.wait_for_function("said.some((text) => text.startsWith('Anna: Violett'))")
    anna.page.wait_for_function("said.some((text) => text.includes('Du bist am Zug.'))")


@pytest.mark.parametrize(("game", "variant"), [("blokus", "classic"), ("blockers", "basic")])
def test_everything_since_the_own_last_move_is_outlined(invite: Invite, game: str, variant: str) -> None:
    """Programs answer at once: whoever looks up sees all of their pieces, not the last alone, and their own apart."""
    anna = invite()
    bots = [{"kind": "bot", "level": "random"}] * 3
    anna.open(f"/t/{anna.set_up(game, variant, [{'kind': 'me'}, *bots], first=0)}")
    outlined = anna.page.locator(".board .last")
    for lap in range(2):
        anna.play_one("mouse", Random(lap))
        state = anna.wait_for("state['legal'] and state['ply'] == ply", ply=4 * (lap + 1))
        own, *others = [laid["move"].split(":")[0] for laid in state["moves"][-4:]]  # one may take another
        expect(outlined).to_have_count(len(set(others)))
        expect(anna.page.locator(".board .mine")).to_have_count(int(own not in others))


def test_everything_since_the_own_last_move_is_outlined_in_planken(invite: Invite) -> None:
    anna = invite()
    bots = [{"kind": "bot", "level": "random"}] * 3
    anna.open(f"/t/{anna.set_up('planken', 'teams', [{'kind': 'me'}, *bots], first=0)}")
    for lap in range(2):
        anna.play_one("mouse", Random(lap))
        state = anna.wait_for("state['legal'] and state['ply'] == ply", ply=4 * (lap + 1))
        laid = sum(":" in one["move"] for one in state["moves"][-3:])
        expect(anna.page.locator(".board .came")).to_have_count(3)
        expect(anna.page.locator(".board .rim.last")).to_have_count(laid)
        expect(anna.page.locator(".board .mine")).to_have_count(1)
