"""Bringing a database to the newest schema."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine


def _configuration(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    command.upgrade(_configuration(connection), "head")


def _is_current(connection: Connection) -> bool:
    head = ScriptDirectory.from_config(_configuration()).get_current_head()
    return MigrationContext.configure(connection).get_current_revision() == head


async def migrate(engine: AsyncEngine) -> None:
    """Run every migration that is missing."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


async def is_current(engine: AsyncEngine) -> bool:
    """Return whether nothing is missing."""
    async with engine.connect() as connection:
        return await connection.run_sync(_is_current)
