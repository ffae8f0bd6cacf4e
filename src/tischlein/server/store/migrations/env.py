"""Run by alembic, with the connection that `migrate` passes in."""

from alembic import context

from tischlein.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
