"""A whole home from one database into another: table by table, in one transaction, compared row by row at the end.

What is copied is one moment of the source, which stays as it is. Until the comparison is done nothing can be seen in
the target, so a copy that is interrupted has not happened.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, exists, select

from pawsona.errors import ConflictError, StorageError
from pawsona.storage.columns import metadata
from pawsona.storage.dialect import Dialect, Explained
from pawsona.storage.opening import database_url, dialect_of, open_store
from pawsona.storage.plain import dump
from pawsona.storage.schema import counters
from pawsona.storage.shared import PASSING, leads
from pawsona.storage.sheet_table import sheets

Watch = Callable[[str, int], None]
"""Told which table is copied, and how many rows more are done."""
TABLES = tuple(table for table in metadata.sorted_tables if table not in {counters, leads, sheets, *PASSING})
"""All but what lives for minutes, and sheets, which the next nights lay by anew: half a megabyte a row is too much to
hold 500 of. Numbers of the index go on by themselves."""
_AT_ONCE = 500
_BITS = 128


@dataclass(frozen=True)
class Copied:
    """A table that is the same in both."""

    table: str
    rows: int
    checksum: str
    """Of all rows, in whatever order: 32 hexadecimal digits."""


async def prepared(address: str) -> None:
    """Make a database ready to be copied from or to, as every command does that opens it.

    Raises:
        StorageError: it can't be used.
    """
    await (await open_store(address)).close()


def transfer(source: str, target: str, watch: Watch = lambda table, rows: None, *, still: bool = True) -> list[Copied]:
    """Copy everything into a database that has nothing yet; both are `prepared`.

    Args:
        source: the URL or path that is only read.
        target: where everything goes.
        watch: for a progress bar.
        still: nobody may write to the source meanwhile; else what is written later is simply not in the copy.

    Raises:
        ConflictError: the target has data of its own; nothing was changed.
        StorageError: a database failed, or the copy is not what was read; the target is as empty as it was.
    """
    one, other = dialect_of(database_url(source)), dialect_of(database_url(target))
    reading, writing = one.engine(), other.engine()
    try:
        with reading.connect() as read, writing.connect() as written:
            with Explained(one):
                one.control(read, one.still if still else one.snapshot)
            with Explained(other):
                other.control(written, other.begin)
                done = _copied(one, read, other, written, watch)
                other.control(written, "COMMIT")
            one.control(read, "ROLLBACK")
            return done
    finally:
        reading.dispose()
        writing.dispose()


def checksum(connection: Connection, table: Table) -> Copied:
    """The same number for the same rows, whichever database holds them and in whatever order."""
    total = count = 0
    for row in _rows(connection, table):
        total, count = total + _number(row), count + 1
    return Copied(table.name, count, f"{total % 2**_BITS:0{_BITS // 4}x}")


def _copied(one: Dialect, read: Connection, other: Dialect, written: Connection, watch: Watch) -> list[Copied]:
    if full := [table.name for table in TABLES if written.execute(select(exists(select(table)))).scalar()]:
        raise ConflictError(f"{other.where} has data of its own ({', '.join(full[:3])}); name one that is empty")
    done = [_one_table(read, other, written, table, watch) for table in TABLES]
    other.go_on_from(written, one.last_number(read))
    for copied in done:
        if (found := checksum(written, metadata.tables[copied.table])) != copied:
            raise StorageError(f"the copy of {copied.table} is not what was read ({found.rows} of {copied.rows} rows)")
    return done


def _one_table(read: Connection, other: Dialect, written: Connection, table: Table, watch: Watch) -> Copied:
    total = count = 0
    some: list[RowMapping] = []
    for row in _rows(read, table):
        some.append(row)
        total, count = total + _number(row), count + 1
        if len(some) == _AT_ONCE:
            other.load(written, table, some)
            watch(table.name, len(some))
            some = []
    if some:
        other.load(written, table, some)
    watch(table.name, len(some))
    return Copied(table.name, count, f"{total % 2**_BITS:0{_BITS // 4}x}")


def _rows(connection: Connection, table: Table) -> Iterator[RowMapping]:
    found = connection.execution_options(yield_per=_AT_ONCE).execute(select(table))
    yield from found.mappings()


def _number(row: RowMapping) -> int:
    text = dump([_plain(value) for value in row.values()])
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_BITS // 8).digest())


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")  # as PostgreSQL keeps it
    return value.isoformat() if isinstance(value, datetime | date | time) else value
