"""Reading and writing puzzles that were made, how far people are with them, and studies that are shared."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from . import schema
from .store import Store

NOTE_USE_AFTER = 3_600_000
"""Milliseconds after which looking at a save counts as using it."""


STUDY = "study"
"""In the place of a puzzle's name: what is saved is a study."""


class StoredSave(NamedTuple):
    """How far somebody is, as it is stored."""

    puzzle: str
    progress: str
    version: int


class PuzzleStore:
    """The part of the database that knows puzzles."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def load_puzzle(self, name: str) -> str | None:
        """Return the sheet of a puzzle that was made."""
        found = select(schema.puzzles.c.sheet).where(schema.puzzles.c.name == name)
        rows = await self._store.read(found)
        return rows[0].sheet if rows else None

    async def save_puzzle(self, name: str, sheet: str, now: int) -> None:
        """Keep a puzzle; if two processes made it at once, it is the same one."""
        row = self._store.upsert(schema.puzzles).values(name=name, sheet=sheet, made=now)
        await self._store.run(row.on_conflict_do_nothing())

    async def create(self, save_id: str, save: StoredSave, status: str, now: int) -> None:
        """Store a first save under a new id."""
        row = save._asdict() | {"id": save_id, "status": status, "used": now}
        await self._store.run(insert(schema.saves).values(**row))

    async def load(self, save_id: str, now: int) -> StoredSave | None:
        """Return a save, and note that somebody uses it."""
        columns = schema.saves.c
        found = select(columns.puzzle, columns.progress, columns.version, columns.used).where(columns.id == save_id)
        rows = await self._store.read(found)
        if not rows:
            return None
        if now - rows[0].used > NOTE_USE_AFTER:
            await self._store.run(update(schema.saves).where(columns.id == save_id).values(used=now))
        return StoredSave(rows[0].puzzle, rows[0].progress, rows[0].version)

    async def replace(self, save_id: str, save: StoredSave, status: str, now: int) -> bool:
        """Store a save in place of the version before it; False if that is not what is there."""
        columns = schema.saves.c
        former = update(schema.saves).where(
            columns.id == save_id, columns.puzzle == save.puzzle, columns.version == save.version - 1
        )
        changed = former.values(progress=save.progress, version=save.version, status=status, used=now)
        return await self._store.run(changed) > 0

    async def erase(self, save_id: str) -> bool:
        """Delete a save; False if there is none."""
        return await self._store.run(delete(schema.saves).where(schema.saves.c.id == save_id)) > 0

    async def delete_unused(self, before: dict[str, int]) -> int:
        """Delete the saves of each status that nobody has used since a time, and puzzles as old; return how many."""
        columns = schema.saves.c
        old = [
            delete(schema.saves).where(columns.status == status, columns.used < since)
            for status, since in before.items()
        ]
        return await self._store.run(*old, delete(schema.puzzles).where(schema.puzzles.c.made < min(before.values())))
