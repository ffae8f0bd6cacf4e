"""Taking matches on the page as people do."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.hands.base import View


class NimHands:
    """A click on a match takes it and all to its right."""

    variant = "plain"

    def by_mouse(self, page: Page, view: View, move: str) -> None:
        page.locator(f"[data-cell='{move}']").click()

    def by_touch(self, page: Page, view: View, move: str) -> None:
        page.locator(f"[data-cell='{move}']").tap()
        page.locator("section button.primary:enabled").tap()

    def by_keyboard(self, page: Page, view: View, move: str) -> None:
        page.get_by_role("application").focus()
        page.keyboard.press(move)


HANDS = NimHands()
