"""The solo page's part of the server: puzzles, layouts, the tutor, and saves."""

import asyncio
import datetime
import threading
import time
import xml.etree.ElementTree as ET
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from tischlein.core.refusal import Refusal
from tischlein.puzzles import CHALLENGES, Layout, make_daily, show_layout, solve
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.solo.solo import Progress, Solo
from tischlein.server.store.migrate import MIGRATIONS

from .client import Visitor
from .process import Server
from .services import Postgres
from .test_faults import migrated

pytestmark = pytest.mark.compiled

Json = dict[str, Any]


@pytest.fixture
def anna(server: Server) -> Visitor:
    return Visitor(server.address)


def placements_of(layout: Layout) -> list[Json]:
    return [{"colour": placement.colour, "move": placement.move} for placement in layout.placements]


def solved(name: str, seed: int = 0) -> list[Json]:
    layout = solve(Layout(CHALLENGES[name]), seed)
    assert layout is not None
    return placements_of(layout)


def ask(anna: Visitor, what: str, puzzle: str, placements: list[Json], **more: Any) -> Json:
    answer = anna.ask("POST", f"/solo/{what}", {"puzzle": puzzle, "placements": placements, **more})
    assert answer.is_success, answer.text
    return dict(answer.json())


def ask_until_known(anna: Visitor, what: str, puzzle: str, placements: list[Json]) -> Json:
    while (answer := ask(anna, what, puzzle, placements, asker="anna"))["verdict"] == "unknown":
        pass
    return answer


# ---------------------------------------------------------------------- puzzles


def test_everything_that_can_be_chosen_is_listed(anna: Visitor) -> None:
    card = anna.ask("GET", "/solo").json()
    assert [challenge["id"] for challenge in card["challenges"]] == list(CHALLENGES)
    offered = [{one["id"]: one["values"] for one in challenge["options"]} for challenge in card["challenges"]]
    assert offered[1:3] == [{"order": ["strict", "free"], "corners": ["fixed", "free"]}, {}]
    assert [one["level"] for one in card["today"]] == ["easy", "medium", "hard"]
    assert all(one["puzzle"] == f"daily-{one['date']}-{one['level']}" for one in card["today"])
    assert card["levels"] == ["easy", "medium", "hard"]


@pytest.mark.parametrize("name", CHALLENGES)
def test_the_six_challenges_are_there(anna: Visitor, name: str) -> None:
    answer = anna.ask("GET", f"/solo/puzzles/{name}").json()
    assert answer == {"puzzle": name, "level": None, "view": show_layout(Layout(CHALLENGES[name]))}


def test_the_colours_may_come_in_any_order_where_that_is_an_option(anna: Visitor) -> None:
    assert anna.ask("GET", "/solo/puzzles/s1").json()["view"]["turn"] == "blue"
    assert anna.ask("GET", "/solo/puzzles/s1-free").json()["view"]["turn"] is None
    assert anna.ask("GET", "/solo/puzzles/s3-free").status_code == 404
    corners = anna.ask("GET", "/solo/puzzles/s2-free-corners").json()["view"]
    assert corners["options"] == {"order": "free", "corners": "free"}
    assert anna.ask("GET", "/solo/puzzles/s4-corners").status_code == 404


def test_a_puzzle_is_made_once_and_then_known(anna: Visitor) -> None:
    assert anna.ask("GET", "/solo/puzzles/5x6-easy-7").json()["code"] == "no-such-puzzle"
    made = anna.ask("PUT", "/solo/puzzles/5x6-easy-7").json()
    assert made["level"] == "easy"
    assert (made["view"]["rows"], made["view"]["columns"]) == (5, 6)
    assert all(piece["given"] for piece in made["view"]["lying"])
    assert anna.ask("GET", "/solo/puzzles/5x6-easy-7").json() == made
    assert ask_until_known(anna, "status", "5x6-easy-7", [])["verdict"] == "solvable"


def test_the_puzzle_of_the_day_is_that_of_the_library(anna: Visitor) -> None:
    made = anna.ask("PUT", "/solo/puzzles/daily-2026-02-02").json()
    puzzle = make_daily(datetime.date(2026, 2, 2))
    assert puzzle is not None
    assert made["view"] == show_layout(puzzle.layout)
    small = anna.ask("PUT", "/solo/puzzles/daily-2026-02-02-easy").json()
    assert (small["level"], small["view"]["rows"], small["view"]["columns"]) == ("easy", 5, 6)
    daily = make_daily(datetime.date(2026, 2, 2), level="easy")
    assert daily is not None
    assert small["view"] == show_layout(daily.layout)


@pytest.mark.parametrize(
    "name", ["s7", "s1-strict", "daily-2199-01-01", "daily-2025-12-31", "daily-20260202", "3x9-easy-1", "8x10-easy-01",
             "8x10-easy--1", "8x10-wild-1", "17x4-easy-1", "%2e%2e", "x" * 41]
)  # fmt: skip
def test_other_names_are_refused(anna: Visitor, name: str) -> None:
    for method in ("GET", "PUT"):
        assert anna.ask(method, f"/solo/puzzles/{name}").status_code in (400, 404)


def test_a_puzzle_that_cannot_be_is_refused_with_the_reason(anna: Visitor) -> None:
    too_large = anna.ask("PUT", "/solo/puzzles/16x16-easy-1").json()
    assert (too_large["code"], too_large["source"]) == ("too-large", "puzzles")
    assert anna.ask("PUT", "/solo/puzzles/4x4-hard-1").json()["code"] == "not-found"


def test_not_too_many_puzzles_are_made_at_once(folder: Path) -> None:
    """Of many large ones most are turned away at once, instead of keeping the worker busy for an hour.

    Nobody can use up what all have: each network has a few.
    """
    server = Server(folder, proxies="*").start()

    async def ask_for_many(address: str, first: int, count: int) -> list[int]:
        headers = {"X-Forwarded-For": address}
        async with httpx.AsyncClient(base_url=server.address, timeout=10, headers=headers) as client:
            names = [f"/api/solo/puzzles/15x16-medium-{seed}" for seed in range(first, first + count)]
            answers = await asyncio.gather(*map(client.put, names), return_exceptions=True)
            return [answer.status_code for answer in answers if isinstance(answer, httpx.Response)]

    async def ask() -> tuple[list[int], list[int]]:
        return await asyncio.gather(ask_for_many("192.0.2.7", 0, 20), ask_for_many("192.0.2.8", 50, 2))

    one, other = asyncio.run(ask())
    assert one.count(429) >= 20 - 3
    assert 429 not in other
    server.kill()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_rules_page_is_served(anna: Visitor, language: str) -> None:
    page = files("tischlein.puzzles").joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
    assert anna.ask("GET", f"/solo/rules/{language}").text == page
    assert all(f"\n## S{number} " in page for number in range(1, 10))


# ---------------------------------------------------------------------- layouts


def test_a_layout_is_checked_piece_by_piece(anna: Visitor) -> None:
    whole = solved("s4")
    for count in (0, 1, 7, 20):
        view = ask(anna, "layout", "s4", whole[:count])["view"]
        assert [piece["move"] for piece in view["lying"]] == [one["move"] for one in whole[:count]]
        assert view["solved"] == (count == 20)
        assert ask(anna, "check", "s4", whole[:count]) == {"refusal": None}


@pytest.mark.parametrize(
    ("puzzle", "placements", "source", "rule", "code"),
    [
        ("s4", [("blue", "a1,b1,c1,d1"), ("blue", "a2,b2,a3,b3")], "puzzles", "S", "S-edge"),
        ("s3", [("blue", "a1,b1,c1,d1"), ("red", "d1,d2,d3,d4")], "puzzles", "S", "S-occupied"),
        ("s3", [("blue", "a1,b1,c1,d1"), ("blue", "a2,b2,c2,d2")], "puzzles", "S", "S-placed"),
        ("s3", [("blue", "i1,j1,k1,l1")], "puzzles", "S", "S-board"),
        ("s3", [("blue", "a1,a2,a3")], "puzzles", "S", "S-piece"),
        ("s3", [("pink", "a1,a2,a3,a4")], "puzzles", "S", "S-colour"),
        ("s3", [("blue", "nonsense")], "games.blokus", "R16", "R16-unreadable"),
        ("s1", [("yellow", "t20")], "puzzles", "S", "S-turn"),
        ("s2", [("blue", "a20")], "puzzles", "S", "S-descending"),
        ("s1", [("blue", "a1")], "games.blokus", "R5", "R5-start"),
        ("s1-free", [("blue", "a20"), ("blue", "c18,c17")], "games.blokus", "R6", "R6-corner"),
        ("s1-free", [("blue", "a20"), ("blue", "b20,c20")], "games.blokus", "R7", "R7-edge"),
    ],
)
def test_a_broken_rule_is_named(
    anna: Visitor, puzzle: str, placements: list[tuple[str, str]], source: str, rule: str, code: str
) -> None:
    body: Json = {"puzzle": puzzle, "placements": [{"colour": colour, "move": move} for colour, move in placements]}
    answer = anna.ask("POST", "/solo/layout", body)
    assert answer.status_code == 400
    assert [answer.json()[key] for key in ("source", "rule", "code")] == [source, rule, code]
    assert ask(anna, "check", **body) == {"refusal": answer.json()}


def test_too_many_pieces_and_unknown_fields_are_refused(anna: Visitor) -> None:
    bodies: list[Json] = [
        {"puzzle": "s3", "placements": solved("s3") * 5},
        {"puzzle": "s3", "placements": [], "cheat": True},
        {"puzzle": "s3", "placements": [{"colour": "blue", "move": "a1," * 30}]},
        {"placements": []},
    ]
    for body in bodies:
        assert anna.ask("POST", "/solo/layout", body).json()["code"] == "bad-request"
    assert anna.ask("POST", "/solo/layout", {"puzzle": "s9"}).status_code == 404


def test_questions_are_limited_like_messages(tmp_path: Path) -> None:
    server = Server(tmp_path, messages_per_second=2, changes_per_minute=1).start()
    visitor = Visitor(server.address, "x" * 22)
    codes = [visitor.ask("POST", "/solo/layout", {"puzzle": "s3"}).status_code for _ in range(30)]
    assert codes[:6] == [200] * 6
    assert 429 in codes
    server.stop()


# ---------------------------------------------------------------------- the tutor


def test_the_tutor_knows_a_way_and_shows_it(anna: Visitor) -> None:
    start = solved("s4", 3)[:6]
    assert ask_until_known(anna, "status", "s4", start)["verdict"] == "solvable"
    rest = ask_until_known(anna, "solution", "s4", start)["placements"]
    assert ask(anna, "layout", "s4", start + rest)["view"]["solved"]


@pytest.mark.parametrize("puzzle", ["s1", "s6"])
def test_the_solver_can_be_watched_from_the_empty_board(anna: Visitor, puzzle: str) -> None:
    rest = ask_until_known(anna, "solution", puzzle, [])["placements"]
    assert ask(anna, "layout", puzzle, rest)["view"]["solved"]


def test_a_dead_end_has_a_reason_and_the_hint_leads_out(anna: Visitor) -> None:
    dead = [{"colour": "blue", "move": "a2,b1,b2,c1"}]
    status = ask_until_known(anna, "status", "s3", dead)
    assert (status["verdict"], status["reason"]["code"]) == ("impossible", "reason-island")
    assert status["reason"]["details"] == {"square": "a1", "count": 1, "size": 4}
    assert ask_until_known(anna, "solution", "s3", dead)["placements"] is None
    hint = ask_until_known(anna, "hint", "s3", dead)
    assert (hint["place"], hint["take_back"]) == (None, dead[0])


def test_hints_lead_from_the_empty_board_to_the_end(anna: Visitor) -> None:
    placements: list[Json] = []
    for _ in range(20):
        hint = ask_until_known(anna, "hint", "s4", placements)
        placements.append(hint["place"])
    assert ask(anna, "layout", "s4", placements)["view"]["solved"]
    done = ask_until_known(anna, "hint", "s4", placements)
    assert (done["verdict"], done["place"], done["take_back"]) == ("solvable", None, None)


def hard_layout() -> list[Json]:
    """Return a layout that takes the tutor long: pieces of two solutions of S6, far apart."""
    one, other = solved("s6", 3), solved("s6", 4)
    layout = Layout(CHALLENGES["s6"])
    for placement in [*one[::6], *other[3::6]]:
        try:
            layout = layout.place(placement["colour"], placement["move"])
        except Refusal:
            continue
    return placements_of(layout)


def test_a_long_thought_is_told_on_the_way_and_goes_on_where_it_was(anna: Visitor) -> None:
    hard = hard_layout()
    while not (first := ask(anna, "status", "s6", hard, asker="patient"))["tried"]:
        pass  # the tutor is being compiled
    again = ask(anna, "status", "s6", hard, asker="patient")
    assert first["verdict"] == again["verdict"] == "unknown"
    assert again["tried"] > first["tried"]


def test_a_new_question_ends_the_one_before(anna: Visitor) -> None:
    hard = {"puzzle": "s6", "placements": hard_layout(), "asker": "restless"}
    answers: list[httpx.Response] = []
    for _ in range(5):  # on a busy machine the first question may come second
        waiting = threading.Thread(target=lambda: answers.append(anna.ask("POST", "/solo/status", hard)))
        waiting.start()
        time.sleep(0.3)
        assert ask(anna, "status", "s3", [], asker="restless")["verdict"] in ("solvable", "unknown")
        waiting.join(30)
        if answers[-1].status_code == 409:
            break
    assert answers[-1].json()["code"] == "asked-anew"


def test_an_older_question_that_comes_late_does_not_end_a_newer_one(anna: Visitor) -> None:
    """A page that gives up a question sends the next one on another line, which may be faster."""
    newer = {"puzzle": "s6", "placements": hard_layout(), "asker": "hasty", "number": 2}
    older = {"puzzle": "s3", "placements": [], "asker": "hasty", "number": 1}
    answers: list[httpx.Response] = []
    waiting = threading.Thread(target=lambda: answers.append(anna.ask("POST", "/solo/status", newer)))
    waiting.start()
    late: list[httpx.Response] = []
    while waiting.is_alive():
        late.append(anna.ask("POST", "/solo/status", older))
    waiting.join()
    assert answers[0].status_code == 200, answers[0].text
    assert {one.json()["code"] for one in late if one.status_code == 409} == {"asked-anew"}


def test_a_page_that_goes_away_stops_the_thought(server: Server, anna: Visitor) -> None:
    hard = hard_layout()
    for number in range(40):
        with pytest.raises(httpx.ReadTimeout):  # this is a page that is closed
            httpx.post(
                f"{server.address}/api/solo/status",
                json={"puzzle": "s6", "placements": hard, "asker": f"gone{number}"},
                timeout=0.1,
            )
    begin = time.monotonic()
    assert ask_until_known(anna, "status", "s3", [])["verdict"] == "solvable"
    assert time.monotonic() - begin < 50, "forty thoughts of 2.5 s would take twice as long"


def test_nobody_waits_for_thinking(server: Server, anna: Visitor) -> None:
    """While the tutor thinks, the server answers others."""
    body = {"puzzle": "s6", "placements": hard_layout(), "asker": "search"}
    waiting = threading.Thread(target=lambda: anna.ask("POST", "/solo/status", body))
    waiting.start()
    answered = 0
    while waiting.is_alive():
        httpx.get(f"{server.address}/health")
        answered += waiting.is_alive()
    assert answered > 3


# ---------------------------------------------------------------------- pictures and saves


def test_a_picture_of_the_solution(anna: Visitor) -> None:
    body = {"puzzle": "s3", "placements": solved("s3"), "language": "de"}
    answer = anna.ask("POST", "/solo/picture", body)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    title = ET.fromstring(answer.text).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert "Vierern" in str(title.text)


def test_progress_is_saved_by_link_and_goes_on_elsewhere(server: Server, anna: Visitor) -> None:
    whole = solved("s3")
    body = {"puzzle": "s3", "placements": whole[:4], "seconds": 61, "moves": 6}
    answer = anna.ask("POST", "/solo/saves", body)
    assert answer.status_code == 201
    save = answer.json()
    assert len(save["id"]) >= 14
    ben = Visitor(server.address)
    assert ben.ask("GET", f"/solo/saves/{save['id']}").json() == {**body, "id": save["id"], "version": 1}
    newer = body | {"placements": whole[:5], "moves": 7}
    changed = ben.ask("PUT", f"/solo/saves/{save['id']}", newer | {"version": 1}).json()
    assert (changed["version"], len(changed["placements"])) == (2, 5)
    stale = anna.ask("PUT", f"/solo/saves/{save['id']}", body | {"version": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale-save")
    assert anna.ask("GET", f"/solo/saves/{save['id']}").json() == changed


def test_nothing_impossible_is_saved(anna: Visitor) -> None:
    wrong = [{"colour": "blue", "move": "a1,b1,c1,d1"}, {"colour": "red", "move": "d1,d2,d3,d4"}]
    body = {"puzzle": "s3", "placements": wrong}
    assert anna.ask("POST", "/solo/saves", body).json()["code"] == "S-occupied"
    save = anna.ask("POST", "/solo/saves", {"puzzle": "s3"}).json()
    path = f"/solo/saves/{save['id']}"
    assert anna.ask("PUT", path, body | {"version": 1}).json()["code"] == "S-occupied"
    assert anna.ask("PUT", path, {"puzzle": "s4", "version": 1}).json()["code"] == "stale-save"
    assert anna.ask("PUT", "/solo/saves/nothing", {"puzzle": "s4", "version": 1}).status_code == 404
    assert anna.ask("GET", "/solo/saves/nothing").json()["code"] == "no-such-save"
    assert anna.ask("GET", path).json() == save


def keep_and_clean(url: str) -> None:
    """Save, look, replace, and delete what nobody has used."""

    async def run() -> None:
        service = Service(Settings(database=url))
        if not service.store.database.shared:
            await prepare_database(service.store)
        now = [1_800_000_000_000]
        solo = Solo(service.store, lambda: now[0])
        layout = Layout(CHALLENGES["s3"])
        old = await solo.create_save("s3", layout, Progress((), 1, 2))
        await solo.puzzles.save_puzzle("5x5-easy-1", "sheet", now[0])
        await solo.puzzles.save_puzzle("5x5-easy-1", "another", now[0])
        assert await solo.puzzles.load_puzzle("5x5-easy-1") == "sheet"
        now[0] += 7_200_000
        young = await solo.create_save("s3", layout, Progress((("blue", "a1"),), 3, 4))
        assert await solo.load_save(young.id) == young
        newer = await solo.change_save(young._replace(progress=Progress((), 9, 9)), layout)
        assert (newer.version, await solo.load_save(young.id)) == (2, newer)
        with pytest.raises(Refusal, match="another device"):
            await solo.change_save(young, layout)
        assert await solo.puzzles.delete_unused({"playing": now[0] - 1, "over": 0}) == 1
        with pytest.raises(Refusal):
            await solo.load_save(old.id)
        assert await solo.puzzles.delete_unused({"playing": now[0] - 1, "over": now[0]}) == 1
        assert await solo.puzzles.load_puzzle("5x5-easy-1") is None
        assert await solo.load_save(young.id) == newer
        await service.store.close()

    asyncio.run(run())


def test_saves_are_kept_and_cleaned_up_in_sqlite(tmp_path: Path) -> None:
    keep_and_clean(f"sqlite:///{tmp_path / 'tables.sqlite'}")


def test_saves_are_kept_and_cleaned_up_in_postgresql(postgres: Postgres) -> None:
    keep_and_clean(migrated(postgres))


def test_an_old_database_is_brought_up_to_date(tmp_path: Path) -> None:
    """A server of before keeps its tables when the solo page comes."""
    server = Server(tmp_path).start()
    table = Visitor(server.address).create("planken", "me", "open")["id"]
    server.stop()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with engine.begin() as config.attributes["connection"]:
        command.downgrade(config, "0001")
    engine.dispose()
    server.start()
    visitor = Visitor(server.address)
    assert visitor.ask("GET", f"/tables/{table}").status_code == 200
    assert visitor.ask("POST", "/solo/saves", {"puzzle": "s3"}).status_code == 201
    server.stop()


def test_saves_and_puzzles_outlive_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    visitor = Visitor(server.address)
    made = visitor.ask("PUT", "/solo/puzzles/5x5-easy-3").json()
    save = visitor.ask("POST", "/solo/saves", {"puzzle": "5x5-easy-3", "seconds": 5}).json()
    server.kill()
    server.start()
    assert visitor.ask("GET", "/solo/puzzles/5x5-easy-3").json() == made
    assert visitor.ask("GET", f"/solo/saves/{save['id']}").json() == save
    server.stop()
