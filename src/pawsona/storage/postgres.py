"""Everything that only PostgreSQL does: connections, kinds of columns, numbers, and what its errors mean.

psycopg comes with the extra `postgres` and is loaded when a server is named, not before.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, ClassVar
from uuid import uuid4

from sqlalchemy import URL, Connection, Engine, NullPool, RowMapping, Table, create_engine, event, text
from sqlalchemy.dialects.postgresql.base import PGTypeCompiler
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from pawsona.errors import ConflictError, DiskFullError, PawsonaError, StorageError, StoreBusyError
from pawsona.storage import schema
from pawsona.storage.dialect import Upgrade, execute
from pawsona.storage.mending import CONNECT_SECONDS
from pawsona.storage.plain import dump
from pawsona.storage.upkeep import migrate, settle, tidy

MISSING = "PostgreSQL needs more packages than are installed; run: pip install 'pawsona[postgres]'"
_ALL = tuple(schema.persons.metadata.tables)
_AGAIN = ("40001", "40P01")
"""Codes of a transaction that may succeed when it is done once more: serialization failure, deadlock."""
_PASSES = frozenset({"53300", "55P03", "57014"})
"""Codes of what passes: no connection left, a lock, a statement that took too long."""
_FAILED = (5, 7)
"""libpq's statuses of an answer that is none."""
_INSIDE = (2, 3)
"""libpq's statuses of an open transaction, whole or failed."""
_GONE = ("08", "57P01", "57P02", "57P03", "57P05")
"""Codes of a server that went, is starting, or hung up."""


class _ByteOrder(PGTypeCompiler):
    """Text columns sort by their bytes, as SQLite's do, whatever the locale of the server's own database."""

    def visit_TEXT(self, type_: Any, **given: Any) -> str:
        return _collated(super().visit_TEXT(type_, **given), given)

    def visit_VARCHAR(self, type_: Any, **given: Any) -> str:
        return _collated(super().visit_VARCHAR(type_, **given), given)


def _collated(kind: str, given: dict[str, Any]) -> str:
    """Only where it is the kind of a column that is made: a cast takes no collation."""
    return f'{kind} COLLATE "C"' if given.get("type_expression") is not None else kind


def engine(url: URL, *, busy_seconds: float) -> Engine:
    """An engine that begins no transactions of its own, and whose connections wait no longer than told for a lock.

    Raises:
        StorageError: psycopg is not installed.
    """
    if find_spec("psycopg") is None:
        raise StorageError(MISSING)
    made = create_engine(
        url.set(drivername="postgresql+psycopg"),
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,  # they are what people said
        paramstyle="format",
        poolclass=NullPool,  # `served.py` keeps them
        pool_reset_on_return=None,
        json_serializer=dump,
        connect_args=_lines(busy_seconds),
    )
    made.dialect.type_compiler_instance = _ByteOrder(made.dialect)
    event.listen(made, "do_connect", _named)
    event.listen(made, "connect", _set_up)
    return made


def _lines(busy_seconds: float) -> dict[str, Any]:
    """What a connection is asked for. Both ends notice within seconds that a network swallows all that they send.

    Otherwise a call waits for many minutes, and the server keeps for hours what the lost connection had locked.
    """
    server = {
        "lock_timeout": int(1000 * busy_seconds), "timezone": "UTC", "tcp_user_timeout": 5000,
        "tcp_keepalives_idle": 4, "tcp_keepalives_interval": 2, "tcp_keepalives_count": 3,
    }  # fmt: skip
    return {
        "connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": 5000,
        "keepalives_idle": 4, "keepalives_interval": 2, "keepalives_count": 3,
        "options": " ".join(f"-c {name}={value}" for name, value in server.items()),
    }  # fmt: skip


def _named(dialect: object, record: object, given: Sequence[Any], named: dict[str, Any]) -> DBAPIConnection:
    """Each connection gets a name that no other has; values travel as bytes, not as text."""
    from pawsona.storage.driver import BinaryCursor, Waiting

    named |= {"application_name": f"pawsona {uuid4().hex}", "cursor_factory": BinaryCursor}
    made: Any = Waiting.connect(*given, **named)
    return made  # type: ignore[no-any-return]


def _set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    from pawsona.storage.driver import Plain, WithoutNul

    driver: Any = connection
    driver.adapters.register_dumper(str, WithoutNul)
    driver.adapters.register_loader("json", Plain)


def session(connection: Connection) -> str:
    """The connection's name, under which the server knows it."""
    driver: Any = connection.connection.driver_connection
    return str(driver.info.parameter_status("application_name"))


def control(connection: Connection, statements: str) -> None:
    """Run one or more statements without values in one message, past the layers that values need."""
    driver: Any = connection.connection.driver_connection
    if statements == "ROLLBACK":
        driver.execute(statements, prepare=False)  # psycopg has to see it: what it has prepared may be undone
    elif not driver.closed:
        _run(driver, statements)
    if driver.closed:
        from psycopg import OperationalError

        raise OperationalError("the connection is closed")


def _run(driver: Any, statements: str) -> None:
    from psycopg.errors import error_from_result

    try:
        done = driver.pgconn.exec_(statements.encode())
    except MemoryError:  # what psycopg calls an answer that did not come
        if driver.closed:
            return
        raise
    if done.status in _FAILED and not driver.closed:
        raise error_from_result(done, driver.info.encoding)


def inside(connection: Connection) -> bool:
    """Whether the server has a transaction open that has not failed, or can go back to a savepoint."""
    if connection.invalidated:  # to ask it for its driver would make it connect anew, or fail
        return False
    driver: Any = connection.connection.driver_connection
    return driver is not None and driver.pgconn.transaction_status in _INSIDE


def lost(connection: Connection) -> bool:
    """Whether the server is not at its other end any more."""
    if connection.invalidated:
        return True
    driver: Any = connection.connection.driver_connection
    return driver is None or bool(driver.closed)


def broken(connection: Connection) -> bool:
    """Whether it was not we who ended it."""
    if connection.invalidated:
        return True
    driver: Any = connection.connection.driver_connection
    return driver is not None and bool(driver.broken)


def take_numbers(connection: Connection, count: int) -> Sequence[int]:
    """From a sequence, because a row that counts would make everybody wait for everybody."""
    taken = execute(connection, "SELECT nextval('index_numbers') FROM generate_series(1, %s)", (count,))
    return [int(number) for (number,) in taken.fetchall()]


def load(connection: Connection, table: Table, rows: Sequence[RowMapping]) -> None:
    """By COPY, several times as fast as INSERT."""
    driver: Any = connection.connection.driver_connection
    names = ", ".join(f'"{column.name}"' for column in table.c)
    takes = [column.type.dialect_impl(connection.dialect).bind_processor(connection.dialect) for column in table.c]
    with driver.cursor().copy(f'COPY "{table.name}" ({names}) FROM STDIN') as copy:
        for row in rows:
            copy.write_row(
                [value if take is None else take(value) for take, value in zip(takes, row.values(), strict=True)]
            )


_REFUSED = {
    r"password authentication failed|no pg_hba\.conf entry|role .* does not exist": "28000",
    r"database .* does not exist": "3D000",
}
"""What a server says that answers and lets nobody in: libpq hands its words on, its letters not."""


def code(error: BaseException) -> str:
    """PostgreSQL's five letters for what went wrong; empty where the server said nothing."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if known := getattr(cause, "sqlstate", None):
        return str(known)
    return next((letters for words, letters in _REFUSED.items() if re.search(f"FATAL: +(?:{words})", str(cause))), "")


def again(error: BaseException) -> bool:
    """Whether the same transaction may succeed when it is done once more."""
    return code(error) in _AGAIN


def gone(error: BaseException) -> bool:
    """Whether it tells of a server that can't be reached now."""
    cause: Any = error.orig if isinstance(error, DBAPIError) else error
    if not type(cause).__module__.startswith("psycopg"):
        return False
    kinds = {kind.__name__ for kind in type(cause).__mro__}  # its ConnectionTimeout is one as well
    return code(error).startswith(_GONE) or (not code(error) and "OperationalError" in kinds)


def translate(error: SQLAlchemyError | BaseException, where: str) -> PawsonaError:
    """Say in one sentence what a database error means and what to do, without a word of what is stored."""
    told, known = code(error), {
        "28": f"{where} refuses this user or password; check PAWSONA_DATABASE_URL",
        "3D000": f"{where} is not there yet; make it with `createdb`, or name another",
        "42501": f"{where} does not let this user do that; make the user the database's owner",
        "53100": f"the disk that holds {where} is full; free some space and try again",
        "53300": f"{where} has no connection left; raise its max_connections, or use fewer processes",
        "55P03": f"{where} is locked by another process; try again in a moment",
        "25006": f"{where} only reads; name the server that writes",
        "57014": f"{where} took too long and was stopped; try again",
        "42P01": f"{where} lacks a table; run any pawsona command once, which brings its tables up to date",
    }  # fmt: skip
    if told.startswith("23"):
        return ConflictError("this is stored already, or belongs to a person or pet that is not here")
    if told in _AGAIN:
        return StoreBusyError("this collided with something that was stored at the same moment; try again")
    if gone(error):
        return StoreBusyError(f"{where} can't be reached; start it or check PAWSONA_DATABASE_URL, then try again")
    for start, sentence in known.items():
        if told.startswith(start):
            kind = DiskFullError if start == "53100" else StoreBusyError if start in _PASSES else StorageError
            return kind(sentence)
    return StorageError(f"{where} could not do what was asked ({told or type(error).__name__}); run `pawsona doctor`")


@dataclass(frozen=True)
class Postgres:
    """The `Dialect` of one server's database."""

    url: URL
    begin: ClassVar[str] = "BEGIN"
    snapshot: ClassVar[str] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    still: ClassVar[str] = f"BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE {', '.join(_ALL)} IN SHARE MODE"

    @property
    def where(self) -> str:
        """As a person knows it, without a password."""
        return f"the PostgreSQL database {self.url.database or ''!r} at {self.url.host or 'this machine'}"

    def engine(self, *, busy_seconds: float = 5.0) -> Engine:
        return engine(self.url, busy_seconds=busy_seconds)

    def settle(self, connection: Connection) -> None:
        settle(connection, self.where)
        tidy(connection)

    def migrate(self, connection: Connection, upgrade: Upgrade) -> None:
        migrate(connection, upgrade)

    def control(self, connection: Connection, statement: str) -> None:
        control(connection, statement)

    def inside(self, connection: Connection) -> bool:
        return inside(connection)

    def take_numbers(self, connection: Connection, count: int) -> Sequence[int]:
        return take_numbers(connection, count)

    def last_number(self, connection: Connection) -> int:
        return int(execute(connection, "SELECT last_value FROM index_numbers", ()).fetchone()[0])

    def go_on_from(self, connection: Connection, number: int) -> None:
        execute(connection, "SELECT setval('index_numbers', %s)", (max(number, 1),))

    def load(self, connection: Connection, table: Table, rows: Sequence[RowMapping]) -> None:
        load(connection, table, rows)

    def compact(self, connection: Connection) -> None:
        """Its autovacuum frees what was deleted; what that leaves, and for how long, is in docs/postgres.md."""

    def place(self, connection: Connection) -> tuple[str, int]:
        size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
        return self.url.render_as_string(hide_password=True), int(size)

    def translate(self, error: BaseException) -> PawsonaError | None:
        driven = isinstance(error, SQLAlchemyError) or type(error).__module__.startswith("psycopg")
        return translate(error, self.where) if driven else None
