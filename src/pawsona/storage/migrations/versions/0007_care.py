"""What a person settled about care, and how long they talk."""

from typing import Any

from alembic import op
from sqlalchemy import Column, Date, Integer, Text, Time
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

from pawsona.storage.moment import Moment

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("persons", Column("age_seen", Text, nullable=True))
    op.add_column("persons", Column("adult_at", Moment, nullable=True))
    _of_person(
        "safeguards",
        Column("day_minutes", Integer, nullable=True),
        Column("break_minutes", Integer, nullable=True),
        Column("quiet_from", Time, nullable=True),
        Column("quiet_to", Time, nullable=True),
        Column("unasked", Integer, nullable=False),
        Column("contact_name", Text, nullable=True),
        Column("contact_reach", Text, nullable=True),
        Column("contact_consented_at", Moment, nullable=True),
    )
    _of_person("stretches", Column("since", Moment, nullable=False), Column("last_at", Moment, nullable=False))
    counts = [Column(name, Integer, nullable=False) for name in ("seconds", "night_seconds", "unasked")]
    _of_person("use_days", Column("on_date", Date, nullable=False), *counts, key=("person_id", "on_date"))


def _of_person(name: str, *columns: Column[Any], key: tuple[str, ...] = ("person_id",)) -> None:
    op.create_table(
        name,
        Column("person_id", Text, nullable=False),
        *columns,
        PrimaryKeyConstraint(*key),
        ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
        sqlite_with_rowid=False,
    )
