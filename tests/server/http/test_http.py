"""The HTTP interface of a real server."""

import json
from dataclasses import replace
from importlib.resources import files

import httpx
import pytest

from tests.extra_games import PUBLIC
from tests.server.client import Visitor
from tests.server.process import Server
from tischlein import Record, find_game

pytestmark = pytest.mark.compiled

GAMES = list(PUBLIC)


@pytest.fixture
def anna(server: Server) -> Visitor:
    return Visitor(server.address)


@pytest.fixture
def ben(server: Server) -> Visitor:
    return Visitor(server.address)


def test_games_say_everything_that_can_be_chosen(anna: Visitor) -> None:
    cards = {card["id"]: card for card in anna.ask("GET", "/games").json()}
    assert list(cards) == GAMES
    assert cards["blockers"]["secret"]
    assert not cards["blokus"]["secret"]
    assert cards["blokus"]["formats"] == ["record", "svg", "blksgf"]
    assert {one["id"] for one in cards["planken"]["variants"]} == set(find_game("planken").variants)
    assert len(cards["planken"]["levels"]) == 10
    for card in (cards["blokus"], cards["blockers"], cards["planken"]):
        assert {language: len(sentences) for language, sentences in card["sees"].items()} == {"de": 10, "en": 10}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_rules_pages_are_served(anna: Visitor, game: str, language: str) -> None:
    page = files(f"tischlein.games.{game}").joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
    answer = anna.ask("GET", f"/games/{game}/rules/{language}")
    assert answer.text == page
    assert answer.headers["content-type"].startswith("text/markdown")


def test_a_table_is_set_up_as_wished(anna: Visitor) -> None:
    card = anna.create(
        "planken", "me", "open", "level2",
        options={"line": "any"}, public=True, clock={"seconds": 60, "increment": 2}, takebacks=False, hints=False,
        first=1,
    )  # fmt: skip
    assert card["status"] == "waiting"
    assert card["mine"] == [0]
    assert [seat["kind"] for seat in card["seats"]] == ["person", "open", "bot"]
    assert card["options"]["line"] == "any"
    assert (card["clock"], card["takebacks"], card["hints"]) == ({"seconds": 60, "increment": 2}, False, False)
    assert anna.ask("GET", f"/tables/{card['id']}").json() == card
    assert card in anna.ask("GET", "/tables").json()
    assert card in anna.ask("GET", "/tables?mine=true").json()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "seats": []}, "bad-setup"),
        ({"game": "blokus", "seats": [{"kind": "me"}] * 7}, "bad-setup"),
        ({"game": "blokus", "seats": [{"kind": "me"}] * 9}, "bad-request"),
        ({"game": "blokus", "seats": [{"kind": "bot", "level": "level11"}] * 4}, "bad-setup"),
        ({"game": "blokus", "seats": [{"kind": "bot", "level": "99999s"}] * 4}, "bad-setup"),
        ({"game": "blokus", "seats": [{"kind": "bot", "level": "9999999sims"}] * 4}, "bad-setup"),
        ({"game": "blokus", "seats": [{"kind": "me", "name": "x" * 30}] * 4}, "bad-name"),
        ({"game": "blokus", "seats": [{"kind": "king"}] * 4}, "bad-request"),
        ({"game": "blokus", "seats": [{"kind": "me"}] * 4, "options": {"x": "y"}}, "bad-setup"),
        ({"game": "blokus", "seats": [{"kind": "me"}] * 4, "cheat": True}, "bad-request"),
        ({"seats": []}, "bad-request"),
        ([], "bad-request"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(anna: Visitor, body: object, code: str) -> None:
    answer = anna.ask("POST", "/tables", body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_private_table_is_not_listed(anna: Visitor, ben: Visitor) -> None:
    card = anna.create("planken", "me", "open")
    assert card["id"] not in [one["id"] for one in ben.ask("GET", "/tables").json()]
    assert card["id"] not in [one["id"] for one in ben.ask("GET", "/tables?mine=true").json()]


def test_seats_are_taken_left_and_taken_again(anna: Visitor, ben: Visitor) -> None:
    table = anna.create("planken", "me", "open")["id"]
    card = ben.take(table, 1, name="Ben")
    assert (card["mine"], card["status"], card["seats"][1]) == ([1], "playing", {"kind": "person", "name": "Ben"})
    refused = anna.ask("PUT", f"/tables/{table}/seats/1", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "seat-taken")
    assert anna.ask("DELETE", f"/tables/{table}/seats/1").status_code == 403
    card = ben.ask("DELETE", f"/tables/{table}/seats/1").json()
    assert (card["mine"], card["seats"][1]) == ([], {"kind": "open"})
    assert ben.ask("PUT", f"/tables/{table}/seats/1/bot", {"level": "level1"}).status_code == 403
    assert anna.ask("PUT", f"/tables/{table}/seats/1/bot", {"level": "level1"}).json()["seats"][1]["kind"] == "bot"


def test_a_seat_link_passes_the_seat_on_and_is_replaced_by_the_next(anna: Visitor, ben: Visitor) -> None:
    table = anna.create("planken", "me", "open")["id"]
    assert ben.ask("POST", f"/tables/{table}/seats/0/link").status_code == 403
    first = anna.ask("POST", f"/tables/{table}/seats/0/link").json()["token"]
    second = anna.ask("POST", f"/tables/{table}/seats/0/link").json()["token"]
    refused = ben.ask("PUT", f"/tables/{table}/seats/0", {"token": first})
    assert (refused.status_code, refused.json()["code"]) == (403, "bad-link")
    assert ben.ask("PUT", f"/tables/{table}/seats/1", {"token": second}).status_code == 403
    assert ben.take(table, 0, token=second)["mine"] == [0]
    assert anna.ask("GET", f"/tables/{table}").json()["mine"] == []


def test_watching_a_private_table_needs_a_link(anna: Visitor, ben: Visitor) -> None:
    table = anna.create("planken", "me", "level1", first=0)["id"]
    refused = ben.ask("GET", f"/tables/{table}/positions/0")
    assert (refused.status_code, refused.json()["code"]) == (403, "cannot-watch")
    token = anna.ask("POST", f"/tables/{table}/watch").json()["token"]
    assert ben.ask("PUT", f"/tables/{table}/watch", {"token": token}).json()["mine"] == []
    assert ben.ask("GET", f"/tables/{table}/positions/0").json()["view"]["ply"] == 0
    assert ben.ask("GET", f"/tables/{table}/positions/0?seat=0").status_code == 403


def test_a_browser_gets_its_key_as_a_cookie_that_no_script_can_read(server: Server) -> None:
    answer = httpx.post(f"{server.address}/api/tables", json={"game": "planken", "seats": [{"kind": "me"}] * 2})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    again = httpx.get(f"{server.address}/api/tables?mine=true", cookies=dict(answer.cookies))
    assert [card["id"] for card in again.json()] == [answer.json()["id"]]


def test_keys_are_stored_as_hashes_only(server: Server, anna: Visitor) -> None:
    table = anna.create("planken", "me", "open")["id"]
    token = anna.ask("POST", f"/tables/{table}/seats/0/link").json()["token"]
    stored = b"".join(file.read_bytes() for file in server.log.parent.glob("tables.sqlite*"))
    assert table.encode() in stored
    assert anna.key.encode() not in stored
    assert token.encode() not in stored


def test_another_page_may_change_nothing(server: Server, anna: Visitor) -> None:
    body = {"game": "planken", "seats": [{"kind": "me"}] * 2}
    for origin, status in (("https://evil.example", 403), ("null", 403), (server.address, 201)):
        answer = httpx.post(f"{server.address}/api/tables", json=body, headers={**anna.headers, "Origin": origin})
        assert answer.status_code == status


def test_a_record_is_imported_played_on_and_exported(anna: Visitor) -> None:
    source = (files("tests") / "blokus" / "golden" / "duo.record").read_text(encoding="utf-8")
    card = anna.ask("POST", "/records", {"text": source}).json()
    assert (card["status"], card["mine"]) == ("over", [0, 1])
    exported = Record.parse(anna.ask("GET", f"/tables/{card['id']}/record").text)
    assert exported.moves == Record.parse(source).moves
    other = anna.ask("GET", f"/tables/{card['id']}/record?format=blksgf").text
    assert anna.ask("POST", "/records", {"text": other, "format": "blksgf"}).json()["ply"] == card["ply"]
    picture = anna.ask("GET", f"/tables/{card['id']}/record?format=svg&language=de")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    assert anna.ask("GET", f"/tables/{card['id']}/record?format=pgn").json()["code"] == "no-such-format"
    half = "\n".join(source.splitlines()[:-5])
    assert anna.ask("POST", "/records", {"text": half}).json()["mine"] == [0, 1]
    assert anna.ask("POST", "/records", {"text": "nonsense"}).json()["code"] == "no-record"


def test_an_imported_game_keeps_who_played(anna: Visitor) -> None:
    record = Record.parse((files("tests") / "blokus" / "golden" / "duo.record").read_text(encoding="utf-8"))
    named = replace(record, tags={"Seat 0": "human:Änne", "Seat 1": "level3"})
    for format_ in ("record", "blksgf"):
        text = named.text() if format_ == "record" else find_game("blokus").formats[".blksgf"].write(named)
        card = anna.ask("POST", "/records", {"text": text, "format": format_, "name": "Ben"}).json()
        assert [card["seats"][0]["name"], card["seats"][1]["level"]] == ["Änne", "level3"]
        for other in ("record", "blksgf"):
            exported = anna.ask("GET", f"/tables/{card['id']}/record?format={other}").text
            again = anna.ask("POST", "/records", {"text": exported, "format": other}).json()
            assert again["seats"] == card["seats"]
    pentobi = "(;GM[Blokus Duo]PB[Rosa]PW[" + "x" * 99 + "])"
    seats = anna.ask("POST", "/records", {"text": pentobi, "format": "blksgf", "name": "Ben"}).json()["seats"]
    assert [seats[0]["name"], seats[1]["name"]] == ["Rosa", "x" * 24]


def test_a_broken_file_is_answered_by_its_own_reader(anna: Visitor) -> None:
    for broken in ("(;GM[Blokus Duo];B[zz1])", "(;GM[Blokus Duo", ";B[a1]"):
        refused = anna.ask("POST", "/records", {"text": broken, "format": "blksgf"})
        assert refused.status_code == 400
        assert refused.json()["code"] != "no-record"


def test_the_record_of_a_game_that_goes_on_is_nobodys_business(anna: Visitor) -> None:
    table = anna.create("blockers", "me", "me")["id"]
    answer = anna.ask("GET", f"/tables/{table}/record")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


def test_positions_of_the_past_are_shown_as_the_seat_saw_them(anna: Visitor) -> None:
    source = (files("tests") / "blockers" / "golden" / "expert.record").read_text(encoding="utf-8")
    table = anna.ask("POST", "/records", {"text": source}).json()["id"]
    seen = anna.ask("GET", f"/tables/{table}/positions/3?seat=1").json()["view"]
    assert seen == Record.parse(source).state_at(3).view(1)
    missing = anna.ask("GET", f"/tables/{table}/positions/9999")
    assert (missing.status_code, missing.json()["code"]) == (404, "no-such-ply")


def test_what_is_not_there_says_so(server: Server, anna: Visitor) -> None:
    assert anna.ask("GET", "/tables/nothing").json()["code"] == "no-such-table"
    assert anna.ask("GET", "/nothing").json()["code"] == "not-found"
    assert anna.ask("GET", "/tables/nothing").status_code == 404
    assert httpx.get(f"{server.address}/assets/missing.js").status_code == 404
    assert httpx.get(f"{server.address}/t/abc").headers["content-type"].startswith("text/html")
    assert httpx.patch(f"{server.address}/api/tables").status_code == 405
    assert httpx.get(f"{server.address}/..%2fapp.py").status_code in (400, 404)


def test_too_much_is_refused(anna: Visitor) -> None:
    answer = anna.ask("POST", "/records", {"text": "x" * 70_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")


def test_every_answer_has_the_headers_that_protect_people(server: Server) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/schema"):
        headers = httpx.get(server.address + path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert ("permissions-policy" in headers) == headers["content-type"].startswith("text/html")


def test_those_who_run_the_server_can_look_inside(server: Server) -> None:
    assert httpx.get(f"{server.address}/health").json()["status"] == "ok"
    server.wait_for("/ready")
    metrics = httpx.get(f"{server.address}/metrics").text
    assert "tischlein_commit_seconds_count" in metrics
    schema = httpx.get(f"{server.address}/schema/openapi.json").json()
    page = httpx.get(f"{server.address}/schema").text
    assert all(path in page for path in schema["paths"])
    assert json.dumps(schema).count("/api/tables") > 5
