"""Solo puzzles through the page: placed by every kind of hand, with lamp, hints, links and both languages."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Download, Locator, Page, ViewportSize, expect

from tischlein.puzzles import CHALLENGES, Layout, Placement, solve

from .conftest import DESK, PHONE, TABLET, Invite
from .hands.blokus import NAME_OF, BlokusHands, drag_finger, read_squares, shape_of
from .person import Person, Way
from .test_look import SMALL, TARGETS
from .test_pages import SIZES, check_accessibility

PATIENT = 120_000
"""Milliseconds: the tutor may have to be compiled first."""


class SoloHands(BlokusHands):
    """Hands at a board that need not be square, with pieces of four colours."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.colour = ""

    def place(self, page: Page, way: Way, placement: Placement) -> None:
        """Place a piece and wait until it lies there."""
        self.colour = placement.colour
        view: dict[str, Any] = {"size": self.rows}
        {"mouse": self.by_mouse, "touch": self.by_touch, "keyboard": self.by_keyboard}[way](page, view, placement.move)
        expect(page.locator(f"[data-lying='{placement.move}']")).to_be_visible()

    def by_keyboard(self, page: Page, view: dict[str, Any], move: str) -> None:
        board = page.get_by_role("application")
        board.focus()
        name = NAME_OF[shape_of(move)]
        held = page.locator("[data-piece][aria-pressed='true']")
        page.keyboard.press("p")
        while held.get_attribute("data-colour") != self.colour:
            page.keyboard.press("c")
            page.keyboard.press("p")
        while held.get_attribute("data-piece") != name:
            page.keyboard.press("p")
        super().by_keyboard(page, view, move)

    def _take(self, page: Page, move: str) -> Locator:
        piece = page.locator(f"[data-piece='{NAME_OF[shape_of(move)]}'][data-colour='{self.colour}']")
        expect(page.locator("[data-piece]").first).to_be_visible()
        if not piece.count():  # a phone shows one colour at a time
            page.get_by_role("button", name=f"{self.colour.title()},").tap()
        return piece

    def _middle(self, page: Page, view: Any, move: str) -> tuple[float, float]:
        box = page.locator("[data-field]").evaluate(
            "rect => { const {x, y, width, height} = rect.getBoundingClientRect(); return {x, y, width, height} }"
        )
        squares = read_squares(move)
        column = (min(x for x, _ in squares) + max(x for x, _ in squares) + 1) / 2
        row = (min(y for _, y in squares) + max(y for _, y in squares) + 1) / 2
        return (
            box["x"] + column * box["width"] / self.columns,
            box["y"] + (self.rows - row) * box["height"] / self.rows,
        )


FOURS = SoloHands(10, 8)


def solution_of(name: str, seed: int = 1) -> tuple[Placement, ...]:
    solved = solve(Layout(CHALLENGES[name]), seed)
    assert solved is not None
    return solved.placements


def status(person: Person) -> Locator:
    return person.page.get_by_label("Lamp and advice")


def lying(person: Person) -> Locator:
    return person.page.locator("[data-lying]")


def press(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=name, exact=True).click()


def expect_done(person: Person) -> None:
    expect(person.page.get_by_role("heading", name="Done!")).to_be_visible()
    expect(person.page.get_by_role("img", name="The finished board")).to_be_visible()


def read_download(download: Download) -> bytes:
    path = download.path()
    return Path(path).read_bytes()


# ---------------------------------------------------------------------- whole puzzles


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


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
@pytest.mark.parametrize("name", ["s1", "s2", "s4", "s5", "s6"])
def test_every_challenge_is_finished_in_every_way(invite: Invite, name: str, way: Way) -> None:
    """S3 is above. The lamp is off: its thinking would cost more time than all the placing."""
    anna = invite(PHONE if way == "touch" else DESK, reduced_motion="reduce")
    anna.open(f"/solo/{name}")
    anna.page.get_by_role("button", name="Lamp").press("Enter")
    hands = SoloHands(CHALLENGES[name].columns, CHALLENGES[name].rows)
    for placement in solution_of(name, seed=4):
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
        (PHONE, "en", "Drag anywhere on the board", "One square {}: to the left, up, down, to the right"),
        (TABLET, "de", "Zieh irgendwo auf dem Brett", "Ein Feld nach {}: links, oben, unten, rechts"),
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
    expect(page.get_by_role("application")).not_to_be_in_viewport(ratio=0.95)
    page.locator("[data-piece='1']").tap()
    expect(page.locator(".held")).to_be_in_viewport(ratio=0.99)
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


# ---------------------------------------------------------------------- lamp, hint, solver


def test_the_lamp_says_no_with_the_reason(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s3")
    expect(status(anna)).to_contain_text("This can be completed", timeout=PATIENT)
    FOURS.place(anna.page, "mouse", Placement("blue", tuple(read_squares("a2,b1,b2,c1"))))
    expect(status(anna)).to_contain_text("This cannot be completed")
    expect(status(anna)).to_contain_text("Square a1 is free but alone")
    expect(anna.page.locator(".trouble")).to_have_count(1)
    expect(anna.page.locator("[data-testid=live]").filter(has_text="Square a1")).to_have_count(1)
    press(anna, "Hint")
    expect(status(anna)).to_contain_text("this has to go again")
    press(anna, "Take it away")
    expect(lying(anna)).to_have_count(0)
    expect(status(anna)).to_contain_text("This can be completed")
    anna.page.get_by_role("button", name="Lamp").click()
    expect(status(anna)).to_contain_text("The lamp is off")


def test_hints_lead_from_the_empty_board_to_the_end(invite: Invite) -> None:
    anna = invite(reduced_motion="reduce")
    anna.open("/solo/s4")
    for number in range(1, 21):
        press(anna, "Hint")
        expect(anna.page.locator(".hint")).to_be_visible(timeout=PATIENT)
        press(anna, "Place it")
        expect(lying(anna)).to_have_count(number)
    expect_done(anna)


def test_the_solver_is_watched_and_nothing_is_lost(invite: Invite) -> None:
    anna = invite(reduced_motion="reduce")
    anna.open("/solo/s4")
    FOURS.place(anna.page, "mouse", solution_of("s4")[0])
    press(anna, "Solve")
    watched = anna.page.locator(".watched")
    expect(watched).to_have_count(19, timeout=PATIENT)
    anna.page.get_by_role("button", name="One piece less").click()
    expect(watched).to_have_count(18)
    press(anna, "Back to mine")
    expect(lying(anna)).to_have_count(1)
    expect(watched).to_have_count(0)


def test_a_solution_is_laid_out_piece_by_piece(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s3")
    press(anna, "Solve")
    expect(anna.page.locator(".watched")).to_have_count(20, timeout=PATIENT)
    press(anna, "Back to mine")


# ---------------------------------------------------------------------- rules


def test_refusals_name_the_rule_and_lead_to_it(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s1")
    page = anna.page
    page.get_by_role("button", name="Yellow").click()
    page.locator("[data-piece='1'][data-colour='yellow']").click()
    x, y = SoloHands(20, 20)._middle(page, None, "t20")
    page.mouse.move(x, y)
    expect(status(anna)).to_contain_text("It is blue's turn, not yellow's")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Blue").click()
    page.locator("[data-piece='I5'][data-colour='blue']").click()
    page.mouse.move(*SoloHands(20, 20)._middle(page, None, "j10"))
    expect(status(anna)).to_contain_text("must cover a start square: a20")
    status(anna).get_by_role("link", name="Rule R5").click()
    expect(page).to_have_url(re.compile("/rules/blokus#R5$"))
    page.go_back()
    anna.open("/rules/solo#S4")
    expect(page.get_by_role("heading", name="S4")).to_be_in_viewport()


def test_pieces_are_taken_off_the_board_where_the_challenge_allows_it(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s3")
    page = anna.page
    first, second, third = solution_of("s3")[:3]
    for placement in (first, second, third):
        FOURS.place(page, "mouse", placement)
    page.mouse.click(*FOURS._middle(page, None, first.move))
    expect(page.locator(".held")).to_have_attribute("data-move", first.move)
    page.keyboard.press("Escape")
    expect(lying(anna)).to_have_count(2)
    page.get_by_role("application").focus()
    cursor = (5, 4)
    target = read_squares(second.move)[0]
    page.keyboard.press("ArrowRight")
    for key, steps in (
        ("ArrowRight", target[0] - cursor[0]), ("ArrowLeft", cursor[0] - target[0]),
        ("ArrowUp", target[1] - cursor[1]), ("ArrowDown", cursor[1] - target[1]),
    ):  # fmt: skip
        for _ in range(steps):
            page.keyboard.press(key)
    page.keyboard.press("Delete")
    expect(lying(anna)).to_have_count(1)
    page.keyboard.press("Escape")
    for _ in range(2):
        page.keyboard.press("Control+z")
    expect(lying(anna)).to_have_count(3)


def test_under_the_rules_of_the_game_not_every_piece_can_be_taken_off(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s2")
    page, hands = anna.page, SoloHands(20, 20)
    pieces = solution_of("s2")[:5]
    for placement in pieces:
        hands.place(page, "mouse", placement)
    page.mouse.click(*page_centre(page, pieces[1].move, hands))
    expect(status(anna)).to_contain_text("This piece has to stay")
    expect(lying(anna)).to_have_count(5)
    page.get_by_role("button", name="Yellow").click()
    page.locator("[data-piece='1'][data-colour='yellow']").click()
    page.mouse.move(*hands._middle(page, None, "s19"))
    expect(status(anna)).to_contain_text("A piece of 1 must wait")
    page.keyboard.press("Escape")
    press(anna, "Undo")
    expect(lying(anna)).to_have_count(4)


def page_centre(page: Page, move: str, hands: SoloHands) -> tuple[float, float]:
    """Return the middle of the first square of a move on the screen."""
    return hands._middle(page, None, move.split(",", maxsplit=1)[0])


def test_a_new_puzzle_is_made_and_what_is_given_stays(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo")
    anna.page.get_by_label("5 × 6").check()
    anna.page.get_by_label("easy").check()
    press(anna, "Make a puzzle")
    expect(anna.page.get_by_role("heading", name="Puzzle 5 × 6, easy")).to_be_visible(timeout=PATIENT)
    given = lying(anna).first.get_attribute("data-lying") or ""
    anna.page.mouse.click(*page_centre(anna.page, given, SoloHands(6, 5)))
    expect(status(anna)).to_contain_text("was given and stays")
    anna.open("/solo")
    anna.page.get_by_label("Puzzle of the day").get_by_role("link", name="Play").click()
    expect(anna.page.get_by_role("heading", name="Puzzle of the day")).to_be_visible(timeout=PATIENT)


# ---------------------------------------------------------------------- kept here, and elsewhere


def test_a_reload_loses_nothing(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s3")
    for placement in solution_of("s3")[:3]:
        FOURS.place(anna.page, "mouse", placement)
    press(anna, "Undo")
    expect(lying(anna)).to_have_count(2)
    anna.page.reload()
    expect(lying(anna)).to_have_count(2)
    press(anna, "Redo")
    expect(lying(anna)).to_have_count(3)
    anna.open("/solo")
    anna.page.get_by_label("Go on").get_by_role("link", name="S3").click()
    expect(lying(anna)).to_have_count(3)
    press(anna, "More")
    press(anna, "Start over")
    press(anna, "Start over")
    expect(lying(anna)).to_have_count(0)


def test_what_the_server_does_not_take_any_more_is_begun_again(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s3")
    wrong = '{"puzzle": "s3", "placements": [{"colour": "blue", "move": "a1,a2,a3"}], "at": 9}'
    anna.page.evaluate("text => localStorage.setItem('tischlein-solo:s3', text)", wrong)
    anna.page.reload()
    FOURS.place(anna.page, "mouse", solution_of("s3")[0])
    anna.forgive("/api/solo/layout")


def test_a_link_goes_on_in_another_browser(invite: Invite) -> None:
    anna, phone = invite(), invite(PHONE)
    pieces = solution_of("s3")
    anna.open("/solo/s3")
    FOURS.place(anna.page, "mouse", pieces[0])
    press(anna, "More")
    press(anna, "Go on elsewhere")
    link = anna.page.get_by_label("Link", exact=True).input_value()
    press(anna, "Close")
    with anna.page.expect_response(lambda response: "/saves/" in response.url and response.request.method == "PUT"):
        FOURS.place(anna.page, "mouse", pieces[1])
    phone.page.goto(link)
    expect(lying(phone)).to_have_count(2)
    with phone.page.expect_response(lambda response: "/saves/" in response.url and response.request.method == "PUT"):
        FOURS.place(phone.page, "touch", pieces[2])
    FOURS.place(anna.page, "mouse", pieces[3])  # both went on: Anna is asked
    press(anna, "Take that over")
    expect(lying(anna)).to_have_count(3)
    anna.page.reload()
    expect(lying(anna)).to_have_count(3)
    anna.forgive("/api/solo/saves/")  # her change was refused


def test_friendly_pages_for_what_is_not_there(invite: Invite) -> None:
    anna = invite()
    for address, title in (
        ("/solo/s9", "no such puzzle"),
        ("/solo/daily-2199-01-01", "no such puzzle"),
        ("/solo/s3#save=nothing", "Nothing is saved"),
        ("/solo/5x6-hard-1", "Puzzle 5 × 6, hard"),
    ):
        anna.open(address)
        expect(anna.page.get_by_role("heading", name=title)).to_be_visible(timeout=PATIENT)
        check_accessibility(anna.page)
        anna.forgive("/api/solo/")
        anna.page.goto("about:blank")


# ---------------------------------------------------------------------- eyes and ears


@pytest.mark.parametrize(
    ("language", "overview", "hint", "lamp"),
    [
        ("de", "Die sechs Aufgaben", "Tipp", "Es geht noch auf"),
        ("en", "The six challenges", "Hint", "can be completed"),
    ],
)
def test_speaks_both_languages(invite: Invite, language: str, overview: str, hint: str, lamp: str) -> None:
    anna = invite(language=language)
    anna.open("/solo")
    expect(anna.page.get_by_role("heading", name=overview)).to_be_visible()
    anna.open("/solo/s4")
    press(anna, hint)
    expect(anna.page.locator(".hint")).to_be_visible(timeout=PATIENT)
    expect(anna.page.get_by_text(lamp).first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_accessibility_violations(invite: Invite, size: str, scheme: str) -> None:
    anna = invite(SIZES[size], color_scheme=scheme, reduced_motion="reduce")
    page = anna.page
    for address in ("/solo", "/solo/s1", "/solo/s6", "/rules/solo", "/solo/s3"):
        anna.open(address)
        expect(page.locator("main")).to_be_visible()
        page.wait_for_load_state("networkidle")
        check_accessibility(page)
    page.locator("[data-piece='L4']").first.click()
    check_accessibility(page)
    page.keyboard.press("Escape")
    press(anna, "Hint")
    expect(page.locator(".hint")).to_be_visible(timeout=PATIENT)
    check_accessibility(page)
    press(anna, "Solve")
    expect(page.locator(".watched")).to_have_count(20, timeout=PATIENT)
    check_accessibility(page)
    press(anna, "More")
    check_accessibility(page)


@pytest.mark.parametrize("address", ["/solo", "/solo/s1", "/solo/s3", "/solo/s5"])
def test_text_and_targets_are_large_enough_on_phones(invite: Invite, address: str) -> None:
    anna = invite(PHONE)
    anna.open(address)
    expect(anna.page.locator("h1")).to_be_visible()
    anna.page.wait_for_load_state("networkidle")
    assert anna.page.evaluate(SMALL) == []
    assert anna.page.evaluate(TARGETS) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_board_keeps_its_place(invite: Invite) -> None:
    anna = invite(PHONE)
    anna.open("/solo/s3")
    board = anna.page.get_by_role("application")
    before = board.bounding_box()
    expect(status(anna)).to_contain_text("This can be completed", timeout=PATIENT)
    FOURS.place(anna.page, "touch", Placement("blue", tuple(read_squares("a2,b1,b2,c1"))))
    expect(status(anna)).to_contain_text("This cannot be completed")
    press(anna, "Hint")
    expect(anna.page.locator(".hint")).to_be_visible()
    assert board.bounding_box() == before


def test_solo_is_no_burden_for_the_home_page(invite: Invite) -> None:
    """Boards and tutors of the solo page come only when somebody opens it."""
    anna = invite(DESK)
    loaded: list[str] = []
    anna.page.on("response", lambda response: loaded.append(response.url))
    anna.open("/")
    anna.page.wait_for_load_state("networkidle")
    assert not [url for url in loaded if re.search(r"/(Puzzle|Solo|SoloGame)-[^/]*\.js", url)]
