"""Games that are played on somebody's own device and brought to the server: judged, marked, and stored once."""

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Message, Visitor
from tests.server.process import Server
from tischlein import Record, Refusal, find_game
from tischlein.core.match import Match
from tischlein.server.live.tables import judge
from tischlein.server.table import table as table_module
from tischlein.server.table.events import Asked, Brought, Played
from tischlein.server.table.table import Person, Table, Terms

pytestmark = pytest.mark.compiled


class Device:
    """A page that plays by itself and tells the server later."""

    def __init__(self, address: str, game: str = "planken", *bots: str, variant: str | None = None) -> None:
        self.person = Visitor(address)
        self.id = secrets.token_hex(7)
        self.bots = bots or ("level3",)
        setup = find_game(game).setup(variant, seats=1 + len(self.bots), seed=1, first=0)
        self.match = Match.begin(setup)
        self.events: list[Message] = []

    def play(self, plies: int = 1) -> None:
        for _ in range(plies):
            seat, move = self.match.state.to_move, self.match.legal_moves()[0]
            assert seat is not None
            self.match.play(seat, self.match.ply, move)
            self.events.append({"kind": "played", "seat": seat, "ply": self.match.ply, "move": move})

    def finish(self) -> None:
        while self.match.state.to_move is not None:
            self.play()

    def take_back(self, ply: int) -> None:
        self.match.take_back(self.match.ply - ply)
        self.events.append({"kind": "asked", "seat": 0, "what": "takeback", "needs": [], "ply": ply})

    def bring(self, since: int = 0, person: Visitor | None = None, **changed: Any) -> Any:
        body = {
            "record": Record(self.match.setup).text(),
            "seats": [{"kind": "me", "name": "Anna"}, *({"kind": "bot", "level": level} for level in self.bots)],
            "since": since,
            "events": self.events[since:],
        }
        return (person or self.person).ask("PUT", f"/tables/{self.id}", body | changed)

    def card(self) -> Message:
        card: Message = self.person.ask("GET", f"/tables/{self.id}").json()
        return card


@pytest.fixture
def device(server: Server) -> Device:
    return Device(server.address)


def test_a_game_is_brought_piece_by_piece_and_twice_is_once(device: Device) -> None:
    device.play(3)
    first = device.bring()
    assert (first.status_code, first.json()) == (201, {"version": 3, "watched": False})
    assert device.bring().json()["version"] == 3
    device.play(2)
    assert device.bring(since=3).json()["version"] == 5
    assert device.bring(since=1).json()["version"] == 5, "what is known is skipped"
    device.finish()
    assert device.bring(since=5).status_code == 200
    card = device.card()
    assert (card["local"], card["imported"], card["status"], card["mine"]) == (True, False, "over", [0])
    assert [one["id"] for one in device.person.ask("GET", "/tables?mine=true").json()] == [device.id]
    text = device.person.ask("GET", f"/tables/{device.id}/record").text
    assert Record.parse(text).moves == tuple(device.match.moves)
    assert "Local: yes" in text


@pytest.mark.parametrize(("game", "variant"), [("blokus", "duo"), ("blockers", "basic"), ("planken", "standard")])
def test_whole_games_of_every_kind(server: Server, game: str, variant: str) -> None:
    device = Device(server.address, game, variant=variant)
    device.finish()
    assert device.bring().status_code == 201
    assert device.card()["result"]["places"] == list(device.match.state.outcome().places)  # type: ignore[union-attr]


def test_takebacks_and_giving_up_come_along(server: Server) -> None:
    device = Device(server.address, "planken", "level1", "level1")
    device.play(3)
    device.take_back(0)
    device.play(4)
    device.events.append({"kind": "resigned", "seat": 0})
    assert device.bring().status_code == 201
    card = device.card()
    assert (card["ply"], card["resigned"], card["status"]) == (4, [0], "playing")
    device.play(2)
    assert device.bring(since=len(device.events) - 2).status_code == 200, "the host brings the moves of bots"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"events": [{"kind": "played", "seat": 0, "ply": 1, "move": "x"}]}, "R15-text"),
        ({"events": [{"kind": "played", "seat": 1, "ply": 1, "move": "x"}]}, "not-your-turn"),
        ({"events": [{"kind": "played", "seat": 99, "ply": 1, "move": "x"}]}, "no-such-seat"),
        ({"events": [{"kind": "played", "seat": -9, "ply": 1, "move": "x"}]}, "no-such-seat"),
        ({"events": [{"kind": "played", "seat": 2**70, "ply": 2**70, "move": "x"}]}, "no-such-seat"),
        ({"events": [{"kind": "took", "seat": 1, "name": "x"}]}, "bad-request"),
        ({"events": [{"kind": "asked", "seat": 0, "what": "rematch", "needs": [], "ply": 0}]}, "bad-message"),
        ({"seats": [{"kind": "me"}, {"kind": "open"}]}, "bad-setup"),
        ({"seats": [{"kind": "me"}]}, "bad-setup"),
        ({"record": "nonsense"}, "no-record"),
        ({"since": 3}, "missing-events"),
    ],
)
def test_what_breaks_a_rule_leaves_nothing_behind(device: Device, changed: Message, code: str) -> None:
    answer = device.bring(**changed)
    assert (answer.json()["code"], answer.status_code // 100) == (code, 4)
    assert device.person.ask("GET", f"/tables/{device.id}").status_code == 404


def test_one_bad_event_refuses_all_that_came_with_it(device: Device) -> None:
    device.play(2)
    device.bring()
    device.play(2)
    bad = {"kind": "played", "seat": 0, "ply": 9, "move": device.match.legal_moves()[0]}
    assert device.bring(events=[*device.events, bad]).json()["code"] == "stale-ply"
    assert device.card()["ply"] == 2
    other = Device(device.person.address)
    other.id = device.id
    assert other.bring().status_code == 403, "the id is somebody else's"
    short = Device(device.person.address)
    short.id = "abc"
    assert short.bring().status_code == 404, "an id that could be guessed"


def test_nothing_else_happens_there_until_a_seat_is_taken_over(device: Device) -> None:
    device.play(2)
    device.bring()
    token = device.person.ask("POST", f"/tables/{device.id}/seats/0/link").json()["token"]

    async def look() -> None:
        async with device.person.sit(device.id, 0) as screen:
            assert screen.now["table"]["local"]
            move = screen.now["legal"][0]
            assert (await screen.request("play", ply=2, move=move))["code"] == "played-elsewhere"
            assert (await screen.request("resign"))["code"] == "played-elsewhere"
            device.play()
            assert device.bring(since=2).json() == {"version": 3, "watched": True}
            await screen.until(lambda now: now["ply"] == 3)
        ben = Visitor(device.person.address)
        assert ben.take(device.id, 0, token=token)["mine"] == [0]
        device.play()
        assert device.bring(since=3).json()["code"] == "taken-over"
        async with ben.sit(device.id, 0) as screen:
            await screen.until(lambda now: now["ply"] > 3 and now["table"]["to_move"] == 0)  # the server's bot moved
            await screen.play()

    asyncio.run(look())


def test_it_survives_the_end_of_the_server(folder: Path) -> None:
    server = Server(folder).start()
    device = Device(server.address)
    device.play(4)
    device.bring()
    server.kill()
    server.start()
    device.person.address = server.address
    device.play(2)
    assert device.bring(since=4).json()["version"] == 6
    assert device.card()["ply"] == 6
    server.stop()


def test_many_events_count_as_many_requests(folder: Path) -> None:
    server = Server(folder, changes_per_minute=60, bot_workers=0).start()  # thirty at once
    device = Device(server.address)
    for _ in range(250):
        device.play()
        device.take_back(0)
    assert device.bring().status_code == 201
    answers = [device.bring() for _ in range(3)]
    assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "too-fast")
    server.stop()


def ever_again(count: int) -> tuple[Table, list[Brought]]:
    """A table of one device, and a game that never ends there."""
    setup = find_game("planken").setup(seats=2, seed=1, first=0)
    table = Table("x", setup, Terms((Person(""), Person("")), 0, local=True))
    move = table.match.legal_moves()[0]
    return table, [Played(0, 1, move), Asked(0, "takeback", (), 0)] * count


def test_others_have_their_turn_while_much_is_brought() -> None:
    table, events = ever_again(20)
    turns = 0

    async def wait_for_turns() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    async def bring() -> None:
        other = asyncio.create_task(wait_for_turns())
        assert (await judge(table, events, 0))[-1][1].version == len(events)
        other.cancel()

    asyncio.run(bring())
    assert turns >= len(events) - 1


def test_no_table_goes_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "MOST_EVENTS", 6)
    table, events = ever_again(3)
    steps = asyncio.run(judge(table, [*events, events[0]], 0))
    assert steps[-1][1].match.ply == 1, "the game itself goes on"
    with pytest.raises(Refusal) as refusal:
        asyncio.run(judge(table, [*events, *events], 0))
    assert refusal.value.code == "too-much-happened"
