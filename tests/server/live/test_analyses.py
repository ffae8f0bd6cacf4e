"""Analyses: one for each game however many ask, and not too many for one client."""

import asyncio
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pytest

from tischlein.bots.bot import RandomBot
from tischlein.bots.warmup import BOT_WORKER
from tischlein.core.refusal import Refusal
from tischlein.core.registry import find_game
from tischlein.server.live.analyses import MOST_FOR_ONE, Analyses
from tischlein.server.live.jobs import Analyse
from tischlein.server.live.live_table import Live
from tischlein.server.live.work_queue import WorkQueue
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.table.events import Played
from tischlein.server.table.table import Person, Table, Terms
from tischlein.work.job import Job, Listener
from tischlein.work.local import LocalPool

pytestmark = pytest.mark.compiled


class QuickQueue(WorkQueue):
    """Answers at once, with what a random bot thinks; `gate` holds all answers back."""

    def __init__(self) -> None:
        super().__init__(LocalPool(0, BOT_WORKER))
        self.asked: list[str] = []
        self.gate = asyncio.Event()

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
        assert background, "nobody waits for one position"
        assert isinstance(job, Analyse)
        assert job.state.to_move is not None
        self.asked.append(job.table)
        await self.gate.wait()
        return RandomBot(1).analyse(job.state, job.state.to_move)


def play_first(table: Table, now: int) -> Played:
    """Play the first legal move."""
    assert table.to_move is not None
    return table.play(table.to_move, table.match.ply, table.match.legal_moves()[0], now)


async def finished(service: Service, moves: int = 4) -> Live:
    """Return a table where somebody gave up after a few moves."""
    setup = find_game("planken").setup(seats=2, seed=1, first=0)
    live = await service.tables.create(setup, Terms((Person("Anna"), Person("Ben")), 1), [])
    for ply in range(moves):
        await service.tables.act(live, f"move{ply}", play_first)
    await service.tables.act(live, "end", lambda table, _: table.resign(0))
    return live


def test_analyses(tmp_path: Path) -> None:
    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}"))
        await prepare_database(service.store)
        queue = QuickQueue()
        analyses = Analyses(service.tables, queue)
        first = await finished(service)
        states = await asyncio.gather(*(analyses.begin(first, "anna") for _ in range(5)))
        assert [state.moves for state in states] == [None] * 5
        other_process = Analyses(service.tables, queue)
        await other_process.begin(first, "carl")
        async with asyncio.timeout(20):
            while not queue.asked or (await other_process.look(first)).share is not None:
                await asyncio.sleep(0.01)
        assert queue.asked == [first.table.id], "however many ask at once, one job, also in two processes"
        for _ in range(MOST_FOR_ONE - 1):
            await analyses.begin(await finished(service), "anna")
        other = await finished(service)
        with pytest.raises(Refusal) as refusal:
            await analyses.begin(other, "anna")
        assert refusal.value.code == "busy"
        await analyses.begin(other, "ben")
        queue.gate.set()
        async with asyncio.timeout(20):
            while (state := await analyses.look(first)).moves is None:
                await asyncio.sleep(0.01)
            while (await analyses.look(other)).moves is None:
                await asyncio.sleep(0.01)
        assert [one.ply for one in state.moves] == [1, 2, 3, 4]
        await analyses.begin(other, "anna")
        assert queue.asked.count(first.table.id) == 4, "what is done is not done again"
        await analyses.close()
        await service.store.close()

    asyncio.run(run())


def test_what_a_server_has_left_undone_the_next_one_goes_on_with(tmp_path: Path) -> None:
    async def run() -> None:
        service = Service(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}"))
        await prepare_database(service.store)
        queue = QuickQueue()
        table, store = await finished(service), service.store
        ended, next_one = Analyses(service.tables, queue), Analyses(service.tables, queue)
        await ended.begin(table, "anna")
        async with asyncio.timeout(20):
            while not queue.asked:
                await asyncio.sleep(0.01)
        await next_one.resume()
        assert (await next_one.look(table)).share is None, "it still goes on there"
        await ended.close()
        await store.claim_work("analysis:gone", 0, 1)
        await next_one.resume()
        queue.gate.set()
        async with asyncio.timeout(20):
            while (await next_one.look(table)).moves is None or await store.list_left(
                "analysis:", service.tables.now()
            ):
                await asyncio.sleep(0.01)
        asked = len(queue.asked)
        await next_one.resume()
        assert len(queue.asked) == asked, "what is done is not done again"
        await next_one.close()
        await store.close()

    asyncio.run(run())
