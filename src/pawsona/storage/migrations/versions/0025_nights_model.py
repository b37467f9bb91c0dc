"""A pin names the model of the pet's nights too, where another than the talking one works then.

Pins from before name none, which is told apart from the talking model: nobody knows what worked in those nights.
"""

from alembic import op
from sqlalchemy import Column, Text

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.add_column("pins", Column("night_model", Text, nullable=True))
    op.add_column("pins", Column("night_base_url", Text, nullable=False, server_default=""))
    op.add_column("pins", Column("night_key_variable", Text, nullable=False, server_default=""))
