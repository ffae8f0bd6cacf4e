"""What eyes need: colours that differ in gray, text and targets that are large enough, a page that stands still."""

from __future__ import annotations

import base64
import json
from itertools import combinations
from random import Random
from typing import Any

import pytest
from playwright.sync_api import FloatRect, expect

from tests.browser.conftest import PHONE, ROOT, Invite
from tests.browser.hands.blockers import find_cell, find_misfit, find_tile

DIFFERENCE = """async ([first, second]) => {
  const read = async (data) => {
    const image = new Image(); image.src = 'data:image/png;base64,' + data; await image.decode();
    const canvas = new OffscreenCanvas(24, 24); const paint = canvas.getContext('2d');
    paint.drawImage(image, 0, 0, 24, 24); return paint.getImageData(0, 0, 24, 24).data;
  };
  const [a, b] = [await read(first), await read(second)];
  let sum = 0; for (let i = 0; i < a.length; i += 4) sum += Math.abs(a[i] - b[i]);
  return sum / (a.length / 4);
}"""


def test_colours_can_be_told_apart_in_grayscale(invite: Invite) -> None:
    """One square of each colour, drawn in gray: any two differ clearly, even where their brightness does not."""
    anna = invite()
    anna.open("/")
    expect(anna.page.locator(".picture svg").first).to_be_visible()
    anna.page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    view: dict[str, Any] = json.loads((ROOT / "web/src/games/blokus/picture.json").read_text())
    field = anna.page.locator("section[aria-labelledby='game-blokus'] [data-field]")
    field.scroll_into_view_if_needed()
    box = field.evaluate("rect => { const {x, y, width} = rect.getBoundingClientRect(); return {x, y, width} }")
    cell = box["width"] / view["size"]
    pictures = {}
    for colour in ("blue", "yellow", "red", "green"):
        piece = next(piece for piece in view["placed"] if piece["colour"] == colour)
        square = piece["move"].split(",")[0]
        x = box["x"] + (ord(square[0]) - ord("a")) * cell
        y = box["y"] + (view["size"] - int(square[1:])) * cell
        clip = FloatRect(x=x + 0.2 * cell, y=y + 0.2 * cell, width=0.6 * cell, height=0.6 * cell)
        pictures[colour] = base64.b64encode(anna.page.screenshot(clip=clip, scale="css")).decode()
    for one, other in combinations(pictures, 2):
        assert anna.page.evaluate(DIFFERENCE, [pictures[one], pictures[other]]) > 8, (one, other)


SMALL = """() => [...document.querySelectorAll('main *, header *')].flatMap((node) => {
  const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  if (!own || !node.checkVisibility() || node.closest('.hidden, .picture')) return [];
  const box = node.getBoundingClientRect();
  const scale = node.ownerSVGElement ? node.getScreenCTM().a : 1;
  const size = parseFloat(getComputedStyle(node).fontSize) * scale;
  return size < 13.9 ? [`${node.tagName} ${node.textContent.trim()} ${size}`] : [];
})"""

TARGETS = """() => [...document.querySelectorAll('button, select, input, a.button')].flatMap((node) => {
  if (node.type === 'radio' || node.type === 'checkbox') return [];  // their labels are the targets
  if (!node.checkVisibility()) return [];
  const { width, height } = node.getBoundingClientRect();
  return width < 43.5 || height < 43.5 ? [`${node.outerHTML.slice(0, 120)} ${width} ${height}`] : [];
})"""


@pytest.mark.parametrize("address", ["/", "/new/blokus", "/rules/blokus", "/settings", "table"])
def test_text_and_targets_are_large_enough_on_phones(invite: Invite, address: str) -> None:
    anna = invite(PHONE)
    if address == "table":
        seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * 3]
        address = f"/t/{anna.set_up('blokus', 'classic', seats, first=0, clock={'seconds': 600, 'increment': 5})}"
    anna.open(address)
    expect(anna.page.locator("main")).to_be_visible()
    anna.page.wait_for_load_state("networkidle")
    assert anna.page.evaluate(SMALL) == []
    assert anna.page.evaluate(TARGETS) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_board_keeps_its_place(invite: Invite) -> None:
    """While bots think, pieces are held, and reasons come and go."""
    anna = invite(PHONE)
    table = anna.set_up("blokus", "duo", [{"kind": "me"}, {"kind": "bot", "level": "level1"}], first=0)
    anna.open(f"/t/{table}")
    anna.wait_for("state['legal']")
    board = anna.page.get_by_role("application")
    before = board.bounding_box()
    anna.page.locator("[data-piece='X']").tap()
    anna.page.keyboard.press("ArrowDown")
    anna.page.keyboard.press("ArrowDown")
    anna.page.wait_for_timeout(500)
    assert board.bounding_box() == before
    anna.page.keyboard.press("Escape")
    anna.play_one("touch", Random(1))
    assert board.bounding_box() == before
    anna.wait_for("state['legal']")
    assert board.bounding_box() == before


def test_a_reason_of_three_lines_moves_nothing(invite: Invite) -> None:
    anna = invite(PHONE, "de")
    anna.open(f"/t/{anna.set_up('blockers', 'basic', [{'kind': 'me'}, {'kind': 'bot', 'level': 'random'}], first=0)}")
    legal = anna.wait_for("state['legal']")["legal"]
    move, cell = find_misfit(legal)
    find_tile(anna.page, move).tap()
    rack = anna.page.locator(".hand").first
    before = rack.bounding_box()
    find_cell(anna.page, cell).tap(force=True)
    expect(anna.page.get_by_role("link", name="Regel R4")).to_be_visible()
    assert rack.bounding_box() == before
