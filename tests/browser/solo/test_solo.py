"""Solo puzzles through the page: lamp, hints, rules, progress and links, in both languages."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE, ROOT, Invite
from tests.browser.hands.blokus import read_squares
from tests.browser.look.test_look import SMALL, TARGETS
from tests.browser.look.test_pages import SIZES, check_accessibility
from tischlein.core.words import words
from tischlein.puzzles import Placement

from .person import FOURS, PATIENT, SoloHands, expect_done, lying, press, solution_of, status

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
    sizes = anna.page.get_by_label("Puzzle of the day").get_by_role("link", name="Play")
    expect(sizes).to_have_count(3)
    sizes.first.click()
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


def test_what_the_rules_do_not_take_any_more_is_begun_again(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s3")
    wrong = '{"puzzle": "s3", "placements": [{"colour": "blue", "move": "a1,a2,a3"}], "at": 9}'
    anna.page.evaluate("text => localStorage.setItem('tischlein-solo:s3', text)", wrong)
    anna.page.reload()
    FOURS.place(anna.page, "mouse", solution_of("s3")[0])
    expect(lying(anna)).to_have_count(1)


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
        expect(anna.page.locator(".making")).to_have_count(0, timeout=PATIENT)  # the title is there before the answer
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
def test_no_accessibility_violations(invite: Invite, size: str) -> None:
    anna = invite(SIZES[size])
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


@pytest.mark.parametrize("name", ["s2", "s6", "6x8-medium-3"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_task_covers_no_piece_on_a_small_phone(invite: Invite, name: str, language: str) -> None:
    anna = invite(ViewportSize(width=360, height=640), language, touch=True)
    anna.open(f"/solo/{name}")
    expect(anna.page.locator(".side button[data-piece]").first).to_be_visible(timeout=PATIENT)
    end = anna.page.locator(".status section").evaluate("card => card.getBoundingClientRect().bottom")
    assert end <= anna.page.locator(".things").evaluate("things => things.getBoundingClientRect().top") + 1


@pytest.mark.parametrize(("language", "down"), [("de", "Ein Feld nach unten"), ("en", "One square down")])
def test_a_reason_covers_no_piece_on_a_small_phone(invite: Invite, language: str, down: str) -> None:
    """Nor is it cut off, and the longest would not be, either."""
    anna = invite(ViewportSize(width=360, height=640), language, touch=True)
    anna.open("/solo/s1")
    anna.page.locator("[data-piece='I5']").tap()
    for _ in range(3):
        anna.page.get_by_role("button", name=down).tap()
    card = anna.page.locator(".status section")
    expect(card.get_by_role("link")).to_be_visible()
    longest = words("tischlein.games.blokus", language)("R7-edge", square="t20", colour="yellow")
    script = """(detail, text) => {
      if (text) detail.firstChild.data = text;
      const [card, things] = [detail.closest("section"), document.querySelector(".things")];
      const pieces = [...things.querySelectorAll("[data-piece]")].filter((one) => one.checkVisibility()).slice(0, 6);
      const hits = (one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      };
      return card.scrollHeight <= card.clientHeight + 1 && pieces.every(hits);
    }"""
    for text in ("", longest):
        assert card.locator(".detail").evaluate(script, text), text


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
    assert not [url for url in loaded if re.search(r"/(Puzzle|Solo|SoloGame|worker)-[^/]*\.js|puzzles.*\.wasm", url)]


def test_everything_but_links_works_without_a_server(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s4")
    expect(status(anna)).to_contain_text("This can be completed", timeout=PATIENT)
    anna.page.route("**/api/**", lambda route: route.abort())
    FOURS.place(anna.page, "mouse", solution_of("s4")[0])
    expect(status(anna)).to_contain_text("This can be completed", timeout=PATIENT)
    press(anna, "Hint")
    expect(anna.page.locator(".hint")).to_be_visible(timeout=PATIENT)
    press(anna, "Place it")
    expect(lying(anna)).to_have_count(2)
    press(anna, "Solve")
    expect(anna.page.locator(".watched")).to_have_count(18, timeout=PATIENT)
    press(anna, "Back to mine")
    anna.open("/solo/5x6-easy-11")
    expect(anna.page.get_by_role("heading", name="Puzzle 5 × 6, easy")).to_be_visible(timeout=PATIENT)


def test_the_lamp_can_be_stopped_while_it_thinks_and_asked_again(invite: Invite) -> None:
    anna = invite()
    anna.open("/solo/s6")
    lamp = anna.page.get_by_role("button", name="Lamp")
    for _ in range(3):
        lamp.click()
        expect(status(anna)).to_contain_text("The lamp is off")
        lamp.click()
    expect(status(anna)).to_contain_text("This can be completed", timeout=PATIENT)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_first_steps_lead_through_a_puzzle(invite: Invite, size: ViewportSize) -> None:
    anna = invite(size)
    anna.open("/solo")
    anna.page.get_by_role("link", name="First steps alone").first.click()
    page, hands = anna.page, SoloHands(6, 5)
    expect(page.get_by_text("Step 1 of")).to_be_visible(timeout=PATIENT)
    lesson = json.loads((ROOT / "web" / "src" / "solo" / "lesson.json").read_text(encoding="utf-8"))
    for step in lesson["way"]:
        placement = Placement(step["colour"], tuple(read_squares(step["move"])))
        hands.place(page, "touch" if size is PHONE else "mouse", placement)
    expect(page.locator(".bubble").get_by_text("Done!")).to_be_visible()
    page.get_by_role("button", name="Show it again").click()
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    anna.open("/solo")
    expect(page.get_by_role("heading", name="Go on")).to_have_count(0)
