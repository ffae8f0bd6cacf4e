"""Moves without hands, for the part of a game that a test does not look at: over a line of each person's own."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random
from typing import Any

from websockets.sync.client import connect

from .person import Person


class Connection:
    """A seat's connection to its table, and what was heard on it last."""

    def __init__(self, person: Person, seat: int, stack: ExitStack) -> None:
        table, cookies = person.latest()["table"]["id"], person.context.cookies()
        address = f"{person.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?seat={seat}"
        headers = {"Cookie": "; ".join(f"{one['name']}={one['value']}" for one in cookies), "Origin": person.address}
        self._socket = stack.enter_context(connect(address, additional_headers=headers, compression=None))
        self._last: dict[str, Any] = {"ply": -1}

    def hear(self, ply: int) -> dict[str, Any]:
        """Return how the table stands after at least so many moves."""
        while self._last["ply"] < ply:
            message = json.loads(self._socket.recv(timeout=30))
            assert message["type"] != "refused", message
            if message["type"] in ("snapshot", "update"):
                self._last = message
        return self._last

    def play(self, ply: int, move: str) -> None:
        """Send a move."""
        self._socket.send(json.dumps({"type": "play", "id": f"quick-{ply}", "ply": ply, "move": move}))


def play_quickly(people: list[Person], turns: int, rng: Random) -> None:
    """Let people, who hold the first seats, play so many turns each at random, and their pages show it."""
    with ExitStack() as stack:
        lines = [Connection(person, seat, stack) for seat, person in enumerate(people)]
        ply = people[0].latest()["ply"]
        for _ in range(turns * len(people)):
            while (state := lines[0].hear(ply))["result"] is None and state["table"]["to_move"] >= len(people):
                ply = state["ply"] + 1  # a program is to move
            if state["result"]:
                break
            state = lines[state["table"]["to_move"]].hear(state["ply"])
            lines[state["table"]["to_move"]].play(state["ply"], rng.choice(state["legal"]))
            ply = state["ply"] + 1
    for person in people:
        person.wait_for("state['ply'] >= ply", ply=ply)
