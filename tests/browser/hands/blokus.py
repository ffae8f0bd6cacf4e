"""Placing pieces on the page as people do."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import product

from playwright.sync_api import Error, Locator, Page, expect

from tischlein.games.blokus.pieces import PIECES, Shape, Square, normalize

from .base import View

Point = tuple[float, float]

NAME_OF = {shape: piece.name for piece in PIECES for shape in piece.shapes}


def read_squares(move: str) -> list[Square]:
    return [(ord(text[0]) - ord("a"), int(text[1:]) - 1) for text in move.split(",")]


def shape_of(move: str) -> Shape:
    return normalize(read_squares(move))


def reaches_board(page: Page, point: Point) -> bool:
    """Return whether a finger here touches the board, and nothing that lies over it."""
    script = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('[role=application]')"
    return bool(page.evaluate(script, list(point)))


@contextlib.contextmanager
def drag_finger(page: Page, start: Point, end: Point, moves: int = 5) -> Iterator[None]:
    """Draw a finger over the screen; it is lifted when the block ends."""
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *points: Point) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for step in range(1, moves + 1):
        part = step / moves
        touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    yield
    touch("touchEnd")
    client.detach()


class BlokusHands:
    """Choose a piece, turn and flip it until it lies right, bring it to its place."""

    variant = "duo"

    def by_mouse(self, page: Page, view: View, move: str) -> None:
        self._take(page, move).click()
        x, y = self._middle(page, view, move)
        page.mouse.move(x, y)
        self._orient(page, move, lambda: page.mouse.wheel(0, 100), lambda: page.mouse.click(x, y, button="right"))
        expect(self._held(page)).to_have_attribute("data-move", move)
        page.mouse.click(x, y)

    def by_touch(self, page: Page, view: View, move: str) -> None:
        self._take(page, move).tap()
        tools = page.locator(".tools")  # there is another bar when they have gone
        self._orient(
            page, move, lambda: tools.get_by_role("button").nth(1).tap(), tools.get_by_role("button").nth(2).tap
        )
        x, y = self._middle(page, view, move)
        if self._held(page).get_attribute("data-move") != move and reaches_board(page, (x, y)):
            page.touchscreen.tap(x, y)
        if self._held(page).get_attribute("data-move") != move:
            self._drag(page, view, move)
        expect(self._held(page)).to_have_attribute("data-move", move)
        self._confirm(page, tools.get_by_role("button").last)

    def by_keyboard(self, page: Page, view: View, move: str) -> None:
        board = page.get_by_role("application")
        board.focus()
        name = NAME_OF[shape_of(move)]
        while page.locator(f"[data-piece='{name}'][aria-pressed='true']").count() == 0:
            page.keyboard.press("p")
        self._orient(page, move, lambda: page.keyboard.press("r"), lambda: page.keyboard.press("f"))
        wanted, lies = min(read_squares(move)), min(read_squares(self._held(page).get_attribute("data-move") or ""))
        for key, steps in (("ArrowRight", wanted[0] - lies[0]), ("ArrowLeft", lies[0] - wanted[0])):
            for _ in range(steps):
                page.keyboard.press(key)
        lies = min(read_squares(self._held(page).get_attribute("data-move") or ""))
        for key, steps in (("ArrowUp", wanted[1] - lies[1]), ("ArrowDown", lies[1] - wanted[1])):
            for _ in range(steps):
                page.keyboard.press(key)
        expect(self._held(page)).to_have_attribute("data-move", move)
        page.keyboard.press("Enter")

    def _confirm(self, page: Page, tick: Locator) -> None:
        """Tap the tick, again if the piece is still held: a tap that follows a drag too soon may make no click."""
        for _ in range(5):
            with contextlib.suppress(Error):
                tick.tap(timeout=1000)
            with contextlib.suppress(Error):
                self._held(page).wait_for(state="detached", timeout=1000)
                return

    def _take(self, page: Page, move: str) -> Locator:
        return page.locator(f"[data-piece='{NAME_OF[shape_of(move)]}']")

    def _held(self, page: Page) -> Locator:
        return page.locator(".held")

    def _orient(self, page: Page, move: str, turn: object, flip: object) -> None:
        """Turn and flip until the held piece has the shape of the move."""
        assert callable(turn)
        assert callable(flip)
        for step in range(8):
            if shape_of(self._held(page).get_attribute("data-move") or "") == shape_of(move):
                return
            (flip if step == 3 else turn)()
        raise AssertionError(f"the piece never lay like {move}")

    def _drag(self, page: Page, view: View, move: str) -> None:
        """Draw the held piece with a finger that starts in a corner where no button is."""
        now = self._held(page).get_attribute("data-move") or ""
        (x0, y0), (x1, y1) = self._middle(page, view, now), self._middle(page, view, move)
        box = page.get_by_role("application").bounding_box()
        assert box is not None
        columns, rows = (box["x"] + 30, box["x"] + box["width"] - 30), (box["y"] + 30, box["y"] + box["height"] - 30)
        start = next(point for point in product(columns, rows) if reaches_board(page, point))
        with drag_finger(page, start, (start[0] + x1 - x0, start[1] + y1 - y0)):
            pass

    def _middle(self, page: Page, view: View, move: str) -> tuple[float, float]:
        """Return the middle of the squares of a move on the screen."""
        box = page.get_by_role("application").evaluate(
            "svg => { const {x, y, width, height} = svg.querySelector('[data-field]').getBoundingClientRect();"
            " return {x, y, width, height} }"
        )
        squares, size = read_squares(move), view["size"]
        column = (min(x for x, _ in squares) + max(x for x, _ in squares) + 1) / 2
        row = (min(y for _, y in squares) + max(y for _, y in squares) + 1) / 2
        return box["x"] + column * box["width"] / size, box["y"] + (size - row) * box["height"] / size


HANDS = BlokusHands()
