"""What a kind of database does in its own way; everything else in the room is SQLAlchemy Core, the same for all."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, ClassVar, Protocol

from sqlalchemy import (
    ARRAY,
    JSON,
    BindParameter,
    Boolean,
    ColumnElement,
    Connection,
    Engine,
    RowMapping,
    Table,
    Text,
    TypeDecorator,
    bindparam,
)
from sqlalchemy.dialects.postgresql import Insert
from sqlalchemy.engine import Dialect as Compiling
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine

from pawsona.errors import PawsonaError

Upgrade = Callable[[Callable[[], None]], None]
"""Runs the migrations that are missing; calls what it is given after each."""


class Dialect(Protocol):
    """One database of one kind; `sqlite.py` and `postgres.py` have one each."""

    begin: ClassVar[str]
    """Begins a transaction that writes."""
    snapshot: ClassVar[str]
    """Begins one that only reads, and sees one moment."""
    still: ClassVar[str]
    """The same, and nobody writes meanwhile."""

    @property
    def where(self) -> str:
        """The database as a person knows it, without a password, to be named in a sentence."""

    def engine(self, *, busy_seconds: float = 5.0) -> Engine:
        """Makes connections that begin no transactions of their own."""

    def settle(self, connection: Connection) -> None:
        """Check and set up what is to be opened."""

    def migrate(self, connection: Connection, upgrade: Upgrade) -> None:
        """Bring the tables up to date by `upgrade`; programs that want to do so at once take turns."""

    def control(self, connection: Connection, statement: str) -> None:
        """Begin, save or end a transaction, past the layers that a statement with values needs."""

    def inside(self, connection: Connection) -> bool:
        """Whether the database itself has a transaction open that can still be kept."""

    def take_numbers(self, connection: Connection, count: int) -> Sequence[int]:
        """Numbers for the index, growing, that nothing in this home had before."""

    def last_number(self, connection: Connection) -> int:
        """The highest that `take_numbers` may have given."""

    def go_on_from(self, connection: Connection, number: int) -> None:
        """Give only higher ones from now on."""

    def load(self, connection: Connection, table: Table, rows: Sequence[RowMapping]) -> None:
        """Add many rows, as fast as can be."""

    def compact(self, connection: Connection) -> None:
        """What `Store.compact` does to the files."""

    def place(self, connection: Connection) -> tuple[str, int]:
        """Where the database is, as a person knows it and without a password, and its bytes."""

    def translate(self, error: BaseException) -> PawsonaError | None:
        """An error of the database or its driver in one sentence of ours; None for anything else."""


class Explained:
    """Turns database errors into ours; they name tables and places, never what a person said."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, StatementError) and not isinstance(error, DBAPIError) and error.orig is not None:
            raise error.orig from None  # a value that no column takes is the caller's mistake, not the database's
        if error is not None and (told := self._dialect.translate(error)) is not None:
            raise told from None


def execute(connection: Connection, statement: str, values: Sequence[Any]) -> Any:
    """Run one statement, past SQLAlchemy's layers; its errors are the driver's own. A cursor, or what it would find."""
    driver: Any = connection.connection.driver_connection
    return getattr(driver, "answer", driver.execute)(statement, values)  # `driver.Waiting` has one


def execute_many(connection: Connection, statement: str, rows: Sequence[Sequence[Any]]) -> int:
    """Run one statement for each row of values, without an answer to each; how many rows it touched in all."""
    if len(rows) == 1:
        return int(execute(connection, statement, rows[0]).rowcount)
    driver: Any = connection.connection.driver_connection
    cursor = driver.cursor()
    cursor.executemany(statement, rows)
    return int(cursor.rowcount)


def upsert(table: Table) -> Insert:
    """An INSERT that may say what happens to a row that is there already; SQLite says it in the same words."""
    return Insert(table)


class _Ids(TypeDecorator[list[str]]):
    """Many ids as one parameter."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Compiling) -> TypeEngine[Any]:
        """PostgreSQL has arrays."""
        return dialect.type_descriptor(ARRAY(Text()) if dialect.name == "postgresql" else JSON())


class _OneOf(FunctionElement[bool]):
    """Whether a column is one of the ids in a parameter."""

    type = Boolean()
    inherit_cache = True
    name = "one_of"


def one_of(column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    """Rows whose column is among a list that a prepared statement is given as its parameter `name`."""
    listed: BindParameter[list[str]] = bindparam(name, type_=_Ids())
    return _OneOf(column, listed)


@compiles(_OneOf, "sqlite")
def _in_json(element: _OneOf, compiler: SQLCompiler, **given: Any) -> str:
    column, listed = (compiler.process(clause, **given) for clause in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({listed}))"


@compiles(_OneOf, "postgresql")
def _in_array(element: _OneOf, compiler: SQLCompiler, **given: Any) -> str:
    column, listed = (compiler.process(clause, **given) for clause in element.clauses)
    return f"{column} = ANY ({listed})"
