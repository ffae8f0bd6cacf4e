"""People who play on whatever happens to the server, and note everything that they were promised."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tischlein.server.store import Store
from tischlein.server.table.events import Played
from tischlein.server.table.table import Table

TROUBLE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.TransportError)


@dataclass
class Promises:
    """What the server said about a table, to anybody."""

    table: str
    kind: str = ""
    """What is played there, for messages."""
    has_bot: bool = False
    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By id of the request: the version that it led to, and the move."""
    seen: dict[int, str] = field(default_factory=dict)
    """By version: the move that somebody saw."""
    finals: list[str] = field(default_factory=list)
    over: bool = False
    version: int = -1
    """The latest that anybody has heard of."""


class Player:
    """Plays one seat of a table to its end. A move without an answer is sent again with the same id."""

    def __init__(self, addresses: Callable[[], str], key: str, seat: int, promises: Promises, seed: int) -> None:
        self._addresses, self._key, self._seat, self._promises = addresses, key, seat, promises
        self._rng = random.Random(seed)
        self._open: dict[str, object] | None = None
        self._turn: tuple[object, object] = 0, None
        """The last ply that was heard of, and what was legal then."""
        self._version = -1

    async def run(self) -> None:
        while not await self._visit():
            await asyncio.sleep(0.02)

    async def _visit(self) -> bool:
        """Return whether the game is over."""
        address = self._addresses().replace("http", "ws", 1)
        url = f"{address}/api/tables/{self._promises.table}/socket?seat={self._seat}&version={max(0, self._version)}"
        try:
            async with connect(
                url, additional_headers={"Authorization": f"Bearer {self._key}"}, compression=None, open_timeout=5
            ) as line:
                if self._open is not None:
                    await line.send(json.dumps(self._open))
                while True:
                    async with asyncio.timeout(60):
                        message = json.loads(await line.recv())
                    if await self._hear(line, message):
                        return True
        except TROUBLE:
            return False

    async def _hear(self, line: ClientConnection, message: dict[str, object]) -> bool:
        kind = message["type"]
        if kind in ("snapshot", "update"):
            self._check_version(int(str(message["version"])))
        if kind == "update":
            event = message["event"]
            assert isinstance(event, dict)
            if event["kind"] == "played":
                self._promises.seen[int(str(message["version"]))] = str(event["move"])
        if kind == "done" and self._open is not None and message["id"] == self._open["id"]:
            self._promises.acknowledged[str(message["id"])] = int(str(message["version"])), str(self._open["move"])
            self._open = None
        if kind == "refused":
            assert message["code"] in ("stale-ply", "not-your-turn", "game-over", "try-again"), message
            self._open = None
            await line.send(json.dumps({"type": "sync", "id": "sync", "version": -1}))
        if kind in ("snapshot", "update"):
            if message["result"]:
                self._promises.finals.append(json.dumps(message["result"]))
                self._promises.over = True
                return True
            self._turn = message["ply"], message["legal"]
        await self._move(line)
        return False

    def _check_version(self, version: int) -> None:
        assert version >= self._version, "somebody was shown an older table than before"
        self._version = version
        self._promises.version = max(self._promises.version, version)

    async def _move(self, line: ClientConnection) -> None:
        """Play if it is our turn and no move is on its way."""
        ply, legal = self._turn
        if isinstance(legal, list) and self._open is None:
            self._open = {"type": "play", "id": uuid.uuid4().hex, "ply": ply, "move": self._rng.choice(legal)}
            self._turn = ply, None
            await line.send(json.dumps(self._open))


async def play_table(
    addresses: Callable[[], str],
    game: str,
    seed: int,
    variant: str | None = None,
    bot: str | None = None,
    note: Callable[[Promises], None] = lambda _: None,
) -> Promises:
    """Set up a table for two people, or one and a bot, and play it to its end, whatever happens."""
    other = {"kind": "bot", "level": bot} if bot else {"kind": "me"}
    async with httpx.AsyncClient(timeout=10) as client:
        while True:
            try:
                key = (await client.post(f"{addresses()}/api/key")).json()["key"]
                body = {"game": game, "variant": variant, "seats": [{"kind": "me"}, other]}
                headers = {"Authorization": f"Bearer {key}"}
                answer = await client.post(f"{addresses()}/api/tables", json=body, headers=headers)
                promises = Promises(answer.json()["id"], f"{game} against {bot or 'a person'}", bot is not None)
                break
            except (*TROUBLE, KeyError, ValueError):
                await asyncio.sleep(0.05)
    note(promises)
    seats = range(1 if bot else 2)
    await asyncio.gather(*(Player(addresses, key, seat, promises, seed + seat).run() for seat in seats))
    return promises


async def check_promises(store: Store, promises: Promises) -> int:
    """Compare what was promised with what is stored; return the number of moves."""
    stored = await store.load(promises.table)
    assert stored is not None, "a table that was acknowledged is lost"
    entries = stored.entries
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
    moves = {entry.version: entry.event for entry in entries if isinstance(entry.event, Played)}
    assert len({event.ply for event in moves.values()}) == len(moves), "two moves for one ply"
    for version, move in promises.acknowledged.values():
        assert moves[version].move == move, "an acknowledged move is lost"
    for version, move in promises.seen.items():
        assert moves[version].move == move, "somebody saw a move that is lost"
    table = Table.replayed(stored.id, stored.record.setup, stored.terms, entries)
    assert len(set(promises.finals)) <= 1, "two people saw different results"
    if promises.over:
        assert table.result is not None
        assert json.loads(promises.finals[0])["places"] == list(table.result.places)
    assert len({entry.request for entry in entries}) == len(entries), "a request was carried out twice"
    return len(moves)
