"""The lighter socket does what uvicorn's does (the other tests of sockets show it), and stays light."""

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from alembic.config import Config as Migrations
from alembic.script import ScriptDirectory
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from tests.server.client import Visitor
from tests.server.process import Server
from tischlein.server.http.request_timeout import TimeoutHttp
from tischlein.server.live.live_table import Screen
from tischlein.server.process_memory import give_back_compiler
from tischlein.server.socket.connection import Wire
from tischlein.server.socket.lean_websocket import EXTENSION, Inbox, LeanWebSocket, Signal, fits, text_frame
from tischlein.server.store.migrate import MIGRATIONS, newest_revision


def test_the_installed_versions_fit() -> None:
    assert fits()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_frames_are_those_of_websockets(size: int) -> None:
    message = b"x" * size
    assert text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)


class Line(asyncio.Transport):
    """A line to nobody: it notes what is written, and whether it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.reads = True
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.protocol

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True


HANDSHAKE = b"\r\n".join(
    [
        b"GET / HTTP/1.1", b"host: x", b"upgrade: websocket", b"connection: upgrade",
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==", b"sec-websocket-version: 13", b"", b"",
    ]
)  # fmt: skip


class Talk:
    """A socket without a server, and all that its application has heard."""

    def __init__(self) -> None:
        self.line, self.heard = Line(), list[bytes | None]()
        config = Config(self._listen, interface="asgi3", ws_max_size=65_536, ws_ping_interval=None, log_config=None)
        config.load()
        self.socket = LeanWebSocket(config, ServerState(), {}, asyncio.get_running_loop())
        self.socket.connection_made(self.line)

    async def _listen(self, scope: object, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            self.heard.append(event["bytes"])
        self.heard.append(None)

    async def hear(self, *chunks: bytes) -> list[bytes | None]:
        for chunk in chunks:
            self.socket.data_received(chunk)
            for _ in range(4):
                await asyncio.sleep(0)
        return self.heard


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


SAID = [b"", b"a", b"x" * 125, b"y" * 126, b"z" * 65_535, b"\xff", "ü".encode()]


WORDS = [*((Opcode.TEXT, one) for one in SAID), (Opcode.BINARY, b"b"), (Opcode.PING, b"?"), (Opcode.PONG, b"!")]


@given(st.lists(st.sampled_from(WORDS), max_size=7), st.sampled_from([1, 2, 5, 7, 100, 70_000]))
@settings(max_examples=30, deadline=None)
def test_messages_arrive_however_the_line_cuts_them(words: list[tuple[Opcode, bytes]], size: int) -> None:
    async def run() -> None:
        talk, stream = Talk(), b"".join(frame(data, opcode) for opcode, data in words)
        await talk.hear(HANDSHAKE)
        size_here = size if len(stream) < 1_000 else max(size, 1_000)
        heard = await talk.hear(*(stream[at : at + size_here] for at in range(0, len(stream), size_here)))
        assert heard == [data for opcode, data in words if opcode in (Opcode.TEXT, Opcode.BINARY)]
        assert talk.line.written.count(b"\x8a\x01?") == words.count((Opcode.PING, b"?"))

    asyncio.run(run())


def test_a_message_in_pieces_is_one_and_odd_bytes_are_the_readers_business(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        talk = Talk()
        pieces = [frame(b"\xff", fin=False), frame(b"b", Opcode.CONT), frame(b"c"), frame(b"d")]
        assert await talk.hear(HANDSHAKE, b"".join(pieces)) == [b"\xffb", b"c", b"d"]
        crowd = Talk()
        many = b"".join(frame(b"\xff") for _ in range(2 * LeanWebSocket.MOST_WAITING))
        assert await crowd.hear(HANDSHAKE, many) == [b"\xff"] * 2 * LeanWebSocket.MOST_WAITING

    asyncio.run(run())
    assert "UTF-8" not in caplog.text


def test_too_much_is_refused_with_a_code() -> None:
    async def run() -> None:
        for odd in (
            frame(b"x" * 65_537),
            frame(b"", fin=False) + frame(b"", Opcode.CONT, fin=False) * 70,
            b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"abcd",
        ):
            talk = Talk()
            assert await talk.hear(HANDSHAKE, odd, frame(b"late")) == [None]
            assert talk.line.closed
            assert (1009).to_bytes(2) in talk.line.written[-100:]

    asyncio.run(run())


def test_a_frame_that_breaks_the_protocol_closes_the_line() -> None:
    async def run() -> None:
        for odd in (b"\x81\x01a", b"\xc1\x80abcd", b"\x83\x80abcd", frame(b"a", Opcode.CONT)):
            talk = Talk()
            assert await talk.hear(HANDSHAKE, odd, frame(b"late")) == [None]
            assert (1002).to_bytes(2) in talk.line.written[-100:]

    asyncio.run(run())


def test_who_reads_nothing_is_not_read() -> None:
    """Each ping has an answer, and answers would fill the memory."""

    async def run() -> None:
        talk = Talk()
        await talk.hear(HANDSHAKE)
        talk.socket.pause_writing()
        assert not talk.line.reads
        await talk.hear(b"".join(frame(b"a") for _ in range(20)))
        assert len(talk.heard) == 20
        assert not talk.line.reads, "also when the application has read everything"
        talk.socket.resume_writing()
        assert talk.line.reads

    asyncio.run(run())


@pytest.mark.compiled
def test_people_play_over_the_stock_websocket(folder: Path) -> None:
    """What a newer uvicorn would get: moves, refusals and close codes are the same."""
    own = Server(folder, websocket="stock", bot_workers=0).start()
    anna, ben = Visitor(own.address), Visitor(own.address)
    table = anna.create("planken", "me", "open", first=0)["id"]
    ben.take(table, 1)

    async def play() -> None:
        async with anna.sit(table, 0) as left, ben.sit(table, 1) as right:
            assert (await left.play())["type"] == "done"
            assert (await right.hear("update"))["ply"] == 1
            assert (await left.request("play", ply=0, move="x"))["type"] == "refused"
            assert (await right.play())["type"] == "done"
            assert ben.ask("DELETE", f"/tables/{table}/seats/1").status_code == 200
            assert await right.close_code() == 4409
        async with connect(f"{own.address.replace('http', 'ws', 1)}/api/tables/none/socket") as line:
            assert "no-such-table" in str(await line.recv())
            await line.wait_closed()
            assert line.close_code == 4404

    try:
        asyncio.run(play())
    finally:
        own.stop()
    assert "Traceback" not in own.log.read_text()


async def application(scope: object, receive: object, send: object) -> None:
    """Do nothing."""


def test_every_attribute_has_its_slot() -> None:
    async def make() -> LeanWebSocket:
        config = Config(application)
        config.load()
        return LeanWebSocket(config, ServerState(), {})

    assert vars(asyncio.run(make())) == {}


def test_a_page_that_has_gone_leaves_nothing_for_the_collector() -> None:
    """It looks seldom; thousands of pages that come and go must not wait for it."""

    class Eyes:
        """Whoever looks through a screen, which itself cannot be watched."""

    async def come_and_go() -> weakref.ref[Eyes]:
        config = Config(application)
        config.load()
        socket, eyes = LeanWebSocket(config, ServerState(), {}), Eyes()
        socket.writable.clear()
        wire, screen = Wire({"extensions": {EXTENSION: socket}}, Mock(), Mock()), Screen(eyes)  # type: ignore[arg-type]
        wire.show(screen, Mock())
        wire.hide(screen)
        return weakref.ref(eyes)

    gc.disable()
    try:
        assert asyncio.run(come_and_go())() is None
    finally:
        gc.enable()


def test_a_line_that_became_a_socket_leaves_no_http_behind() -> None:
    """The collector looks seldom: an evening of games left 8 kB for each socket that had ever been open."""

    async def upgrade() -> weakref.ref[TimeoutHttp]:
        config = Config(application, http=TimeoutHttp, ws=LeanWebSocket, lifespan="off", log_config=None)
        config.load()
        http = TimeoutHttp(config, ServerState(), {})
        line = Line()
        line.set_protocol(http)
        http.connection_made(line)
        http.data_received(HANDSHAKE)
        assert isinstance(line.get_protocol(), LeanWebSocket)
        return weakref.ref(http)

    gc.disable()
    try:
        assert asyncio.run(upgrade())() is None
    finally:
        gc.enable()


def test_an_inbox_hands_out_what_came_in_order() -> None:
    async def use() -> None:
        inbox = Inbox()
        reader = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        inbox.put_nowait(1)
        inbox.put_nowait(2)
        assert await reader == 1
        assert not inbox.empty()
        assert await inbox.get() == 2
        assert inbox.empty()

    asyncio.run(use())


def test_a_signal_wakes_all_who_wait_and_survives_one_who_gave_up() -> None:
    async def use() -> None:
        signal = Signal()
        waiting = [asyncio.create_task(signal.wait()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        signal.set()
        await asyncio.gather(*waiting[1:], signal.wait())
        signal.clear()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(signal.wait(), 0.01)

    asyncio.run(use())


def test_the_compiler_works_after_it_was_given_back() -> None:
    import numba

    give_back_compiler()
    assert numba.njit(lambda x: x + 1)(1) == 2


def test_the_newest_migration_is_the_head() -> None:
    config = Migrations()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert newest_revision() == ScriptDirectory.from_config(config).get_current_head()
