"""What Alembic runs; the connection, and the transaction around it, come from `pawsona.storage.migrate`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
