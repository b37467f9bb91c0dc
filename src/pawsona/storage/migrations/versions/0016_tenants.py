"""The tenant that an account belongs to: the default one for all that were there."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("accounts", Column("tenant", Text, nullable=False, server_default="default"))
