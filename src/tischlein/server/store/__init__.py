"""Where tables are kept: SQLite by default, PostgreSQL for several processes; the same statements for both."""

from .database import StoreAway
from .store import Append, NewTable, Store, StoredTable, Summary

__all__ = ["Append", "NewTable", "Store", "StoreAway", "StoredTable", "Summary"]
