"""How a moment is stored."""

from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import String, TypeDecorator
from sqlalchemy.engine import Dialect


class Moment(TypeDecorator[datetime]):
    """A moment as UTC text of fixed width: it sorts as it reads, and is the same in every database."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Refuse a moment without a time zone: it would be stored hours off."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[str | None], datetime | None]:
        """Hand back an aware moment in UTC: at once, because a recall reads dozens."""
        return _moment


def _moment(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)
