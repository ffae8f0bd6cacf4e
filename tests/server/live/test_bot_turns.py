"""A bot whose workers die waits, says so, and never plays below its level."""

import asyncio
import json
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pytest

from tischlein.bots.warmup import BOT_WORKER
from tischlein.core.registry import find_game
from tischlein.server.live import bot_turns
from tischlein.server.live.bot_turns import BotTurns
from tischlein.server.live.jobs import Choose
from tischlein.server.live.work_queue import WorkQueue
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.table.table import BotChair, Person, Terms
from tischlein.work.job import Job, JobFailed, Listener
from tischlein.work.local import LocalPool

pytestmark = pytest.mark.compiled


class DyingQueue(WorkQueue):
    """Its workers die over the first jobs; then one answers with the last legal move."""

    def __init__(self, deaths: int) -> None:
        super().__init__(LocalPool(0, BOT_WORKER))
        self.deaths = deaths

    async def run(
        self,
        job: Job,
        client: str,
        listener: Listener | None = None,
        key: Hashable = None,
        most: int | None = None,
        person: Hashable = None,
        background: bool = False,
    ) -> Any:
        assert isinstance(job, Choose)
        if self.deaths:
            self.deaths -= 1
            raise JobFailed("3 workers died over it")
        return job.sample.legal_moves()[-1]


def test_a_bot_whose_workers_die_tries_again_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_turns, "PAUSES", (0.0,))

    async def watch() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}"))
        await prepare_database(service.store)
        turns = BotTurns(service.tables, DyingQueue(5))
        setup = find_game("planken").setup(seats=2, seed=1, first=1)
        live = await service.tables.create(setup, Terms((Person("Anna"), BotChair("level3")), 1), [])
        screen = await service.tables.open_screen(live, 0)
        best = live.table.match.legal_moves()[-1]
        turns.follow(live, True)
        async with asyncio.timeout(20):
            while live.table.match.ply == 0:
                await asyncio.sleep(0.01)
        heard = [json.loads(message) for message in screen.take_messages(live)]
        trouble = [message for message in heard if message["type"] == "thinking" and message.get("trouble")]
        assert len(trouble) == 5
        assert live.table.match.moves == [best]
        await turns.close()
        await service.store.close()

    asyncio.run(watch())


class OddQueue(DyingQueue):
    """Its first job ends with something that nobody has foreseen."""

    async def run(self, *arguments: Any, **named: Any) -> Any:
        if self.deaths:
            self.deaths -= 1
            raise ValueError("odd")
        return await super().run(*arguments, **named)


def test_a_bot_that_could_not_move_for_an_odd_reason_is_asked_again(tmp_path: Path) -> None:
    """Whoever looks after due tables next finds it: nobody goes on saying that it thinks."""

    async def watch() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}"))
        await prepare_database(service.store)
        turns = BotTurns(service.tables, OddQueue(1))
        setup = find_game("planken").setup(seats=2, seed=1, first=1)
        live = await service.tables.create(setup, Terms((Person("Anna"), BotChair("level3")), 1), [])
        for ply in (0, 1):
            turns.follow(live, True)
            async with asyncio.timeout(20):
                await turns._thoughts[live.table.id][1]
            assert (live.busy, live.table.match.ply) == (False, ply)
        await turns.close()
        await service.store.close()

    asyncio.run(watch())
