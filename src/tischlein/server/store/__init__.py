"""Where tables are kept: SQLite by default, PostgreSQL for several processes; the same statements for both."""

from .store import Append, NewTable, Store, StoreAway, StoredTable, Summary

__all__ = ["Append", "NewTable", "Store", "StoreAway", "StoredTable", "Summary"]
