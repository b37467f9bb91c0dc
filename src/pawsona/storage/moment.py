"""How a moment is stored."""

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

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Hand back an aware moment in UTC."""
        return None if value is None else datetime.fromisoformat(value)
