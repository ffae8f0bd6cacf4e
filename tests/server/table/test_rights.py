"""Who may do what: every cell of the table of rights on a real server, and what people tried to get around it."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.asyncio.client import connect

from tests.server.client import Message, Visitor
from tests.server.process import Server
from tischlein import Record, find_game
from tischlein.server.app import create_interface
from tischlein.server.live.messages import AnyClientMessage
from tischlein.server.service import Service
from tischlein.server.settings import Settings
from tischlein.server.table.rights import ROLES, ROWS, STATUSES, Role, may

pytestmark = pytest.mark.compiled

DENIED = {
    "not-your-seat", "cannot-watch", "bad-link", "no-key", "table-over", "game-over", "not-over", "not-started",
}  # fmt: skip
HARMLESS = {
    "report",
    "card",
    "position",
    "position-as-seat",
    "record",
    "show-analysis",
    "watch",
    "sit",
    "check",
    "hint",
    "sync",
}


class Scene:
    """A table for three with somebody in every role. The host has no seat; the seats are those of Anna, Ben, Resi."""

    def __init__(self, address: str, status: str) -> None:
        self.people = {role: Visitor(address) for role in ROLES}
        host, anna, former = (self.people[role] for role in (Role.HOST, Role.SEAT, Role.FORMER))
        self.id = str(host.create("planken", "open", "open", "open", first=0, hints=False)["id"])
        former.take(self.id, 0)
        assert former.ask("DELETE", f"/tables/{self.id}/seats/0").status_code == 200
        anna.take(self.id, 0)
        self.seat_token = anna.ask("POST", f"/tables/{self.id}/seats/0/link").json()["token"]
        self.watch_token = host.ask("POST", f"/tables/{self.id}/watch").json()["token"]
        self.people[Role.WATCHER].ask("PUT", f"/tables/{self.id}/watch", {"token": self.watch_token})
        if status != "waiting":
            asyncio.run(self._play(Visitor(address), status))
        assert host.ask("GET", f"/tables/{self.id}").json()["status"] == status

    async def _play(self, ben: Visitor, status: str) -> None:
        resi = self.people[Role.RESIGNED]
        ben.take(self.id, 1)
        resi.take(self.id, 2)
        async with resi.sit(self.id, 2) as screen:
            await screen.send("resign")
            assert await screen.close_code() == 4409
        if status == "over":
            async with self.people[Role.SEAT].sit(self.id, 0) as left, ben.sit(self.id, 1) as right:
                assert (await left.request("ask", what="draw"))["type"] == "done"
                assert (await right.request("answer", yes=True))["type"] == "done"

    def try_out(self, action: str, role: Role, status: str) -> str | None:
        """Return the code with which an action is refused, or None."""
        visitor = self.people[role]
        if action in HTTP:
            method, path, body = HTTP[action](self)
            answer = visitor.ask(method, f"/tables/{self.id}{path}", body)
            return None if answer.is_success else str(answer.json()["code"])
        sits = role is Role.SEAT and action != "watch"
        address = f"{visitor.address.replace('http', 'ws', 1)}/api/tables/{self.id}/socket"
        place = "?seat=0" if sits or action == "sit" else ""
        return asyncio.run(speak(address + place, visitor.headers, MESSAGES(action, status)))


async def speak(url: str, headers: dict[str, str], message: Message | None) -> str | None:
    async with connect(url, additional_headers=headers, compression=None) as line:
        first = json.loads(await line.recv())
        if first["type"] == "refused":
            return str(first["code"])
        if message is not None:
            await line.send(json.dumps({"id": "x", **message}))
            while (answer := json.loads(await line.recv())).get("id") != "x":
                pass
            return str(answer["code"]) if answer["type"] == "refused" else None
    return None


HTTP: dict[str, Callable[[Scene], tuple[str, str, object]]] = {
    "card": lambda scene: ("GET", "", None),
    "bring": lambda scene: ("PUT", "", {"record": "", "seats": []}),
    "take-seat": lambda scene: ("PUT", "/seats/1", {}),
    "use-seat-link": lambda scene: ("PUT", "/seats/0", {"token": scene.seat_token}),
    "leave-seat": lambda scene: ("DELETE", "/seats/0", None),
    "seat-bot": lambda scene: ("PUT", "/seats/1/bot", {"level": "random"}),
    "link-seat": lambda scene: ("POST", "/seats/0/link", None),
    "link-watch": lambda scene: ("POST", "/watch", None),
    "use-watch-link": lambda scene: ("PUT", "/watch", {"token": scene.watch_token}),
    "position": lambda scene: ("GET", "/positions/0", None),
    "position-as-seat": lambda scene: ("GET", "/positions/0?seat=0", None),
    "report": lambda scene: ("POST", "/seats/0/report", None),
    "record": lambda scene: ("GET", "/record", None),
    "begin-analysis": lambda scene: ("POST", "/analysis", None),
    "show-analysis": lambda scene: ("GET", "/analysis", None),
}


def MESSAGES(action: str, status: str) -> Message | None:  # noqa: N802 - a table, but for one entry
    table: dict[str, dict[str, Any]] = {
        "play": {"ply": 0, "move": "x"},
        "check": {"ply": 0, "move": "x"},
        "ask": {"what": "rematch" if status == "over" else "draw"},
        "answer": {"yes": True},
        "claim": {"seat": 1, "bot": True},
        "react": {"reaction": "hello"},
        "sync": {"version": -1},
    }
    return None if action in ("watch", "sit") else {"type": action, **table.get(action, {})}


AT_A_TABLE = {
    "GET /api/tables/{table_id}": "card",
    "PUT /api/tables/{table_id}": "bring",
    "PUT /api/tables/{table_id}/seats/{seat}": "take-seat",
    "DELETE /api/tables/{table_id}/seats/{seat}": "leave-seat",
    "PUT /api/tables/{table_id}/seats/{seat}/bot": "seat-bot",
    "POST /api/tables/{table_id}/seats/{seat}/link": "link-seat",
    "POST /api/tables/{table_id}/watch": "link-watch",
    "PUT /api/tables/{table_id}/watch": "use-watch-link",
    "GET /api/tables/{table_id}/positions/{ply}": "position",
    "POST /api/tables/{table_id}/seats/{seat}/report": "report",
    "GET /api/tables/{table_id}/record": "record",
    "POST /api/tables/{table_id}/analysis": "begin-analysis",
    "GET /api/tables/{table_id}/analysis": "show-analysis",
}
"""Which row of the table of rights each request belongs to."""

OTHERWISE = {
    "PUT /api/tables/{table_id}/seats/{seat}": "use-seat-link",
    "GET /api/tables/{table_id}/positions/{ply}": "position-as-seat",
}
"""The second row of a request that is two, depending on what it asks for."""


def test_every_request_and_every_message_has_its_row(tmp_path: Path) -> None:
    service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_workers=0))
    routes = create_interface(service).routes
    requests = {f"{method} {route.path_format}" for route in routes for method in getattr(route, "methods", ())}
    at_a_table = {one for one in requests if "{table_id}" in one and not one.startswith("OPTIONS ")}
    assert at_a_table == AT_A_TABLE.keys()
    messages = {kind.__struct_config__.tag for kind in get_args(AnyClientMessage)}
    rows = [*AT_A_TABLE.values(), *OTHERWISE.values(), *messages, "watch", "sit"]
    assert sorted(rows) == sorted(ROWS)


def test_every_row_is_tried_with_its_own_request(server: Server) -> None:
    scene = Scene(server.address, "waiting")
    rows = [*AT_A_TABLE.items(), *OTHERWISE.items()]
    assert {action for _, action in rows} == HTTP.keys()
    for request, action in rows:
        method, path, _ = HTTP[action](scene)
        wanted = re.sub(r"\\{\w+\\}", r"\\w+", re.escape(request))
        assert re.fullmatch(wanted, f"{method} /api/tables/{scene.id}{path.partition('?')[0]}"), action


@pytest.fixture(scope="module")
def scenes() -> dict[str, Scene]:
    return {}


@pytest.mark.parametrize("status", STATUSES.values())
@pytest.mark.parametrize("action", ROWS)
def test_every_cell(server: Server, scenes: dict[str, Scene], action: str, status: str) -> None:
    """With a link that belongs to somebody else, a link is no right: only who is invited brings it here."""
    for role in ROLES:
        if role is Role.RESIGNED and status == "waiting":
            continue  # nobody gives up before the start
        if action.startswith("use-") and role is not Role.INVITED:
            continue  # whoever brings the link is invited
        scene = scenes.get(status) or scenes.setdefault(status, Scene(server.address, status))
        code = scene.try_out(action, role, status)
        allowed = may(action, {role, Role.STRANGER}, status)
        assert (code not in DENIED) == allowed, (role, code)
        if code is None and action not in HARMLESS:
            del scenes[status]


@pytest.mark.parametrize("action", ["use-seat-link", "use-watch-link"])
def test_a_link_that_was_made_up_opens_nothing(server: Server, action: str) -> None:
    scene = Scene(server.address, "waiting")
    scene.seat_token = scene.watch_token = "x" * 22
    assert {scene.try_out(action, role, "waiting") for role in ROLES} == {"bad-link"}


def test_the_protocol_shows_the_same_table() -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
    rows = {
        cells[0].strip("` "): tuple(cell.strip().replace("–", "") for cell in cells[1:])
        for line in page.splitlines()
        if len(cells := re.sub(r"^\||\|$", "", line).split("|")) == len(ROLES) + 1
    }
    assert rows.pop("may") == ROLES
    assert {action: cells for action, cells in rows.items() if action in ROWS} == ROWS


# ---------------------------------------------------------------------- secrets


def racks(view: Message) -> list[object]:
    return [colour["rack"] for colour in view["colours"]]


def test_nobody_sees_a_rack_before_the_start(server: Server) -> None:
    anna, ben = Visitor(server.address), Visitor(server.address)
    table = anna.create("blockers", "me", "open", first=0)["id"]

    async def look() -> None:
        async with anna.sit(table, 0) as screen:
            assert racks(screen.now["view"]) == [None] * len(screen.now["view"]["colours"])
            position = anna.ask("GET", f"/tables/{table}/positions/0?seat=0").json()
            assert racks(position["view"]) == racks(screen.now["view"])
            ben.take(table, 1)
            await screen.until(lambda now: now["table"]["status"] == "playing")
            assert any(racks(screen.now["view"]))

    asyncio.run(look())


def test_a_seat_left_in_play_is_taken_only_with_consent_and_never_by_who_saw_another(server: Server) -> None:
    anna, ben, carl = (Visitor(server.address) for _ in range(3))
    table = anna.create("blockers", "me", "open", first=0)["id"]
    ben.take(table, 1)
    assert ben.ask("DELETE", f"/tables/{table}/seats/1").status_code == 200
    for visitor in (anna, ben, carl):
        refused = visitor.ask("PUT", f"/tables/{table}/seats/1", {})
        assert refused.json()["code"] == ("seen-from-elsewhere" if visitor is anna else "needs-consent")

    async def agree() -> None:
        async with anna.sit(table, 0) as screen:
            assert (await screen.request("ask", what="newcomers"))["type"] == "done"

    asyncio.run(agree())
    assert anna.ask("PUT", f"/tables/{table}/seats/1", {}).json()["code"] == "seen-from-elsewhere"
    assert carl.take(table, 1, name="Carl")["mine"] == [1]
    assert carl.ask("DELETE", f"/tables/{table}/seats/1").status_code == 200
    assert ben.ask("PUT", f"/tables/{table}/seats/1", {}).json()["code"] == "needs-consent", "it held for one"


def test_a_link_works_once_and_takes_the_seat_away_from_who_passed_it_on(server: Server) -> None:
    anna, ben, carl = (Visitor(server.address) for _ in range(3))
    table = anna.create("blockers", "me", "me", first=0)["id"]
    token = anna.ask("POST", f"/tables/{table}/seats/1/link").json()["token"]

    async def pass_on() -> None:
        async with anna.sit(table, 0) as mine, anna.sit(table, 1) as passed:
            assert ben.take(table, 1, token=token, name="Ben")["mine"] == [1]
            assert await passed.close_code() == 4409
            await mine.until(lambda now: now["table"]["seats"][1] == {"kind": "person", "name": "Ben"})
            assert (await mine.request("ask", what="draw"))["type"] == "done"
            await mine.until(lambda now: now["request"])
            assert mine.now["request"]["needs"] == [1], "Anna does not speak for Ben"

    asyncio.run(pass_on())
    assert carl.ask("PUT", f"/tables/{table}/seats/1", {"token": token}).json()["code"] == "bad-link"
    assert anna.ask("GET", f"/tables/{table}").json()["mine"] == [0]
    assert anna.ask("GET", f"/tables/{table}/positions/0?seat=1").status_code == 403


def test_who_resigned_sees_no_rack_and_is_asked_for_the_rematch(server: Server) -> None:
    anna, ben = Visitor(server.address), Visitor(server.address)
    table = anna.create("blockers", "me", "me", "open", first=0)["id"]
    ben.take(table, 2)

    async def play() -> None:
        async with ben.sit(table, 2) as lost:
            await lost.send("resign")
            assert await lost.close_code() == 4409
            assert not any(racks(lost.now["view"])), "a bot has this rack now"
        async with anna.sit(table, 0) as left, anna.sit(table, 1) as second, ben.sit(table) as right:
            assert not any(racks(right.now["view"]))
            assert ben.ask("GET", f"/tables/{table}").json()["resigned"] == [2]
            assert ben.ask("GET", f"/tables/{table}/positions/0?seat=2").status_code == 403
            assert (await left.request("ask", what="draw"))["type"] == "done"
            await left.until(lambda now: now["result"])
            assert (await left.request("ask", what="rematch"))["type"] == "done"
            await right.until(lambda now: now["request"])
            assert right.now["request"]["needs"] == [2]
            assert (await second.request("answer", yes=True))["code"] == "nothing-asked"
            assert (await right.request("answer", yes=True))["type"] == "done"
            await left.until(lambda now: now["table"]["next"])
            following = left.now["table"]["next"]
            card = ben.ask("GET", f"/tables/{following}").json()
            assert (card["mine"], [seat["kind"] for seat in card["seats"]]) == ([2], ["person"] * 3)

    asyncio.run(play())


def test_an_imported_game_is_marked_for_everybody(server: Server) -> None:
    anna, ben = Visitor(server.address), Visitor(server.address)
    text = Record(find_game("planken").setup(seats=2, seed=1, first=0)).text()
    answer = anna.ask("POST", "/records", {"text": text})
    assert answer.status_code == 201, answer.text
    table = answer.json()["id"]
    assert ben.ask("GET", f"/tables/{table}").json()["imported"]
    assert not anna.create("planken", "me", "me")["imported"]

    async def finish() -> None:
        async with anna.sit(table, 0) as screen:
            assert screen.now["table"]["imported"]
            await screen.request("resign")
            await screen.request("ask", what="rematch")
            await screen.until(lambda now: now["table"]["next"])
            assert not anna.ask("GET", f"/tables/{screen.now['table']['next']}").json()["imported"]

    asyncio.run(finish())
    assert "Imported: yes" in anna.ask("GET", f"/tables/{table}/record").text
