"""Keys, names and people's data over HTTP, and the pages of the operator."""

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.server.client import Visitor
from tests.server.process import Server
from tischlein.server.http.keys import is_sealed, new_sealed
from tischlein.server.service import Service
from tischlein.server.settings import Settings

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
    assert anna.ask("GET", "/me").json() == {"seats": [], "reports": []}
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
    assert stranger.ask("POST", f"/tables/{table}/seats/0/report").status_code in (401, 403)


def test_imprint_and_privacy_come_from_the_settings(folder: Path) -> None:
    own = Server(folder, bot_workers=0, operator="Anna <A> | Weg 1 | 12345 Ort", contact="anna@example.org").start()
    try:
        for language, title in (("de", "Impressum"), ("en", "Imprint")):
            page = httpx.get(f"{own.address}/imprint?language={language}", verify=False)
            assert page.headers["content-type"].startswith("text/html")
            assert f"<h1>{title}</h1>" in page.text
            assert "<p>Anna &lt;A&gt;</p>\n<p>Weg 1</p>" in page.text
            text = httpx.get(f"{own.address}/privacy?language={language}", verify=False).text
            assert "730" in text
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
