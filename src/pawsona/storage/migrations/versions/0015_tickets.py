"""Numbers of tickets never begin again, so they need more room than 32 bits; SQLite's have it."""

from alembic import op
from sqlalchemy import BigInteger

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("tickets", "number", type_=BigInteger)
