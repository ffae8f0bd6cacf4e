"""Keys, names and people's data over HTTP, and the pages of the operator."""

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.server.client import Visitor
from tests.server.process import Server
from tischlein.server.service import Service
from tischlein.server.settings import Settings
from tischlein.server.visitors.keys import is_sealed, new_sealed

pytestmark = pytest.mark.compiled


def test_a_seal_shows_who_made_a_key() -> None:
    seal = b"s" * 32
    key = new_sealed(seal)
    assert len(key) <= 64
    assert is_sealed(key, seal)
    assert not is_sealed(key, b"t" * 32)
    assert not is_sealed("x" + key[1:], seal)
    for made_up in ("", "a" * 22, "password12345678", "a" * 34, "ü" * 34):
        assert not is_sealed(made_up, seal)


@pytest.mark.parametrize("key", ["password12345678", "a" * 22, "a" * 34])
def test_nobody_chooses_a_key(server: Server, key: str) -> None:
    anna = Visitor(server.address, key)
    body = {"game": "planken", "seats": [{"kind": "me"}, {"kind": "me"}]}
    answer = anna.ask("POST", "/tables", body)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad-key")
    cookie = {"Cookie": f"tischlein_key={key}"}
    answer = httpx.post(f"{server.address}/api/tables", json=body, headers=cookie, verify=False)
    assert answer.status_code == 201, "a browser with a cookie of another server gets a new one"
    assert answer.cookies["tischlein_key"] != key
    card = httpx.get(f"{server.address}/api/tables/{answer.json()['id']}", headers=cookie, verify=False).json()
    assert card["mine"] == []


def test_people_get_and_erase_what_is_theirs(server: Server) -> None:
    anna, ben = Visitor(server.address), Visitor(server.address)
    table = anna.create("planken", "open", "open", first=0)["id"]
    anna.take(table, 0, name="Annabelle")
    ben.take(table, 1, name="Ben")
    alone = anna.create("planken", "me", "me")["id"]

    async def play() -> None:
        async with anna.sit(table, 0) as screen:
            assert (await screen.play())["type"] == "done"

    asyncio.run(play())
    found = anna.ask("GET", "/me").json()
    [own] = [one for one in found["seats"] if one["table_id"] == table and one["seat"] == 0]
    assert own["names"] == ["Annabelle"]
    assert [one["event"]["kind"] for one in own["events"]] == ["took", "played"]
    assert anna.ask("DELETE", "/me").json() == {"tables": 2}
    assert anna.ask("GET", "/me").json() == {"seats": [], "reports": [], "answers": []}
    assert ben.ask("GET", f"/tables/{table}").json()["mine"] == [1], "Ben's game stays"
    found = ben.ask("GET", "/me").json()
    assert "Annabelle" not in str(found)
    assert anna.ask("GET", "/tables?mine=true").json() == []
    assert alone not in [one["table_id"] for one in found["seats"]]


def test_names_are_checked_and_reported(server: Server) -> None:
    anna, stranger = Visitor(server.address), Visitor(server.address)
    seats = [{"kind": "me", "name": "4dmin"}, {"kind": "me"}]
    answer = anna.ask("POST", "/tables", {"game": "planken", "seats": seats})
    assert (answer.status_code, answer.json()["code"]) == (400, "rude-name")
    seats[0]["name"] = "Doubtful"
    table = anna.ask("POST", "/tables", {"game": "planken", "seats": seats}).json()["id"]
    assert anna.ask("POST", f"/tables/{table}/seats/0/report").json() == {"reported": True}
    assert anna.ask("POST", f"/tables/{table}/seats/1/report").status_code == 404, "no name, no report"
    assert anna.ask("POST", f"/tables/{table}/seats/-103/report").status_code in (400, 404)
    assert stranger.ask("POST", f"/tables/{table}/seats/0/report").status_code in (401, 403)


def test_imprint_and_privacy_come_from_the_settings(folder: Path) -> None:
    own = Server(folder, bot_workers=0, operator="Anna <A> | Weg 1 | 12345 Ort", contact="anna@example.org").start()
    try:
        for language, title, studies in (("de", "Impressum", "geteilte Studien"), ("en", "Imprint", "shared studies")):
            page = httpx.get(f"{own.address}/imprint?language={language}", verify=False)
            assert page.headers["content-type"].startswith("text/html")
            assert f"<h1>{title}</h1>" in page.text
            assert "<p>Anna &lt;A&gt;</p>\n<p>Weg 1</p>" in page.text
            text = httpx.get(f"{own.address}/privacy?language={language}", verify=False).text
            assert "730" in text
            assert text.count(studies) == 2, "that they are stored, and how long"
            assert "anna@example.org" in text
        assert httpx.get(f"{own.address}/imprint?language=fr", verify=False).status_code == 400
        service = Service(Settings(database=f"sqlite:///{folder / 'tables.sqlite'}", bot_workers=0))

        async def block() -> None:
            await service.people.block("127.0.0.1", service.tables.now() + 60_000)
            await service.store.close()

        asyncio.run(block())
        while (answer := httpx.get(f"{own.address}/api/games", verify=False)).status_code == 200:
            pass  # within seconds
        assert (answer.status_code, answer.json()["code"]) == (403, "blocked")
    finally:
        own.stop()


def test_without_an_operator_there_is_no_imprint(server: Server) -> None:
    assert httpx.get(f"{server.address}/imprint", verify=False).status_code == 404
    assert httpx.get(f"{server.address}/privacy", verify=False).status_code == 200


def test_seats_change_hands_and_only_the_own_part_belongs_to_somebody(server: Server) -> None:
    anna, ben, eve = (Visitor(server.address) for _ in range(3))
    table = anna.create("planken", "me", "open", "open")["id"]
    eve.take(table, 1, name="Eve")
    eve.ask("DELETE", f"/tables/{table}/seats/1")
    ben.take(table, 1, name="Ben")
    [own] = eve.ask("GET", "/me").json()["seats"]
    assert own["names"] == ["Eve"]
    assert [one["event"]["kind"] for one in own["events"]] == ["took", "left"]
    assert ben.ask("GET", "/me").json()["seats"][0]["names"] == ["Ben"]
    assert anna.ask("POST", f"/tables/{table}/seats/1/report").json() == {"reported": True}
    eve.ask("DELETE", "/me")
    [ours] = ben.ask("GET", "/me").json()["seats"]
    assert ours["names"] == ["Ben"], "he is called Ben as before"
    assert anna.ask("GET", "/me").json()["reports"][0]["name"] == "Ben"
    ben.ask("DELETE", "/me")
    assert anna.ask("GET", "/me").json()["reports"] == [], "a report of a name that is no more"


def test_whoever_passed_a_seat_on_has_had_it_from_the_start(server: Server) -> None:
    anna, ben = Visitor(server.address), Visitor(server.address)
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}]
    table = anna.ask("POST", "/tables", {"game": "planken", "seats": seats}).json()["id"]
    token = anna.ask("POST", f"/tables/{table}/seats/0/link").json()["token"]
    ben.take(table, 0, name="Ben", token=token)
    [own] = [one for one in anna.ask("GET", "/me").json()["seats"] if one["seat"] == 0]
    assert (own["names"], own["events"]) == (["Anna"], [])
    [own] = ben.ask("GET", "/me").json()["seats"]
    assert own["names"] == ["Ben"]
    ben.ask("DELETE", "/me")
    assert [one["names"] for one in anna.ask("GET", "/me").json()["seats"] if one["seat"] == 0] == [["Anna"]]


def test_erasing_oneself_deletes_no_table_of_another_host(server: Server) -> None:
    host, guest, watcher = (Visitor(server.address) for _ in range(3))
    table = host.create("planken", "open", "open")["id"]
    token = host.ask("POST", f"/tables/{table}/watch").json()["token"]
    assert watcher.ask("PUT", f"/tables/{table}/watch", {"token": token}).status_code == 200
    guest.take(table, 0, name="Guest")
    assert guest.ask("DELETE", "/me").json() == {"tables": 1}
    assert watcher.ask("DELETE", "/me").json() == {"tables": 1}
    assert host.ask("GET", f"/tables/{table}").status_code == 200


def test_who_erases_themselves_stands_up(server: Server) -> None:
    """Nobody waits for somebody who is no more, and a page that is still open has no seat any more."""
    anna, ben = Visitor(server.address), Visitor(server.address)
    table = anna.create("planken", "me", "open", first=1)["id"]
    ben.take(table, 1, name="Ben")

    async def look() -> None:
        async with anna.sit(table, 0) as hers, ben.sit(table, 1) as his:
            ben.ask("DELETE", "/me")
            assert await his.close_code() == 1012, "come back, and see what is yours"
            assert await hers.close_code() == 1012
        async with anna.sit(table, 0) as hers:
            assert hers.now["table"]["seats"][1] == {"kind": "open"}

    asyncio.run(look())
    assert anna.ask("PUT", f"/tables/{table}/seats/1/bot", {"level": "random"}).status_code == 200


def test_a_made_up_key_reports_nobody(server: Server) -> None:
    anna = Visitor(server.address)
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
    table = anna.ask("POST", "/tables", {"game": "planken", "seats": seats, "public": True}).json()["id"]
    for key in ("x" * 22, "y" * 34):
        answer = Visitor(server.address, key).ask("POST", f"/tables/{table}/seats/0/report")
        assert (answer.status_code, answer.json()["code"]) == (401, "no-key")
    assert Visitor(server.address).ask("POST", f"/tables/{table}/seats/0/report").status_code == 200


def test_getting_everything_is_limited(folder: Path) -> None:
    own = Server(folder, bot_workers=0, messages_per_second=2).start()
    anna = Visitor(own.address)
    assert 429 in [anna.ask("GET", "/me").status_code for _ in range(20)]
    own.stop()
