"""Work is shared fairly: small before large, and one client's heap of jobs keeps nobody else waiting."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from tischlein.core.refusal import Refusal
from tischlein.server.live.work_queue import MOST_STOPS, WorkQueue
from tischlein.server.visitors.limits import Bucket, Limiter
from tischlein.server.visitors.visitor import Visitor
from tischlein.work.job import Job, Pool, WorkerKind


@dataclass(frozen=True)
class Task:
    """A job that lasts until somebody ends it."""

    name: str
    seconds: float

    def run(self, watch: Any) -> str:
        raise AssertionError("nobody runs it here")


class HandPool(Pool):
    """Workers whose jobs end when the test says so."""

    def __init__(self, size: int) -> None:
        super().__init__(size, WorkerKind("test"))
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}

    async def run(self, job: Job, *_: object) -> Any:
        assert isinstance(job, Task)
        self.begun.append(job.name)
        self.ends[job.name] = asyncio.Event()
        await self.ends[job.name].wait()
        return job.name

    async def _attend(self, slot: int) -> None:
        raise AssertionError("there are no workers")


def try_out(size: int, script: Callable[[WorkQueue, HandPool], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        pool = HandPool(size)
        async with asyncio.timeout(10):
            await script(WorkQueue(pool), pool)

    asyncio.run(run())


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def cancel(tasks: list[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_a_worker_is_kept_free_for_small_jobs() -> None:
    async def script(queue: WorkQueue, pool: HandPool) -> None:
        large = [asyncio.create_task(queue.run(Task(f"large{number}", 10), "heavy")) for number in range(60)]
        await settle()
        assert pool.begun == ["large0"], "one of two workers"
        small = asyncio.create_task(queue.run(Task("small", 0.1), "other"))
        await settle()
        assert pool.begun == ["large0", "small"]
        pool.ends["small"].set()
        assert await small == "small"
        await cancel(large)

    try_out(2, script)


def test_who_has_had_least_goes_first() -> None:
    async def script(queue: WorkQueue, pool: HandPool) -> None:
        tasks = [asyncio.create_task(queue.run(Task(f"a{number}", 1), "a")) for number in range(5)]
        await settle()
        tasks.append(asyncio.create_task(queue.run(Task("b", 1), "b")))
        await settle()
        pool.ends["a0"].set()
        await settle()
        assert pool.begun == ["a0", "b"], "b does not wait for the whole heap of a"
        await cancel(tasks)
        last = asyncio.create_task(queue.run(Task("last", 1), "c"))
        await settle()
        assert pool.begun[-1] == "last", "cancelled work holds nothing up"
        pool.ends["last"].set()
        await last

    try_out(1, script)


def test_those_who_come_and_go_are_not_always_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many tables whose bots take turns: nobody waits at the bottom of the heap while others have turn after turn."""
    now = 0.0
    monkeypatch.setattr("tischlein.server.live.work_queue.time", SimpleNamespace(monotonic=lambda: now))

    async def script(queue: WorkQueue, pool: HandPool) -> None:
        async def come_and_go(name: str) -> None:
            for turn in range(5):
                await queue.run(Task(f"{name}{turn}", 2), name)

        tasks = [asyncio.create_task(come_and_go(name)) for name in "abcd"]
        await settle()
        nonlocal now
        for _ in range(12):
            now += 2.0
            pool.ends[pool.begun[-1]].set()
            await settle()
        turns = Counter(name[0] for name in pool.begun)
        assert max(turns.values()) - min(turns[name] for name in "abcd") <= 1, pool.begun
        await cancel(tasks)

    try_out(1, script)


def test_a_client_may_not_let_too_much_wait() -> None:
    async def script(queue: WorkQueue, pool: HandPool) -> None:
        tasks = [asyncio.create_task(queue.run(Task(str(number), 1), "a", most=2)) for number in range(3)]
        await settle()
        with pytest.raises(Refusal) as refusal:
            await queue.run(Task("more", 1), "a", most=2)
        assert refusal.value.code == "busy"
        await cancel(tasks)

    try_out(1, script)


def test_within_a_network_every_table_has_its_share() -> None:
    async def script(queue: WorkQueue, pool: HandPool) -> None:
        tasks = [asyncio.create_task(queue.run(Task(f"a{number}", 1), "net", person="a")) for number in range(5)]
        await settle()
        tasks.append(asyncio.create_task(queue.run(Task("b", 1), "net", person="b")))
        await settle()
        pool.ends["a0"].set()
        await settle()
        assert pool.begun == ["a0", "b"]
        await cancel(tasks)

    try_out(1, script)


def test_a_large_job_makes_room_for_a_quick_one_and_goes_on() -> None:
    async def script(queue: WorkQueue, pool: HandPool) -> None:
        large = asyncio.create_task(queue.run(Task("large", 8), "heavy"))
        await settle()
        for number in range(MOST_STOPS):
            quick = asyncio.create_task(queue.run(Task(f"quick{number}", 0.1), "other"))
            await settle()
            assert pool.begun[-1] == f"quick{number}", "it did not wait"
            assert not large.done()
            pool.ends[f"quick{number}"].set()
            assert await quick == f"quick{number}"
            await settle()
            assert pool.begun[-1] == "large", "it goes on"
        late = asyncio.create_task(queue.run(Task("late", 0.1), "other"))
        await settle()
        assert pool.begun[-1] == "large", "but it is not stopped for ever"
        pool.ends["large"].set()
        assert await large == "large"
        await settle()
        pool.ends["late"].set()
        assert await late == "late"

    try_out(1, script)


def test_a_hint_does_not_wait_for_analyses() -> None:
    """Each is a row of short jobs that never ends; six of them kept hints waiting for ever."""

    async def script(queue: WorkQueue, pool: HandPool) -> None:
        analyses = [
            asyncio.create_task(queue.run(Task(f"position{number}", 0.5), f"client{number}", background=True))
            for number in range(6)
        ]
        await settle()
        assert pool.begun == ["position0"], "one of two workers"
        hint = asyncio.create_task(queue.run(Task("hint", 1.5), "other"))
        await settle()
        assert pool.begun == ["position0", "hint"]
        pool.ends["hint"].set()
        assert await hint == "hint"
        await cancel(analyses)

    try_out(2, script)


def test_a_small_job_does_not_wait_for_ever_behind_quick_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tischlein.server.live.work_queue.LONGEST_WAIT", -1.0)  # it has waited for long

    async def script(queue: WorkQueue, pool: HandPool) -> None:
        tasks = [asyncio.create_task(queue.run(Task(f"quick{number}", 0.1), "a")) for number in range(3)]
        await settle()
        tasks.append(asyncio.create_task(queue.run(Task("small", 1.5), "b")))
        await settle()
        pool.ends["quick0"].set()
        await settle()
        assert pool.begun == ["quick0", "small"]
        await cancel(tasks)

    try_out(1, script)


def test_who_cancels_a_job_that_makes_room_is_heard() -> None:
    async def script(queue: WorkQueue, pool: HandPool) -> None:
        large = asyncio.create_task(queue.run(Task("large", 8), "heavy"))
        await settle()
        quick = asyncio.create_task(queue.run(Task("quick", 0.1), "other"))
        await asyncio.sleep(0)
        large.cancel()
        await settle()
        assert large.cancelled()
        pool.ends["quick"].set()
        assert await quick == "quick"
        assert pool.begun == ["large", "quick"]

    try_out(1, script)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_of_an_ipv6_address_only_the_network_counts(address: str, network: str) -> None:
    assert Visitor(None, None, "", address, False).network == network


def test_a_limit_for_many_looks_at_all_of_them_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buckets that fill in a day would be looked at for each newcomer, all of them."""
    looks = 0

    def look(_: Bucket) -> bool:
        nonlocal looks
        looks += 1
        return False

    monkeypatch.setattr(Limiter, "MOST", 10)
    monkeypatch.setattr(Bucket, "full", property(look))
    limiter = Limiter(1e-6, 2)
    assert all(limiter.take(str(number)) for number in range(1000))
    assert looks < 3000
