"""The lighter socket does what uvicorn's does (the other tests of sockets show it), and stays light."""

import asyncio
import gc
import weakref
from unittest.mock import Mock

import pytest
from alembic.config import Config as Migrations
from alembic.script import ScriptDirectory
from uvicorn.config import Config
from uvicorn.server import ServerState

from tischlein.server.light import EXTENSION, Inbox, LightSocket, Signal
from tischlein.server.live import Screen
from tischlein.server.memory import give_back_compiler
from tischlein.server.socket import Wire
from tischlein.server.store.migrate import MIGRATIONS, newest_revision


async def application(scope: object, receive: object, send: object) -> None:
    """Do nothing."""


def test_every_attribute_has_its_slot() -> None:
    async def make() -> LightSocket:
        config = Config(application)
        config.load()
        return LightSocket(config, ServerState(), {})

    assert vars(asyncio.run(make())) == {}


def test_a_page_that_has_gone_leaves_nothing_for_the_collector() -> None:
    """It looks seldom; thousands of pages that come and go must not wait for it."""

    class Eyes:
        """Whoever looks through a screen, which itself cannot be watched."""

    async def come_and_go() -> weakref.ref[Eyes]:
        config = Config(application)
        config.load()
        socket, eyes = LightSocket(config, ServerState(), {}), Eyes()
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
