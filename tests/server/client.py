"""A person at a table, as a program: speaks the protocol of docs/protocol.md and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from typing import Any, Self
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]


class Visitor:
    """Somebody with a key of their own."""

    def __init__(self, address: str, key: str | None = None) -> None:
        self.address = address
        self.key = key or httpx.post(f"{address}/api/key", verify=False).json()["key"]
        self.headers = {"Authorization": f"Bearer {self.key}"}

    def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        url = f"{self.address}/api{path}"
        # No certificates are needed here, and reading them takes longer than most requests.
        return httpx.request(method, url, json=body, headers=self.headers, timeout=30, verify=False)

    def create(self, game: str, *seats: str, **fields: object) -> Message:
        """Set up a table; seats are "me", "open" or a bot's name."""
        kinds = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
        answer = self.ask("POST", "/tables", {"game": game, "seats": kinds, **fields})
        assert answer.status_code == 201, answer.text
        card: Message = answer.json()
        return card

    def take(self, table: str, seat: int, **fields: object) -> Message:
        answer = self.ask("PUT", f"/tables/{table}/seats/{seat}", fields)
        assert answer.status_code == 200, answer.text
        card: Message = answer.json()
        return card

    def sit(self, table: str, seat: int | None = None, **query: str) -> Screen:
        return Screen(self, table, seat, **query)


class Screen:
    """An open page at a table. Use with `async with`."""

    def __init__(self, visitor: Visitor, table: str, seat: int | None, **query: str) -> None:
        asked = urlencode(({} if seat is None else {"seat": seat}) | query)
        address = visitor.address.replace("http", "ws", 1)
        self._url = f"{address}/api/tables/{table}/socket?{asked}"
        self._headers = visitor.headers
        self._numbers = itertools.count()
        self.seat = seat
        self.frames: list[str] = []
        self.now: Message = {}
        """The last snapshot with all updates applied."""

    async def __aenter__(self) -> Self:
        self.line: ClientConnection = await connect(self._url, additional_headers=self._headers, compression=None)
        await self.hear("snapshot")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.line.close()

    async def next(self) -> Message:
        """Return the next message, whatever it is."""
        async with asyncio.timeout(120):
            frame = await self.line.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Message = json.loads(frame)
        if message["type"] in ("snapshot", "update"):
            self.now.update({key: value for key, value in message.items() if key not in ("type", "event")})
        return message

    async def hear(self, *types: str, **fields: object) -> Message:
        """Return the next message of these types with these fields; others are noted on the way."""
        while True:
            message = await self.next()
            if message["type"] in types and all(message.get(key) == value for key, value in fields.items()):
                return message

    async def until(self, condition: Any) -> None:
        """Wait until what is known fulfils a condition."""
        while not condition(self.now):
            await self.next()

    async def send(self, kind: str, **fields: object) -> str:
        request = str(fields.pop("id", f"{kind}-{next(self._numbers)}"))
        await self.line.send(json.dumps({"type": kind, "id": request, **fields}))
        return request

    async def request(self, kind: str, **fields: object) -> Message:
        """Send a message and return its answer."""
        request = await self.send(kind, **fields)
        return await self.hear("done", "refused", id=request)

    async def close_code(self) -> int | None:
        """Read until the server closes the line, and return why."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.next()
        return self.line.close_code

    async def play(self, move: str | None = None) -> Message:
        """Play a move, or the first legal one."""
        await self.until(lambda now: now["legal"] or now["result"])
        return await self.request("play", ply=self.now["ply"], move=move or self.now["legal"][0])
