"""Where a pet's earlier mind keeps its key: going back to it needs the variable's name, never the key."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("pins", Column("key_variable", Text, nullable=False, server_default=""))
