"""Placing tiles on the page as people do."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from .base import View


class BlockersHands:
    """Choose a tile from the rack, then the cell."""

    variant = "basic"

    def by_mouse(self, page: Page, view: View, move: str) -> None:
        find_tile(page, move).click()
        find_cell(page, move).click(force=True)

    def by_touch(self, page: Page, view: View, move: str) -> None:
        find_tile(page, move).tap()
        find_cell(page, move).tap(force=True)
        expect(page.locator(".held")).to_have_attribute("data-move", move)
        page.get_by_role("toolbar").first.get_by_role("button").last.tap()

    def by_keyboard(self, page: Page, view: View, move: str) -> None:
        page.get_by_role("application").focus()
        page.keyboard.press(find_tile(page, move).get_attribute("aria-keyshortcuts") or "")
        held = page.locator(".held")
        row, column = move[0], move[1]
        for _ in range(8):
            at = (held.get_attribute("data-move") or "")[:2]
            for less, more, here, there in (
                ("ArrowUp", "ArrowDown", at[0], row),
                ("ArrowLeft", "ArrowRight", at[1], column),
            ):
                if here != there:
                    page.keyboard.press(less if there < here else more)
        expect(held).to_have_attribute("data-move", move)
        page.keyboard.press("Enter")


def find_tile(page: Page, move: str) -> Locator:
    """Return the button of the tile that a move places."""
    *colour, tile = move.split(":")[1].split("-")
    return page.locator(f"button[data-piece='{tile}']" + "".join(f"[data-colour='{name}']" for name in colour))


def find_cell(page: Page, move: str) -> Locator:
    """Return the cell of a move; a tile may lie on it."""
    return page.locator(f"[data-cell='{move[:2]}'] rect")


def find_misfit(legal: list[str]) -> tuple[str, str]:
    """Return a move, and a cell in the upper rows where its tile does not fit; every tile but the joker has one."""
    for move in legal:
        tile = move.split(":")[1]
        for cell in (f"{row}{column}" for row in "ABC" for column in "123456789"):
            if f"{cell}:{tile}" not in legal:
                return move, cell
    raise AssertionError(f"every tile fits everywhere: {legal}")


HANDS = BlockersHands()
