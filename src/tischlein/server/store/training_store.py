"""Reading and writing what people's answers say about exercises. How far somebody is lies with the solo saves."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update

from . import schema
from .store import Store

MOST_REMEMBERED = 200
"""Of somebody's answers, so many of the latest say how good the person is."""


class Answer(NamedTuple):
    """The first answer of a person to an exercise, with the rating that the exercise has now."""

    rating: float
    solved: bool


class TrainingStore:
    """The part of the database that knows answers."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list_ratings(self) -> dict[str, float]:
        """Return the rating of every exercise that somebody has answered."""
        own = schema.exercises.c
        return {row.id: row.rating for row in await self._store.read(select(own.id, own.rating))}

    async def list_answers(self, key: bytes) -> list[Answer]:
        """Return somebody's answers, the earliest first."""
        own, rated = schema.answers.c, schema.exercises.c
        found = select(rated.rating, own.solved).join(schema.exercises, rated.id == own.exercise)
        rows = await self._store.read(found.where(own.key == key).order_by(own.at.desc()).limit(MOST_REMEMBERED))
        return [Answer(row.rating, row.solved) for row in reversed(rows)]

    async def add(self, exercise: str, start: float, key: bytes, solved: bool, change: float, now: int) -> float:
        """Note a person's first answer and change the rating by it; later answers change nothing. Return the rating."""
        rated = schema.exercises
        first = self._store.upsert(schema.answers).values(exercise=exercise, key=key, solved=solved, at=now)
        begun = self._store.upsert(rated).values(id=exercise, rating=start, answers=0)
        there = rated.c.id == exercise
        changed = update(rated).where(there).values(rating=rated.c.rating + change, answers=rated.c.answers + 1)

        def work(connection: Connection) -> float:
            connection.execute(begun.on_conflict_do_nothing())
            if connection.execute(first.on_conflict_do_nothing()).rowcount:
                connection.execute(changed)
            return float(connection.execute(select(rated.c.rating).where(there)).scalar_one())

        return await self._store.transact(work)

    async def delete_old(self, before: int) -> int:
        """Forget who answered before a time; the ratings stay. Return how many answers that were."""
        return await self._store.run(delete(schema.answers).where(schema.answers.c.at < before))
