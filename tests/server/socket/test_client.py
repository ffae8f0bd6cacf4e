"""The client class: a program plays at a server's table, and goes on when the line breaks."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.process import Server
from tischlein import Refusal
from tischlein.client import Client

pytestmark = pytest.mark.compiled


@pytest.fixture
def own_server(folder: Path) -> Iterator[Server]:
    running = Server(folder).start()
    running.wait_for("/ready", seconds=240)
    yield running
    running.stop()


def test_a_program_plays_to_the_end_though_the_server_is_killed(own_server: Server) -> None:
    client, rng = Client(own_server.address), random.Random(3)
    seats = [{"kind": "me", "name": "Program"}, {"kind": "bot", "level": "random"}]
    table = client.create("blokus", seats, variant="duo")["id"]  # never over after a few moves
    plies: list[int] = []
    with client.sit(table, 0) as seat:
        for turn in seat.turns():
            if not plies:
                with pytest.raises(Refusal):
                    seat.play("nonsense")
            if len(plies) == 2:
                own_server.kill()
                own_server.start()
            plies.append(turn.ply)
            seat.play(rng.choice(turn.legal))
    assert seat.result["reason"] == "played"
    assert plies == sorted(set(plies)), "no turn came twice"
    assert len(plies) > 3
    assert client.ask("GET", f"/tables/{table}")["status"] == "over"


def test_what_is_not_allowed_is_said(own_server: Server) -> None:
    client = Client(own_server.address)
    table = client.create("planken", [{"kind": "open"}, {"kind": "open"}])["id"]
    assert client.take(table, 1, "Program")["mine"] == [1]
    with pytest.raises(Refusal):
        Client(own_server.address).take(table, 1, "Another")
    with pytest.raises(ConnectionClosed), client.sit(table, 0):
        pass
    again = Client(own_server.address, client.key)
    with again.sit(table, 1) as seat:
        assert seat.now["table"]["status"] == "waiting"
