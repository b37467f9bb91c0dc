"""What several processes on one store share."""

from alembic import op
from sqlalchemy import JSON, Column, Integer, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

from pawsona.storage.moment import Moment

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "tickets",
        *(Column(name, Text, nullable=False) for name in ("person_id", "pet_id")),
        Column("number", Integer, nullable=False),
        Column("process", Text, nullable=False),
        Column("until", Moment, nullable=False),
        PrimaryKeyConstraint("person_id", "pet_id", "number"),
        ForeignKeyConstraint(["person_id", "pet_id"], ["pets.person_id", "pets.pet_id"]),
        sqlite_with_rowid=False,
    )
    op.create_index("tickets_by_process", "tickets", ["process"])
    op.create_table(
        "board",
        *(Column(name, Text, nullable=False) for name in ("person_id", "news_id", "kind")),
        Column("data", JSON(none_as_null=True), nullable=False),
        Column("at", Moment, nullable=False),
        PrimaryKeyConstraint("person_id", "news_id"),
        ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
        sqlite_with_rowid=False,
    )
    op.create_index("board_by_moment", "board", ["at"])
    op.create_table(
        "leads",
        *(Column(name, Text, nullable=False) for name in ("name", "owner")),
        Column("until", Moment, nullable=False),
        PrimaryKeyConstraint("name"),
        sqlite_with_rowid=False,
    )
