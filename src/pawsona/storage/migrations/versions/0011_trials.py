"""Experiments, who met them, and what is counted of those who may be in one."""

from alembic import op
from sqlalchemy import JSON, Column, Float, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

from pawsona.storage.moment import Moment

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "trials",
        Column("trial", Text, nullable=False),
        Column("plan", JSON, nullable=False),
        *(Column(name, Text, nullable=False) for name in ("digest", "salt", "why")),
        Column("started_at", Moment, nullable=False),
        *(Column(name, Moment, nullable=True) for name in ("stopped_at", "looked_at")),
        PrimaryKeyConstraint("trial"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "exposures",
        *(Column(name, Text, nullable=False) for name in ("person_id", "trial", "arm", "cohort")),
        Column("at", Moment, nullable=False),
        Column("left_at", Moment, nullable=True),
        PrimaryKeyConstraint("person_id", "trial"),
        ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
        sqlite_with_rowid=False,
    )
    op.create_index("exposures_by_trial", "exposures", ["trial", "person_id"])
    op.create_table(
        "happenings",
        *(Column(name, Text, nullable=False) for name in ("person_id", "happening_id", "kind")),
        Column("at", Moment, nullable=False),
        Column("value", Float, nullable=True),
        PrimaryKeyConstraint("person_id", "happening_id"),
        ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
        sqlite_with_rowid=False,
    )
