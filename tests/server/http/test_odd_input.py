"""Whatever is sent, a clear answer comes back: never a 500, a traceback or a line that is dropped without a word."""

import asyncio
import contextlib
import json
import select
import socket
import time
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.client import Visitor
from tests.server.process import Server
from tests.server.services import Postgres
from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.server.store import Append, NewTable, Store, StoreRefused
from tischlein.server.store.migrate import migrate
from tischlein.server.table.events import Entry, Played
from tischlein.server.table.table import Open, Terms

pytestmark = pytest.mark.compiled

JSON = {"Content-Type": "application/json"}


def speak(server: Server, request: bytes) -> bytes:
    """Send bytes as they are, and return the first line of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), 30) as line:
        line.sendall(request)
        return line.recv(100).partition(b"\r\n")[0]


@pytest.mark.parametrize(
    "target",
    ["/%00", "/a%00b.js", "/" + "x" * 5000, "/" + "a/" * 3000, "/%ff%fe", "/api/tables/%00",
     "/api/tables/" + "x" * 5000, "/api/solo/saves/%00",
     "/api/solo/puzzles/%00%00", "/api/tables/%00/positions/0", "/api/games/%00/rules/de"],
)  # fmt: skip
def test_odd_addresses(server: Server, target: str) -> None:
    answer = speak(server, f"GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert answer.split(b" ")[1] in (b"200", b"400", b"404", b"414"), answer


@pytest.mark.parametrize(
    "body",
    [b"[" * 60_000, b'{"game":' * 5000, b"\xff\xfe", b'{"game":"\\u0000","seats":[]}', b'"\x00"', b"", b"nul",
     b'{"game":"planken","seats":[{"kind":"me","name":"\\u0000"},{"kind":"me"}]}',
     b'{"game":"planken","seats":[{"kind":"me","x":1},{"kind":"me"}]}',
     b'{"game":"\xed\xa0\x80","seats":[]}', b'{"\x9b":1}'],
)  # fmt: skip
def test_odd_bodies(server: Server, body: bytes) -> None:
    for path in ("/api/tables", "/api/records", "/api/solo/layout", "/api/solo/saves", "/api/solo/picture"):
        answer = httpx.post(server.address + path, content=body, headers=JSON, verify=False)
        assert answer.status_code == 400, (path, answer.text)
        assert answer.json()["code"] in ("bad-request", "bad-setup", "bad-name")


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "http://[",
        "http://]",
        "null",
        "http://x:99999999",
        "{}/",
        "{}.evil.example",
        "{}@evil.example",
        "HTTP://{}",
        "file://{}",
    ],
)
def test_odd_origins_are_refused(server: Server, origin: str) -> None:
    place = server.address if origin.startswith("{}") else server.address.removeprefix("http://")
    headers = {"Origin": origin.replace("{}", place)}
    answer = httpx.post(f"{server.address}/api/key", headers=headers, verify=False)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


def test_a_picture_is_refused_like_everything_else(server: Server) -> None:
    headers = {"Origin": "https://evil.example"}
    answer = httpx.post(f"{server.address}/api/solo/picture", json={"puzzle": "s1"}, headers=headers, verify=False)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


@pytest.mark.parametrize(
    "frame",
    [
        '{"type":' + "[" * 4000,
        '{"type":"ping","x":{},"id":' + "[" * 4000,
        "[" * 8000,
        '{"type":"ping","id":"\\u0000"}',
        '{"type":"ping","id":"a\\nb"}',
        b"\xff",
    ],
)
def test_odd_frames_are_refused_and_the_line_stays(server: Server, frame: str | bytes) -> None:
    visitor = Visitor(server.address)
    table = visitor.create("planken", "me", "me")["id"]

    async def send() -> None:
        async with visitor.sit(table, 0) as screen:
            await screen.line.send(frame)
            assert (await screen.hear("refused"))["code"] == "bad-message"
            assert (await screen.request("ping"))["type"] == "done"

    asyncio.run(send())


@pytest.mark.parametrize("path", ["%00", "x" * 3000, "..%2f..", "%ff"])
def test_odd_sockets_are_closed_with_a_code(server: Server, path: str) -> None:
    async def knock() -> None:
        address = f"{server.address.replace('http', 'ws', 1)}/api/tables/{path}/socket"
        async with connect(address) as line:
            assert json.loads(await line.recv())["type"] == "refused"
            await line.wait_closed()
            assert line.close_code == 4404

    asyncio.run(knock())


def test_half_a_request_is_given_up(folder: Path) -> None:
    own = Server(folder, request_seconds=1, bot_workers=0).start()
    try:
        for half in (b"", b"GET / HT", b"POST /api/key HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n12"):
            with socket.create_connection(("127.0.0.1", own.port), 30) as line:
                line.sendall(half)
                begin = time.monotonic()
                with contextlib.suppress(ConnectionResetError):
                    while line.recv(1000):
                        pass
                assert time.monotonic() - begin < 20
    finally:
        own.stop()


def test_answers_are_kept_by_nobody_and_the_description_is_strict(server: Server) -> None:
    answer = httpx.get(f"{server.address}/api/games", verify=False)
    assert answer.headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in answer.headers, "this is no https"
    schemas = httpx.get(f"{server.address}/schema/openapi.json", verify=False).json()["components"]["schemas"]
    strict = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    assert any(name.endswith("TableRequest") for name in strict)
    assert any(name.endswith("SeatRequest") for name in strict)
    assert not any(name.endswith("Card") for name in strict)


def test_what_the_database_refuses_is_refused_to_one_alone(postgres: Postgres) -> None:
    """PostgreSQL takes no NUL; whoever sends one must not stop the others' moves."""

    async def write() -> None:
        store = Store(postgres.new_database())
        await migrate(store.database)
        record = Record(find_game("planken").setup(seed=1))
        tables = [f"table{number}" for number in range(5)]
        for table_id in tables:
            await store.create(NewTable(table_id, record, Terms((Open(), Open()), 0), "waiting", None), [])
        odd = {"table2": "\x00"}
        additions = [Append(one, Entry(1, 1, f"r{odd.get(one, '')}", Played(0, 1, "x"))) for one in tables]
        results = await asyncio.gather(*map(store.append, additions), return_exceptions=True)
        assert [isinstance(one, StoreRefused) or one for one in results] == [True] * 5
        assert isinstance(results[2], StoreRefused)
        await store.close()

    asyncio.run(write())


def sockets(server: Server) -> int:
    """Return how many sockets a server has open."""
    folder, found = Path(f"/proc/{server.pid}/fd"), 0
    for link in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):
            found += link.readlink().name.startswith("socket:")
    return found


def test_who_reads_nothing_is_given_up(folder: Path) -> None:
    own = Server(folder, request_seconds=1, bot_workers=0).start()
    try:
        own.wait_for("/ready")
        with socket.create_connection(("127.0.0.1", own.port), 30) as line:
            line.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 400)
            while not select.select([line], [], [], 60)[0]:
                pass
            before, deadline = sockets(own), time.monotonic() + 60
            while sockets(own) >= before:
                assert time.monotonic() < deadline, "the server waits for ever"
        with socket.create_connection(("127.0.0.1", own.port), 30) as line:
            line.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 400)
            line.recv(1)  # and gone, in the middle of it
        own.stop()
        assert "Traceback" not in own.log.read_text()
    finally:
        own.stop()


def test_only_who_comes_over_https_is_told_to_stay_there(folder: Path) -> None:
    own = Server(folder, proxies="127.0.0.1", bot_workers=0).start()
    try:
        secure = httpx.get(f"{own.address}/health", headers={"X-Forwarded-Proto": "https"}, verify=False)
        assert secure.headers["strict-transport-security"] == "max-age=31536000"
        assert "strict-transport-security" not in httpx.get(f"{own.address}/health", verify=False).headers
    finally:
        own.stop()
