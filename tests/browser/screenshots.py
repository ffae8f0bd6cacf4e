"""Pictures of every page, in every size, light and dark, into build/screenshots: `scripts/screenshots [name]`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.server.process import Server
from tischlein import game_ids
from tischlein.core.record import Record
from tischlein.puzzles import CHALLENGES, Layout, solve

from .conftest import CHROMIUM, DESK, PHONE, ROOT, TABLET, build_page
from .person import Person

FOLDER = ROOT / "build" / "screenshots"
SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
GOLDEN = {
    "blokus": "classic", "blokus-duo": "duo", "blokus-two": "two", "blockers": "basic-4", "blockers-expert": "expert",
    "planken": "standard-line", "planken-teams": "teams",
}  # fmt: skip
"""Which golden game shows what; of a game that is not named, the first one."""
for _game in set(game_ids()) - set(GOLDEN):
    GOLDEN[_game] = min(path.stem for path in (ROOT / "tests" / _game / "golden").glob("*.record"))

Page = tuple[str, Callable[[Person], None]]


def open_path(path: str) -> Callable[[Person], None]:
    return lambda person: person.open(path)


def import_game(person: Person, name: str, share: float) -> str:
    """Bring a golden game to the server, up to a share of its moves, and return the table."""
    text = (ROOT / "tests" / name.partition("-")[0] / "golden" / f"{GOLDEN[name]}.record").read_text()
    record = Record.parse(text)
    part = replace(record, moves=record.moves[: round(share * len(record.moves))])
    answer = person.context.request.post(f"{person.address}/api/records", data={"text": part.text(), "name": "Anna"})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def show_game(name: str, share: float, tail: str = "") -> Callable[[Person], None]:
    def show(person: Person) -> None:
        person.open(f"/t/{import_game(person, name, share)}{tail}")
        curtain = person.page.get_by_role("button", name=re.compile("^(I am|Ich bin)"))
        person.page.wait_for_timeout(600)
        if curtain.count():
            curtain.click()

    return show


def hold_piece(person: Person) -> None:
    show_game("blokus", 0.6)(person)
    person.page.get_by_role("application").focus()
    person.page.keyboard.press("p")


def show_analysis(person: Person) -> None:
    table = import_game(person, "blokus-duo", 1)
    person.context.request.post(f"{person.address}/api/tables/{table}/analysis")
    person.open(f"/t/{table}/replay?ply=11")
    person.page.locator("figure").wait_for(timeout=120_000)


def wait_for_friends(person: Person) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}, {"kind": "bot", "level": "level3"}, {"kind": "open"}]
    person.open(f"/t/{person.set_up('blokus', 'classic', seats)}")


def be_invited(person: Person) -> None:
    wait_for_friends(person)
    address = person.page.url
    person.context.clear_cookies()
    person.page.goto(address)


def find_it_full(person: Person) -> None:
    table = person.set_up("blokus", "duo", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    person.context.clear_cookies()
    person.open(f"/t/{table}")


def show_puzzle(name: str, share: float, then: str = "") -> Callable[[Person], None]:
    """Show a solo puzzle with a share of a solution placed, and press a button there."""

    def show(person: Person) -> None:
        solved = solve(Layout(CHALLENGES[name]), 3)
        assert solved is not None
        pieces = [{"colour": one.colour, "move": one.move} for one in solved.placements]
        kept = {"puzzle": name, "placements": pieces[: round(share * len(pieces))], "seconds": 312, "moves": 9}
        save = person.context.request.post(f"{person.address}/api/solo/saves", data=kept).json()
        person.open(f"/solo/{name}#save={save['id']}")
        person.page.locator("[data-field]").wait_for()
        person.page.wait_for_timeout(3000)
        if then:
            person.page.get_by_role("button", name=re.compile(then)).click()
            person.page.wait_for_timeout(4000)

    return show


def pages() -> Iterator[Page]:
    yield "home", open_path("/")
    for game in game_ids():
        yield f"new-{game}", open_path(f"/new/{game}?with=friends")
        yield f"rules-{game}", open_path(f"/rules/{game}")
    yield "solo", open_path("/solo")
    yield "rules-solo", open_path("/rules/solo")
    for name in CHALLENGES:
        yield f"solo-{name}", show_puzzle(name, 0.4)
    yield "solo-hint", show_puzzle("s4", 0.5, "^(Hint|Tipp)$")
    yield "solo-watch", show_puzzle("s6", 0.4, "^(Solve|Lösen)$")
    yield "solo-solved", show_puzzle("s3", 1)
    yield "settings", open_path("/settings")
    yield "import", open_path("/import")
    yield "lobby", wait_for_friends
    yield "invited", be_invited
    for name in GOLDEN:
        yield f"table-{name}", show_game(name, 0.6)
        yield f"over-{name}", show_game(name, 1)
        yield f"replay-{name}", show_game(name, 1, "/replay?ply=9")
    yield "held", hold_piece
    yield "analysis", show_analysis
    yield "no-table", open_path("/t/none00000000")
    yield "no-page", open_path("/nowhere")
    yield "full", find_it_full


def take(browser: Browser, server: Server, wanted: str) -> None:
    for size, viewport in SIZES.items():
        for scheme in ("light", "dark"):
            language = "de" if scheme == "light" else "en"
            touch = size != "desk"
            for name, show in pages():
                if wanted not in name:
                    continue
                context = browser.new_context(
                    viewport=viewport, locale=language, color_scheme=scheme, has_touch=touch, is_mobile=touch
                )
                person = Person(context, server.address)
                show(person)
                person.page.wait_for_load_state("networkidle")
                person.page.wait_for_timeout(300)
                person.page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png")
                context.close()


def main(wanted: str = "") -> None:
    build_page()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        server.wait_for("/ready", seconds=240)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            take(browser, server, wanted)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(*sys.argv[1:2])
