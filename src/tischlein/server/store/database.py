"""The two kinds of database. Both run a plain function within a transaction; they differ in where it waits."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar

from asyncpg import InterfaceError, PostgresError
from sqlalchemy import URL, Connection, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine

from tischlein.core.refusal import BadSetup

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]

AWAY = (DBAPIError, PoolTimeout, OSError, TimeoutError, PostgresError, InterfaceError)
"""What a database that does not answer looks like; while connecting, the driver's own errors come through."""


KINDS = "sqlite:///FILE, postgresql+asyncpg://USER@HOST/NAME"
"""What an address can look like."""

BAD_DATA = "22"
"""How PostgreSQL's codes for data that it does not take begin."""


def _state(error: Exception) -> object:
    """Return PostgreSQL's code for an error, wherever it is kept."""
    return getattr(getattr(error, "orig", error), "sqlstate", None)


class StoreRefused(Exception):
    """The database does not take what it was given. Nothing was stored, and trying again would change nothing."""


class StoreAway(Exception):
    """The database does not answer. What was asked may or may not have been stored: look again later."""


class Database(ABC):
    """Where everything is stored."""

    dialect: str
    shared: bool
    """Whether other processes may write, too."""

    async def transact(self, work: Work[T]) -> T:
        """Run a function within a transaction. Raises StoreAway if the database does not answer."""
        try:
            return await self._transact(work)
        except AWAY as error:
            if isinstance(error, DataError | IntegrityError) or str(_state(error)).startswith(BAD_DATA):
                raise StoreRefused(str(error)) from error
            raise StoreAway(str(error)) from error

    @abstractmethod
    async def _transact(self, work: Work[T]) -> T: ...

    @abstractmethod
    async def close(self) -> None:
        """Finish what goes on and let go."""


class Embedded(Database):
    """SQLite, on a thread of its own.

    A whole transaction runs there at once: every way between two threads costs a turn of a busy event loop, so a driver
    that goes back and forth for each statement is slow under load. There is one connection, because SQLite has one
    writer anyway, and so nobody meets a locked file.
    """

    dialect = "sqlite"
    shared = False

    def __init__(self, url: str) -> None:
        path = make_url(url).set(drivername="sqlite")
        self._engine = create_engine(path, pool_size=1, max_overflow=0, connect_args={"timeout": 30})
        event.listen(self._engine, "connect", _prepare_sqlite)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="database")

    async def _transact(self, work: Work[T]) -> T:
        def run() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    async def close(self) -> None:
        """Finish what goes on and close the file."""
        await asyncio.to_thread(self._thread.shutdown)
        self._engine.dispose()


def _prepare_sqlite(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


class Served(Database):
    """PostgreSQL, for several processes."""

    dialect = "postgresql"
    shared = True

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(url, pool_size=10, max_overflow=10, pool_pre_ping=True, pool_timeout=10)

    async def _transact(self, work: Work[T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


def read_url(url: str) -> URL:
    """Return the parts of an address. Raises BadSetup unless it is that of a kind of database that is known here."""
    found: URL | None = None
    with contextlib.suppress(ArgumentError, ValueError):
        found = make_url(url)
    if found is None or not (found.get_backend_name() == "sqlite" or found.drivername == "postgresql+asyncpg"):
        shown = url.rpartition("@")[2]  # a password is nobody's affair
        raise BadSetup("tischlein.core", "bad-setup", field="--database", value=shown, allowed=KINDS)
    return found


def open_database(url: str) -> Database:
    """Return the database at an address. Raises BadSetup if there can be none."""
    return Embedded(url) if read_url(url).get_backend_name() == "sqlite" else Served(url)
