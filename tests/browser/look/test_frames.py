"""What others frame in pages of their own: it fits, takes their light, and leads to the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.screenshots import import_game

FRAMES = [
    ViewportSize(width=width, height=height) for width, height in ((480, 560), (320, 400), (640, 360), (700, 800))
]

MEASURE = """() => {
  const board = document.querySelector('main .board').getBoundingClientRect();
  const page = document.documentElement;
  return {
    scrolls: page.scrollWidth > innerWidth || page.scrollHeight > innerHeight,
    cut: board.x < 0 || board.y < 0 || board.right > innerWidth || board.bottom > innerHeight,
    covered: [...document.querySelectorAll('button, a.button:not(.skip)')].filter((node) => {
      if (!node.checkVisibility()) return false;
      const { x, y, width, height } = node.getBoundingClientRect();
      return !node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).length,
    inside: [...document.querySelectorAll('main .board svg, main .board .seats')].every((node) => {
      const box = node.getBoundingClientRect();
      return box.height === 0 || (box.y >= board.y - 1 && box.bottom <= board.bottom + 1 && box.right <= innerWidth);
    }),
  };
}"""


def check_frames(person: Person, path: str) -> None:
    for size in FRAMES:
        person.page.set_viewport_size(size)
        person.open(path)
        expect(person.page.locator("main .board svg").first).to_be_visible()
        found = person.page.evaluate(MEASURE)
        assert found == {"scrolls": False, "cut": False, "covered": 0, "inside": True}, (path, size)


@pytest.mark.parametrize("name", ["blokus", "blockers", "blockers-expert", "planken-teams"])
def test_a_framed_game_fits_and_leads_to_its_table(invite: Invite, name: str) -> None:
    anna = invite()
    table = import_game(anna, name, 1)
    check_frames(anna, f"/embed/t/{table}")
    link = anna.page.get_by_role("link", name="Tischlein")
    assert str(link.get_attribute("href")).endswith(f"/t/{table}/replay")


def test_a_framed_puzzle_fits_and_takes_the_light_of_the_page(invite: Invite) -> None:
    colours = []
    for scheme in ("light", "dark"):
        anna = invite(color_scheme=scheme)
        check_frames(anna, "/embed/solo/s3")
        colours.append(anna.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert colours == ["rgb(239, 230, 216)", "rgb(29, 25, 22)"]


def test_a_game_that_is_on_is_not_shown_but_its_table_is_named(invite: Invite) -> None:
    anna = invite(FRAMES[1])
    table = anna.set_up("blokus", "duo", [{"kind": "me"}, {"kind": "bot", "level": "random"}], first=0)
    anna.open(f"/embed/t/{table}")
    expect(anna.page.get_by_role("alert")).to_be_visible()
    assert str(anna.page.get_by_role("link", name="Tischlein").get_attribute("href")).endswith(f"/t/{table}")
    anna.forgive(table)
