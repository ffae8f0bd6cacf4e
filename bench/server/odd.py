"""Odd frames and odd requests by the million: everything gets a clear answer, and nothing is a mistake of ours."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.client import Visitor
from tests.server.process import Server
from tests.server.services import Postgres
from tischlein import Record, find_game

LINES = 8
TIMEOUT = 60.0
"""Seconds in which every request has an answer, also on a busy machine."""
AT_ONCE = 100
"""Frames between two pings."""
VALUES: list[object] = [
    0, -1, 1, 2**31, 2**63, 2**70, -(2**63), 1.5, 1e308, True, None, "", "a", "\x00", "\ud800", "é" * 50, "x" * 300,
    [], {}, [[]], {"a": {}}, False, float("nan"), float("inf"), -(2**31), "\u0661", "\u2028",
    "level1", "takeback", "rematch", "hello", "a1,a2", "../..", "%00", "' OR 1=1 --",
]  # fmt: skip
KINDS = ["play", "check", "ask", "answer", "claim", "hint", "react", "sync", "ping", "nothing", ""]
"""All but resign, which would end the game that the others are about."""
FIELDS = ["ply", "move", "what", "yes", "seat", "bot", "reaction", "version", "id", "type", "x"]


async def tell_progress(name: str, count: Callable[[], int], whole: int) -> None:
    """Say every ten seconds how far it is, until cancelled."""
    begin = time.monotonic()
    while True:
        await asyncio.sleep(10)
        print(f"  {time.monotonic() - begin:5.0f} s: {count():,} of {whole:,} {name}", file=sys.stderr, flush=True)


def show_first_traceback(logs: str) -> None:
    """Print what went wrong first, for the log itself goes away."""
    found = logs.find("Traceback")
    if found >= 0:
        print(logs[max(0, found - 300) : found + 3000])


def new_postgres(stack: ExitStack) -> str:
    """Start a PostgreSQL for as long as the stack stands, and return the address of a database that is up to date."""
    postgres = Postgres().start()
    stack.callback(postgres.remove)
    url = postgres.new_database()
    subprocess.run([sys.executable, "-m", "tischlein", "migrate", "--database", url], check=True)
    return url


def make_frame(rng: random.Random) -> str | bytes:
    """Return something that looks more or less like a message."""
    message: dict[str, object] = {"type": rng.choice(KINDS), "id": rng.choice(["a", "b", rng.choice(VALUES)])}
    for _ in range(rng.randrange(4)):
        message[rng.choice(FIELDS)] = rng.choice(VALUES)
    text = json.dumps(message, ensure_ascii=rng.random() < 0.9)
    if rng.random() < 0.5:
        return text if "\ud800" not in text else text.encode("utf-8", "surrogatepass")
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data))
        spoil = rng.randrange(4)
        if spoil == 0:
            data[at] = rng.randrange(256)
        elif spoil == 1:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(10)))
        elif spoil == 2:
            del data[at : at + rng.randrange(1, 10)]
        else:
            data[at:at] = rng.choice([b"[" * 4000, b"\x00", b"\xff", b"{" * 100, b"9" * 400, b'"' * 3])
        data = data or bytearray(b"0")
    return bytes(data)


def run_frames(count: str = "1000000") -> None:
    """Send odd frames on several lines; each line must go on answering."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), bot_workers=1, messages_per_second=10**9).start()
        answers, sent = asyncio.run(_send_frames(server, int(count)))
        server.stop()
        log = server.log.read_text()
    common = ", ".join(f"{code} {number:,}" for code, number in answers.most_common(6))
    print(
        f"  {sent:,} odd frames: {answers['internal']} answers 'internal', {log.count('Traceback')} tracebacks, "
        f"{answers['closed']} lines dropped; answers: {common}"
    )
    show_first_traceback(log)
    assert not answers["internal"]
    assert not answers["closed"], log[-2000:]
    assert "Traceback" not in log


async def _send_frames(server: Server, count: int) -> tuple[Counter[str], int]:
    """Return how often each answer came, and how many frames were sent."""
    visitor, answers, sent = Visitor(server.address), Counter[str](), 0
    table = visitor.create("planken", "me", "me")["id"]
    url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"

    async def send(number: int) -> None:
        nonlocal sent
        rng, left = random.Random(number), count // LINES
        seat = f"?seat={number % 2}" if number < LINES // 2 else ""
        socket = connect(
            url + seat, additional_headers=visitor.headers, compression=None, ping_interval=None, open_timeout=600
        )
        async with socket as line:
            while left > 0:
                try:
                    for _ in range(min(left, AT_ONCE)):
                        await line.send(make_frame(rng))
                        sent += 1
                    await _ping(line, answers)
                except ConnectionClosed:
                    answers["closed"] += 1
                    return
                left -= AT_ONCE

    telling = asyncio.create_task(tell_progress("frames", lambda: sent, count))
    await asyncio.gather(*(send(number) for number in range(LINES)))
    telling.cancel()
    return answers, sent


async def _ping(line: ClientConnection, answers: Counter[str]) -> None:
    """Read everything up to the answer of a ping."""
    await line.send('{"type":"ping","id":"the last one"}')
    while True:
        message = json.loads(await line.recv())
        if message["type"] == "done" and message["id"] == "the last one":
            return
        answers[message.get("code", message["type"])] += 1


# ---------------------------------------------------------------------- HTTP

PATHS = [
    "/", "/api/games", "/api/games/{}/rules/{}", "/api/key", "/api/tables", "/api/tables/{}", "/api/tables/{}/seats/{}",
    "/api/tables/{}/seats/{}/bot", "/api/tables/{}/seats/{}/link", "/api/tables/{}/watch", "/api/records",
    "/api/tables/{}/positions/{}", "/api/tables/{}/record", "/api/tables/{}/analysis", "/api/solo/layout",
    "/api/solo/picture", "/api/solo/saves", "/api/solo/saves/{}", "/api/solo/status", "/api/solo/hint",
    "/api/solo/puzzles/{}", "/schema/openapi.json", "/health", "/{}", "/api/me", "/api/tables/{}/seats/{}/report",
    "/imprint", "/privacy", "/preview/{}", "/ready", "/metrics", "/t/{}",
]  # fmt: skip
PARTS = [
    "0", "1", "-1", "99999999999999999999", "%00", "%ff", "%2e%2e%2f", "x" * 4000, "blokus", "de", "é", "'", "%", "%zz",
    "a b", "{}", "nan", "1e9", "true", "s1", "c1-1", "0" * 14, "TABLE",
]  # fmt: skip


def _bring(event: bytes) -> bytes:
    """Return a game of somebody's own device."""
    record = Record(find_game("planken").setup(seats=2, seed=1, first=0)).text()
    seats = b'[{"kind":"me"},{"kind":"bot","level":"level1"}]'
    return b'{"record":%b,"seats":%b,"events":[%b]}' % (json.dumps(record).encode(), seats, event)


HEADERS = [
    "", "Origin: http://[", "Origin: null", "Authorization: Bearer " + "x" * 22, "Authorization: Bearer",
    "Cookie: =;=;", "Cookie: tischlein_key=\xff\xfe", "Content-Type: text/xml",
    "Content-Type: application/json; charset=utf-99", "Content-Type: multipart/form-data",
    "Accept-Encoding: x", "Expect: 100-continue", "X-Forwarded-For: \x01",
    "If-None-Match: *", "Range: bytes=0-99999999999", "Transfer-Encoding: chunked", "Upgrade: websocket", "Host: \x7f",
]  # fmt: skip
BODIES = [b"", b"{}", b"[]", b"null", b'{"a":', b"[" * 5000, b"\xff\xfe\x00",
          b'{"game":"planken","seats":[{"kind":"me"},{"kind":"me"}]}',
          b'{"token":"x"}', b'{"level":"99999s"}', b'{"name":"\\u0000"}', b'{"text":"Tischlein record 1\\nGame: x"}',
          b'{"puzzle":"s1"}', b'{"puzzle":"s1","placements":[{"colour":"blue","move":"a1"}],"asker":"a"}',
          _bring(b'{"kind":"played","seat":99,"ply":1,"move":"x"}'), _bring(b'{"kind":"resigned","seat":-1}'),
          _bring(b'{"kind":"asked","seat":0,"what":"draw","needs":[7],"ply":-1}'), b"0" * 70_000]  # fmt: skip


GOOD: list[dict[str, Any]] = [
    {"game": "planken", "variant": None, "options": {}, "seats": [{"kind": "me", "name": "A"}, {"kind": "open"}],
     "first": 0, "public": False, "clock": {"seconds": 60, "increment": 1}, "takebacks": True, "hints": True},
    {"game": "blokus", "seats": [{"kind": "me"}, {"kind": "bot", "level": "level1"}], "variant": "duo"},
    {"text": Record(find_game("planken").setup(seats=2, seed=1, first=0)).text(), "format": "record", "name": "A"},
    {"name": "A", "token": "x"}, {"level": "level1"}, {"token": "x"},
    {"puzzle": "s4", "placements": [{"colour": "blue", "move": "a1,b1"}], "asker": "a", "number": 7},
    {"puzzle": "s4", "placements": [{"colour": "blue", "move": "a1,b1"}], "seconds": 3, "moves": 1, "version": 1},
    json.loads(_bring(b'{"kind":"played","seat":0,"ply":1,"move":"x"}')) | {"since": 0, "takebacks": True},
]  # fmt: skip
"""Bodies as a page sends them."""


def run_requests(count: str = "20000", kind: str = "sqlite") -> None:
    """Send odd requests, byte by byte as they are; with `postgres`, to a server on PostgreSQL."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = new_postgres(stack) if kind == "postgres" else None
        server = Server(folder, url, bot_workers=1, request_seconds=2).start()
        answers = asyncio.run(_send_requests(server, int(count)))
        server.stop()
        log = server.log.read_text()
    common = ", ".join(f"{code} {number:,}" for code, number in answers.most_common(8))
    print(
        f"  {kind}: {answers.total():,} odd requests: {answers['500']} answers 500, "
        f"{log.count('Traceback')} tracebacks, {answers['nothing']} closed and {answers['silent']} left without an "
        f"answer; answers: {common}"
    )
    show_first_traceback(log)
    assert not answers["500"]
    assert not answers["silent"]
    assert "Traceback" not in log


async def _send_requests(server: Server, count: int) -> Counter[str]:
    visitor, answers = Visitor(server.address), Counter[str]()
    table = visitor.create("planken", "me", "me")["id"]

    async def send(number: int) -> None:
        rng = random.Random(number)
        for _ in range(count // LINES):
            answers[await _speak(server.port, make_request(rng, table, visitor.key))] += 1

    telling = asyncio.create_task(tell_progress("requests", answers.total, count))
    await asyncio.gather(*(send(number) for number in range(LINES)))
    telling.cancel()
    return answers


def make_body(rng: random.Random) -> bytes:
    """Return something that was a good body once, with odd values here and there."""
    body = json.loads(json.dumps(rng.choice(GOOD)))
    for _ in range(rng.randrange(1, 3)):
        place: Any = body
        while True:
            keys = list(place) if isinstance(place, dict) else range(len(place))
            key = rng.choice(keys)
            if not isinstance(place[key], dict | list) or not place[key] or rng.random() < 0.3:
                place[key] = copy.deepcopy(rng.choice(VALUES))  # or it would be changed itself next time
                break
            place = place[key]
    return json.dumps(body, ensure_ascii=rng.random() < 0.9).encode("utf-8", "surrogatepass")


def make_request(rng: random.Random, table: str, key: str) -> bytes:
    """Return the bytes of an odd request; half of them of somebody who holds the seats of a table."""
    path = rng.choice(PATHS)
    while "{}" in path:
        path = path.replace("{}", rng.choice(PARTS).replace("TABLE", table), 1)
    if rng.random() < 0.3:
        path += "?" + rng.choice(["seat=", "format=", "mine=", "x="]) + rng.choice(PARTS)
    method = rng.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "BREW"])
    body = make_body(rng) if rng.random() < 0.5 else rng.choice(BODIES)
    body = b"" if method in ("GET", "HEAD") else body
    headers = ["Host: x", "Connection: close", f"Content-Length: {len(body)}", *rng.sample(HEADERS, rng.randrange(3))]
    headers += ["Content-Type: application/json"] * (rng.random() < 0.7)
    headers += [f"Authorization: Bearer {key}"] * (rng.random() < 0.5)
    head = "\r\n".join([f"{method} {path} HTTP/1.1", *filter(None, headers), "", ""])
    data = head.encode("utf-8" if rng.random() < 0.5 else "latin-1", "replace") + body
    if rng.random() < 0.1:
        at = rng.randrange(len(data))
        data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    return data


async def _speak(port: int, request: bytes) -> str:
    """Return the status of the answer; "nothing" if the line was closed without one, "silent" if nothing happened."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        try:
            line = await asyncio.wait_for(reader.readline(), TIMEOUT)
            with contextlib.suppress(TimeoutError):  # whoever did not ask for it to be closed may go on to ask
                await asyncio.wait_for(reader.read(), 1)
        except ConnectionError:
            return "nothing"
        except TimeoutError:
            return "silent"
        words = line.decode("latin-1").split()
        return words[1] if len(words) > 1 else "nothing"
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
