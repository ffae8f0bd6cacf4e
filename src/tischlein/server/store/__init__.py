"""Where tables are kept: SQLite by default, PostgreSQL for several processes; the same statements for both."""

from .database import StoreAway, StoreRefused
from .gaps import Gap
from .store import Append, Followed, Freed, Held, NewTable, Progress, Store, StoredTable, Summary

__all__ = [
    "Append",
    "Followed",
    "Freed",
    "Gap",
    "Held",
    "NewTable",
    "Progress",
    "Store",
    "StoreAway",
    "StoreRefused",
    "StoredTable",
    "Summary",
]
