"""Backups: everything in a database as lines of JSON, the same for SQLite and PostgreSQL, and from one to the other."""

from __future__ import annotations

import gzip
import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select, text

from tischlein.core.refusal import BadSetup

from . import schema
from .database import Database
from .migrate import newest_revision

NAME = "tischlein backup"
ROWS_AT_ONCE = 500


async def back_up(database: Database, file: Path) -> int:
    """Write everything to a file, as it was at one moment, and return the number of rows. People may play on."""
    unfinished = file.with_name(file.name + ".part")
    unfinished.touch(mode=0o600)  # for its owner alone; and if nobody can write there, it is not the database's fault

    def work(connection: Connection) -> int:
        if database.dialect == "postgresql":
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        count = 0
        with gzip.open(unfinished, "wt", encoding="utf-8") as out:
            out.write(json.dumps({NAME: 1, "revision": newest_revision()}) + "\n")
            for table in schema.metadata.sorted_tables:
                for row in connection.execute(select(table)).mappings():
                    out.write(json.dumps([table.name, {key: _write(value) for key, value in row.items()}]) + "\n")
                    count += 1
        unfinished.replace(file)  # a backup is there as a whole, or not at all
        return count

    return await database.transact(work)


async def restore(database: Database, file: Path) -> int:
    """Read a backup into an empty database and return the number of rows; all of it, or nothing.

    Raises BadSetup if the database is not empty, or the file is no backup of this version.
    """
    lines = _read(file)

    def work(connection: Connection) -> int:
        if connection.scalar(select(func.count()).select_from(schema.tables)):
            raise BadSetup("tischlein.server", "not-empty")
        connection.execute(schema.beats.delete())
        by_table: dict[str, list[dict[str, Any]]] = {}
        for name, row in lines:
            by_table.setdefault(name, []).append({key: _parse(value) for key, value in row.items()})
        for name, rows in by_table.items():  # as they were written: a table before its events
            for start in range(0, len(rows), ROWS_AT_ONCE):
                connection.execute(insert(schema.metadata.tables[name]), rows[start : start + ROWS_AT_ONCE])
        return len(lines)

    return await database.transact(work)


def _read(file: Path) -> list[tuple[str, dict[str, Any]]]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as source:
            head, *lines = (json.loads(line) for line in source)
    except (gzip.BadGzipFile, EOFError, ValueError):
        raise BadSetup("tischlein.server", "no-backup", file=str(file)) from None
    if not isinstance(head, dict) or head.get(NAME) != 1 or head.get("revision") != newest_revision():
        raise BadSetup("tischlein.server", "no-backup", file=str(file))
    return [(name, row) for name, row in lines]


def _write(value: object) -> object:
    return {"bytes": b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


def _parse(value: Any) -> Any:
    return b64decode(value["bytes"]) if isinstance(value, dict) else value
