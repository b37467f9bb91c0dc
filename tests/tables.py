"""The tables of a new file, as our migrations make them: they run once in a process, and what they made is written down.

To migrate a file takes ten times as long as to open it. The tests of `tests/storage` do, for they are about it.
"""

from collections.abc import Callable

from sqlalchemy import Connection

from pawsona.storage import migrate

_migrated = migrate._upgrade
_made: list[str] = []


def upgrade(connection: Connection, target: str, applied: Callable[[], None]) -> None:
    """Stands in for `migrate._upgrade` where a file is new."""
    new = connection.dialect.name == "sqlite" and target == "head" and migrate.version_of(connection) is None
    driver = connection.connection.driver_connection
    assert driver is not None
    if not new:
        _migrated(connection, target, applied)
    elif not _made:
        _migrated(connection, target, applied)
        _made.extend(line for line in driver.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;"))
    else:
        for statement in _made:
            driver.execute(statement)
