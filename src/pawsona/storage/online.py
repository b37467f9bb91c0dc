"""What migrations do to tables that are in use. A new table or nullable column needs nothing of this."""

from collections.abc import Sequence

from alembic import op
from sqlalchemy import text

from pawsona.storage.upkeep import begin


def index(name: str, table: str, columns: Sequence[str], *, unique: bool = False, where: str = "") -> None:
    """Make an index while others write; it must be alone in its migration, which may be begun more than once.

    On PostgreSQL that takes no transaction, and one that was interrupted leaves an index that is not valid. Where the
    table was parted by hand, others wait.
    """
    connection, some = op.get_bind(), text(where) if where else None
    if connection.dialect.name == "sqlite":
        op.create_index(name, table, columns, unique=unique, sqlite_where=some)
        return
    parted = text("SELECT relkind = 'p' FROM pg_class WHERE oid = to_regclass(:table)")
    if connection.execute(parted, {"table": table}).scalar():  # PostgreSQL makes none of these while others write
        op.create_index(name, table, columns, unique=unique, if_not_exists=True, postgresql_where=some)
        return
    connection.exec_driver_sql("COMMIT")
    try:
        half = text("SELECT NOT indisvalid FROM pg_index WHERE indexrelid = to_regclass(:name)")
        if connection.execute(half, {"name": name}).scalar():
            connection.exec_driver_sql(f"DROP INDEX CONCURRENTLY {name}")
        kind = "UNIQUE INDEX" if unique else "INDEX"
        rest = f" WHERE {where}" if where else ""
        connection.exec_driver_sql(
            f"CREATE {kind} CONCURRENTLY IF NOT EXISTS {name} ON {table} ({', '.join(columns)}){rest}"
        )
    finally:
        begin(connection)
