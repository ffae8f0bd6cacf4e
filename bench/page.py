"""The page in a real browser: how soon it can be used on a phone, and whether a dragged piece keeps up with the finger.

The phone is what Lighthouse takes for one: 150 ms to the server and back, 1.6 Mbit a second, a processor four times
slower.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, DESK, PHONE, build_page
from tests.server.process import Server
from tischlein import Setup
from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.puzzles import CHALLENGES, Layout, solve
from tischlein.server.visitors.visitor import COOKIE

from .meter import show_rate, show_time

LOADS = 7
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOWER = 4
STEPS = 180

NOTE_TIMES = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("main a.primary")) return;
  observer.disconnect();
  // No frame is drawn before the styles are there, and what is drawn can be tapped.
  requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
new MutationObserver((_, observer) => {
  observer.disconnect();
  window.settled = performance.now();
}).observe(document, { subtree: true, attributeFilter: ["data-theme"] });
"""

COUNT_FRAMES = """
() => {
  window.frames_ = [];
  let last = performance.now();
  const note = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(note); };
  requestAnimationFrame(note);
}
"""


def run() -> None:
    """Print everything."""
    build_page()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        server.wait_for("/ready", seconds=240)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            _measure_start(browser, server.address)
            _measure_drag(browser, server.address)
        finally:
            browser.close()
            server.stop()


# ---------------------------------------------------------------------- first load


def _measure_start(browser: Browser, address: str) -> None:
    loads = [_load(browser, address) for _ in range(LOADS)]
    usable, settled, received = (statistics.median(values) for values in zip(*loads, strict=True))
    kilobytes = received / 1000
    print(f"  {'first load, compressed':<52} {kilobytes:>12,.0f} kB           {150 / kilobytes:6.2f} x goal")
    show_time("first load on a phone: can be used after", usable / 1000, 1.0)
    print(f"  {'':<52} {settled:>12,.0f} ms until its scripts have taken over")


def _load(browser: Browser, address: str) -> tuple[float, float, float]:
    """Open the page for the first time.

    Return the milliseconds until somebody can tap a game and gets there, and until the scripts have taken over, and the
    bytes of everything.
    """
    context = browser.new_context(viewport=PHONE, locale="de", has_touch=True, is_mobile=True)
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", SLOW)
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    received: list[float] = []
    client.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.add_init_script(NOTE_TIMES)
    page.goto(address)
    page.locator(".picture svg").nth(2).wait_for()
    painted: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    usable: float = max(painted, page.evaluate("window.usable"))
    settled: float = page.evaluate("window.settled")
    context.close()
    return usable, settled, sum(received)


# ---------------------------------------------------------------------- dragging


def _measure_drag(browser: Browser, address: str) -> None:
    for name, size, slower in (("at a desk", DESK, 1), ("on a phone", PHONE, SLOWER)):
        context = browser.new_context(viewport=size, locale="de")
        page = context.new_page()
        page.goto(f"{address}{_full_table(context, address)}")
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        times = _drag(page)
        show_rate(f"dragging the 84th piece {name}, median", 1000 / statistics.median(times), 60, "frames/s")
        print(f"  {'':<52} {sorted(times)[int(0.95 * len(times))]:>12,.1f} ms for the slowest frame of twenty")
        context.close()


def _full_table(context: BrowserContext, address: str) -> str:
    """Return the path of a game in which 83 of the 84 pieces lie: a solution of the first solo challenge, in turn."""
    solved = solve(Layout(CHALLENGES["s1"]), seed=1)
    assert solved is not None
    setup: Setup = find_game("blokus").setup(variant="classic", first=0)
    moves = tuple(placement.move for placement in solved.placements)
    text = Record(setup, moves[:-1]).text()
    card: dict[str, Any] = httpx.post(
        f"{address}/api/records", json={"text": text}, headers=_headers(context, address)
    ).json()
    return f"/t/{card['id']}"


def _headers(context: BrowserContext, address: str) -> dict[str, str]:
    """Return the header with a new key, and give the same key to the browser."""
    key = httpx.post(f"{address}/api/key").json()["key"]
    context.add_cookies([{"name": COOKIE, "value": key, "url": address}])
    return {"Authorization": f"Bearer {key}"}


def _drag(page: Page) -> list[float]:
    """Draw the last piece over the board; return the milliseconds between two frames."""
    piece, board = page.locator("[data-piece]").last, page.get_by_role("application")
    start, field = piece.bounding_box(), board.bounding_box()
    assert start is not None
    assert field is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.evaluate(COUNT_FRAMES)
    for step in range(STEPS):
        share = step / STEPS
        page.mouse.move(
            field["x"] + field["width"] * share, field["y"] + field["height"] * (0.2 + 0.6 * (step % 40) / 40)
        )
    times: list[float] = page.evaluate("window.frames_.slice(5)")
    page.mouse.up()
    return times
