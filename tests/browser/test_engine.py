"""The engine as an npm package, in a plain page of somebody else, in Chromium: it plays as Python does."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from scripts import build_npm

from tischlein import State, find_game, game_ids
from tischlein.bots.levels import make_bot

LEVEL, SEED, PLIES = "30sims", 7, 9
CHOOSE = """async ([setup, moves, seat, level, seed]) => {
    const { chooseMove, openGame } = await import("/tischlein/dist/engine/index.js");
    const game = await openGame(setup, moves);
    return [game.view(seat), await chooseMove(setup, moves, seat, level, seed).answer];
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where a plain web space with the package and an empty page is served."""
    folder = tmp_path_factory.mktemp("space")
    build_npm.build(folder / "tischlein")
    readme = (folder / "tischlein" / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```html\n(.*?)```", readme, re.DOTALL)
    assert example is not None
    (folder / "example.html").write_text(f"<!doctype html>\n{example[1]}", encoding="utf-8")
    (folder / "index.html").write_text("<!doctype html><title>plain</title>", encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Return an empty page."""
    page = browser.new_page()
    page.goto(address)
    yield page
    page.close()


def play_some(state: State) -> tuple[State, list[str]]:
    """Return a position of the middle, and the moves that lead there."""
    rng, moves = random.Random(SEED), list[str]()
    while state.to_move is not None and len(moves) < PLIES:
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return state, moves


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if game_id in ("blockers", "blokus", "planken")])
def test_a_worker_of_chromium_plays_as_python_does(page: Page, game_id: str) -> None:
    game = find_game(game_id)
    for variant in game.variants.values():
        for seats in variant.seats:
            state, moves = play_some(game.new(variant.id, seats, seed=SEED))
            seat = state.to_move
            assert seat is not None
            setup = {key: value for key, value in dataclasses.asdict(state.setup).items() if key != "rules_version"}
            view, move = page.evaluate(CHOOSE, [setup, moves, seat, LEVEL, SEED])
            assert view == state.view(seat)
            assert move == make_bot(game, LEVEL, SEED, clock=lambda: 0.0).choose(state, seat), (variant.id, seats)


def test_ten_lines_play_blokus(page: Page, address: str) -> None:
    errors = list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}/example.html")
    # More than half of the pieces: level 3 plays the game on.
    laid = "document.querySelector('#board').textContent.replace(/[^vy]/g, '').length"
    page.wait_for_function(f"{laid} > 60", timeout=60_000)
    assert not errors


def test_an_analysis_goes_on_until_it_is_stopped(page: Page) -> None:
    told, final = page.evaluate(
        """async () => {
            const { drawSetup, searchLines } = await import("/tischlein/dist/engine/index.js");
            const setup = await drawSetup("planken", "standard", 3, {}, 1);
            const told = [];
            const visits = (lines) => lines.reduce((sum, line) => sum + line.visits, 0);
            const thinking = searchLines(setup, [], { workers: 2 }, (lines) => {
                told.push(visits(lines));
                if (told.length === 6) thinking.stop();
            });
            return [told, visits(await thinking.answer)];
        }"""
    )
    assert told[0] < told[-1] <= final
