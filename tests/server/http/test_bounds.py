"""Everything that can be sent has an end: fields, heads, requests at once, lines from one address."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from tests.server.client import Visitor
from tests.server.process import Server
from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.server.http.request_timeout import LONGEST_HEAD, MOST_WAITING, SLICE, TimeoutHttp
from tischlein.server.socket.lean_websocket import LeanWebSocket
from tischlein.server.visitors.visitor import is_proxy

pytestmark = pytest.mark.compiled

HUGE = 10**30
SEATS = [{"kind": "me"}, {"kind": "me"}]
RECORD = Record(find_game("planken").setup(seats=2, seed=1, first=0)).text()
START = b"GET / HTTP/1.1\r\n"
REQUEST = START + b"Host: x\r\n\r\n"


def bring(**fields: Any) -> tuple[str, str, dict[str, Any]]:
    return "PUT", "/tables/aaaaaaaaaaaaaa", {"record": RECORD, "seats": SEATS, **fields}


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (("POST", "/tables", {"game": "planken", "seats": SEATS * 5}), "seats"),
        (("POST", "/tables", {"game": "planken", "seats": SEATS, "first": HUGE}), "first"),
        (("POST", "/tables", {"game": "planken", "seats": SEATS, "clock": {"seconds": HUGE}}), "clock.seconds"),
        (bring(since=HUGE), "since"),
        (bring(events=[{"kind": "played", "seat": 0, "ply": 1, "move": "x" * 201}]), "move"),
        (bring(events=[{"kind": "asked", "seat": 0, "what": "draw", "needs": [1] * 17, "ply": 0}]), "needs"),
        (bring(events=[{"kind": "asked", "seat": 0, "what": "draw", "needs": [], "ply": 0, "next": "x" * 33}]), "next"),
        (("GET", f"/tables?mine={'1' * 5000}", None), "mine"),
        (("GET", f"/games/{'x' * 5000}/rules/de", None), "game"),
        (("GET", "/tables/0/positions/100001", None), "ply"),
        (("GET", f"/tables/0/record?format={'x' * 101}", None), "format"),
    ],
)
def test_what_is_too_much_is_named(server: Server, request_: tuple[str, str, Any], field: str) -> None:
    answer = Visitor(server.address).ask(*request_)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), answer.text
    assert field in answer.json()["details"]["reason"]


def test_a_seat_that_no_database_can_hold_is_refused(server: Server) -> None:
    visitor = Visitor(server.address)
    table = visitor.create("planken", "me", "me")["id"]
    for method, path, body in (
        ("PUT", f"/seats/{HUGE}", {"token": "x"}),
        ("POST", f"/seats/{HUGE}/link", None),
        ("GET", f"/positions/0?seat={HUGE}", None),
    ):
        answer = visitor.ask(method, f"/tables/{table}{path}", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), answer.text
        assert "seat" in answer.json()["details"]["reason"]


def test_every_parameter_of_an_address_has_bounds(server: Server) -> None:
    """Those of a type do not count: the framework reads the parameter's own alone."""
    paths = httpx.get(f"{server.address}/schema/openapi.json", verify=False).json()["paths"]
    found = {
        (path, one["name"]): one["schema"]
        for path, methods in paths.items()
        for method in methods.values()
        for one in method.get("parameters", [])
    }
    assert found

    def is_bounded(schema: dict[str, Any]) -> bool:
        kinds = [schema, *schema.get("oneOf", [])]
        return any({"maximum", "maxLength", "enum"} & one.keys() or one.get("type") == "boolean" for one in kinds)

    free = [name for name, schema in found.items() if not is_bounded(schema)]
    assert {name for _, name in free} <= {"table_id"}, "ids are looked at where they are used"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"type": "play", "ply": HUGE, "move": "x"}, "ply"),
        ({"type": "check", "ply": -1, "move": "x"}, "ply"),
        ({"type": "play", "ply": 0, "move": "x" * 201}, "move"),
        ({"type": "sync", "version": HUGE}, "version"),
        ({"type": "claim", "seat": HUGE, "bot": True}, "seat"),
    ],
)
def test_messages_too(server: Server, fields: dict[str, Any], field: str) -> None:
    visitor = Visitor(server.address)
    table = visitor.create("planken", "me", "me")["id"]

    async def send() -> None:
        async with visitor.sit(table, 0) as screen:
            answer = await screen.request(fields.pop("type"), **fields)
            assert answer["code"] == "bad-message"
            assert f"$.{field}" in answer["details"]["reason"]

    asyncio.run(send())


def test_a_move_with_a_number_of_many_digits_is_refused(server: Server) -> None:
    text = RECORD + "9" * 5000 + ". m2\n"
    answer = Visitor(server.address).ask("POST", "/records", {"text": text})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-line")


def test_a_game_that_is_brought_along_has_at_most_a_thousand_moves(server: Server) -> None:
    for moves, status, code in ((1001, 413, "too-many-moves"), (1000, 400, "illegal-move")):
        text = RECORD + "".join(f"{ply}. m2\n" for ply in range(1, moves + 1))
        answer = Visitor(server.address).ask("POST", "/records", {"text": text})
        assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_who_leaves_in_the_middle_of_a_request_is_no_mistake_of_ours(folder: Path) -> None:
    own = Server(folder, bot_workers=0).start()
    try:
        before = count(own, "internal")
        with socket.create_connection(("127.0.0.1", own.port), 30) as line:
            line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n12")
        while not count(own, "bad-request"):
            pass
        assert count(own, "internal") == before
    finally:
        own.stop()
    assert "Traceback" not in own.log.read_text()


def count(server: Server, code: str) -> float:
    """Return how often a server has refused something."""
    text = httpx.get(f"{server.address}/metrics", verify=False).text
    found = [line for line in text.splitlines() if line.startswith("tischlein_refusals_total") and f'"{code}"' in line]
    return sum(float(line.split()[-1]) for line in found)


# ---------------------------------------------------------------------- one line


class Quiet:
    """An application that answers when it may."""

    def __init__(self) -> None:
        self.may_answer, self.asked = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.set()
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})


@contextlib.asynccontextmanager
async def listening(app: Quiet) -> Any:
    """Yield a line to a server in this process, and what it has made of the line."""
    config = Config(app, http=TimeoutHttp, ws=LeanWebSocket, lifespan="off", log_config=None)
    config.load()
    made: list[TimeoutHttp] = []

    def make() -> TimeoutHttp:
        made.append(TimeoutHttp(config, ServerState(), {}))
        return made[-1]

    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        yield reader, writer, made
    finally:
        writer.close()
        server.close()


def test_requests_that_come_at_once_are_read_bit_by_bit() -> None:
    """Each takes a hundred times its bytes: a line that asked without end, and read nothing, filled the memory."""
    many = 5000

    async def ask() -> None:
        app = Quiet()
        async with listening(app) as (reader, writer, made):
            writer.write(many * REQUEST)
            await app.asked.wait()
            for _ in range(100):
                await asyncio.sleep(0)
            most = MOST_WAITING + SLICE // len(REQUEST) + 1
            assert 0 < len(made[0].pipeline) <= most
            app.may_answer.set()
            for _ in range(many):
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")

    asyncio.run(ask())


@pytest.mark.parametrize(
    "head",
    [b"GET /" + LONGEST_HEAD * b"x", START + b"x: " + LONGEST_HEAD * b"x", START + 9000 * b"a:b\r\n"],
    ids=["address", "header", "headers"],
)
def test_a_head_has_an_end(head: bytes) -> None:
    async def ask() -> None:
        async with listening(Quiet()) as (reader, writer, _):
            writer.write(head)
            assert (await reader.readline()).startswith(b"HTTP/1.1 431")
            with contextlib.suppress(ConnectionResetError):  # what was not read any more
                assert await reader.read(-1), "and the line is closed"

    asyncio.run(ask())


def test_headers_after_a_body_are_not_kept() -> None:
    async def ask() -> None:
        app = Quiet()
        app.may_answer.set()
        async with listening(app) as (reader, writer, made):
            writer.write(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + 100 * b"a: b\r\n" + b"\r\n")
            await reader.readuntil(b"\r\n\r\n")
            assert len(made[0].headers) == 1

    asyncio.run(ask())


# ---------------------------------------------------------------------- one address


@pytest.fixture
def strict(folder: Path) -> Iterator[Server]:
    own = Server(folder, connections_per_address=3, sockets_per_address=2, bot_workers=0, request_seconds=60)
    own.start()
    yield own
    own.stop()


def test_lines_from_one_address_are_counted(strict: Server) -> None:
    def knock() -> socket.socket:
        return socket.create_connection(("127.0.0.1", strict.port), 30)

    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(knock()) for _ in range(3)]
        for line in lines:
            line.sendall(REQUEST.replace(b"/ ", b"/health "))
            assert line.recv(100).startswith(b"HTTP/1.1 200")
        with knock() as fourth:
            assert fourth.recv(100).startswith(b"HTTP/1.1 429")
    strict.wait_for("/health")


def test_pages_of_one_person_are_counted_wherever_they_come_from(folder: Path) -> None:
    own = Server(folder, proxies="127.0.0.1", sockets_per_address=2, bot_workers=0).start()

    async def open_three(headers: dict[str, str], table: str) -> None:
        url = f"{own.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        async with contextlib.AsyncExitStack() as stack:
            for number in range(3):
                where = {"X-Forwarded-For": f"10.0.0.{number}"}
                line = await stack.enter_async_context(connect(url, additional_headers=headers | where))
                first = await line.recv()
                assert ("too-many-sockets" in str(first)) == (number == 2)

    try:
        visitor = Visitor(own.address)
        asyncio.run(open_three(visitor.headers, visitor.create("planken", "me", "me")["id"]))
    finally:
        own.stop()


def test_which_addresses_are_proxies() -> None:
    assert is_proxy("10.1.2.3", "127.0.0.1, 10.1.2.3")
    assert is_proxy("10.1.2.3", "10.1.0.0/16")
    assert is_proxy("", "*")
    assert not is_proxy("10.2.2.3", "10.1.0.0/16,10.2.2.4")
    assert not is_proxy("unknown", "10.1.0.0/16")
    assert not is_proxy("127.0.0.1", "")
