"""What the tests need to know of a game to play it through its page."""

from __future__ import annotations

from typing import Any, Protocol

from playwright.sync_api import Page

View = dict[str, Any]


class Hands(Protocol):
    """A game's ways to play. Each plays exactly `move`, which is legal, and does not wait for the server."""

    variant: str
    """A variant for two, as short as possible."""

    def by_mouse(self, page: Page, view: View, move: str) -> None: ...

    def by_touch(self, page: Page, view: View, move: str) -> None: ...

    def by_keyboard(self, page: Page, view: View, move: str) -> None:
        """Only keys: `page.keyboard`, and `focus()` on what the Tab key reaches."""
