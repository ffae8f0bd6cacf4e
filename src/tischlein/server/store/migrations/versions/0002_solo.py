"""Puzzles that were made, and how far people are with them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create what the solo page needs."""
    op.create_table(
        "puzzles",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("sheet", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("puzzles_made", "puzzles", ["made"])
    op.create_table(
        "saves",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("progress", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("saves_used", "saves", ["status", "used"])


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("saves")
    op.drop_table("puzzles")
