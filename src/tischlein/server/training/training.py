"""How hard people find the exercises that come along, and how far somebody is with them.

Each first answer of a person is a game between the two ratings. Nobody says how good they are: that follows from what
they have answered before. A person is a key, and one network can give only a few answers a day to one exercise, however
many keys it asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from typing import Annotated, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from tischlein.server.store.puzzle_store import PuzzleStore, StoredSave
from tischlein.server.store.store import Store
from tischlein.server.store.training_store import TrainingStore
from tischlein.server.table.table import refuse
from tischlein.server.visitors.keys import is_id, new_table_id
from tischlein.server.visitors.limits import Limiter
from tischlein.study.exercises import DATA, read_exercises
from tischlein.study.practice import RATING, update_ratings

SAVED_AS = "exercises"
"""What stands in a save instead of the name of a puzzle."""

OWN = "own-"
"""So the page begins the names of exercises from own mistakes, which no server knows."""

A_DAY, AT_ONCE = 4, 2
"""Answers to one exercise from one network."""


Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far somebody is with one exercise."""

    due: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
    """The day on which it comes again."""
    interval: Count
    ease: Annotated[float, Meta(ge=1, le=3)]
    successes: Count
    """In a row."""


class Progress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far somebody is: when each exercise comes again, and how good the person is."""

    cards: dict[str, Card]
    rating: float


class Save(NamedTuple):
    """Progress under an id."""

    id: str
    progress: Progress
    version: int


@cache
def start_ratings() -> dict[str, float]:
    """Return how hard the exercises that come along were made to be."""
    return {one.id: one.rating for path in sorted(DATA.glob("*.jsonl")) for one in read_exercises(path)}


class Training:
    """Everything the trainer asks for."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.answers, self._saves = TrainingStore(store), PuzzleStore(store)
        self._limit = Limiter(A_DAY / 86_400, AT_ONCE)
        self._now = now

    async def answer(self, exercise: str, solved: bool, key: bytes, network: str) -> float:
        """Count a person's first answer, and return the rating of the exercise.

        Raises the refusals `no-such-exercise`, and `too-fast` where a network answers again and again.
        """
        start = start_ratings().get(exercise)
        if start is None:
            raise refuse("no-such-exercise", exercise=exercise)
        if not self._limit.take(f"{network} {exercise}"):
            raise refuse("too-fast")
        now = (await self.answers.list_ratings()).get(exercise, start)
        person = reduce(
            lambda own, one: update_ratings(own, one.rating, one.solved)[0],
            await self.answers.list_answers(key),
            RATING,
        )
        change = update_ratings(person, now, solved)[1] - now
        return await self.answers.add(exercise, start, key, solved, change, self._now())

    # ------------------------------------------------------------------ saves

    async def create_save(self, progress: Progress) -> Save:
        """Keep progress under a new id that cannot be guessed."""
        save = Save(new_table_id(), progress, 1)
        await self._saves.create(save.id, _write(save), "playing", self._now())
        return save

    async def load_save(self, save_id: str) -> Save:
        """Return what was kept. Raises the refusal `no-such-save`."""
        found = await self._saves.load(save_id, self._now()) if is_id(save_id) else None
        if found is None or found.puzzle != SAVED_AS:
            raise refuse("no-such-save", save=save_id)
        return Save(save_id, msgspec.json.decode(found.progress, type=Progress), found.version)

    async def change_save(self, save: Save) -> Save:
        """Keep newer progress. Raises the refusal `stale-save` if another page was faster."""
        await self.load_save(save.id)
        newer = save._replace(version=save.version + 1)
        if not await self._saves.replace(save.id, _write(newer), "playing", self._now()):
            raise refuse("stale-save")
        return newer


def _write(save: Save) -> StoredSave:
    return StoredSave(SAVED_AS, msgspec.json.encode(save.progress).decode(), save.version)
