"""How much the server bears: idle sockets, durable moves a second, and how long a move takes to the other screen.

Client and server share the machine, so the processor time of both is printed. Nim is played, the smallest game there
is, on a heap that never ends; boardgame.io plays the same in the same run, if there is a Node. Neither lists what may
be played: clients of both have the rules, as the page has.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from bench.meter import show_rate, show_time
from tests.server.process import Server, free_port

IDLE = 10_000
TABLES = 1_000
SECONDS = 10.0
GOAL = 1_000
"""Durable moves a second."""
RECORD = """Tischlein record 1
Game: nim
Rules: 1
Variant: plain
Seats: 2
First: 0
Deal heap: 1000000
"""
OTHER = Path(__file__).parent / "boardgame_io"


class Load(NamedTuple):
    """What was measured under load."""

    moves: float
    p50: float
    p99: float
    client: float
    server: float


def run(tables: str = str(TABLES), idle: str = str(IDLE)) -> None:
    """Print everything."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), module="tests.cli.with_nim", bot_workers=0).start()
        server.stop()
        server.start()  # again, as a server that has its database already
        server.wait_for("/ready")
        try:
            uvloop.run(_idle(server, int(idle)))
            full = uvloop.run(_live(server, int(tables), 0))
            _show("ours, SQLite with synchronous=FULL, full speed", full)
            half = uvloop.run(_live(server, int(tables), full.moves / 2))
            _show("ours, half of that load", half)
            asked = uvloop.run(_live(server, int(tables), GOAL / 2))
            _show("ours, half of the load that is the goal", asked)
            show_rate("durable moves", full.moves, GOAL, "moves/s")
            show_time("99 % of moves are on the other screen within", asked.p99 / 1000, 0.1)
        finally:
            server.stop()
    _compare(full, int(tables))


def _show(name: str, load: Load) -> None:
    print(
        f"  {name:<52} {load.moves:>8,.0f} moves/s, median {load.p50:.1f} ms, 99 % {load.p99:.1f} ms; "
        f"processor: server {load.server:.0%}, client {load.client:.0%}; "
        f"{load.moves / max(load.server, 1e-9):,.0f} moves for each second of the server's"
    )


# ---------------------------------------------------------------------- our server


async def _idle(server: Server, count: int) -> None:
    """Open sockets at many tables and let them be."""
    before = _memory(server)
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        key = (await client.post("/api/key")).json()["key"]
        tables = [await _table(client, key) for _ in range(100)]
    lines: list[ClientConnection] = []
    for start in range(0, count, 200):
        wanted = [(tables[number % len(tables)], number % 2) for number in range(start, min(count, start + 200))]
        lines += await asyncio.gather(*(_sit(server, key, table, seat) for table, seat in wanted))
    drains = [asyncio.create_task(_drain(line)) for line in lines]
    await asyncio.sleep(5)
    used = _memory(server)
    print(
        f"  {f'{count:,} idle sockets at {len(tables)} tables':<52} {used / 1e6:>12,.0f} MB in all      "
        f"{400e6 / used:6.2f} x goal; {(used - before) / count / 1000:.1f} kB each, {before / 1e6:.0f} MB before"
    )
    for drain in drains:
        drain.cancel()
    await asyncio.gather(*(line.close() for line in lines), return_exceptions=True)


async def _drain(line: ClientConnection) -> None:
    async for _ in line:
        pass


async def _live(server: Server, tables: int, rate: float) -> Load:
    """Play at many tables at once: as fast as it goes, or so many moves a second in all."""
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        key = (await client.post("/api/key")).json()["key"]
        ids = [await _table(client, key) for _ in range(tables)]
    pairs = []
    for start in range(0, tables, 100):
        part = [_sit(server, key, table, seat) for table in ids[start : start + 100] for seat in range(2)]
        lines = await asyncio.gather(*part)
        pairs += [(lines[at], lines[at + 1]) for at in range(0, len(lines), 2)]
    times: list[tuple[float, float]] = []
    players = [asyncio.create_task(_play(pair, rate / tables, times)) for pair in pairs]
    await asyncio.sleep(2)
    begin, own, other = time.perf_counter(), time.process_time(), read_processor(server)
    await asyncio.sleep(SECONDS)
    end = time.perf_counter()
    client_share, server_share = (time.process_time() - own) / SECONDS, (read_processor(server) - other) / SECONDS
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    await asyncio.gather(*(line.close() for pair in pairs for line in pair), return_exceptions=True)
    taken = sorted((seen - sent) * 1000 for sent, seen in times if begin <= sent and seen <= end)
    at = [taken[int(share * (len(taken) - 1))] for share in (0.5, 0.99)]
    return Load(len(taken) / SECONDS, at[0], at[1], client_share, server_share)


async def _table(client: httpx.AsyncClient, key: str) -> str:
    answer = await client.post("/api/records", json={"text": RECORD}, headers={"Authorization": f"Bearer {key}"})
    return str(answer.json()["id"])


async def _sit(server: Server, key: str, table: str, seat: int) -> ClientConnection:
    url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?seat={seat}&legal=no"
    headers = {"Authorization": f"Bearer {key}"}
    return await connect(url, additional_headers=headers, compression=None, open_timeout=60, ping_interval=None)


async def _play(pair: tuple[ClientConnection, ClientConnection], rate: float, times: list[tuple[float, float]]) -> None:
    """Move in turn; a move is done when it is acknowledged and the other one's screen has it."""
    rng = random.Random()
    for ply in range(10**9):
        mover, other = pair[ply % 2], pair[1 - ply % 2]
        if rate:
            await asyncio.sleep(rng.uniform(0.5, 1.5) / rate)
        sent = time.perf_counter()
        await mover.send(f'{{"type":"play","id":"{ply}","ply":{ply},"move":"1"}}')
        await _hear(other, '{"type":"update"')
        times.append((sent, time.perf_counter()))
        await _hear(mover, '{"type":"done"')


async def _hear(line: ClientConnection, start: str) -> None:
    while not str(await line.recv()).startswith(start):
        pass


def _memory(server: Server) -> int:
    status = Path(f"/proc/{server.pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def read_processor(server: Server) -> float:
    """Return the seconds of processor time that a server has used."""
    return _used(server.pid)


def _used(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------------- boardgame.io


def _compare(ours: Load, tables: int) -> None:
    """Play the same game on boardgame.io, with its own client: kept in files, as ours is, and in memory alone."""
    if shutil.which("npm") is None:
        print("  boardgame.io: not compared, there is no npm here")
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(OTHER, folder, dirs_exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
        few = min(tables, 100)  # with files, a thousand tables would take minutes to set up
        for kept, count, where in (("in files", few, [f"{folder}/kept"]), ("in memory", tables, [])):
            theirs = _play_theirs(folder, count, where)
            _show(f"boardgame.io 0.50.2, {kept}, {count:,} tables", theirs)
            more, quicker = ours.moves / max(theirs.moves, 1e-9), theirs.p99 / ours.p99
            thrift = (ours.moves / ours.server) / max(theirs.moves / theirs.server, 1e-9)
            print(
                f"  ours in relation: {more:.1f} times the moves, {quicker:.1f} times as quick, "
                f"{thrift:.2f} times the moves for each second of the server's processor time (goal in memory: 2)"
            )


def _play_theirs(folder: str, tables: int, where: list[str]) -> Load:
    port, quiet = str(free_port()), subprocess.DEVNULL
    other = subprocess.Popen(["node", "server.js", port, *where], cwd=folder, stdout=quiet, stderr=quiet)
    try:
        time.sleep(3)
        command = ["node", "client.js", port, str(tables), str(SECONDS), "0"]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as client:
            assert client.stdout is not None
            assert client.stdout.readline() == "measuring\n", "boardgame.io did not begin"
            begin, used = time.perf_counter(), _used(other.pid)
            found: dict[str, Any] = json.loads(client.stdout.readline())
            share = (_used(other.pid) - used) / (time.perf_counter() - begin)
    finally:
        other.terminate()
        other.wait()
    return Load(found["moves"], found["p50"] or 0, found["p99"] or 0, found["cpu"], share)
