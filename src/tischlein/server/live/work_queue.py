"""Whose job is done next: all wait in one queue, small before large, and everybody has the same share.

A client is whoever work is done for: the network that somebody comes from, or a table if nobody knows that any more.
Within a network, every table has the same share again. A job that is much smaller need not wait until a large one is
done: the large one is stopped and goes on later, where it was if its worker remembers it.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from tischlein.server.metrics import PREEMPTED, WAITING_WORK
from tischlein.server.table.table import refuse
from tischlein.work.job import Job, Listener, Pool

QUICK, SMALL = 1.0, 1.5
"""Seconds that a quick job takes at most (a weak bot), and a small one (a hint); a strong bot's is large."""

LONGEST_WAIT = 1.0
"""Seconds after which a small job that waits counts as quick: there may always be quick ones."""

SIZES = ("quick", "small", "large")

MOST_KNOWN = 10_000
"""Clients and persons whose share is remembered."""

MOST_STOPS = 3
"""How often a job is stopped for smaller ones before it is left alone."""


@dataclass(slots=True)
class Account:
    """Seconds of work that a client, and each person there, has had or is about to have."""

    used: float = 0.0
    persons: dict[Hashable, float] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Waiting:
    """A job that waits for its turn, or has it."""

    client: str
    person: Hashable
    seconds: float
    number: int
    turn: asyncio.Future[None]
    background: bool = False
    """Whether nobody waits for this very job, however short: it is one of very many."""
    since: float = field(default_factory=time.monotonic)
    work: asyncio.Task[Any] | None = None
    stopping: bool = False
    """Whether it must make room for a smaller one."""
    stops: int = 0
    begun_at: tuple[float, float] | None = None
    """What its client and its person had had when its turn came."""

    @property
    def size(self) -> int:
        """Its place in SIZES."""
        return 2 if self.background else (self.seconds > QUICK) + (self.seconds > SMALL)

    @property
    def large(self) -> bool:
        """Whether a worker is kept free of such jobs."""
        return self.background or self.seconds > SMALL

    @property
    def urgency(self) -> int:
        """Its size, or less if it has waited for long."""
        return 0 if self.size == 1 and time.monotonic() - self.since > LONGEST_WAIT else self.size


class WorkQueue:
    """The way to a pool. Of several workers one is kept free of large jobs, so that small ones need not wait long."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._waiting: list[Waiting] = []
        self._running: list[Waiting] = []
        self._accounts: dict[str, Account] = {}
        self._numbers = itertools.count()
        self._measure()  # a measurement that is not there yet raises no alarm

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
        """Have a job done when it is its turn; cancelling this cancels the job. Raises JobFailed.

        One in the background counts as large. With `most`, raises the refusal `busy` if so many jobs of the client
        wait already.
        """
        if most is not None and Counter(one.client for one in self._waiting)[client] >= most:
            raise refuse("busy")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = Waiting(client, person, job.seconds, next(self._numbers), turn, background)
        self._greet(client, person)
        self._waiting.append(waiting)
        try:
            while True:
                self._give_turns()
                await waiting.turn
                try:
                    return await self._work(waiting, job, listener, key)
                except asyncio.CancelledError:
                    if not waiting.stopping or (task := asyncio.current_task()) is None or task.cancelling():
                        raise
                    self._put_back(waiting)
        finally:
            (self._running if waiting in self._running else self._waiting).remove(waiting)
            self._forget(waiting)
            self._give_turns()

    async def _work(self, waiting: Waiting, job: Job, listener: Listener | None, key: Hashable) -> Any:
        begin = time.monotonic()
        waiting.work = asyncio.ensure_future(self._pool.run(job, listener, key))
        try:
            return await waiting.work
        finally:
            self._charge(waiting, time.monotonic() - begin - waiting.seconds)

    def _charge(self, waiting: Waiting, seconds: float) -> None:
        """Put work on the account of whoever it is for: at its beginning what it should take, then what it took."""
        account = self._accounts[waiting.client]
        account.used += seconds
        account.persons[waiting.person] += seconds

    def _had(self, one: Waiting) -> tuple[float, float]:
        """Return what client and person of a job have had, without the job itself."""
        account = self._accounts[one.client]
        return one.begun_at or (account.used, account.persons[one.person])

    def _put_back(self, waiting: Waiting) -> None:
        self._running.remove(waiting)
        waiting.turn = asyncio.get_running_loop().create_future()
        waiting.stopping, waiting.work, waiting.stops, waiting.begun_at = False, None, waiting.stops + 1, None
        self._waiting.append(waiting)
        PREEMPTED.inc()

    def _greet(self, client: str, person: Hashable) -> None:
        """Let whoever comes begin where the others are: what they did not ask for before, they do not get now.

        Whoever had more than the others keeps that, also after a pause, or those who come and go would always be first.
        """
        there = [(one.client, *self._had(one)) for one in (*self._waiting, *self._running)]
        account = self._accounts.setdefault(client, Account())
        account.used = max(account.used, min((used for _, used, _ in there), default=0.0))
        least = min((used for name, _, used in there if name == client), default=0.0)
        account.persons[person] = max(account.persons.get(person, 0.0), least)

    def _forget(self, gone: Waiting) -> None:
        """Drop all accounts when nobody waits, and when there are too many those without work."""
        left = (*self._waiting, *self._running)
        busy, account = {one.client for one in left}, self._accounts[gone.client]
        if gone.client not in busy:
            account.persons.clear()
        elif len(account.persons) > MOST_KNOWN:
            persons = {one.person for one in left if one.client == gone.client}
            account.persons = {name: used for name, used in account.persons.items() if name in persons}
        if not left or len(self._accounts) > MOST_KNOWN:
            self._accounts = {name: account for name, account in self._accounts.items() if name in busy}

    def _give_turns(self) -> None:
        while len(self._running) < self._pool.size and (following := self._choose()) is not None:
            self._waiting.remove(following)
            self._running.append(following)
            following.begun_at = self._had(following)
            self._charge(following, following.seconds)
            following.turn.set_result(None)
        self._make_room()
        self._measure()

    def _measure(self) -> None:
        counts = Counter(one.size for one in self._waiting)
        for size, name in enumerate(SIZES):
            WAITING_WORK.labels(name).set(counts[size])

    def _choose(self) -> Waiting | None:
        """Return whose turn it is: small jobs first, and of these whoever has had least."""
        large = sum(one.large for one in self._running)
        room = large < max(1, self._pool.size - 1)
        allowed = [one for one in self._waiting if (not one.large or room) and not one.turn.done()]
        return min(allowed, key=self._order, default=None)

    def _order(self, one: Waiting) -> tuple[int, float, float, float, int]:
        return one.urgency, *self._had(one), one.seconds, one.number

    def _make_room(self) -> None:
        """Stop one running job for each that waits and is of a smaller size."""
        leaving = sum(one.stopping for one in self._running)
        for following in sorted(self._waiting, key=self._order)[leaving:]:
            larger = [one for one in self._running if one.size > following.size and self._can_stop(one)]
            if not larger:
                return
            last = max(larger, key=lambda one: (one.size, one.number))
            last.stopping = True
            assert last.work is not None
            last.work.cancel()

    def _can_stop(self, one: Waiting) -> bool:
        return one.work is not None and not one.stopping and one.stops < MOST_STOPS
