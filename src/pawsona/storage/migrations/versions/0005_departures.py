"""The report of what was forgotten, and what kind of thing was promised."""

from alembic import op
from sqlalchemy import Column, Date, Integer, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

revision = "0005"
down_revision = "0004"

BOND = ("person_id", "pet_id")


def upgrade() -> None:
    texts = [Column(name, Text, nullable=False) for name in ("cause", "kind", "topic", "retention")]
    op.create_table(
        "departures",
        *(Column(name, Text, nullable=False) for name in BOND),
        Column("on_date", Date, nullable=False),
        *texts,
        Column("count", Integer, nullable=False),
        PrimaryKeyConstraint(*BOND, "on_date", "cause", "kind", "topic", "retention"),
        ForeignKeyConstraint(BOND, [f"pets.{column}" for column in BOND]),
        sqlite_with_rowid=False,
    )
    op.add_column("promises", Column("kind", Text, nullable=False, server_default="remind"))
