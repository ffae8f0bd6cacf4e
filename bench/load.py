"""Who waits how long when everybody wants something at once: `scripts/bench load[:tables:analyses:askers]`.

60 tables with strong bots, 6 analyses and 50 askers of the tutor, each from an address of its own; meanwhile
somebody plays against level 1, and somebody else asks for hints.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.process import Server
from tischlein import new_game
from tischlein.core.record import Record

from .meter import show_time

BUSY = "level7"
SAMPLES = 20


def run(tables: str = "60", analyses: str = "6", askers: str = "50") -> None:
    """Print how long a weak bot and a hint take."""
    os.environ.setdefault("TISCHLEIN_WAY", "portable")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), proxies="*", bot_workers=2)
        server.patience = 600
        server.start().wait_for("/ready", 600)
        try:
            alone = asyncio.run(_measure(server, 0, 0, 0))
            bots, hints = asyncio.run(_measure(server, int(tables), int(analyses), int(askers)))
        finally:
            server.stop()
    print(f"  nobody else there: level 1 {max(alone[0]):.2f} s, hint {max(alone[1]):.2f} s at most")
    print(f"  {tables} tables with {BUSY}, {analyses} analyses, {askers} askers of the tutor at once:")
    for name, times, goal in (("level 1 answers", bots, 1.0), ("a hint comes", hints, 3.0)):
        times.sort()
        show_time(f"{name} within, slowest of {len(times)} (median {times[len(times) // 2]:.2f} s)", times[-1], goal)


async def _measure(server: Server, tables: int, analyses: int, askers: int) -> tuple[list[float], list[float]]:
    crowd = [Person(server, number) for number in range(tables + analyses + askers + 2)]
    work: list[Callable[[], Awaitable[None]]] = [one.play_on for one in crowd[:tables]]
    work += [one.analyse for one in crowd[tables : tables + analyses]]
    work += [one.ask_tutor for one in crowd[tables + analyses : -2]]
    tasks = [asyncio.ensure_future(begin()) for begin in work]
    try:
        async with asyncio.TaskGroup() as group:
            for person, task in zip(crowd, tasks, strict=False):
                group.create_task(person.begun(task))
        return await crowd[-2].time_bot(), await crowd[-1].time_hints()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(one.client.aclose() for one in crowd))


class Person:
    """Somebody with an address of their own."""

    def __init__(self, server: Server, number: int) -> None:
        self._server, self._rng = server, random.Random(number)
        self.busy = asyncio.Event()
        self._headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
        # A line for each request: on a busy machine a kept one may be closed between two of them.
        limits = httpx.Limits(max_keepalive_connections=0)
        self.client = httpx.AsyncClient(base_url=server.address, timeout=300, headers=self._headers, limits=limits)

    async def _ask(self, method: str, path: str, body: object = None) -> Any:
        answer = await self.client.request(method, f"/api{path}", json=body)
        answer.raise_for_status()
        return answer.json()

    async def _sit(self, level: str, game: str, **terms: object) -> ClientConnection:
        self._headers["Authorization"] = f"Bearer {(await self._ask('POST', '/key'))['key']}"
        self.client.headers.update(self._headers)
        seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
        card = await self._ask("POST", "/tables", {"game": game, "seats": seats, "first": 0, **terms})
        address = f"{self._server.address.replace('http', 'ws', 1)}/api/tables/{card['id']}/socket?seat=0"
        return await connect(address, additional_headers=self._headers, compression=None, open_timeout=300)

    async def _next_turn(self, line: ClientConnection) -> tuple[int, list[str]] | None:
        while True:
            message = json.loads(await line.recv())
            if message["type"] in ("snapshot", "update"):
                if message["result"]:
                    return None
                if message["legal"]:
                    return message["ply"], message["legal"]

    async def _move(self, line: ClientConnection, turn: tuple[int, list[str]]) -> None:
        move = {"type": "play", "id": f"m{turn[0]}", "ply": turn[0], "move": self._rng.choice(turn[1])}
        await line.send(json.dumps(move))

    async def begun(self, task: asyncio.Future[None]) -> None:
        """Wait until this person keeps the server busy. Raises what kept them from it: nobody is waited for in vain."""
        waiting = asyncio.ensure_future(self.busy.wait())
        either: list[asyncio.Future[Any]] = [waiting, task]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            task.result()

    async def play_on(self) -> None:
        """Play one game after the other against a strong bot."""
        while True:
            async with await self._sit(BUSY, "blokus", variant="duo") as line:
                while (turn := await self._next_turn(line)) is not None:
                    await self._move(line, turn)
                    self.busy.set()

    async def analyse(self) -> None:
        """Have one game after the other analysed."""
        self._headers["Authorization"] = f"Bearer {(await self._ask('POST', '/key'))['key']}"
        self.client.headers.update(self._headers)
        while True:
            card = await self._ask("POST", "/records", {"text": await asyncio.to_thread(_finished_game, self._rng)})
            path = f"/tables/{card['id']}/analysis"
            await self._ask("POST", path)
            self.busy.set()
            while (await self._ask("GET", path))["moves"] is None:
                await asyncio.sleep(1)

    async def ask_tutor(self) -> None:
        """Ask the tutor again and again."""
        while True:
            self.busy.set()
            with contextlib.suppress(httpx.HTTPStatusError):
                await self._ask("POST", "/solo/status", {"puzzle": "s3", "asker": str(id(self))})
            await asyncio.sleep(0.1)

    async def time_bot(self) -> list[float]:
        """Return how long level 1 takes for each of its moves, as its opponent sees it."""
        times = list[float]()
        while len(times) < SAMPLES:
            async with await self._sit("level1", "blokus", variant="duo") as line:
                turn = await self._next_turn(line)
                while turn is not None and len(times) < SAMPLES:
                    begin = time.monotonic()
                    await self._move(line, turn)
                    turn = await self._next_turn(line)
                    times.append(time.monotonic() - begin)
        return times

    async def time_hints(self) -> list[float]:
        """Return how long hints take."""
        times = list[float]()
        async with await self._sit("random", "blokus", variant="duo") as line:
            while len(times) < SAMPLES // 2 and (turn := await self._next_turn(line)) is not None:
                begin = time.monotonic()
                await line.send('{"type":"hint","id":"h"}')
                while json.loads(await line.recv()).get("type") != "done":
                    pass
                times.append(time.monotonic() - begin)
                await self._move(line, turn)
        return times


def _finished_game(rng: random.Random) -> str:
    state = new_game("planken", seats=2, seed=rng.randrange(10**6))
    moves: list[str] = []
    while state.to_move is not None:
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return Record(state.setup, tuple(moves)).text()
