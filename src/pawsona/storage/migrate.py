"""Bring a database up to date: numbered, append-only migrations that ship inside the package.

Alembic is loaded only when there is something to do, which is once per release.
"""

import re
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from pawsona.errors import StorageError
from pawsona.storage.dialect import Dialect

FOLDER = Path(__file__).parent / "migrations"


def versions() -> list[str]:
    """All versions that this program knows, oldest first."""
    names = (re.match(r"(\d{4})_", path.name) for path in (FOLDER / "versions").glob("*.py"))
    return sorted(name[1] for name in names if name)


def version_of(connection: Connection) -> str | None:
    """The version a database is at, None for a fresh one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def migrate(connection: Connection, dialect: Dialect, target: str = "head") -> None:
    """Run what is missing; two programs that open the same database take turns.

    Raises:
        StorageError: a newer program made the database, or it belongs to another program.
    """
    if version_of(connection) == versions()[-1]:
        return

    def upgrade(applied: Callable[[], None]) -> None:
        _check(connection, dialect.where)
        _upgrade(connection, target, applied)

    dialect.migrate(connection, upgrade)


def _check(connection: Connection, where: str) -> None:
    version = version_of(connection)
    if version is None and inspect(connection).get_table_names():
        raise StorageError(f"{where} belongs to another program; name another one for Pawsona")
    if version is not None and version not in versions():
        raise StorageError(
            f"{where} was made by a newer Pawsona (version {version!r} of the tables); update Pawsona to open it"
        )


def _upgrade(connection: Connection, target: str, applied: Callable[[], None]) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["applied"] = applied
    command.upgrade(config, target)
