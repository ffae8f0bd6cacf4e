"""Somebody at a solo puzzle: hands for its board, and what stands on the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.hands.blokus import NAME_OF, BlokusHands, read_squares, shape_of
from tests.browser.person import Person, Way
from tischlein.puzzles import CHALLENGES, Layout, Placement, solve

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


def open_save(person: Person, name: str, placements: Iterable[Placement]) -> None:
    """Go on with a challenge on which some pieces lie."""
    pieces = [{"colour": one.colour, "move": one.move} for one in placements]
    kept = {"puzzle": name, "placements": pieces, "seconds": 312, "moves": len(pieces)}
    save = person.context.request.post(f"{person.address}/api/solo/saves", data=kept).json()
    person.open(f"/solo/{name}#save={save['id']}")
    expect(lying(person)).to_have_count(len(pieces))


def status(person: Person) -> Locator:
    return person.page.get_by_label("Lamp and advice")


def lying(person: Person) -> Locator:
    return person.page.locator("[data-lying]")


def press(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=name, exact=True).click()


def expect_done(person: Person) -> None:
    expect(person.page.get_by_role("heading", name="Done!")).to_be_visible()
    expect(person.page.get_by_role("img", name="The finished board")).to_be_visible()
