"""Who waits how long when everybody wants something at once: `scripts/bench load[:minutes:tables:analyses:askers]`.

60 tables with strong bots, 6 analyses and 50 askers of the tutor, each from an address of its own, for ten minutes;
meanwhile somebody plays against level 1, somebody else asks for hints, and the server's memory is watched. Every ten
seconds a line on standard error says how it goes. `load:2` takes two minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.meter import show_time
from tests.server.process import Server
from tischlein import new_game
from tischlein.core.record import Record

from .rates import read_processor
from .soak import read_memory

BUSY = "level7"
ALONE = 15.0
"""Seconds in which nobody else is there."""
TIMEOUT = 300.0
"""Seconds without an answer after which the bench gives up, instead of waiting for ever."""
GOALS = {"level 1 answers": 1.0, "a hint comes": 3.0}


@dataclass
class Found:
    """What was measured so far."""

    times: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in GOALS})
    refused: int = 0
    memory: list[int] = field(default_factory=list)
    """Bytes that the server held, every two seconds."""


def run(minutes: str = "10", tables: str = "60", analyses: str = "6", askers: str = "50") -> None:
    """Print how long a weak bot and a hint take, and whether the server grows."""
    os.environ.setdefault("TISCHLEIN_WAY", "portable")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), proxies="*", bot_workers=2)
        server.patience = 600
        server.start().wait_for("/ready", 600)
        try:
            alone = asyncio.run(_measure(server, ALONE, 0, 0, 0))
            begin, used = time.monotonic(), read_processor(server)
            crowd = asyncio.run(_measure(server, 60 * float(minutes), int(tables), int(analyses), int(askers)))
            share = (read_processor(server) - used) / (time.monotonic() - begin)
        finally:
            server.stop()
        tracebacks = server.log.read_text().count("Traceback")
    print("  nobody else there:")
    _show(alone)
    print(f"  {tables} tables with {BUSY}, {analyses} analyses, {askers} askers of the tutor for {minutes} min:")
    _show(crowd)
    _show_memory(crowd.memory)
    print(f"    processor of the server {share:.0%}, {crowd.refused} hints refused, {tracebacks} tracebacks")


def _show(found: Found) -> None:
    for name, times in found.times.items():
        times.sort()
        median, late = times[len(times) // 2], times[int(0.99 * (len(times) - 1))]
        label = f"  {name} within, slowest of {len(times)} (median {median:.2f} s, 99 % {late:.2f} s)"
        show_time(label, times[-1], GOALS[name])


def _show_memory(memory: list[int]) -> None:
    """Compare the second third of the time with the last one; the first is for warming up."""
    third = max(1, len(memory) // 3)
    middle, last = (sum(part) / len(part) / 1e6 for part in (memory[third : 2 * third] or memory, memory[-third:]))
    print(
        f"    memory: {memory[0] / 1e6:.0f} MB at the start; after warming up {middle:.1f} MB, "
        f"in the last third {last:.1f} MB ({last / middle - 1:+.1%})"
    )


async def _measure(server: Server, seconds: float, tables: int, analyses: int, askers: int) -> Found:
    found, crowd = Found(), [Person(server, number) for number in range(tables + analyses + askers + 2)]
    work: list[Callable[[], Awaitable[None]]] = [one.play_on for one in crowd[:tables]]
    work += [one.analyse for one in crowd[tables : tables + analyses]]
    work += [one.ask_tutor for one in crowd[tables + analyses : -2]]
    tasks = [asyncio.ensure_future(begin()) for begin in work]
    watching = asyncio.create_task(_watch(server, found, crowd[:-2]))
    try:
        async with asyncio.TaskGroup() as group:
            for person, task in zip(crowd, tasks, strict=False):
                group.create_task(person.begun(task))
        end = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            group.create_task(crowd[-2].time_bot(found, end))
            group.create_task(crowd[-1].time_hints(found, end))
        return found
    finally:
        for task in (*tasks, watching):
            task.cancel()
        await asyncio.gather(*tasks, watching, return_exceptions=True)
        await asyncio.gather(*(one.client.aclose() for one in crowd))


async def _watch(server: Server, found: Found, crowd: list[Person]) -> None:
    """Look at the memory every two seconds, and say every ten how it goes."""
    begin = time.monotonic()
    for number in range(10**9):
        found.memory.append(read_memory(server))
        if number % 5 == 0:
            busy = sum(person.busy.is_set() for person in crowd)
            counts = ", ".join(
                f"{name}: {len(times)} times, {max(times, default=0.0):.2f} s at most"
                for name, times in found.times.items()
            )
            print(
                f"  {time.monotonic() - begin:5.0f} s: {busy} of {len(crowd)} are at it; {counts}; "
                f"{found.memory[-1] / 1e6:.0f} MB",
                file=sys.stderr,
                flush=True,
            )
        await asyncio.sleep(2)


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

    async def _hear(self, line: ClientConnection) -> Any:
        async with asyncio.timeout(TIMEOUT):
            return json.loads(await line.recv())

    async def _next_turn(self, line: ClientConnection) -> tuple[int, list[str]] | None:
        while True:
            message = await self._hear(line)
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

    async def time_bot(self, found: Found, end: float) -> None:
        """Note how long level 1 takes for each of its moves, as its opponent sees it."""
        times = found.times["level 1 answers"]
        while time.monotonic() < end or not times:
            async with await self._sit("level1", "blokus", variant="duo") as line:
                turn = await self._next_turn(line)
                while turn is not None and (time.monotonic() < end or not times):
                    begin = time.monotonic()
                    await self._move(line, turn)
                    turn = await self._next_turn(line)
                    times.append(time.monotonic() - begin)

    async def time_hints(self, found: Found, end: float) -> None:
        """Note how long hints take; one that is refused is asked for again."""
        times = found.times["a hint comes"]
        while time.monotonic() < end or not times:
            async with await self._sit("random", "blokus", variant="duo") as line:
                while (turn := await self._next_turn(line)) is not None and (time.monotonic() < end or not times):
                    begin = time.monotonic()
                    while not await self._ask_hint(line):
                        found.refused += 1
                        await asyncio.sleep(0.5)
                    times.append(time.monotonic() - begin)
                    await self._move(line, turn)

    async def _ask_hint(self, line: ClientConnection) -> bool:
        """Return whether a hint came; False if it was refused."""
        await line.send('{"type":"hint","id":"h"}')
        while (message := await self._hear(line))["type"] not in ("done", "refused") or message["id"] != "h":
            pass
        return bool(message["type"] == "done")


def _finished_game(rng: random.Random) -> str:
    state = new_game("planken", seats=2, seed=rng.randrange(10**6))
    moves: list[str] = []
    while state.to_move is not None:
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return Record(state.setup, tuple(moves)).text()
