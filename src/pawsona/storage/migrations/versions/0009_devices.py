"""Phones that were paired."""

from alembic import op
from sqlalchemy import Column, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

from pawsona.storage.moment import Moment

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "devices",
        *(Column(name, Text, nullable=False) for name in ("person_id", "device_id", "name", "key")),
        *(Column(name, Moment, nullable=False) for name in ("paired_at", "seen_at")),
        PrimaryKeyConstraint("person_id", "device_id"),
        ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
        sqlite_with_rowid=False,
    )
