"""Tables, their events, who holds which seat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_listed", "tables", ["public", "status", "created"])
    op.create_index("tables_used", "tables", ["used"])
    op.create_table(
        "events",
        _table_id(),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "holds",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("key", sa.LargeBinary(32), primary_key=True),
    )
    op.create_index("holds_key", "holds", ["key"])
    op.create_table(
        "links",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("token", sa.LargeBinary(32), nullable=False),
    )
    op.create_table("analyses", _table_id(), sa.Column("moves", sa.Text, nullable=False))
    op.create_table(
        "beats",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _table_id() -> "sa.Column[str]":
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def downgrade() -> None:
    """Drop everything."""
    for name in ("beats", "analyses", "links", "holds", "events", "tables"):
        op.drop_table(name)
