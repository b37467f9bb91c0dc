"""Statements that are put together and compiled once, and from then on go to the driver with their values.

SQLAlchemy puts a statement together, looks it up and wraps its rows at every call, which takes several times as long as
SQLite takes to answer. So what every turn asks is prepared, and what is asked now and then is not.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import BindParameter, Connection, Delete, Insert, Select, Table, Update, bindparam
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeEngine

from pawsona.domain.ids import Bond, PersonId
from pawsona.storage.dialect import execute, execute_many

Statement = Select[Any] | Insert | Update | Delete
Found = dict[str, Any]
"""Column -> value."""
Owner = Bond | PersonId
"""Whose rows: a bond's for `scope.theirs`, a person's for `scope.of_them`."""
_Process = Callable[[Any], Any] | None
"""Between a value and what the driver takes or gives; None where they are the same."""
_FLOAT8 = 701
"""What PostgreSQL calls the only kind of number that SQLAlchemy asks the driver about; nobody else asks."""


@dataclass(frozen=True)
class _Compiled:
    sql: str
    takes: tuple[tuple[str, _Process], ...]
    gives: tuple[tuple[str, _Process], ...]
    fixed: Mapping[str, Any]
    """Parameters that have their value from the statement itself."""

    def given(self, owner: Owner, values: Mapping[str, Any]) -> list[Any]:
        """The values in the driver's order."""
        theirs = {"person": owner.person, "pet": owner.pet} if isinstance(owner, Bond) else {"person": owner}
        known = {**self.fixed, **values, **theirs}
        return [known[name] if process is None else process(known[name]) for name, process in self.takes]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of what it gives."""
        return tuple(name for name, _ in self.gives)

    @cached_property
    def made(self) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
        """What the driver does not give as it is wanted: few columns have anything to do for them."""
        return tuple((name, process) for name, process in self.gives if process is not None)

    def found(self, row: tuple[Any, ...]) -> Found:
        values = dict(zip(self.names, row, strict=True))
        for name, process in self.made:
            values[name] = process(values[name])
        return values


class Prepared:
    """A statement with `bindparam`s for what changes from call to call; `scope` confines it to its owner.

    Args:
        make: puts it together, when it is first needed.
        long: it may find or touch so much that the event loop must not wait for it.
        lasts: what it writes must outlive a power cut by itself; see `Database.write`.
    """

    def __init__(self, make: Callable[[], Statement], *, long: bool = False, lasts: bool = True) -> None:
        self.make = make
        self.long = long
        self.lasts = lasts
        self._compiled: dict[str, _Compiled] = {}

    def find(self, connection: Connection, owner: Owner, values: Mapping[str, Any]) -> list[Found]:
        """The rows that it finds for a bond or a person."""
        return self.read(connection, execute(connection, *self.asked(connection, owner, values)).fetchall())

    def asked(self, connection: Connection, owner: Owner, values: Mapping[str, Any]) -> tuple[str, list[Any]]:
        """What `find` says to the driver."""
        compiled = self._for(connection)
        return compiled.sql, compiled.given(owner, values)

    def read(self, connection: Connection, rows: Iterable[tuple[Any, ...]]) -> list[Found]:
        """What `find` makes of the driver's rows."""
        compiled = self._for(connection)
        return [compiled.found(row) for row in rows]

    def columns(self, connection: Connection, owner: Owner, values: Mapping[str, Any]) -> dict[str, Sequence[Any]]:
        """The same as columns: a thousand rows cost as much as their values, and not a dictionary each."""
        compiled = self._for(connection)
        rows = execute(connection, *self.asked(connection, owner, values)).fetchall()
        read = zip(*rows, strict=True) if rows else ((),) * len(compiled.gives)
        return {
            name: values if process is None else [process(value) for value in values]
            for (name, process), values in zip(compiled.gives, read, strict=True)
        }

    def do(self, connection: Connection, owner: Owner, rows: Iterable[Mapping[str, Any]]) -> int:
        """Write, once for each row of values; how many rows of the table were touched."""
        compiled = self._for(connection)
        given = [compiled.given(owner, row) for row in rows]
        return execute_many(connection, compiled.sql, given) if given else 0

    @cached_property
    def table(self) -> str:
        """The table that it writes."""
        statement: Any = self.make()
        return str(statement.table.name)

    def forget(self) -> None:
        """Put it together anew when it is needed next."""
        self._compiled.clear()

    def _for(self, connection: Connection) -> _Compiled:
        name = connection.dialect.name
        if name not in self._compiled:
            self._compiled[name] = self._compile(connection.dialect)
        return self._compiled[name]

    def _compile(self, dialect: Dialect) -> _Compiled:
        statement = self.make()
        columns = [column.name for column in statement.table.c] if isinstance(statement, Insert) else None
        compiled: Any = statement.compile(dialect=dialect, column_keys=columns)
        shown = statement.selected_columns if isinstance(statement, Select) else ()
        return _Compiled(
            sql=compiled.string,
            takes=tuple((name, _taking(compiled.binds[name].type, dialect)) for name in compiled.positiontup),
            gives=tuple((str(column.key), _giving(column.type, dialect)) for column in shown),
            fixed={name: bind.value for name, bind in compiled.binds.items() if not bind.required},
        )


def row_of(table: Table) -> dict[str, BindParameter[Any]]:
    """For `update(...).values`: every column gets what is given under its name."""
    return {column.name: bindparam(column.name) for column in table.c}


def _taking(kind: TypeEngine[Any], dialect: Dialect) -> _Process:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _giving(kind: TypeEngine[Any], dialect: Dialect) -> _Process:
    return kind.dialect_impl(dialect).result_processor(dialect, _FLOAT8)
