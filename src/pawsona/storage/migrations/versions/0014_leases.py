"""Nights that are to be lived, and who is at it."""

from alembic import op
from sqlalchemy import Column, Date, Integer, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

from pawsona.storage.moment import Moment

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_index("persons_by_zone", "persons", ["time_zone", "person_id"])
    op.create_table(
        "leases",
        Column("person_id", Text, nullable=False),
        Column("pet_id", Text, nullable=False),
        Column("on_date", Date, nullable=False),
        Column("state", Text, nullable=False),
        Column("due", Moment, nullable=False),
        Column("idle", Integer, nullable=False),
        Column("until", Moment, nullable=False),
        Column("owner", Text, nullable=False),
        Column("token", Integer, nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("error", Text, nullable=False),
        PrimaryKeyConstraint("person_id", "pet_id", "on_date"),
        ForeignKeyConstraint(["person_id", "pet_id"], ["pets.person_id", "pets.pet_id"]),
        sqlite_with_rowid=False,
    )
    op.create_index("leases_by_due", "leases", ["state", "due", "idle"])
