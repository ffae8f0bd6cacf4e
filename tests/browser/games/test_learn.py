"""The guided first games: every step can be done by finger and by mouse, and then it is the person's turn."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import DESK, ROOT, Invite
from tests.browser.hands import HANDS
from tests.browser.person import Person
from tests.browser.solo.person import SoloHands, lying

LESSONS = sorted(path.parent.name for path in (ROOT / "web/src/games").glob("*/lesson.json"))


SEEN = """all => all.every((node) => {
  const { x, y, right, bottom } = node.getBoundingClientRect();
  const hits = (at, down) => node.contains(document.elementFromPoint(at, down));
  return hits(x + 15, y + 15) && hits(right - 15, bottom - 15) && hits((x + right) / 2, (y + bottom) / 2);
})"""
"""Whether nothing is cut off, and nothing lies over it."""


def check_seen(person: Person, *places: str) -> None:
    for place in places:
        expect(person.page.locator(place)).to_be_visible()
        assert person.page.locator(place).evaluate_all(SEEN), place


def test_the_piece_that_a_lesson_asks_for_is_seen(invite: Invite) -> None:
    """Also on the smallest phone, in German, without scrolling."""
    anna = invite(ViewportSize(width=360, height=640), "de", touch=True)
    anna.open("/learn/blokus")
    for step in json.loads((ROOT / "web/src/games/blokus/lesson.json").read_text())[:-1]:
        wanted = ".side button[data-piece]:not(.stuck):not(:disabled)"
        expect(anna.page.locator(wanted)).to_have_count(1)
        check_seen(anna, wanted)
        HANDS["blokus"].by_touch(anna.page, step["view"], step["move"])


@pytest.mark.parametrize("size", [ViewportSize(width=360, height=640), DESK], ids=["phone", "desk"])
def test_first_steps_alone(invite: Invite, size: ViewportSize) -> None:
    anna = invite(size, touch=size is not DESK)
    anna.open("/solo")
    anna.page.get_by_role("link", name="First steps alone").first.click()
    way = json.loads((ROOT / "web/src/solo/lesson.json").read_text())["way"]
    hands = SoloHands(6, 5)
    given = 2
    for number, step in enumerate(way, 1):
        expect(anna.page.get_by_text(f"Step {number} of {len(way)}")).to_be_visible()
        check_seen(anna, ".bubble")
        hands.colour = step["colour"]
        (hands.by_mouse if size is DESK else hands.by_touch)(anna.page, {"size": 5}, step["move"])
        expect(lying(anna)).to_have_count(given + number)
    check_seen(anna, ".bubble", ".ways > .primary", ".ways > button")
    anna.page.get_by_role("button", name="Show it again").click()
    expect(anna.page.get_by_text("Step 1 of")).to_be_visible()
    anna.page.get_by_role("link", name="Skip this and play").click()
    expect(anna.page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()


def test_first_steps_alone_by_keys(invite: Invite) -> None:
    """Choose, go to the place, place: the keys lead to what the lesson asks for, however much else would fit."""
    anna = invite()
    anna.open("/solo/first")
    way = json.loads((ROOT / "web/src/solo/lesson.json").read_text())["way"]
    for number in range(1, len(way) + 1):
        expect(anna.page.get_by_text(f"Step {number} of {len(way)}")).to_be_visible()
        anna.page.get_by_role("application").focus()
        for key in ("p", "n", "Enter"):
            anna.page.keyboard.press(key)
        expect(lying(anna)).to_have_count(2 + number)
    expect(anna.page.get_by_role("button", name="Show it again")).to_be_visible()


@pytest.mark.parametrize("size", [ViewportSize(width=360, height=640), DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", LESSONS)
def test_a_guided_first_game(invite: Invite, game: str, size: ViewportSize) -> None:
    touch = size is not DESK
    anna = invite(size, touch=touch)
    anna.open("/")
    anna.page.locator(f"section[aria-labelledby='game-{game}']").get_by_role("link", name="Show me how").click()
    steps = json.loads((ROOT / f"web/src/games/{game}/lesson.json").read_text())
    hands = HANDS[game]
    for number, step in enumerate(steps[:-1], 1):
        expect(anna.page.get_by_text(f"Step {number} of {len(steps) - 1}")).to_be_visible()
        check_seen(anna, ".bubble")
        expect(anna.page.get_by_text("you must take")).to_have_count(0)  # one move is asked for, not all that there is
        (hands.by_touch if touch else hands.by_mouse)(anna.page, step["view"], step["move"])
    check_seen(anna, ".bubble", ".ways > .primary", ".ways > button")
    anna.page.get_by_role("button", name="Show it again").click()
    expect(anna.page.get_by_text("Step 1 of")).to_be_visible()
    anna.page.get_by_role("link", name="Skip this and play").click()
    anna.wait_for("state['table']['status'] == 'playing'")
