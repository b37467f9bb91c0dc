"""Webhooks, and what is on its way to them."""

from alembic import op
from sqlalchemy import JSON, BigInteger, Column, Date, Integer, Text
from sqlalchemy.schema import PrimaryKeyConstraint

from pawsona.storage.moment import Moment

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "webhooks",
        *(Column(name, Text, nullable=False) for name in ("webhook_id", "tenant", "url", "events", "secret", "former")),
        Column("former_until", Moment, nullable=True),
        Column("made_at", Moment, nullable=False),
        Column("sent", Integer().with_variant(BigInteger, "postgresql"), nullable=False),
        Column("night", Date, nullable=True),
        PrimaryKeyConstraint("webhook_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outbox",
        *(Column(name, Text, nullable=False) for name in ("person_id", "letter_id", "webhook_id", "event")),
        Column("data", JSON(none_as_null=True), nullable=False),
        Column("at", Moment, nullable=False),
        Column("state", Text, nullable=False),
        Column("until", Moment, nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("error", Text, nullable=False),
        PrimaryKeyConstraint("person_id", "letter_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("outbox_by_webhook", "outbox", ["state", "webhook_id", "until"])
