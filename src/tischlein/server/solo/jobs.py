"""What a worker does for the solo page: make puzzles, and be the tutor."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tischlein.bots.warmup import compile_elsewhere
from tischlein.core.compiled import use_native
from tischlein.core.refusal import Refusal
from tischlein.puzzles import Hint, Layout, Puzzle, Status, Tutor, Verdict, make_daily, make_puzzle, warm_up
from tischlein.work.job import Watch, WorkerKind
from tischlein.work.lru import LruCache

TUTOR = WorkerKind("tutor", "tischlein.server.solo.jobs:prepare_tutor")
MAKER = WorkerKind("maker")  # whoever waits for a puzzle should not wait for what only the tutor needs


def prepare_tutor() -> Iterator[None]:
    """Load the searches, which portable code has at once; and again when the machine code is there."""
    yield from map(warm_up, (False, True))
    if compile_elsewhere():
        use_native()
        warm_up.cache_clear()
        yield from map(warm_up, (False, True))


@dataclass(frozen=True, slots=True)
class MakePuzzle:
    """Make a puzzle of a size, a level and a seed, or the one of a day."""

    recipe: tuple[int, int, str, int] | datetime.date
    seconds: float = 60.0

    def run(self, watch: Watch) -> Puzzle | Refusal | None:
        """Return the puzzle, why there is none, or None if it takes too long or nobody waits any more."""
        end = time.monotonic() + self.seconds

        def go_on() -> bool:
            return time.monotonic() < end and watch(0.0)

        try:
            if isinstance(self.recipe, datetime.date):
                return make_daily(self.recipe, go_on)
            return make_puzzle(*self.recipe, go_on)
        except Refusal as refusal:
            return refusal


MOST_TUTORS = 32

ADVICE = 2.0
"""Seconds to find the piece that leads out of a dead end; a next piece to place is known at once."""

_tutors: LruCache[tuple[str, str], Tutor] = LruCache(MOST_TUTORS)
"""In the worker: what is known about each puzzle of each page, the latest last."""


class Thought(NamedTuple):
    """What the tutor says: whether a layout can be completed, and what to do next, if that was asked."""

    status: Status
    hint: Hint

    @property
    def settled(self) -> bool:
        """Whether thinking on would change nothing."""
        return self.status.verdict is not Verdict.UNKNOWN


@dataclass(frozen=True, slots=True)
class Consult:
    """Ask the tutor about a layout. The tutor of this page and puzzle goes on where it was."""

    asker: str
    puzzle: str
    layout: Layout
    advice: bool
    seconds: float

    def run(self, watch: Watch) -> Thought:
        """Return what is known now; a hint only when it is known whether the layout can be completed."""
        tutor = self._find_tutor()
        if not tutor.inquire(self.layout).settled:
            warm_up(self.layout.challenge.as_in_the_game)  # both searches: once begun, a thought does not stand still
        thought = Thought(tutor.status(self.layout, self.seconds, lambda _: watch(0.0)), Hint())
        if self.advice and thought.settled:
            return thought._replace(hint=tutor.hint(self.layout, ADVICE))
        return thought

    def _find_tutor(self) -> Tutor:
        key = self.asker, self.puzzle
        tutor = _tutors.take(key) or Tutor(self.layout.challenge)
        _tutors.put(key, tutor)
        return tutor
