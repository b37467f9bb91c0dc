"""psycopg as Pawsona uses it; imported only where a PostgreSQL server is named."""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import count
from json import JSONDecoder
from typing import Any, NamedTuple

from psycopg import Connection, Cursor, OperationalError
from psycopg.abc import Buffer, PQGen
from psycopg.adapt import Loader, PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import DiagnosticField, ExecStatus, Format, version
from psycopg.pq.abc import PGresult
from psycopg.types.string import StrDumper

_parsed = JSONDecoder().raw_decode
_ANSWERS = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)
_WHOLE = 180006
"""A libpq that was seen to read all that TLS has unpacked; 15 was seen to leave some of it."""
_MOST = 400
"""Statements that a connection has prepared at once: more than there are with values of the usual kinds."""


class Answer(NamedTuple):
    """What a statement found, or how many rows it touched."""

    rows: Sequence[tuple[Any, ...]]
    rowcount: int

    def fetchall(self) -> Sequence[tuple[Any, ...]]:
        """All rows."""
        return self.rows

    def fetchone(self) -> tuple[Any, ...] | None:
        """The first row."""
        return self.rows[0] if self.rows else None


class Bound(NamedTuple):
    """A statement with its values, as they go to the server."""

    name: bytes | None
    """None: it is not prepared on this connection."""
    dealt: Transformer
    values: Sequence[Buffer | None]
    types: tuple[int, ...] | None
    formats: Sequence[Format] | None

    def answer(self, found: PGresult) -> Answer:
        """What the server found, as Python has it."""
        self.dealt.set_pgresult(found)
        return Answer(self.dealt.load_rows(0, found.ntuples, tuple), found.command_tuples or 0)


class Waiting(Connection[Any]):
    """Waits for an answer in libpq itself.

    psycopg waits in its own steps, one for each 8 kB that arrive, so that an answer can be awaited or broken off. Our
    threads do neither: they were a third of what a statement cost here.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._known: dict[tuple[str, tuple[int, ...] | None], bytes] = {}
        self._numbers = count()

    @property
    def audible(self) -> bool:
        """Whether the socket tells of all that comes.

        Of a large piece that came by TLS an older libpq reads a part, and of the rest no socket tells: who waits for
        one waits for ever.
        """
        return not self.pgconn.ssl_in_use or version() >= _WHOLE

    def answer(self, statement: str, values: Sequence[Any]) -> Answer:
        """Run one statement, prepared when it is first met; its values stand at `%s`."""
        bound = self.bound(statement, values)
        name = bound.name
        if name is None:
            if len(self._known) >= _MOST:  # kinds of values in ever new combinations
                cursor = self.execute(statement, values)
                return Answer(cursor.fetchall() if cursor.description else (), cursor.rowcount)
            name = f"pawsona_{next(self._numbers)}".encode()
            self._told(self.pgconn.prepare, name, _numbered(statement), bound.types)
            self._known[statement, bound.types] = name
        return bound.answer(self._told(self.pgconn.exec_prepared, name, bound.values, bound.formats, Format.BINARY))

    def bound(self, statement: str, values: Sequence[Any]) -> Bound:
        """A statement with its values; nothing is asked yet."""
        dealt = self._dealt
        given = dealt.dump_sequence(values, [PyFormat.AUTO] * len(values))
        return Bound(self._known.get((statement, dealt.types)), dealt, given, dealt.types, dealt.formats)

    @cached_property
    def _dealt(self) -> Transformer:
        """One for all statements: it looks up once how each kind of value goes and comes."""
        return Transformer(self)

    def _deallocate(self, name: bytes | None) -> PQGen[None]:
        """psycopg's: once it prepared something, a rollback has the server forget all that there is, ours as well."""
        if name is None:
            self._known.clear()
        return super()._deallocate(name)

    def _told(self, ask: Any, *given: Any) -> PGresult:
        """What the server says.

        Raises:
            psycopg.Error: it refused, or is not there any more.
        """
        try:
            found: PGresult = ask(*given)
        except MemoryError:  # what psycopg calls an answer that did not come
            if self.closed:
                raise OperationalError("the connection is closed") from None
            raise
        return self.checked(found)

    def checked(self, found: PGresult) -> PGresult:
        """An answer, if it is one.

        Raises:
            psycopg.Error: it is a refusal, or nobody is there any more.
        """
        if found.status in _ANSWERS:
            return found
        if found.error_field(DiagnosticField.SQLSTATE) is None:  # libpq's own word: nobody is there
            raise OperationalError(found.get_error_message(self.info.encoding))
        raise error_from_result(found, self.info.encoding)


@lru_cache(maxsize=1024)
def _numbered(statement: str) -> bytes:
    """A statement as the server wants it: `$1` instead of `%s`, one `%` instead of two."""
    numbers = count(1)
    return re.sub("%(.)", lambda found: f"${next(numbers)}" if found[1] == "s" else "%", statement).encode()


class BinaryCursor(Cursor[Any]):
    """Gets values as bytes: vectors would take twice their length as text."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.format = Format.BINARY


class Plain(Loader):
    """JSON by its one parser: psycopg looks for an encoding first, of which PostgreSQL has one, for every value."""

    format = Format.BINARY

    def load(self, data: Buffer) -> Any:
        """What it says; most lists and mappings are empty."""
        text = str(data, "utf-8")
        return [] if text == "[]" else {} if text == "{}" else _parsed(text)[0]


class WithoutNul(StrDumper):
    """Text in which the character 0, which PostgreSQL can't hold, stands as the sign for what can't be shown."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)
