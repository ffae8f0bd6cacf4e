"""What an operator needs: a seal for keys, blocked addresses, reports of names, and word of changes by hand."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "seals", sa.Column("id", sa.Integer, primary_key=True), sa.Column("secret", sa.LargeBinary(32), nullable=False)
    )
    op.create_table(
        "blocks",
        sa.Column("network", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("key", sa.LargeBinary(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "edits", sa.Column("table_id", sa.String(32), primary_key=True), sa.Column("at", sa.BigInteger, nullable=False)
    )
    op.create_table(
        "claims", sa.Column("name", sa.String(64), primary_key=True), sa.Column("until", sa.BigInteger, nullable=False)
    )


def downgrade() -> None:
    """Drop them; keys that were sealed stay known where they hold a seat."""
    for name in ("claims", "edits", "reports", "blocks", "seals"):
        op.drop_table(name)
