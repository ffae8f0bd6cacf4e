"""What people once stumbled over, and must not again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from .conftest import DESK, PHONE, Invite
from .look.test_fit import check
from .person import Person


def sit_down(person: Person, game: str, variant: str, bots: int, level: str = "random") -> str:
    seats = [{"kind": "me", "name": "Anna"}, *[{"kind": "bot", "level": level}] * bots]
    table = person.set_up(game, variant, seats, first=0)
    person.open(f"/t/{table}")
    person.wait_for("state['legal']")
    return table


@pytest.mark.parametrize("game", ["blokus", "blockers", "planken", "solo"])
def test_no_figure_of_the_rules_is_cut_off(invite: Invite, game: str) -> None:
    anna = invite(PHONE, "de")
    anna.open(f"/rules/{game}")
    expect(anna.page.locator("article h1")).to_be_visible()
    for size in (ViewportSize(width=360, height=640), DESK):
        anna.page.set_viewport_size(size)
        script = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
        assert anna.page.locator(".figure, .wide").evaluate_all(script) == 0


WATCH = """() => {
  [window.seen, window.frames] = [new Set(), 0];
  const look = () => {
    const all = [...document.querySelectorAll("[aria-labelledby='game-planken'] .picture .plank")];
    const planks = all.filter((one) => one.checkVisibility({ visibilityProperty: true }));
    if (planks.length) seen.add(planks.map((one) => Math.round(one.getBoundingClientRect().x)).join(" "));
    frames += planks.length ? 1 : 0;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes where the planks of the home page's picture are, at each frame from the first in which they are drawn."""

PICTURES = """all => all.map((svg) => {
  const nodes = [svg, svg.closest(".picture"), svg.querySelector("rect.field")];
  const [box, room, field] = nodes.map((one) => one.getBoundingClientRect());
  return {
    cut: box.left < room.left - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 1,
    frame: (box.width - field.width) / 2 / box.width,
    corners: getComputedStyle(svg).backgroundColor,
  };
})"""


def test_pictures_of_the_home_page_are_drawn_right_from_the_first_frame(invite: Invite) -> None:
    """Nothing slides to its place, nothing is cut off on a tablet, frames are slim and have no pale corners."""
    anna = invite(ViewportSize(width=820, height=1180), touch=True, reduced_motion="no-preference")
    anna.page.add_init_script(f"addEventListener('DOMContentLoaded', {WATCH})")
    anna.open("/")
    boards = anna.page.locator(".game .picture svg:has(rect.field)")
    expect(boards).to_have_count(3)
    anna.page.wait_for_function("() => frames > 20")
    assert anna.page.evaluate("seen.size") == 1, anna.page.evaluate("[...seen]")
    for picture in boards.evaluate_all(PICTURES):
        assert not picture["cut"]
        assert picture["frame"] < 0.08
        assert picture["corners"] != "rgba(0, 0, 0, 0)"


def test_a_rack_looks_the_same_after_loading_again(invite: Invite) -> None:
    anna = invite()
    sit_down(anna, "blockers", "basic", 1)
    tiles = anna.page.locator(".side button[data-piece]")
    for _ in range(3):
        before = tiles.evaluate_all("all => all.map((one) => one.dataset.piece)")
        ply = anna.latest()["ply"]
        tiles.nth(1).click()
        anna.page.locator("[data-light]").first.click()
        anna.wait_for("state['ply'] > ply and state['legal']", ply=ply)
        expect(anna.page.locator(".side button[data-piece]:not([aria-disabled=true])")).to_have_count(5)
        after = tiles.evaluate_all("all => all.map((one) => one.dataset.piece)")
        assert [after[i] for i in (0, 2, 3, 4)] == [before[i] for i in (0, 2, 3, 4)]
    anna.page.reload()
    expect(tiles).to_have_count(5)
    assert tiles.evaluate_all("all => all.map((one) => one.dataset.piece)") == after


def test_a_hint_keeps_the_focus_and_is_placed_with_one_key(invite: Invite) -> None:
    anna = invite()
    sit_down(anna, "blokus", "duo", 1)
    anna.page.locator("[data-piece='X']").click()
    button = anna.page.get_by_role("button", name="Hint")
    button.focus()
    anna.page.keyboard.press("Enter")
    place = anna.page.get_by_role("button", name="Place it")
    expect(place).to_be_visible(timeout=120_000)
    expect(button).to_be_focused()
    expect(anna.page.locator(".side").get_by_role("button", name="Place", exact=True)).to_be_disabled()
    check(anna, "hint")  # who does not want it can take another piece, also on a phone
    anna.page.set_viewport_size(DESK)
    ply = anna.latest()["ply"]
    anna.page.keyboard.press("Shift+H")
    anna.wait_for("state['ply'] > ply", ply=ply)


def test_programs_are_not_offered_a_draw_nor_a_seat(invite: Invite) -> None:
    anna = invite()
    sit_down(anna, "planken", "standard", 1)
    anna.page.get_by_role("button", name="More").click()
    expect(anna.page.get_by_role("button", name="Give up")).to_be_visible()
    expect(anna.page.get_by_role("button", name="Offer a draw")).to_have_count(0)
    expect(anna.page.get_by_role("button", name="Stand up")).to_have_count(0)


def test_giving_up_with_three_says_so_and_takes_the_rack_away(invite: Invite) -> None:
    anna = invite()
    sit_down(anna, "blockers", "basic", 2)
    anna.page.get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Give up").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    anna.wait_for("state['table']['seats'][0]['kind'] == 'bot'")
    expect(anna.page.locator(".side button[data-piece]")).to_have_count(0)
    # On one's own device as well, where no seat is left to look through.
    anna.page.set_viewport_size(ViewportSize(width=844, height=390))
    anna.open("/play/blockers")
    anna.wait_for("state['legal']")
    expect(anna.page.get_by_role("list", name="Players").get_by_text("You", exact=True)).to_be_visible()
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="Give up").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(anna.page.get_by_label("State of the game")).to_contain_text("You have given up")
    expect(anna.page.get_by_role("link", name="New game")).to_be_visible()
    top = anna.page.get_by_role("img", name=re.compile("board", re.IGNORECASE)).first.bounding_box()
    assert top is not None
    assert top["y"] >= 0  # what onlookers see under the board scrolls by itself


CUT = """all => all.filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)"""
"""What is shown of these and cut off."""


@pytest.mark.parametrize(
    ("game", "variant", "count"), [("blockers", "basic", 4), ("blockers", "basic", 5), ("planken", "standard", 3)]
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_told_of_players_is_not_cut_off(
    invite: Invite, language: str, game: str, variant: str, count: int
) -> None:
    """Names fit a small phone; on a tablet their nails and planks as well."""
    anna = invite(ViewportSize(width=360, height=640), language, touch=True)
    sit_down(anna, game, variant, count - 1, "random" if count == 4 else "level10")
    players = anna.page.get_by_role("list", name=re.compile("Spielrunde|Players"))
    expect(players.locator(".name")).to_have_count(count)
    for size in (ViewportSize(width=360, height=640), ViewportSize(width=820, height=1180), DESK):
        anna.page.set_viewport_size(size)
        assert players.locator(".name, .state").evaluate_all(CUT) == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_title_is_cut_off_on_a_small_phone(invite: Invite, language: str) -> None:
    anna = invite(ViewportSize(width=360, height=640), language, touch=True)
    puzzles = ("s1-free-corners", "s2-corners", "s4", "s6", "daily-2026-09-28-medium", "15x16-medium-3")
    for path in ("/import", "/learn/planken", *(f"/solo/{name}" for name in puzzles)):
        anna.open(path)
        title = anna.page.locator("header .words")
        expect(title).not_to_be_empty()
        cut = title.evaluate("one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight")
        assert not cut, title.inner_text()


def test_a_broken_file_is_refused_in_the_language_of_the_page(invite: Invite) -> None:
    anna = invite(language="de")
    anna.open("/import")
    anna.page.locator("textarea").fill("(;GM[Blokus]\n;1[a20]\n;2[t19])")
    anna.page.get_by_label("Format").select_option("blksgf")
    for button in ("Öffnen", "Am Brett untersuchen"):
        anna.page.get_by_role("button", name=button).click()
        expect(anna.page.get_by_role("alert")).to_contain_text("Startfeld")
    anna.forgive("400")


def test_partners_are_shown_in_teams_of_blokus(invite: Invite) -> None:
    anna = invite()
    sit_down(anna, "blokus", "teams", 3)
    expect(anna.page.get_by_role("list", name="Players").get_by_role("listitem").first).to_contain_text("with Red")


def test_who_gave_up_is_named(invite: Invite) -> None:
    anna = invite()
    sit_down(anna, "blokus", "duo", 1)
    anna.page.get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Give up").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(anna.page.get_by_text("You have given up")).to_be_visible()
    expect(anna.page.get_by_text("however it stood")).to_be_visible()


def test_a_link_to_watch_works_in_the_tab_that_shows_the_table(invite: Invite) -> None:
    anna, ben = invite(), invite()
    table = sit_down(anna, "blokus", "duo", 1)
    token = anna.context.request.post(f"{anna.address}/api/tables/{table}/watch").json()["token"]
    ben.open(f"/t/{table}")
    expect(ben.page.get_by_role("heading", name="full")).to_be_visible()
    ben.page.evaluate("hash => { location.hash = hash }", f"watch={token}")
    expect(ben.page.get_by_role("img", name=re.compile("board", re.IGNORECASE)).first).to_be_visible()


@pytest.mark.parametrize(("language", "words"), [("de", "mit Freunden"), ("en", "with friends")])
def test_the_page_is_described_in_its_language(invite: Invite, language: str, words: str) -> None:
    anna = invite(language=language)
    anna.open("/")
    expect(anna.page.locator("meta[name=description]")).to_have_attribute("content", re.compile(words))


def test_again_with_the_next_level(invite: Invite) -> None:
    anna = invite()
    sit_down(anna, "blokus", "duo", 1, "level1")
    anna.page.get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Give up").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(anna.page.get_by_role("button", name="Share a picture")).to_be_visible()
    anna.page.get_by_role("button", name="Again, against Level 2").click()
    state = anna.wait_for("state['table']['seats'][1].get('level') == 'level2'")
    assert state["table"]["variant"] == "duo"


def test_a_request_moves_nothing_on_a_desk(invite: Invite) -> None:
    anna, ben = invite(DESK), invite(ViewportSize(width=1180, height=820))
    table = anna.set_up("blokus", "duo", [{"kind": "me", "name": "Anna"}, {"kind": "open"}], first=0)
    anna.open(f"/t/{table}")
    ben.open(f"/t/{table}")
    ben.page.get_by_role("button", name="Sit down").click()
    anna.wait_for("state['legal']")
    anna.page.locator("[data-piece='1']").click()
    anna.page.keyboard.press("Enter")
    ben.wait_for("state['legal']")
    piece = ben.page.locator(".side button[data-piece]").first
    before = piece.bounding_box()
    anna.page.get_by_role("button", name="Take back").click()
    expect(ben.page.get_by_role("button", name="Yes")).to_be_visible()
    assert piece.bounding_box() == before


def test_a_greeting_says_who_greets(invite: Invite) -> None:
    anna, ben = invite(), invite()
    table = anna.set_up("blokus", "duo", [{"kind": "me", "name": "Anna"}, {"kind": "open"}], first=0)
    anna.open(f"/t/{table}")
    ben.open(f"/t/{table}")
    ben.page.get_by_role("button", name="Sit down").click()
    anna.wait_for("state['legal']")
    anna.page.get_by_role("button", name="Greet").click()
    anna.page.get_by_role("button", name="Hello!").click()
    expect(ben.page.locator(".bubble")).to_contain_text("Anna")
