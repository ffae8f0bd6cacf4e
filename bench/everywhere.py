"""One engine everywhere: how soon it answers on a fresh machine, and how fast portable code is beside native code.

Ways are measured in turn, slice by slice in one run, so that a busy machine slows all of them down alike.
"""

from __future__ import annotations

import asyncio
import dataclasses
import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import tischlein
from tests.server.client import Visitor
from tests.server.process import Server
from tischlein import find_game, game_ids

from .meter import show_rate, show_time

ROUNDS = 5
FIRST_ANSWER = """
import time; begin = time.perf_counter()
from tischlein import find_game
from tischlein.bots.levels import make_bot
game = find_game({game_id!r}); state = game.new(seed=1)
make_bot(game, "level3", seed=1).choose(state, state.to_move)
print(time.perf_counter() - begin)
"""
SIMULATE = """
import sys, time, json
from tischlein import find_game
from tischlein.core.game import Setup
setup, moves, count = json.loads(sys.argv[1])
game = find_game(setup["game"]); state = game.start(Setup(**setup))
for move in moves:
    state = state.play(move)
game.search(state, 1, game.levels[-1].settings).run(count // 10)
for line in sys.stdin:
    search = game.search(state, 1, game.levels[-1].settings)
    begin = time.process_time()
    search.run(count)
    print(count / (time.process_time() - begin), flush=True)
"""
PLACES = (
    # game, variant, seats, plies from the start, simulations: so many that what begins a search hardly counts
    ("blokus", "classic", 4, 24, 20_000),
    ("blokus", "duo", 2, 8, 40_000),
    ("blockers", "expert", 2, 24, 4_000),
    ("planken", "standard", 3, 6, 60_000),
)
RATIOS = (
    ("native", "numba", 1.0),
    ("portable", "native", 0.7),
    ("Chromium", "native", 0.75),
    ("two workers", "one worker", 1.7),
)
"""Way, against which other one, and the goal."""
IN_PAGE = """async ([setup, moves, simulations, workers]) => {
    const { searchLines } = await import("/tischlein/dist/engine/index.js");
    const begin = performance.now();
    await searchLines(setup, moves, { simulations, workers }, undefined, 1).answer;
    return 1000 * simulations / (performance.now() - begin);
}"""
FIRST_IN_PAGE = """async ([setup, seat]) => {
    const begin = performance.now();
    const { chooseMove } = await import("/tischlein/dist/engine/index.js");
    await chooseMove(setup, [], seat, "level3", 1).answer;
    return (performance.now() - begin) / 1000;
}"""
PAGES = b"--type=renderer"
SERVER = (b"tischlein\0serve", b"tischlein.work.worker")
IMPORT = "import time; begin = time.process_time(); import tischlein; print(time.process_time() - begin)"
COMPILE = "import time; from tischlein.bots.warmup import compile_all; compile_all(); print(time.process_time())"


def run(*parts: str) -> None:
    """Print all figures, or those of some parts (first, speed, sizes, compile); `speed:duo` measures one variant."""
    places = [place for place in PLACES if place[1] in parts] or PLACES
    measures: dict[str, Callable[[], None]] = {
        "first": _first,
        "speed": partial(_speed, places),
        "sizes": _sizes,
        "compile": _compile,
    }
    for name, measure in measures.items():
        if name in parts or not measures.keys() & set(parts):
            measure()


def _first() -> None:
    show_time("import tischlein", min(_ask(IMPORT) for _ in range(3)), 0.3)
    for game_id in game_ids():
        code = FIRST_ANSWER.format(game_id=game_id)
        show_time(f"{game_id}: level 3 answers on a fresh machine", min(_ask_afresh(code) for _ in range(3)), 1.0)
    for game_id in game_ids():
        show_time(f"{game_id}: ... at a fresh server, from one click", _ask_server(game_id), 1.0)
    for game_id in game_ids():
        state = find_game(game_id).new(seed=1)
        with _open_page() as page:
            taken = page.evaluate(FIRST_IN_PAGE, [_describe(state.setup), state.to_move])
        show_time(f"{game_id}: ... in Chromium, with nothing loaded, by the clock", taken, 1.0)


def _speed(places: Sequence[tuple[str, str, int, int, int]]) -> None:
    for game_id, variant, seats, plies, count in places:
        setup, moves = _play_some(game_id, variant, seats, plies)
        with ExitStack() as stack:
            python = {
                way: stack.enter_context(_simulate(way, setup, moves, count)) for way in ("numba", "native", "portable")
            }
            page = stack.enter_context(_open_page())
            in_page = partial(_ask_page, page, setup, moves)
            rates = [
                {**{way: ask() for way, ask in python.items()}, **_rate_page(in_page, count)} for _ in range(ROUNDS + 1)
            ][1:]  # in the first round everything is loaded
        native = statistics.median(rate["native"] for rate in rates)
        show_rate(f"{game_id} {variant}, ply {plies}: native", native, native, "simulations")
        for way, base, goal in RATIOS:
            ratios = [rate[way] / rate[base] for rate in rates]
            ratio, error = statistics.median(ratios), statistics.stdev(ratios) / ROUNDS**0.5
            print(f"  {f'... {way} / {base}':<52} {ratio:>12.2f} ± {error:.2f}       {ratio / goal:6.2f} x goal")


def _rate_page(in_page: Callable[[int, int], tuple[float, float]], count: int) -> dict[str, float]:
    processor, one = in_page(count, 1)
    return {"Chromium": processor, "one worker": one, "two workers": in_page(2 * count, 2)[1]}


def _sizes() -> None:
    for path in sorted(Path(tischlein.__file__).parent.rglob("engine.wasm")):
        size = len(gzip.compress(path.read_bytes()))
        part = path.parents[1].name
        print(f"  {f'{part}: module, compressed':<52} {size:>12,} bytes        {80_000 / size:6.2f} x goal")


def _compile() -> None:
    show_time("compiling everything natively, processor time", _ask_afresh(COMPILE), 35)


# ------------------------------------------------------------------ positions


def _describe(setup: Any) -> dict[str, Any]:
    return {key: value for key, value in dataclasses.asdict(setup).items() if key != "rules_version"}


def _play_some(game_id: str, variant: str, seats: int, plies: int) -> tuple[dict[str, Any], list[str]]:
    state, rng, moves = find_game(game_id).new(variant, seats, seed=1), random.Random(1), list[str]()
    for _ in range(plies):
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return _describe(state.setup), moves


# ------------------------------------------------------------------ ways


@contextmanager
def _simulate(way: str, setup: dict[str, Any], moves: list[str], count: int) -> Iterator[Callable[[], float]]:
    """Give a function that runs one slice in a process of its own and returns simulations a second."""
    command = [sys.executable, "-c", SIMULATE, json.dumps([setup, moves, count])]
    child = subprocess.Popen(
        command, env={**os.environ, "TISCHLEIN_WAY": way}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdin is not None
    assert child.stdout is not None

    def ask() -> float:
        print("go", file=child.stdin, flush=True)
        return float(child.stdout.readline())  # type: ignore[union-attr]

    yield ask
    child.stdin.close()
    child.wait()


def _ask_page(page: Any, setup: dict[str, Any], moves: list[str], count: int, workers: int) -> tuple[float, float]:
    """Return simulations a second of processor time, and of time."""
    before = _used_by(PAGES)
    page.evaluate(IN_PAGE, [setup, moves, 1, workers])
    ready = _used_by(PAGES)  # what loading takes is no simulation
    rate = float(page.evaluate(IN_PAGE, [setup, moves, count, workers]))
    return count / max(_used_by(PAGES) - 2 * ready + before, 0.01), rate


def _used_by(*words: bytes) -> float:
    """Return the processor time of our children with such a command: a clock would count what other programs take."""
    parents, used = dict[int, int](), dict[int, float]()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        parents[int(folder.name)] = int(fields[1])
        if any(word in command for word in words):
            used[int(folder.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return sum(seconds for process, seconds in used.items() if _descends(process, parents))


def _descends(process: int, parents: dict[int, int]) -> bool:
    while process > 1 and process != os.getpid():
        process = parents.get(process, 0)
    return process == os.getpid()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


@contextmanager
def _open_page() -> Iterator[Any]:
    """Give an empty page of a fresh Chromium, on a web space with the npm package."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a tool of tests
    from scripts import build_npm  # noqa: PLC0415

    from tests.browser.conftest import CHROMIUM  # noqa: PLC0415

    folder = Path(tempfile.gettempdir()) / f"tischlein-npm-{os.getpid()}"
    if not folder.exists():
        build_npm.build(folder / "tischlein")
        (folder / "index.html").write_text("<!doctype html><title>plain</title>", encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}")
        yield page
        browser.close()
    server.shutdown()
    server.server_close()


def _ask_server(game_id: str) -> float:
    """Return the processor time that server and workers take until a bot has moved, after their first start ever."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, _empty_caches(folder)):
        server = Server(Path(folder)).start()
        server.wait_for("/ready")
        try:
            anna, before = Visitor(server.address), _used_by(*SERVER)
            table = anna.create(game_id, "me", "level3", first=1)["id"]
            asyncio.run(_await_move(anna, table))
            return _used_by(*SERVER) - before
        finally:
            server.stop()


async def _await_move(person: Visitor, table: str) -> None:
    async with person.sit(table, 0) as screen:
        await screen.until(lambda now: now["ply"] > 0)


def _empty_caches(folder: str) -> dict[str, str]:
    return {"XDG_CACHE_HOME": folder}


def _ask(code: str, **environment: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, check=True, capture_output=True, text=True
    )
    return float(done.stdout.split()[-1])


def _ask_afresh(code: str, **environment: str) -> float:
    """Ask with empty caches."""
    with tempfile.TemporaryDirectory() as folder:
        return _ask(code, **_empty_caches(folder), **environment)
