"""Laying planks and setting nails on the page as people do."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tischlein.games.planken.notation import CHOICES, PATTERN
from tischlein.games.planken.pieces import turn

from .base import View


class PlankenHands:
    """A plank first, turned and laid at an end, then the nail and where it goes."""

    variant = "standard"

    def by_mouse(self, page: Page, view: View, move: str) -> None:
        if move in CHOICES:
            find_choice(page, move).click()
            return
        plank, source, cell = take_apart(view, move)
        if plank:
            find_plank(page, plank).click()
            page.get_by_role("application").hover(position={"x": 9, "y": 9})
            turn_until(page, plank, lambda: page.mouse.wheel(0, 100))
            if len(view["ends"]) > 1:
                find_end(page, cell).click(force=True)
        for name in filter(None, (source, cell)):
            find_cell(page, name).click()

    def by_touch(self, page: Page, view: View, move: str) -> None:
        if move in CHOICES:
            find_choice(page, move).tap()
            return
        plank, source, cell = take_apart(view, move)
        tools = page.get_by_role("toolbar").first
        if plank:
            find_plank(page, plank).tap()
            turn_until(page, plank, tools.get_by_role("button").nth(1).tap)
            if len(view["ends"]) > 1:
                find_end(page, cell).tap(force=True)
        for name in filter(None, (source, cell)):
            find_cell(page, name).tap()
        tools.get_by_role("button").last.tap()

    def by_keyboard(self, page: Page, view: View, move: str) -> None:
        if move in CHOICES:
            find_choice(page, move).focus()
            page.keyboard.press("Enter")
            return
        plank, source, cell = take_apart(view, move)
        page.get_by_role("application").focus()
        if plank:
            ways = {plank, turn(plank)}
            while held_plank(page) not in ways:
                page.keyboard.press("p")
            turn_until(page, plank, lambda: page.keyboard.press("r"))
            if len(view["ends"]) > 1:
                page.keyboard.press("ArrowLeft" if cell[0] == view["ends"][0] else "ArrowRight")
                page.keyboard.press("Enter")
        for name in filter(None, (source, cell)):
            steer(page, name)
            page.keyboard.press("Enter")


def take_apart(view: View, move: str) -> tuple[str, str, str]:
    """Return the plank, the cell that a nail leaves, and the cell where it goes; the first two may be empty."""
    found = PATTERN.fullmatch(move.lower())
    assert found is not None
    plank, source, column, height = (part or "" for part in found.groups())
    row = {place["column"]: place["plank"] for place in view["board"]} | ({column: plank.upper()} if plank else {})
    if source:
        height = str(row[column].index(row[source[0]][int(source[1]) - 1]) + 1)
    return plank.upper(), source, column + height


def find_choice(page: Page, move: str) -> Locator:
    return page.locator(f"button[data-choice='{move}']")


def find_plank(page: Page, plank: str) -> Locator:
    """Return a button of the hand whose plank can lie like this."""
    ways = [f"button[data-piece='{way}'][aria-disabled='false']" for way in (plank, turn(plank))]
    # The page knows of the own turn a moment before it shows that planks can be taken.
    expect(page.locator(", ".join(ways)).first).to_be_visible()
    # Where planks may not be turned, both ways may be in the hand, as two planks.
    exact = page.locator(ways[0])
    return (exact if exact.count() else page.locator(ways[1])).first


def find_end(page: Page, cell: str) -> Locator:
    return page.locator(f"[data-end='{cell[0]}']")


def find_cell(page: Page, cell: str) -> Locator:
    return page.locator(f"[data-cell='{cell}']")


def held_plank(page: Page) -> str | None:
    held = page.locator("button[data-piece][aria-pressed='true']")
    return held.get_attribute("data-piece") if held.count() else None


def turn_until(page: Page, plank: str, action: Callable[[], object]) -> None:
    """Turn the held plank if it is the wrong way up."""
    held = page.locator("button[data-piece][aria-pressed='true']")
    expect(held).to_have_count(1)
    if held_plank(page) != plank:
        action()
    expect(held).to_have_attribute("data-piece", plank)


def steer(page: Page, cell: str) -> None:
    """Bring the cursor to a cell with the arrow keys."""
    board = page.get_by_role("application")
    for _ in range(40):
        at = board.get_attribute("data-cursor")
        if at == cell:
            return
        if at is None or at[0] == cell[0]:
            page.keyboard.press("ArrowDown" if at is None or at[1] < cell[1] else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if at[0] < cell[0] else "ArrowLeft")
    raise AssertionError(f"the cursor never came to {cell}")


HANDS = PlankenHands()
