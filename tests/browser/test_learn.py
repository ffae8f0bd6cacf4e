"""The guided first games: every step can be done by finger and by mouse, and then it is the person's turn."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import ViewportSize, expect

from .conftest import DESK, ROOT, Invite
from .hands import HANDS

LESSONS = sorted(path.parent.name for path in (ROOT / "web/src/games").glob("*/lesson.json"))


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
        (hands.by_touch if touch else hands.by_mouse)(anna.page, step["view"], step["move"])
    expect(anna.page.get_by_role("link", name="Play now")).to_be_visible()
    anna.page.get_by_role("button", name="Show it again").click()
    expect(anna.page.get_by_text("Step 1 of")).to_be_visible()
    anna.page.get_by_role("link", name="Skip this and play").click()
    anna.wait_for("state['table']['status'] == 'playing'")
