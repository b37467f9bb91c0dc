"""What a bond's index holds, in one row: a thousand rows take ten times as long to read.

On PostgreSQL the values lie uncompressed: vectors grow no smaller, and unpacking the rest would cost each recall.
"""

from alembic import op
from sqlalchemy import JSON, BigInteger, Column, Integer, LargeBinary, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

revision = "0022"
down_revision = "0021"
NAMES = ("refs", "session_names", "speaker_names")
PARTS = ("kinds", "at", "sessions", "speakers", "asks", "terms", "lengths", "vectors", "norms", "embedded")


def upgrade() -> None:
    op.create_table(
        "sheets",
        *(Column(name, Text, nullable=False) for name in ("person_id", "pet_id", "embedder")),
        Column("width", Integer, nullable=False),
        Column("revision", Integer().with_variant(BigInteger, "postgresql"), nullable=False),
        *(Column(name, JSON(none_as_null=True), nullable=False) for name in NAMES),
        *(Column(name, LargeBinary, nullable=False) for name in PARTS),
        PrimaryKeyConstraint("person_id", "pet_id"),
        ForeignKeyConstraint(["person_id", "pet_id"], ["pets.person_id", "pets.pet_id"]),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "postgresql":
        for name in (*NAMES, *PARTS):
            op.execute(f"ALTER TABLE sheets ALTER COLUMN {name} SET STORAGE EXTERNAL")
