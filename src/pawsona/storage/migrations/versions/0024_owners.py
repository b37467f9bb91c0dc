"""A pet has one person: without being told, PostgreSQL takes both for chance, and the rows of one pet for next to none.

Then it reads all memories of somebody to find eighteen by their keys. What it is told holds a degree, and no value.
"""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table in ("memories", "messages", "entries", "vectors"):
            op.execute(
                f"CREATE STATISTICS IF NOT EXISTS {table}_by_owner (dependencies) ON person_id, pet_id FROM {table}"
            )
            op.execute(f"ANALYZE {table}")  # of some thousand rows, while others write
