"""How hard people find the exercises: a rating for each, and who has answered it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "exercises",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("exercise", sa.String(64), sa.ForeignKey("exercises.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.LargeBinary(32), primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("answers_key", "answers", ["key", "at"])
    op.create_index("answers_at", "answers", ["at"])


def downgrade() -> None:
    """Drop them; exercises are as hard again as they were made."""
    op.drop_table("answers")
    op.drop_table("exercises")
