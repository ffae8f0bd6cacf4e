"""Clients that move, drop, come back, repeat and reorder, and a server that restarts, against the pure game."""

import asyncio
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tischlein.core.game import Seat
from tischlein.core.match import Match
from tischlein.core.registry import find_game
from tischlein.server.live.live_table import Live
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.socket.connection import Connection
from tischlein.server.store import NewTable
from tischlein.server.table.table import Person, Table, Terms

pytestmark = pytest.mark.compiled

KINDS = [("planken", "standard", 2), ("planken", "teams", 4), ("blokus", "duo", 2), ("blockers", "basic", 5)]


class Client:
    """A page: what it has been told, pieced together."""

    def __init__(self, seat: Seat, line: Connection) -> None:
        self.seat, self.line = seat, line
        self.known: dict[str, Any] = {}

    def read(self, frame: bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "update":
            assert message["version"] == self.known["version"] + 1, "something was left out"
        if message["type"] in ("snapshot", "update"):
            self.known.update(message)
        return message


class TableMachine(RuleBasedStateMachine):
    """The model is a Match and the plain words of the protocol."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp())
        self.clients: dict[Seat, list[Client]] = {}
        self.sent: list[tuple[Seat, dict[str, Any], dict[str, Any]]] = []
        self.asked: tuple[Seat, set[Seat], int] | None = None
        self.over = False
        self.movers: list[Seat] = []
        self.service: Service | None = None

    @initialize(kind=st.sampled_from(KINDS), seed=st.integers(0, 1000))
    def set_up(self, kind: tuple[str, str, int], seed: int) -> None:
        self.game = find_game(kind[0])
        setup = self.game.setup(kind[1], kind[2], seed=seed)
        self.model = Match.begin(setup)
        people = tuple(Person("") for _ in range(setup.seats))
        table = Table("table", setup, Terms(people, 1000))

        async def store() -> None:
            service = self.make_service()
            await prepare_database(service.store)
            await service.store.create(NewTable("table", table.record, table.terms, table.status, None), [])
            await service.store.close()

        self.runner.run(store())
        self.start()

    def make_service(self) -> Service:
        url = f"sqlite:///{self.folder / 'tables.sqlite'}"
        return Service(Settings(database=url, messages_per_second=100_000))

    def start(self) -> None:
        self.service = self.make_service()
        self.live: Live = self.runner.run(self.service.tables.find("table"))
        self.clients = {seat: [] for seat in range(self.model.state.seats)}

    # ------------------------------------------------------------------ what clients do

    @rule(data=st.data())
    def join(self, data: st.DataObject) -> None:
        assert self.service is not None
        seat = data.draw(st.sampled_from(sorted(self.clients)))
        if len(self.clients[seat]) < 2:
            screen = self.runner.run(self.service.tables.open_screen(self.live, seat))
            client = Client(seat, Connection(self.service, self.live, screen))
            self.clients[seat].append(client)
            self.read_all()

    def any_client(self, data: st.DataObject) -> Client | None:
        here = [client for clients in self.clients.values() for client in clients]
        return data.draw(st.sampled_from(here)) if here else None

    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        client = self.any_client(data)
        if client is not None and self.service is not None:
            self.runner.run(self.service.tables.close_screen(self.live, client.line.screen))
            self.clients[client.seat].remove(client)
            self.read_all()

    @rule(data=st.data(), late=st.booleans())
    def play(self, data: st.DataObject, late: bool) -> None:
        client = self.any_client(data)
        if client is None:
            return
        moves = list(client.known["legal"] or ["nonsense"])
        ply = client.known["ply"] - (1 if late else 0)
        move = data.draw(st.sampled_from(moves[:20]))
        answer = self.send(client, {"type": "play", "ply": ply, "move": move})
        allowed = not self.over and ply == self.model.ply and client.seat == self.model.state.to_move
        assert (answer["type"] == "done") == (allowed and move != "nonsense"), answer
        if answer["type"] == "done":
            self.movers.append(client.seat)
            self.model.play(client.seat, ply, move)
            self.asked = None
            self.over = self.model.state.to_move is None

    @rule(data=st.data())
    def ask_takeback(self, data: st.DataObject) -> None:
        client = self.any_client(data)
        if client is None:
            return
        own = [ply for ply, mover in enumerate(self.movers) if mover == client.seat]
        answer = self.send(client, {"type": "ask", "what": "takeback"})
        allowed = not self.over and not self.game.secret and bool(own) and self.asked is None
        assert (answer["type"] == "done") == allowed, answer
        if allowed:
            self.asked = client.seat, set(self.clients) - {client.seat}, own[-1]

    @rule(data=st.data(), yes=st.booleans())
    def answer(self, data: st.DataObject, yes: bool) -> None:
        client = self.any_client(data)
        if client is None:
            return
        answer = self.send(client, {"type": "answer", "yes": yes})
        asked = self.asked
        allowed = asked is not None and (client.seat in asked[1] or (client.seat == asked[0] and not yes))
        assert (answer["type"] == "done") == allowed, answer
        if not allowed or asked is None:
            return
        asked[1].discard(client.seat)
        if not yes:
            self.asked = None
        elif not asked[1]:
            self.model.take_back(self.model.ply - asked[2])
            del self.movers[asked[2] :]
            self.asked = None

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """An old frame comes again, perhaps from another page of the seat: what was done is not done twice."""
        seat, frame, first = data.draw(st.sampled_from(self.sent))
        if self.clients[seat] and first["type"] == "done":
            again = self.exchange(self.clients[seat][0], frame)
            assert again == first

    @rule()
    def restart(self) -> None:
        """Everything but the database is gone."""
        if self.service is not None:
            self.runner.run(self.service.store.close())
        self.start()

    # ------------------------------------------------------------------ how

    def send(self, client: Client, message: dict[str, Any]) -> dict[str, Any]:
        frame = {**message, "id": str(len(self.sent))}
        answer = self.exchange(client, frame)
        self.sent.append((client.seat, frame, answer))
        return answer

    def exchange(self, client: Client, frame: dict[str, Any]) -> dict[str, Any]:
        self.runner.run(client.line.hear(json.dumps(frame)))
        answers = [one for one in self.read_all()[client] if one.get("id") == frame["id"]]
        assert len(answers) == 1, "every request has one answer"
        return answers[0]

    def read_all(self) -> dict[Client, list[dict[str, Any]]]:
        heard: dict[Client, list[dict[str, Any]]] = {}
        for client in (client for clients in self.clients.values() for client in clients):
            screen = client.line.screen
            frames = screen.take_messages(self.live)
            heard[client] = [client.read(frame) for frame in frames]
        return heard

    # ------------------------------------------------------------------ what holds

    @invariant()
    def table_is_the_model(self) -> None:
        if self.service is not None:
            assert list(self.live.table.match.moves) == list(self.model.moves)
            assert self.live.table.movers == self.movers

    @invariant()
    def everybody_sees_the_position(self) -> None:
        for client in (client for clients in self.clients.values() for client in clients):
            assert client.known["view"] == json.loads(json.dumps(self.model.state.view(client.seat)))
            expected = list(self.model.state.legal_moves()) if self.model.state.to_move == client.seat else None
            assert client.known["legal"] == expected

    def teardown(self) -> None:
        if self.service is not None:
            self.runner.run(self.service.store.close())
        self.runner.close()
        shutil.rmtree(self.folder)


def test_clients_and_restarts_against_the_pure_game() -> None:
    run_state_machine_as_test(TableMachine, settings=settings(max_examples=40, stateful_step_count=40, deadline=None))
