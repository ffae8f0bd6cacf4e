"""Bringing a database to the newest schema.

Alembic is only loaded when there is something to do: a server that is up to date starts faster and is smaller without.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from .database import Database

MIGRATIONS = Path(__file__).parent / "migrations"


def newest_revision() -> str:
    """Return the name of the last migration; their files are numbered."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - see above
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _is_current(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    return bool(connection.scalar(text("SELECT version_num FROM alembic_version")) == newest_revision())


async def migrate(database: Database) -> None:
    """Run every migration that is missing."""
    if not await is_current(database):
        await database.transact(_upgrade)


async def is_current(database: Database) -> bool:
    """Return whether nothing is missing."""
    return await database.transact(_is_current)
