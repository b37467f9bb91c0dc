"""Character cards that pets came from."""

from alembic import op
from sqlalchemy import Column, LargeBinary, String, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

revision = "0002"
down_revision = "0001"

BOND = ("person_id", "pet_id")


def upgrade() -> None:
    texts = [Column(name, Text, nullable=False) for name in (*BOND, "document", "name", "setting", "greeting")]
    op.create_table(
        "cards",
        *texts,
        Column("image", LargeBinary, nullable=True),
        Column("at", String(32), nullable=False),
        PrimaryKeyConstraint(*BOND),
        ForeignKeyConstraint(BOND, [f"pets.{column}" for column in BOND]),
        sqlite_with_rowid=False,
    )
