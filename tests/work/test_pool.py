"""What workers remember: the latest, within bounds; and the pool that sends a job where it is remembered."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein.work.job import Progress, WorkerKind
from tischlein.work.local import LocalPool
from tischlein.work.lru import LruCache
from tischlein.work.worker import BETWEEN_BEATS, read_frame, write_frame


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 12))), st.integers(0, 20))
def test_the_latest_things_are_kept_as_far_as_there_is_room(things: list[tuple[int, int]], room: int) -> None:
    memory: LruCache[int, int] = LruCache(room, lambda size: size)
    expected: list[tuple[int, int]] = []
    for key, size in things:
        memory.put(key, size)
        expected = [(other, taken) for other, taken in expected if other != key] + [(key, size)]
        while sum(taken for _, taken in expected) > room:
            expected.pop(0)
        assert (len(memory), memory.used) == (len(expected), sum(taken for _, taken in expected))
    assert [memory.take(key) for key, _ in expected] == [taken for _, taken in expected]
    assert memory.used == len(memory) == 0


@dataclass(frozen=True)
class WhoIsThere:
    """Says which process it runs in."""

    seconds: float = 1.0

    def run(self, watch: Callable[[float], bool]) -> Any:
        return os.getpid()


class Hold(WhoIsThere):
    """Works until it is told to stop."""

    def run(self, watch: Callable[[float], bool]) -> Any:
        while watch(0.5):
            pass
        return None


class KeepTalking(WhoIsThere):
    """Takes some seconds, in which it says again and again how far it is."""

    def run(self, watch: Callable[[float], bool]) -> Any:
        end = time.monotonic() + 2.6
        while time.monotonic() < end:
            watch(0.5)
        return "done"


class Compile(WhoIsThere):
    """Compiles functions for several beats, as a game that is begun does, and says nothing."""

    def run(self, watch: Callable[[float], bool]) -> Any:
        import numba

        end = time.monotonic() + 6 * BETWEEN_BEATS  # however quick the machine is, several beats fall into it
        number = 0
        while time.monotonic() < end:
            number += 1
            lines = "".join(f"    x = x * {i}.5 + y if x > {number} else y / (x + {i})\n" for i in range(40))
            space: dict[str, Any] = {}
            exec(f"def function(x, y):\n{lines}    return x\n", space)
            numba.njit(space["function"])(1.0, 2.0)


def listen(started: asyncio.Event) -> Callable[[float], None]:
    return lambda _: started.set()


def with_pool(work: Callable[[LocalPool], Awaitable[None]]) -> None:
    async def run() -> None:
        pool = LocalPool(2, WorkerKind("test"))
        await pool.start()
        try:
            await asyncio.wait_for(work(pool), 300)
        finally:
            await pool.close()

    asyncio.run(run())


def test_a_worker_gets_the_jobs_of_its_keys_again() -> None:
    async def work(pool: LocalPool) -> None:
        async def ask(key: str) -> int:
            for _ in range(10):
                await asyncio.sleep(0)  # whoever has just answered is idle when the loop comes round
            answer: int = await pool.run(WhoIsThere(), key=key)
            return answer

        first = {key: await ask(key) for key in "ab"}
        assert first["a"] != first["b"], "work is spread over the workers"
        for key in "bbabaabba":
            assert await ask(key) == first[key]

    with_pool(work)


def test_nobody_waits_for_a_worker_that_remembers() -> None:
    async def work(pool: LocalPool) -> None:
        home = await pool.run(WhoIsThere(), key="a")
        started = asyncio.Event()
        holding = asyncio.create_task(pool.run(Hold(), listen(started), key="a"))
        await started.wait()
        assert await pool.run(WhoIsThere(), key="a") != home
        holding.cancel()
        with pytest.raises(asyncio.CancelledError):
            await holding

    with_pool(work)


def test_a_job_that_reports_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only silence means that a worker hangs; workers report every 0.2 seconds."""

    async def work(pool: LocalPool) -> None:
        await pool.run(WhoIsThere(), key="a")  # workers are up
        monkeypatch.setattr("tischlein.work.job.SILENCE", 2.0)
        monkeypatch.setattr(pool, "_note_death", lambda reason: pytest.fail(f"a worker was killed: {reason}"))
        assert await pool.run(KeepTalking(seconds=0.0), key="a") == "done"

    with_pool(work)


@pytest.mark.compiled
def test_a_job_that_compiles_is_not_taken_for_one_that_hangs() -> None:
    async def work(pool: LocalPool) -> None:
        heard: list[float] = []
        await pool.run(Compile(), heard.append)
        assert heard, "whoever is silent for long is ended"

    with_pool(work)


def test_short_jobs_go_first_when_all_are_busy() -> None:
    async def work(pool: LocalPool) -> None:
        started = [asyncio.Event(), asyncio.Event()]
        holding = [asyncio.create_task(pool.run(Hold(), listen(one))) for one in started]
        for one in started:
            await one.wait()
        order: list[float] = []

        async def note(seconds: float) -> None:
            await pool.run(WhoIsThere(seconds))
            order.append(seconds)

        waiting = [asyncio.create_task(note(seconds)) for seconds in (9.0, 1.0, 5.0)]
        await asyncio.sleep(0)
        holding[0].cancel()
        await asyncio.gather(*waiting)
        assert order == [1.0, 5.0, 9.0]
        holding[1].cancel()

    with_pool(work)


@pytest.mark.parametrize("end", ["stdin", "stdout"])
def test_a_worker_whose_server_was_killed_ends_without_a_word(end: str) -> None:
    """In the midst of a job; a traceback in the log would look like a mistake of ours."""
    command = [sys.executable, "-m", "tischlein.work.worker", "test"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as worker:  # type: ignore[call-overload]
        worker.stdin.write(write_frame(Hold()))
        worker.stdin.flush()
        assert read_frame(worker.stdout.fileno()) == Progress(0.5), "it is at work"
        getattr(worker, end).close()
        assert worker.stderr.read() == b""
        assert worker.wait() == 0
