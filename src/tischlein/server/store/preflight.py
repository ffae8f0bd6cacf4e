"""Before a server starts: does the database take anything? If not, one line that says what to do."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

from tischlein.core.refusal import BadSetup

from .database import StoreAway, StoreRefused, read_url
from .store import Store

try:
    import fcntl
except ImportError:  # Windows, where a second server meets a locked file when it writes
    fcntl = None  # type: ignore[assignment]

CHECKED_BYTES = 100 * 2**20
"""Up to this size a file is read as a whole to see whether it is sound; it takes a second at most."""

FAULTS = {
    "readonly": "database-not-writable", "read-only": "database-not-writable",
    "unable to open": "database-not-writable",
    "malformed": "database-broken", "not a database": "database-broken",
    "full": "disk-full", "disk i/o": "disk-full",
    "locked": "database-in-use",
}  # fmt: skip
"""What SQLite says, and what that means here."""


def take_file(url: str) -> IO[bytes] | None:
    """Take the embedded database for this process alone, as long as the result is open. Raises BadSetup.

    Another kind of database is shared, and None is returned.
    """
    address = read_url(url)
    if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
        return None
    file = Path(str(address.database))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.with_name(file.name + ".lock").open("ab")
    except OSError as error:
        raise _refuse("database-not-writable", file, error) from None
    try:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _try_out(file)
    except OSError as error:
        lock.close()
        raise _refuse("database-in-use", file, error) from None
    except sqlite3.DatabaseError as error:
        lock.close()
        said = str(error).lower()
        code = next((code for words, code in FAULTS.items() if words in said), "database-broken")
        raise _refuse(code, file, error) from None
    return lock


@contextlib.asynccontextmanager
async def use_store(url: str) -> AsyncIterator[Store]:
    """Open a database for one command. Raises BadSetup, one line, if it does not answer."""
    store = Store(url)
    try:
        yield store
    except (StoreAway, StoreRefused) as error:
        reason = (str(error) or "no answer").splitlines()[0]
        raise BadSetup("tischlein.server", "database-away", database=store.shown_url, reason=reason) from None
    finally:
        await store.close()


def _try_out(file: Path) -> None:
    """Write something that changes nothing."""
    with contextlib.closing(sqlite3.connect(file, timeout=5, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        if file.stat().st_size <= CHECKED_BYTES:
            [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(f"malformed: {found}")
        [version] = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {int(version)}")
        connection.execute("COMMIT")


def _refuse(code: str, file: Path, error: Exception) -> BadSetup:
    return BadSetup("tischlein.server", code, file=str(file), reason=" ".join(str(error).split()))
