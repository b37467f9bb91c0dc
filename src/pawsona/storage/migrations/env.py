"""What Alembic runs; the connection, and the transactions around it, come from `pawsona.storage.migrate`."""

from alembic import context

given = context.config.attributes
context.configure(
    connection=given["connection"], transactional_ddl=False, on_version_apply=lambda **_: given["applied"]()
)
context.run_migrations()
