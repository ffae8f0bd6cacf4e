"""Solo puzzles in somebody's hands: every challenge finished in every way, and how a held piece moves."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from playwright.sync_api import Download, Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE, TABLET, Invite
from tests.browser.hands.blokus import drag_finger, read_squares
from tests.browser.look.test_look import SMALL, TARGETS
from tests.browser.look.test_pages import check_accessibility
from tests.browser.person import Way
from tischlein.puzzles import CHALLENGES, Placement

from .person import FOURS, SoloHands, expect_done, lying, open_save, press, solution_of


def read_download(download: Download) -> bytes:
    path = download.path()
    return Path(path).read_bytes()


def test_s3_is_finished_by_mouse_and_its_picture_taken_along(invite: Invite) -> None:
    anna = invite(accept_downloads=True)
    anna.open("/")
    anna.page.get_by_role("link", name="All challenges").click()
    anna.page.get_by_role("article", name="S3").get_by_role("link", name="Play").click()
    pieces = solution_of("s3")
    for placement in pieces[:10]:
        FOURS.place(anna.page, "mouse", placement)
    press(anna, "Undo")
    press(anna, "Undo")
    expect(lying(anna)).to_have_count(8)
    press(anna, "Redo")
    press(anna, "Redo")
    for placement in pieces[10:]:
        FOURS.place(anna.page, "mouse", placement)
    expect_done(anna)
    expect(anna.page.get_by_label("Done!")).to_contain_text("20 moves")
    with anna.page.expect_download() as svg:
        press(anna, "Picture (SVG)")
    assert ET.fromstring(read_download(svg.value)).tag.endswith("svg")
    with anna.page.expect_download() as png:
        press(anna, "Picture (PNG)")
    assert read_download(png.value).startswith(b"\x89PNG")
    anna.page.get_by_role("link", name="Next").click()
    expect(anna.page.get_by_role("heading", name="S4")).to_be_visible()
    anna.page.get_by_role("link", name="All challenges").click()
    expect(anna.page.get_by_role("article", name="S3")).to_contain_text("solved")


def test_s3_is_finished_on_a_phone_by_touch(invite: Invite) -> None:
    anna = invite(PHONE, reduced_motion="reduce")
    anna.open("/solo/s3")
    for placement in solution_of("s3", 2):
        FOURS.place(anna.page, "touch", placement)
    expect_done(anna)


def test_s3_is_finished_by_keyboard_alone(invite: Invite) -> None:
    anna = invite(reduced_motion="reduce")
    anna.open("/solo/s3")
    first, *rest = solution_of("s3", 3)
    FOURS.place(anna.page, "keyboard", first)
    anna.page.keyboard.press("u")
    expect(lying(anna)).to_have_count(0)
    anna.page.keyboard.press("Shift+U")
    expect(lying(anna)).to_have_count(1)
    for placement in rest:
        FOURS.place(anna.page, "keyboard", placement)
    expect_done(anna)


FIRST: dict[str, Way] = {"s1": "mouse", "s2": "touch", "s4": "keyboard", "s5": "mouse", "s6": "touch"}
"""In which way each challenge is begun; S3 is laid from the first piece to the last above."""
BEGUN, LAST = 8, 8


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
@pytest.mark.parametrize("name", FIRST)
def test_every_challenge_is_finished_in_every_way(invite: Invite, name: str, way: Way) -> None:
    """The last pieces in every way, the first in one. The lamp is off: it would cost most of all."""
    anna = invite(PHONE if way == "touch" else DESK)
    pieces = solution_of(name, seed=4)
    hands = SoloHands(CHALLENGES[name].columns, CHALLENGES[name].rows)
    last = len(pieces) - LAST
    for begin, end in [(0, BEGUN), (last, len(pieces))] if FIRST[name] == way else [(last, len(pieces))]:
        anna.page.goto("about:blank")  # or the second save would be the same page with another fragment
        open_save(anna, name, pieces[:begin])
        if (lamp := anna.page.get_by_role("button", name="Lamp")).get_attribute("aria-pressed") == "true":
            lamp.press("Enter")
        for placement in pieces[begin:end]:
            hands.place(anna.page, way, placement)
    expect_done(anna)


def held_move(page: Page) -> str:
    return page.locator(".held").get_attribute("data-move") or ""


def expect_moved(page: Page, before: str, columns: int, rows: int) -> None:
    """The held piece lies so far from where it was."""
    squares = tuple((column + columns, row + rows) for column, row in read_squares(before))
    expect(page.locator(".held")).to_have_attribute("data-move", Placement("blue", squares).move)


@pytest.mark.parametrize("moves", [1, 12])
def test_a_held_piece_goes_as_far_as_the_finger(invite: Invite, moves: int) -> None:
    """However few of its movements are seen, from wherever it starts, and with nothing in the way meanwhile."""
    anna = invite(PHONE, reduced_motion="reduce")
    anna.open("/solo/s6")
    page, hands = anna.page, SoloHands(16, 15)
    page.locator("[data-piece='W']").tap()
    tools = page.get_by_role("toolbar", name="Piece in hand")
    for columns, rows in ((-1, 0), (0, 1), (-4, -5), (5, 3)):
        before = held_move(page)
        start, end = hands._middle(page, None, "h15"), hands._middle(page, None, "i14")
        cell = end[0] - start[0]
        with drag_finger(page, start, (start[0] + columns * cell, start[1] - rows * cell), moves):
            expect(tools).to_be_hidden()
        expect(tools).to_be_visible()
        expect_moved(page, before, columns, rows)


@pytest.mark.parametrize(
    ("size", "language", "how", "step"),
    [
        (PHONE, "en", "Drag on the board", "One square {}: to the left, up, down, to the right"),
        (TABLET, "de", "Auf dem Brett ziehen", "Ein Feld nach {}: links, oben, unten, rechts"),
    ],
)
def test_arrows_move_a_held_piece_by_one_square(
    invite: Invite, size: ViewportSize, language: str, how: str, step: str
) -> None:
    anna = invite(size, language)
    anna.open("/solo/s1")
    page = anna.page
    page.locator("[data-piece='F']").tap()
    expect(page.get_by_text(how)).to_be_visible()
    assert page.evaluate(SMALL) == []
    assert page.evaluate(TARGETS) == []
    check_accessibility(page)
    name, _, ways = step.partition(": ")
    steps = zip(ways.split(", "), ((-1, 0), (0, 1), (0, -1), (1, 0)), strict=True)
    for way, (columns, rows) in reversed(list(steps)):  # it lies in the corner at the top left
        before = held_move(page)
        page.get_by_role("button", name=name.format(way)).tap()
        expect_moved(page, before, columns, rows)
    page.get_by_role("toolbar").first.get_by_role("button").last.tap()
    expect(lying(anna)).to_have_count(1)
    expect(page.get_by_text(how)).to_have_count(0)


def test_a_finger_hides_no_piece_that_it_brings_from_the_tray(invite: Invite) -> None:
    anna = invite(PHONE, reduced_motion="reduce")
    anna.open("/solo/s1")
    page = anna.page
    box = page.locator("[data-piece='1']").bounding_box()
    assert box is not None
    x, y = SoloHands(20, 20)._middle(page, None, "j10")
    with drag_finger(page, (box["x"] + 20, box["y"] + 20), (x, y)):
        expect(page.locator(".held")).to_have_attribute("data-move", "j13")  # 49 pixels above the finger
    expect(page.locator(".held")).to_have_attribute("data-move", "j13")


def test_a_piece_taken_on_a_short_phone_is_in_sight(invite: Invite) -> None:
    anna = invite(PHONE)
    page = anna.page
    page.set_viewport_size({"width": 375, "height": 600})
    anna.open("/solo/s1")
    page.locator("[data-piece='1']").scroll_into_view_if_needed()
    expect(page.get_by_role("application")).to_be_in_viewport(ratio=0.99)
    page.locator("[data-piece='1']").tap()
    # The face, because the outline of a piece in the corner reaches over the board's edge and is cut off there.
    expect(page.locator(".held .face")).to_be_in_viewport(ratio=0.99)
    box = page.locator(".held").bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= 375 - box["width"]
    assert 0 <= box["y"] <= 600 - box["height"]
    centre = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hit = page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('[role=application]'))", centre)
    assert hit, "nothing lies over it"
    expect(page.get_by_role("application")).to_be_in_viewport(ratio=0.99)


def test_board_and_pieces_are_in_reach_together_on_a_short_phone(invite: Invite) -> None:
    anna = invite(PHONE)
    anna.page.set_viewport_size({"width": 375, "height": 667})
    anna.open("/solo/s3")
    expect(anna.page.get_by_role("application")).to_be_in_viewport(ratio=1)
    bar = anna.page.get_by_role("toolbar").last.bounding_box()
    last = anna.page.locator("[data-piece]").last.bounding_box()
    assert bar
    assert last
    assert last["y"] + last["height"] <= bar["y"]


def test_pieces_are_dragged_from_the_tray(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s3")
    page = anna.page
    box = page.locator("[data-piece='O'][data-colour='green']").bounding_box()
    assert box is not None
    x, y = FOURS._middle(page, None, "c3,c4,d3,d4")
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(x, y, steps=6)
    page.mouse.up()
    expect(page.locator("[data-lying='c3,c4,d3,d4']")).to_be_visible()
