"""The study: how long a report on a game takes, and how soon the analysis board in the page shows its first lines.

Reports of the library are measured in processor time. In a real browser, with one page and nothing else in it, all is
measured by the clock and by the processor time of its processes, because the clock of a busy machine measures the other
programs: the first lines from the key that changes the position to the line on the screen, and a whole report, with
what it has simulated and the longest time for which the page could not answer.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import CHROMIUM, DESK, ROOT, build_page
from tests.server.process import Server
from tischlein import Record, find_game
from tischlein.bots.analysis import assess, look_through
from tischlein.bots.levels import make_bot
from tischlein.study import make_report

from .meter import show_time

GAMES = {"blokus": "two", "blockers": "expert", "planken": "standard-line"}
PLIES, REPORT, FIRST, FROZEN = 70, 30.0, 0.5, 0.1
"""The goals: seconds for a report on so many plies at level 6, until the first lines, and without an answer."""

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

NOTE_LONG_TASKS = """
window.longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
}).observe({ entryTypes: ["longtask"] });
"""
"""What takes less than 50 ms is none."""

LOOKS = "JSON.parse(localStorage.getItem(`tischlein-report-${location.pathname.split('/')[2]}`)).looks"


PHONE = ViewportSize(width=390, height=664)
SLOWER = 4
"""A common phone thinks so many times as slowly as this machine: what browsers' own tools assume."""


class Taken(NamedTuple):
    """Seconds by the clock, and of processors."""

    clock: float
    processor: float


class Report(NamedTuple):
    """A whole report in the page, as if the game had so many plies."""

    taken: Taken
    simulations: float
    """The median of all positions."""
    frozen: float
    """The longest time for which the page could not answer."""


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
                page.add_init_script(NOTE_LONG_TASKS)
                table = _bring(page, server.address, game, name)
                lines, frozen = _time_lines(page, f"{server.address}/study/t/{table}?ply=0")
                show_time(f"first lines in the page, {game} {name}, clock", lines.clock, FIRST)
                show_time("... processor", lines.processor, FIRST)
                show_time("... longest task of the page (50 ms and more)", max(frozen, 0.001), FROZEN)
                report = _time_page_report(page, f"{server.address}/t/{table}/replay")
                show_time(f"report on {PLIES} plies in the page, {game} {name}, clock", report.taken.clock, REPORT)
                show_time("... processor", report.taken.processor, REPORT)
                show_time("... longest task of the page (50 ms and more)", max(report.frozen, 0.001), FROZEN)
                print(f"  ... simulations a position, median: {report.simulations:,.0f}")
                frozen = _draw_moves(page, f"{server.address}/study/t/{table}")
                show_time("animated picture of the game: longest task (50 ms and more)", max(frozen, 0.001), FROZEN)
                page.close()
            _measure_phone(browser, server.address)
        finally:
            browser.close()
            server.stop()


def _measure_phone(browser: Browser, address: str) -> None:
    """Print the same for Blokus on a phone: its screen, and a processor that is slowed down, but for the workers."""
    page = browser.new_context(viewport=PHONE, locale="en", is_mobile=True, has_touch=True).new_page()
    page.add_init_script(NOTE_LONG_TASKS)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    table = _bring(page, address, "blokus", "two")
    frozen = _draw_moves(page, f"{address}/study/t/{table}")
    show_time("phone: animated picture: longest task", max(frozen, 0.001), FROZEN)
    report = _time_page_report(page, f"{address}/t/{table}/replay")
    show_time("phone: report: longest task", max(report.frozen, 0.001), FROZEN)
    page.close()


def _draw_moves(page: Page, address: str) -> float:
    """Make an animated picture of a whole game and return the longest time for which the page could not answer."""
    page.goto(address)
    page.get_by_role("button", name="More", exact=True).click()
    button = page.get_by_role("button", name="GIF")
    button.wait_for(timeout=120_000)
    page.evaluate("window.longest = 0")
    with page.expect_download(timeout=300_000):
        button.click()
    return float(page.evaluate("window.longest")) / 1000


def _read(game: str, name: str) -> Record:
    return Record.parse((ROOT / "tests" / game / "golden" / f"{name}.record").read_text(encoding="utf-8"))


def _time_report(record: Record) -> float:
    """Return the processor time of a report, as if the game had so many plies."""
    bot = make_bot(find_game(record.setup.game), "level6", seed=1)
    begun = time.process_time()
    make_report(record, assess(record, list(look_through(record, bot))))
    return (time.process_time() - begun) * PLIES / len(record.moves)


def _bring(page: Page, address: str, game: str, name: str) -> str:
    """Bring a finished game to the server and return its table."""
    text = (ROOT / "tests" / game / "golden" / f"{name}.record").read_text(encoding="utf-8")
    return str(page.request.post(f"{address}/api/records", data={"text": text, "name": "Bench"}).json()["id"])


def _time_lines(page: Page, address: str) -> tuple[Taken, float]:
    """Return the median time from one position to the first lines of the next, and the longest task of the page."""
    page.goto(address)
    page.locator("section.lines ol button").first.wait_for(timeout=120_000)
    page.evaluate("window.longest = 0")  # what it takes to load is another matter
    clocks, processors = list[float](), list[float]()
    for _ in range(STEPS):
        before = _browser_seconds()
        clocks.append(float(page.evaluate(WAIT_FOR_LINES)) / 1000)
        processors.append(_browser_seconds() - before)
    frozen = float(page.evaluate("window.longest")) / 1000
    return Taken(statistics.median(clocks), statistics.median(processors)), frozen


def _time_page_report(page: Page, address: str) -> Report:
    page.goto(address)
    button = page.get_by_role("button", name="Analyse the game")
    button.wait_for(timeout=120_000)
    page.evaluate("window.longest = 0")
    before, begun = _browser_seconds(), time.monotonic()
    button.click()
    page.get_by_text("Every move is judged").wait_for(state="attached", timeout=600_000)
    clock, processor = time.monotonic() - begun, _browser_seconds() - before
    visits = page.evaluate(f"{LOOKS}.map(({{ visits }}) => visits)")
    share = PLIES / len(visits)
    frozen = float(page.evaluate("window.longest")) / 1000
    return Report(Taken(clock * share, processor * share), statistics.median(visits), frozen)


def _browser_seconds() -> float:
    """Return the processor time of all processes of the browser so far (Linux)."""
    own, parents, ticks = os.getpid(), dict[int, int](), dict[int, int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue  # it has ended
        fields, process = rest.split(), int(stat.parent.name)
        parents[process] = int(fields[1])
        if "chrom" in name or "headless" in name:
            ticks[process] = int(fields[11]) + int(fields[12])
    return sum(spent for process, spent in ticks.items() if _descends(process, own, parents)) / os.sysconf("SC_CLK_TCK")


def _descends(process: int, ancestor: int, parents: dict[int, int]) -> bool:
    while process in parents and process != ancestor:
        process = parents[process]
    return process == ancestor
