"""The lighter socket does what uvicorn's does (the other tests of sockets show it), and stays light."""

import asyncio
import gc
import weakref
from pathlib import Path
from unittest.mock import Mock

import pytest
from alembic.config import Config as Migrations
from alembic.script import ScriptDirectory
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from tests.server.client import Visitor
from tests.server.process import Server
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
