"""Every table fits every screen: measured by what a finger really hits at the middle of pieces and buttons."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Invite
from tests.browser.hands import HANDS
from tests.browser.hands.blockers import find_cell, find_misfit, find_tile
from tests.browser.person import Person
from tests.browser.quick import play_quickly
from tischlein import Record, find_game, game_ids
from tischlein.core.words import words

SIZES = [
    ViewportSize(width=width, height=height)
    for width, height in ((390, 664), (360, 640), (844, 390), (820, 1180), (1180, 820), (1440, 900))
]

SETTLES_WITHIN = 10.0
"""Seconds after a turn of the device in which the page must have found its place, on a busy machine."""

MEASURE = """() => {
  const find = (x, y) => document.elementFromPoint(x, y);
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const hits = (node) => {
    if (innerWidth >= 1280 && node.getBoundingClientRect().bottom > innerHeight) return true;  // a desk may scroll
    return node.contains(find(...middle(node)));
  };
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const name = (node) => node.ariaLabel || node.textContent.trim() || node.outerHTML.slice(0, 80);
  const dialog = document.querySelector('dialog[open]');
  const frame = document.querySelector('.board');
  const board = frame.querySelector('svg').getBoundingClientRect();
  const squares = [...Array(100).keys()].map((i) => [(i % 10) * 0.1 + 0.05, Math.floor(i / 10) * 0.1 + 0.05]);
  const at = ([x, y]) => find(board.x + x * board.width, board.y + y * board.height);
  const hand = document.querySelector('.side .hand');
  const room = hand.getBoundingClientRect();
  const inRoom = (node) => middle(node)[1] > room.y && middle(node)[1] < room.bottom;
  const kind = hand.querySelector('button[data-piece]') ? 'button[data-piece]' : '[data-piece]';
  const pieces = [...hand.querySelectorAll(kind)].filter(seen);
  const rows = Map.groupBy(pieces, (node) => Math.round(node.getBoundingClientRect().y));
  const status = document.querySelector('.status .card, .status .bubble');
  const words = status ? [...status.querySelectorAll('p')].filter(seen) : [];
  const buttons = [...(dialog ?? document).querySelectorAll('button, a.button:not(.skip)')].filter(seen);
  return {
    board: [board.x, board.y, innerWidth - board.right, innerHeight - board.bottom].map(Math.round),
    width: board.width,
    scrolls: [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight],
    turn: [...document.querySelectorAll('[aria-current=true]')].every(hits),
    squares: dialog ? 0 : squares.filter((square) => !frame.contains(at(square))).length,
    status: !dialog && status && [status.scrollHeight > status.clientHeight + 1 ? 'cut' : '',
      ...words.filter((node) => !status.contains(find(node.getClientRects()[0].x + 4, node.getClientRects()[0].y + 8)))
        .map(name)].filter(Boolean),
    rows: [...rows.values()].filter((row) => row.every(hits)).length,
    pieces: pieces.length,
    hidden: dialog ? [] : pieces.filter((node) => inRoom(node) && !hits(node)).map(name),
    covered: buttons.filter((node) => (dialog || !hand.contains(node)) && !hits(node)).map(name),
  };
}"""


def check(person: Person, state: str, *, hand: bool = True) -> None:
    """Look at every size: the whole board, whose turn it is, a row of pieces, and no button under anything."""
    for size in SIZES:
        person.page.set_viewport_size(size)
        end = time.monotonic() + SETTLES_WITHIN
        while wrong := find_faults(found := person.page.evaluate(MEASURE), size, hand):
            assert time.monotonic() < end, f"{state} at {size['width']}x{size['height']}: {wrong}: {found}"
            person.page.evaluate("() => new Promise(requestAnimationFrame)")
    person.page.set_viewport_size(SIZES[0])
    person.page.evaluate("() => new Promise(requestAnimationFrame)")


def find_faults(found: Any, size: ViewportSize, hand: bool) -> list[str]:
    """Return what is wrong with a measured page."""
    small = size["width"] < 1280
    wrong = {
        "board cut off": min(found["board"]) < 0,
        "scrolls sideways": found["scrolls"][0],
        "scrolls": small and found["scrolls"][1],
        "turn hidden": not found["turn"],
        "board covered": found["squares"] > 0,
        "status covered": bool(found["status"]),
        "pieces covered": found["hidden"] != [],
        "buttons covered": found["covered"] != [],
        "no row of pieces": hand and found["pieces"] and not found["rows"],
    }
    return [fault for fault, holds in wrong.items() if holds]


def sit(invite: Invite, game: str, variant: str, seats: list[dict[str, str]], **terms: Any) -> tuple[Person, str]:
    anna = invite(SIZES[0], touch=True)
    table = anna.set_up(game, variant, seats, **terms)
    anna.open(f"/t/{table}")
    return anna, table


BOT = {"kind": "bot", "level": "random"}
TABLES = [
    (game, variant.id, count)
    for game in filter(HANDS.__contains__, game_ids())
    for variant in find_game(game).variants.values()
    for count in variant.seats
]
"""Every way to sit at a table that there is."""

every_table = pytest.mark.parametrize(("game", "variant", "count"), TABLES)


@every_table
def test_my_turn_a_hint_and_a_held_piece(invite: Invite, game: str, variant: str, count: int) -> None:
    anna, _ = sit(invite, game, variant, [{"kind": "me", "name": "Anna"}, *[BOT] * (count - 1)], first=0)
    anna.wait_for("state['legal']")
    expect(anna.page.locator(".side [data-piece]").first).to_be_visible()
    check(anna, "my turn")
    anna.page.get_by_role("button", name="Hint").tap()
    expect(anna.page.get_by_role("button", name="Place it")).to_be_visible()
    check(anna, "hint")
    anna.page.locator(".side button[data-piece][aria-disabled=false], .side button.piece:not(:disabled)").first.tap()
    check(anna, "held")


FAULTS = {
    ".board { translate: -40px 0 }": "board cut off",
    ".players { margin-right: -3000px }": "scrolls sideways",
    "main::after { content: ''; height: 2000px }": "scrolls",
    ".players { opacity: 0; pointer-events: none }": "turn hidden",
    "main::before { content: ''; position: fixed; inset: auto 0 0; height: 80px; z-index: 9 }": "buttons covered",
    ".hand [data-piece] { pointer-events: none }": "no row of pieces",
    ".hand [data-piece]:nth-child(2) { pointer-events: none }": "pieces covered",
    ".status { pointer-events: none }": "status covered",
    ".status .card { font-size: 2rem }": "status covered",
    ".players::after { content: ''; position: absolute; inset: 80px 0 400px; z-index: 9 }": "board covered",
}
"""What might go wrong with the looks, and what the measurement is to say to it."""

DRESS = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""


def test_what_is_wrong_is_noticed(invite: Invite) -> None:
    anna, _ = sit(invite, "blokus", "classic", [{"kind": "me"}, *[BOT] * 3], first=0)
    anna.wait_for("state['legal']")
    expect(anna.page.locator(".side [data-piece]").first).to_be_visible()
    for style, fault in FAULTS.items():
        anna.page.evaluate(DRESS, style)
        assert fault in find_faults(anna.page.evaluate(MEASURE), SIZES[0], hand=True), style
    anna.page.evaluate(DRESS, "")
    assert find_faults(anna.page.evaluate(MEASURE), SIZES[0], hand=True) == []


def test_a_board_on_a_phone_is_as_wide_as_the_phone(invite: Invite) -> None:
    anna, _ = sit(invite, "blokus", "classic", [{"kind": "me"}, *[BOT] * 3], first=0)
    anna.wait_for("state['legal']")
    for size in SIZES[:2]:
        anna.page.set_viewport_size(size)
        anna.page.wait_for_function(f"({MEASURE})().width >= {size['width'] - 24}")


def refuse_in_blokus(anna: Person) -> None:
    anna.page.locator("[data-piece='I5']").tap()
    for _ in range(3):
        anna.page.get_by_role("button", name="One square down").tap()


def refuse_in_blockers(anna: Person) -> None:
    legal = anna.wait_for("state['legal']")["legal"]
    move, cell = find_misfit(legal)
    find_tile(anna.page, move).tap()
    find_cell(anna.page, cell).tap(force=True)


def refuse_in_planken(anna: Person) -> None:
    """Tap a field that has a nail already."""
    view = anna.wait_for("state['legal'] and state['ply'] >= 4")["view"]
    column = view["board"][0]
    height = next(i for i, seat in enumerate(column["nails"], 1) if seat is not None)
    anna.page.locator(f"[data-cell='{column['column']}{height}']").tap()


REFUSALS: dict[str, Callable[[Person], None]] = {
    "blokus": refuse_in_blokus,
    "blockers": refuse_in_blockers,
    "planken": refuse_in_planken,
}


@every_table
def test_refused(invite: Invite, game: str, variant: str, count: int) -> None:
    """The reason is said, and neither board nor hand moves for it."""
    anna, _ = sit(invite, game, variant, [{"kind": "me"}, *[BOT] * (count - 1)], first=0)
    if game == "planken":
        anna.wait_for("state['legal']")
        play_quickly([anna], 2, Random(1))
    anna.wait_for("state['legal']")
    expect(anna.page.locator(".side [data-piece]").first).to_be_visible()
    hand = anna.page.locator(".side > .hand")  # within it a held tile stands higher, and a tapped one comes into sight
    before = hand.bounding_box()
    REFUSALS[game](anna)
    expect(anna.page.get_by_role("link", name="Rule R")).to_be_visible()
    assert hand.bounding_box() == before
    check(anna, "refused")


SAY = """([code, text]) => {
  const detail = document.querySelector('.status .detail');
  detail.firstChild.data = text;
  detail.querySelector('a').textContent = code;
  const card = detail.closest('.card');
  return card.scrollHeight <= card.clientHeight;
}"""
"""Whether a reason with the link to its rule has room where reasons stand."""

WRITTEN = re.compile("R1-|-notation|R16-|R15-text")
"""Reasons against what was written, and not held over a board."""

DETAILS: dict[str, str | int] = {
    "cell": "I9", "square": "t20", "squares": "t19, t20", "starts": "a20, t20, a1, t1", "piece": "V3", "size": 20,
    "colour": "yellow", "tile": "diamond", "plank": "RGB", "column": "m", "source": "m2", "move": "m2",
}  # fmt: skip


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_reason_has_room_on_a_small_phone(invite: Invite, language: str) -> None:
    anna = invite(ViewportSize(width=360, height=640), language, touch=True)
    table = anna.set_up("blockers", "expert", [{"kind": "me"}, BOT], first=0)
    anna.open(f"/t/{table}")
    refuse_in_blockers(anna)
    expect(anna.page.locator(".status .detail a")).to_be_visible()
    assert not anna.page.evaluate(SAY, ["R1", "long " * 40])
    for game in HANDS:
        package = f"tischlein.games.{game}"
        call = words(package, language)
        texts = (files(package) / f"text.{language}.ftl").read_text(encoding="utf-8")
        for code in re.findall(r"^(R\d+-[\w-]+) =", texts, re.MULTILINE):
            if not WRITTEN.search(code):
                said = call(code, **DETAILS)
                assert anna.page.evaluate(SAY, [code.split("-")[0], said]), said


@every_table
def test_waiting_and_a_request(invite: Invite, game: str, variant: str, count: int) -> None:
    """While the other one plays, and when they ask for something, nothing jumps; about hidden tiles nobody asks."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}, *[BOT] * (count - 2)]
    anna, table = sit(invite, game, variant, seats, first=1)
    ben = invite()
    ben.open(f"/t/{table}")
    ben.page.get_by_label("Name").fill("Benjamin Maximilian Graf")
    ben.page.get_by_role("button", name="Sit down").click()
    anna.wait_for("state['table']['status'] == 'playing'")
    piece = anna.page.locator(".side [data-piece]").first
    expect(piece).to_be_visible()
    check(anna, "waiting")
    if find_game(game).secret:
        return
    ben.play_one("mouse", Random(1))
    anna.wait_for("state['legal']")
    before = piece.bounding_box()
    ben.page.get_by_role("button", name="Take back").click()
    expect(anna.page.get_by_role("button", name="Yes")).to_be_visible()
    assert piece.bounding_box() == before
    check(anna, "request")


@pytest.mark.parametrize("size", [SIZES[1], SIZES[2]], ids=["upright", "on its side"])
def test_a_greeting_covers_nothing_and_is_seen_whole(invite: Invite, size: ViewportSize) -> None:
    name = "Benjamin Maximilian Graf"
    anna = invite(size, touch=True)
    table = anna.set_up("blokus", "duo", [{"kind": "open"}, {"kind": "me", "name": "Anna"}], first=1)
    anna.open(f"/t/{table}")
    ben = invite()
    ben.open(f"/t/{table}")
    ben.page.get_by_label("Name").fill(name)
    ben.page.get_by_role("button", name="Sit down").click()
    anna.wait_for("state['legal']")
    expect(anna.page.locator(".side [data-piece]").first).to_be_visible()
    ben.page.get_by_role("button", name="Greet").click()
    ben.page.get_by_role("button", name="Hello!").click()
    bubble = anna.page.locator(".bubble")
    expect(bubble).to_contain_text(name)
    box = bubble.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert bubble.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert find_faults(anna.page.evaluate(MEASURE), size, hand=True) == []


def play_to_the_end(game: str, variant: str, count: int) -> Record:
    """Return a finished game that was played at random."""
    setup = find_game(game).setup(variant, count, seed=1)
    state, rng, moves = Record(setup).state_at(0), Random(1), list[str]()
    while state.outcome() is None:
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return Record(setup, tuple(moves))


@every_table
def test_over(invite: Invite, game: str, variant: str, count: int) -> None:
    anna = invite(SIZES[0], touch=True)
    text = play_to_the_end(game, variant, count).text()
    answer = anna.context.request.post(f"{anna.address}/api/records", data={"text": text, "name": "Anna"})
    anna.open(f"/t/{answer.json()['id']}")
    expect(anna.page.get_by_role("link", name="Replay")).to_be_visible()
    check(anna, "over", hand=False)


def test_one_device_with_a_curtain(invite: Invite) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    anna, _ = sit(invite, "blockers", "expert", seats, first=0)
    curtain = anna.page.get_by_role("button", name="I am Anna")
    expect(curtain).to_be_visible()
    for size in SIZES:
        anna.page.set_viewport_size(size)
        assert anna.page.evaluate(MEASURE)["covered"] == [], size
    curtain.tap()
    check(anna, "behind the curtain")


def test_the_hand_is_a_sheet(invite: Invite) -> None:
    """It can be pulled up to see all of it, and goes down by itself when a piece is taken."""
    anna, _ = sit(invite, "blokus", "classic", [{"kind": "me"}, *[BOT] * 3], first=0)
    anna.wait_for("state['legal']")
    board = anna.page.get_by_role("application")
    before = board.bounding_box()
    anna.page.get_by_role("button", name="Show more of the hand").tap()
    assert anna.page.evaluate(MEASURE)["rows"] >= 3
    assert board.bounding_box() == before
    anna.page.locator("[data-piece='V3']").tap()
    expect(anna.page.get_by_role("button", name="Show more of the hand")).to_be_visible()
    expect(anna.page.locator(".held")).to_be_visible()
