"""psycopg as Pawsona uses it; imported only where a PostgreSQL server is named."""

from typing import Any

from psycopg import Cursor
from psycopg.pq import Format
from psycopg.types.string import StrDumper


class BinaryCursor(Cursor[Any]):
    """Gets values as bytes: vectors would take twice their length as text."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.format = Format.BINARY


class WithoutNul(StrDumper):
    """Text in which the character 0, which PostgreSQL can't hold, stands as the sign for what can't be shown."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)
