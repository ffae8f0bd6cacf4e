"""What people who play alone cost the server: their devices think, and bring along what happened every five minutes.

Everybody plays Blokus for two against a program: a move each 15 seconds and its answers. The same load with bots at the
server would need a core for each few people; here only storing and judging is left.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import uvloop

from tests.server.process import Server
from tischlein import Record, find_game
from tischlein.core.match import Match

PEOPLE = 1000
EVERY = 300.0
"""Seconds between two visits of a device (PAUSE in web/src/local/table.svelte.ts)."""
MOVES = 40
"""Moves of everybody in that time."""
GOAL = 0.05
"""Of a core."""


def run(people: str = str(PEOPLE), turns: str = "1") -> None:
    """Print how much of a core it takes."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), bot_workers=1).start()
        server.wait_for("/ready", seconds=240)
        try:
            visits, share = uvloop.run(_play(server, int(people), int(turns)))
        finally:
            server.stop()
    print(f"  {people} people alone, {visits:.1f} visits/s{'':<22} {share:>12.1%} of a core {GOAL / share:6.2f} x goal")


async def _play(server: Server, people: int, turns: int) -> tuple[float, float]:
    """Return visits a second, and the server's share of a core while everybody plays."""
    events = _events(MOVES * turns)
    async with httpx.AsyncClient(base_url=server.address, timeout=60, verify=False) as client:
        keys = [(await client.post("/api/key")).json()["key"] for _ in range(people)]
        ids = [secrets.token_hex(7) for _ in keys]
        pace = EVERY / people

        async def visit(turn: int, person: int) -> None:
            since = MOVES * turn
            body = BODY | {"since": since, "events": events[since : since + MOVES]}
            headers = {"Authorization": f"Bearer {keys[person]}"}
            answer = await client.put(f"/api/tables/{ids[person]}", json=body, headers=headers)
            assert answer.is_success, answer.text

        async def round_of(turn: int) -> None:
            begin = time.monotonic()
            async with asyncio.TaskGroup() as group:
                for person in range(people):
                    group.create_task(visit(turn, person))
                    await asyncio.sleep(max(0.0, begin + (person + 1) * pace - time.monotonic()))

        before, begin = _processor(server.pid), time.monotonic()
        for turn in range(turns):
            await round_of(turn)
        taken = time.monotonic() - begin
        return people * turns / taken, (_processor(server.pid) - before) / taken


def _events(count: int) -> list[dict[str, Any]]:
    match, events = Match.begin(SETUP), []
    for ply in range(1, count + 1):
        seat, legal = match.state.to_move, match.legal_moves()
        assert seat is not None, "the game is long enough"
        match.play(seat, ply - 1, legal[len(legal) // 2])
        events.append({"kind": "played", "seat": seat, "ply": ply, "move": match.moves[-1]})
    return events


SETUP = find_game("blokus").setup("two", 2, seed=1, first=0)
BODY = {"record": Record(SETUP).text(), "seats": [{"kind": "me"}, {"kind": "bot", "level": "level5"}]}


def _processor(pid: int) -> float:
    """Return the processor time of a process, in seconds; its workers have nothing to do."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
