"""psycopg as Pawsona uses it; imported only where a PostgreSQL server is named."""

from json import JSONDecoder
from typing import Any

from psycopg import Cursor
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.pq import Format
from psycopg.types.string import StrDumper

_parsed = JSONDecoder().raw_decode


class BinaryCursor(Cursor[Any]):
    """Gets values as bytes: vectors would take twice their length as text."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.format = Format.BINARY


class Plain(Loader):
    """JSON by its one parser: psycopg looks for an encoding first, of which PostgreSQL has one, for every value."""

    format = Format.BINARY

    def load(self, data: Buffer) -> Any:
        """What it says."""
        return _parsed(str(data, "utf-8"))[0]


class WithoutNul(StrDumper):
    """Text in which the character 0, which PostgreSQL can't hold, stands as the sign for what can't be shown."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)
