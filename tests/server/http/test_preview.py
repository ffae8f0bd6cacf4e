"""What other programs show of a link, and where the local network finds the server."""

import html
import re
import struct
from dataclasses import replace
from importlib.resources import files

import httpx
import pytest

from tests.server.client import Visitor
from tests.server.process import Server
from tischlein.core.record import Record
from tischlein.games.blockers import GAME as BLOCKERS
from tischlein.server.http.addresses import find_addresses, is_here
from tischlein.server.http.raster import draw_png
from tischlein.server.visitors.keys import new_table_id
from tischlein.study.tree import Study

pytestmark = pytest.mark.compiled


@pytest.fixture
def anna(server: Server) -> Visitor:
    return Visitor(server.address)


def read_tags(server: Server, path: str, language: str) -> dict[str, str]:
    page = httpx.get(server.address + path, headers={"Accept-Language": language}).text
    assert f'<html lang="{language}"' in page
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', page))


def test_a_table_says_what_it_is_in_the_language_of_whoever_asks(server: Server, anna: Visitor) -> None:
    table = anna.create("blockers", "me", "open")["id"]
    german, english = (read_tags(server, f"/t/{table}", language) for language in ("de", "en"))
    assert german["og:title"] == "Blockers! · Profispiel"
    assert "Ein Platz ist frei" in german["og:description"]
    assert "One seat is free" in english["og:description"]
    picture = httpx.get(german["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    assert read_tags(server, f"/t/{table}/replay", "en") == english
    assert "og:title" not in httpx.get(f"{server.address}/t/none00000000").text


def test_a_deal_that_somebody_may_have_chosen_is_marked(server: Server, anna: Visitor) -> None:
    text, local = Record(BLOCKERS.setup("basic", 2, seed=1, first=0)).text(), new_table_id()
    imported = anna.ask("POST", "/records", {"text": text}).json()["id"]
    seats = [{"kind": "me"}, {"kind": "me"}]
    assert anna.ask("PUT", f"/tables/{local}", {"record": text, "seats": seats}).status_code == 201
    for table, german, english in (
        (imported, "importiert", "imported"),
        (local, "selbst ausgeteilt", "dealt by a device"),
    ):
        assert read_tags(server, f"/t/{table}", "de")["og:title"].endswith(f" · {german}")
        assert read_tags(server, f"/t/{table}/replay", "en")["og:title"].endswith(f" · {english}")


def test_a_puzzle_shows_what_is_given(server: Server) -> None:
    german = read_tags(server, "/solo/daily-2026-03-07-easy", "de")
    assert german["og:title"] == "Rätsel des Tages vom 07.03.2026 · leicht"
    given = httpx.get(german["og:image"], timeout=60)
    assert given.content.startswith(b"\x89PNG")
    other = httpx.get(read_tags(server, "/solo/daily-2026-03-08-easy", "de")["og:image"], timeout=60)
    assert given.content != other.content
    assert read_tags(server, "/solo/s3", "en")["og:title"].startswith("S3: fill 8 x 10")
    assert httpx.get(read_tags(server, "/solo/s3", "en")["og:image"]).status_code == 200
    assert re.search("-medium.png$", read_tags(server, "/solo/daily", "en")["og:image"])
    for name in ("first", "s9", "daily-2199-01-01", "99x99-easy-1"):
        assert "og:image" not in read_tags(server, f"/solo/{name}", "en")
    assert httpx.get(f"{server.address}/preview/solo/s9.png").status_code == 404


def test_the_home_page_and_the_pages_of_a_game_say_what_they_are(server: Server) -> None:
    home = read_tags(server, "/", "de")
    assert (home["og:title"], home["og:locale"]) == ("Tischlein", "de_DE")
    assert "mit Freunden" in home["og:description"]
    assert httpx.get(home["og:image"]).headers["content-type"] == "image/png"
    pictures = set()
    for game in ("blokus", "blockers", "planken"):
        told = read_tags(server, f"/rules/{game}", "en")
        assert told == read_tags(server, f"/play/{game}", "en")
        assert f"Play {told['og:title']}" in told["og:description"]
        pictures.add(httpx.get(told["og:image"]).content)
    assert len(pictures) == 3
    assert httpx.get(f"{server.address}/preview/game/chess.png").status_code == 404


def read_golden() -> Record:
    return Record.parse((files("tests") / "planken" / "golden" / "standard-line.record").read_text(encoding="utf-8"))


def test_a_replay_shows_the_position_it_opens_at(server: Server, anna: Visitor) -> None:
    table = anna.ask("POST", "/records", {"text": read_golden().text()}).json()["id"]
    end, early = (
        httpx.get(html.unescape(read_tags(server, f"/t/{table}/replay{query}", "en")["og:image"])).content
        for query in ("", "?ply=3")
    )
    assert end.startswith(b"\x89PNG")
    assert early == draw_png(read_golden().state_at(3).svg())
    assert early != end
    assert read_tags(server, f"/study/t/{table}", "en") == read_tags(server, f"/embed/t/{table}", "en")


def test_a_shared_study_shows_where_its_main_line_ends(server: Server, anna: Visitor) -> None:
    study = Study.from_record(read_golden())
    study.tags["Title"] = "Nägel & Planken"
    name = anna.ask("POST", "/studies", {"text": study.text()}).json()["id"]
    told = read_tags(server, f"/study/at/{name}", "de")
    assert html.unescape(told["og:title"]) == "Nägel & Planken"
    assert f"{len(read_golden().moves)} Züge" in told["og:description"]
    assert httpx.get(told["og:image"]).content == draw_png(read_golden().final_state().svg())
    assert "og:title" not in httpx.get(f"{server.address}/study/at/none0000000000").text


def test_the_language_that_is_wanted_most_is_spoken(server: Server) -> None:
    for wanted, spoken in (("en;q=0.4, de;q=0.8", "de"), ("fr, de-AT;q=0.5, en;q=0.5", "de"), ("fr", "en"), ("", "en")):
        page = httpx.get(f"{server.address}/rules/blokus", headers={"Accept-Language": wanted}).text
        assert f'<html lang="{spoken}"' in page, wanted


def test_a_game_that_may_not_be_watched_is_not_seen(server: Server, anna: Visitor) -> None:
    """The picture of a private game stays the empty board, whatever is played."""
    record = read_golden()

    def see(plies: int) -> bytes:
        body = {"text": replace(record, moves=record.moves[:plies]).text()}
        table = anna.ask("POST", "/records", body).json()["id"]
        return httpx.get(f"{server.address}/preview/{table}.png").content

    assert see(0) == see(6)
    assert see(len(record.moves)) != see(0)  # a finished game may be seen by everybody


def test_a_picture_has_the_board_in_it() -> None:
    state = BLOCKERS.new("basic", 2, seed=1, first=0)
    empty = draw_png(state.svg())
    played = draw_png(state.play(state.legal_moves()[0]).svg())
    width, height = struct.unpack(">II", empty[16:24])
    assert width == 600
    assert 400 < height < 800
    assert played != empty


def test_addresses_are_told_to_this_machine_only_if_somebody_listens_there(server: Server) -> None:
    assert httpx.get(f"{server.address}/api/addresses").json() == {"addresses": []}  # it listens at 127.0.0.1
    assert find_addresses("127.0.0.1") == find_addresses("localhost") == find_addresses("::1") == []
    assert find_addresses("192.168.7.5") == ["192.168.7.5"]
    assert all(not is_here(address) for address in find_addresses("0.0.0.0"))
    assert is_here("127.0.0.1")
    assert not is_here("192.168.7.5")
    assert not is_here("unknown")
