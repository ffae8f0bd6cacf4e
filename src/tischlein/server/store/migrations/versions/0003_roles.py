"""What each key is at a table, so that rights end when a seat changes hands."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

HOSTS = """
UPDATE holds SET role = 'host' WHERE seat = -1 AND (
  EXISTS (SELECT 1 FROM holds AS own WHERE own.table_id = holds.table_id AND own.key = holds.key AND own.seat >= 0)
  OR NOT EXISTS (SELECT 1 FROM links WHERE links.table_id = holds.table_id AND links.seat = -1))
"""
"""Who set a table up was not noted before: it is somebody who may watch and sits there, or who needed no link."""


def upgrade() -> None:
    """Add the column; who holds a seat keeps it."""
    op.add_column("holds", sa.Column("role", sa.String(8), nullable=False, server_default="seat"))
    op.execute("UPDATE holds SET role = 'watch' WHERE seat = -1")
    op.execute(HOSTS)


def downgrade() -> None:
    """Forget who gave a seat up."""
    op.execute("DELETE FROM holds WHERE role IN ('resigned', 'former')")
    op.drop_column("holds", "role")
