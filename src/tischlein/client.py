"""A program at a server's table: a key, a seat, and a move whenever it is its turn.

    from tischlein.client import Client

    client = Client("http://127.0.0.1:8765")              # a new key; keep client.key to come back
    client.take("k3Jx0aPq2TzR", 1, "My bot")              # the table is the last part of its address
    with client.sit("k3Jx0aPq2TzR", 1) as seat:
        for turn in seat.turns():
            seat.play(turn.legal[0])
    print(seat.result)

It speaks docs/protocol.md. A line that breaks is opened again, and what was being said is said again: the server does
nothing twice.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple, Self, TypeAlias

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from .core.game import Move, Seat
from .core.refusal import Refusal

Message: TypeAlias = dict[str, Any]

AWAY_TIMEOUT = 120.0
"""Seconds for which a server may be away before the client gives up."""


class Turn(NamedTuple):
    """A position in which the seat is to move."""

    ply: int
    view: Any
    """All that the seat may know."""
    legal: list[Move]


class Client:
    """Somebody at a server, known by a key."""

    def __init__(self, address: str, key: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.key: str | None = key
        self.key = key or self.ask("POST", "/key")["key"]

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request to the server's API and return the answer. Raises Refusal."""
        headers = {"Content-Type": "application/json"} | self.headers
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=AWAY_TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(json.load(error)) from None

    @property
    def headers(self) -> dict[str, str]:
        """What says who this is."""
        return {"Authorization": f"Bearer {self.key}"} if self.key else {}

    def create(self, game: str, seats: Sequence[Message], **fields: object) -> Message:
        """Set up a table and return its card; seats as in docs/protocol.md, `{"kind": "me"}` is this client's."""
        card: Message = self.ask("POST", "/tables", {"game": game, "seats": list(seats), **fields})
        return card

    def take(self, table: str, seat: Seat, name: str) -> Message:
        """Take an open seat and return the table's card."""
        card: Message = self.ask("PUT", f"/tables/{table}/seats/{seat}", {"name": name})
        return card

    def sit(self, table: str, seat: Seat) -> TableSeat:
        """Return a seat that this key holds, to be used in a `with` block."""
        return TableSeat(self, table, seat)


class TableSeat:
    """A seat at a table, with its line to the server."""

    def __init__(self, client: Client, table: str, seat: Seat) -> None:
        self._url = f"{client.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?seat={seat}"
        self._headers = client.headers
        self._line: ClientConnection | None = None
        self._open = ExitStack()
        """Closes the line that is open."""
        self.now: Message = {}
        """What the server has said about the table, up to date."""

    def __enter__(self) -> Self:
        self._connect()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    @property
    def result(self) -> Any:
        """How the game ended; None while it goes on."""
        return self.now.get("result")

    def turns(self) -> Iterator[Turn]:
        """Yield whenever it is this seat's turn, until the game is over; play before asking for the next."""
        while not self.result:
            if self.now.get("legal"):
                yield Turn(self.now["ply"], self.now["view"], list(self.now["legal"]))
            else:
                self._receive()

    def play(self, move: Move) -> None:
        """Play a move. Raises Refusal, with the rule that it breaks."""
        request = {"type": "play", "id": uuid.uuid4().hex, "ply": self.now["ply"], "move": move}
        while True:
            try:
                assert self._line is not None
                self._line.send(json.dumps(request))
                answer = self._await_answer(request["id"])
            except ConnectionClosed as closed:
                self._connect(closed)
            else:
                break
        if answer["type"] == "refused":
            raise _refusal(answer)
        while self.now["ply"] == request["ply"] and not self.result:
            self._receive()

    def _await_answer(self, request: object) -> Message:
        while True:
            message = self._read()
            if message["type"] in ("done", "refused") and message["id"] == request:
                return message

    def _receive(self) -> None:
        """Take in the next message, on a new line if need be."""
        try:
            self._read()
        except ConnectionClosed as closed:
            self._connect(closed)

    def _read(self) -> Message:
        assert self._line is not None, "a seat is used in a with block"
        message: Message = json.loads(self._line.recv())
        if message["type"] in ("snapshot", "update"):
            self.now.update({key: value for key, value in message.items() if key not in ("type", "event")})
        return message

    def _connect(self, closed: ConnectionClosed | None = None) -> None:
        """Open the line and hear the first snapshot; while the server is away, try again. Raises if it says no."""
        if closed is not None and _is_final(closed):
            raise closed
        end, wait = time.monotonic() + AWAY_TIMEOUT, 0.1
        while True:
            try:
                self._open.close()
                opening = connect(self._url, additional_headers=self._headers, compression=None)
                self._line = self._open.enter_context(opening)
                while self._read()["type"] != "snapshot":
                    pass
            except (OSError, ConnectionClosed, InvalidStatus) as error:
                if time.monotonic() > end or (isinstance(error, ConnectionClosed) and _is_final(error)):
                    raise
                time.sleep(wait)
                wait = min(2 * wait, 5.0)
            else:
                return


def _is_final(closed: ConnectionClosed) -> bool:
    """Whether the server will say the same again: no such table, not this key's seat, too many messages."""
    return closed.rcvd is not None and closed.rcvd.code >= 4000


def _refusal(answer: Message) -> Refusal:
    return Refusal(answer["source"], answer["code"], **(answer.get("details") or {}))
