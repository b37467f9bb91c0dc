"""What a PostgreSQL database needs beside its tables, and how they change while others read and write.

Each migration is a transaction of its own, so that one that is interrupted goes on where it stopped. It waits only
briefly for a lock, because everybody else would wait behind it, and tries again.
"""

import time
from collections.abc import Callable

from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from pawsona.errors import StorageError
from pawsona.storage.dialect import Upgrade

OLDEST = 14
"""The oldest PostgreSQL that is still looked after by its makers."""
_TURN = 0x7061_7773_6F6E_61
"""The advisory lock of whoever migrates."""
_PATIENCE = "500ms"
_ATTEMPTS, _PAUSE = 60, 0.5


def settle(connection: Connection, where: str) -> None:
    """Refuse a server that can't hold what people say.

    Raises:
        StorageError: it is too old, or does not keep text as UTF-8.
    """
    version, encoding = connection.execute(
        text("SELECT current_setting('server_version_num')::int, current_setting('server_encoding')")
    ).one()
    if version < OLDEST * 10_000:
        raise StorageError(f"{where} is PostgreSQL {version // 10_000}; Pawsona needs {OLDEST} or later")
    if encoding != "UTF8":
        raise StorageError(f"{where} keeps text as {encoding}; make it anew with `createdb --encoding=UTF8`")


def tidy(connection: Connection) -> None:
    """Notes of commits whose connections ended yesterday or before: nobody asks for them any more."""
    if connection.execute(text("SELECT to_regclass('commits')")).scalar() is not None:
        connection.exec_driver_sql("DELETE FROM commits WHERE at < now() - interval '1 day'")


def migrate(connection: Connection, upgrade: Upgrade) -> None:
    """Run the migrations that are missing, one transaction each; programs that open the same database take turns."""
    while not connection.execute(text("SELECT pg_try_advisory_lock(:turn)"), {"turn": _TURN}).scalar():
        time.sleep(_PAUSE)  # whoever waits inside a query would keep `online.index` of the other from its end
    connection.exec_driver_sql("SET lock_timeout = 0")
    try:
        _patiently(connection, lambda: _step_by_step(connection, upgrade))
        _keep_out_of_statistics(connection)
    finally:
        if not connection.invalidated:
            connection.exec_driver_sql("RESET lock_timeout")
            connection.execute(text("SELECT pg_advisory_unlock(:turn)"), {"turn": _TURN})


def begin(connection: Connection) -> None:
    """Begin a migration's transaction."""
    connection.exec_driver_sql("BEGIN")
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_PATIENCE}'")


def _step_by_step(connection: Connection, upgrade: Upgrade) -> None:
    def applied() -> None:
        connection.exec_driver_sql("COMMIT")
        begin(connection)

    begin(connection)
    try:
        upgrade(applied)
    except BaseException:
        if not connection.invalidated:
            connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("COMMIT")


def _patiently(connection: Connection, work: Callable[[], None]) -> None:
    """Once more, while others hold what is to be changed."""
    for attempt in range(_ATTEMPTS):
        try:
            return work()
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", "") != "55P03" or attempt == _ATTEMPTS - 1:
                raise
        time.sleep(_PAUSE)


def _keep_out_of_statistics(connection: Connection) -> None:
    """The planner's statistics hold samples of columns; of what people said they would keep what was deleted."""
    told = connection.execute(
        text(
            "SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
            " WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0"
            " AND NOT a.attisdropped AND a.atttypid IN ('text'::regtype, 'json'::regtype, 'bytea'::regtype)"
            " AND coalesce(a.attstattarget, -1) <> 0 AND NOT EXISTS (SELECT FROM pg_index i"
            " WHERE i.indrelid = c.oid AND a.attnum = ANY (i.indkey))"
        )
    ).all()
    for table, column in told:
        connection.exec_driver_sql(f'ALTER TABLE "{table}" ALTER COLUMN "{column}" SET STATISTICS 0')
