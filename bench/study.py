"""The study: how long a report on a game takes, and how soon the analysis board in the page shows its first lines.

Reports are measured in processor time. The first lines are measured by the clock in a real browser, from the click that
changes the position to the first line on the screen, with one page and nothing else in it.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM, DESK, ROOT, build_page
from tests.server.process import Server
from tischlein import Record, find_game
from tischlein.bots.analysis import assess, look_through
from tischlein.bots.levels import make_bot
from tischlein.study import make_report

from .meter import show_time

GAMES = {"blokus": "two", "blockers": "expert", "planken": "standard-line"}
PLIES, REPORT, FIRST = 70, 30.0, 0.5
"""The goals: seconds for a report on a game of so many plies at level 6, and until the first lines."""

STEPS = 5

WAIT_FOR_LINES = """
() => new Promise((resolve) => {
  const begun = performance.now();
  const shown = () => document.querySelector("section.lines ol button");
  const old = shown()?.textContent;
  dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  const look = () => {
    if (shown() && shown().textContent !== old) resolve(performance.now() - begun);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})
"""


def run() -> None:
    """Print everything."""
    for game, name in GAMES.items():
        record = _read(game, name)
        show_time(f"report on {PLIES} plies at level 6, {game} {name}", _time_report(record), REPORT)
    build_page()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        server.wait_for("/ready", seconds=240)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for game, name in GAMES.items():
                page = browser.new_context(viewport=DESK, locale="en").new_page()
                show_time(
                    f"first lines in the page, {game} {name}", _time_lines(page, server.address, game, name), FIRST
                )
                page.close()
        finally:
            browser.close()
            server.stop()


def _read(game: str, name: str) -> Record:
    return Record.parse((ROOT / "tests" / game / "golden" / f"{name}.record").read_text(encoding="utf-8"))


def _time_report(record: Record) -> float:
    """Return the processor time of a report, as if the game had so many plies."""
    bot = make_bot(find_game(record.setup.game), "level6", seed=1)
    begun = time.process_time()
    make_report(record, assess(record, list(look_through(record, bot))))
    return (time.process_time() - begun) * PLIES / len(record.moves)


def _time_lines(page: Page, address: str, game: str, name: str) -> float:
    """Return the median time from one position to the first lines of the next."""
    text = (ROOT / "tests" / game / "golden" / f"{name}.record").read_text(encoding="utf-8")
    made = page.request.post(f"{address}/api/records", data={"text": text, "name": "Bench"}).json()
    page.goto(f"{address}/study/t/{made['id']}?ply=0")
    page.locator("section.lines ol button").first.wait_for(timeout=120_000)
    return statistics.median(float(page.evaluate(WAIT_FOR_LINES)) / 1000 for _ in range(STEPS))
