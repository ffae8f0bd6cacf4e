"""The tables of the database. A change here needs a migration beside the others; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("record", Text, nullable=False),  # the set-up, as a record without moves
    Column("terms", Text, nullable=False),  # JSON
    Column("public", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("due", BigInteger),  # when somebody must look at the table: a bot is to move, or a clock runs out
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("tables_due", "due"),
    Index("tables_listed", "public", "status", "created"),
    Index("tables_used", "used"),
)
"""What tells a table apart, and what is needed to find it without replaying it."""

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("request", String(64), nullable=False),
    Column("event", Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)
"""All that ever happened. The primary key is what refuses a second writer, also from another process."""

holds = Table(
    "holds",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # -1: the right to watch
    Column("key", LargeBinary(32), primary_key=True),
    Column("role", String(8), nullable=False, server_default="seat"),
    Index("holds_key", "key"),
)
"""What each key is at a table: it holds a seat (seat), a bot plays on for it (resigned), it left the seat or passed it
on (former); at seat -1 it set the table up (host) or may watch."""

links = Table(
    "links",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token", LargeBinary(32), nullable=False),
)
"""What opens a seat, or the right to watch, to whoever knows it."""

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("moves", Text, nullable=False),  # JSON
)
"""Finished analyses of finished games."""

puzzles = Table(
    "puzzles",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("sheet", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("puzzles_made", "made"),
)
"""Generated puzzles, because making one takes seconds. What is missing can be made again from its name."""

saves = Table(
    "saves",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("puzzle", String(64), nullable=False),
    Column("progress", Text, nullable=False),  # JSON
    Column("version", Integer, nullable=False),
    Column("status", String(8), nullable=False),  # as of a table: playing or over
    Column("used", BigInteger, nullable=False),
    Index("saves_used", "status", "used"),
)
"""How far somebody is with a puzzle; whoever knows the id may go on."""

exercises = Table(
    "exercises",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("answers", Integer, nullable=False),  # how many people have answered
)
"""How hard people find the exercises that come along; one that nobody has answered is not here."""

answers = Table(
    "answers",
    metadata,
    Column("exercise", String(64), ForeignKey("exercises.id", ondelete="CASCADE"), primary_key=True),
    Column("key", LargeBinary(32), primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("answers_key", "key", "at"),
    Index("answers_at", "at"),
)
"""The first answer of each person (key): nobody counts twice."""

beats = Table(
    "beats",
    metadata,
    Column("id", Integer, primary_key=True),  # always 1
    Column("at", BigInteger, nullable=False),
)
"""When some server was last alive, to give back time after a stop."""

gaps = Table(
    "gaps",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)
"""When no server was there: a clock that ran meanwhile gets its time back when its table is needed again."""

seals = Table(
    "seals",
    metadata,
    Column("id", Integer, primary_key=True),  # always 1
    Column("secret", LargeBinary(32), nullable=False),
)
"""With this the server seals the keys that it gives out, so that nobody chooses one."""

blocks = Table(
    "blocks",
    metadata,
    Column("network", String(64), primary_key=True),
    Column("until", BigInteger, nullable=False),
)
"""Addresses that are not served for a time."""

reports = Table(
    "reports",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("key", LargeBinary(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Names that somebody (key) found out of place."""

edits = Table(
    "edits",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Tables that were changed otherwise than by an event, by their operator: servers read them anew."""

claims = Table(
    "claims",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("until", BigInteger, nullable=False),
)
"""Work that one process has taken on, so that no other one does it, too; until then."""
