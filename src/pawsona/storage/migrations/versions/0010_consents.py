"""What people agreed to."""

from alembic import op
from sqlalchemy import Column, Integer, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

from pawsona.storage.moment import Moment

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "consents",
        Column("person_id", Text, nullable=False),
        Column("position", Integer, nullable=False),
        *(Column(name, Text, nullable=False) for name in ("purpose", "version")),
        Column("given_at", Moment, nullable=False),
        Column("withdrawn_at", Moment, nullable=True),
        PrimaryKeyConstraint("person_id", "position"),
        ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
        sqlite_with_rowid=False,
    )
