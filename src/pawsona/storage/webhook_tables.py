"""The tables of webhooks: which there are, and what is on its way to them."""

from typing import Final

from sqlalchemy import Column, Date, Index, Table

from pawsona.storage.columns import json, large, metadata, moment, number, secret, text

webhooks: Final = Table(
    "webhooks",
    metadata,
    text("webhook_id", key=True),
    text("tenant"),
    text("url"),
    text("events"),  # with spaces between
    secret("secret"),  # itself, not a hash: each letter is signed with it
    secret("former"),
    moment("former_until", optional=True),
    moment("made_at"),
    large("sent"),
    Column("night", Date, nullable=True),
    sqlite_with_rowid=False,
)
outbox: Final = Table(
    "outbox",
    metadata,
    text("person_id", key=True),  # empty: it is nobody's, or stays when its person goes; so it is no foreign key
    text("letter_id", key=True),
    text("webhook_id"),
    text("event"),
    json("data"),
    moment("at"),
    text("state"),  # waiting or dead
    moment("until"),  # nobody takes it before: somebody is at it, or a failure is left alone for a while
    number("attempts"),
    text("error"),
    Index("outbox_by_webhook", "state", "webhook_id", "until"),
    sqlite_with_rowid=False,
)
TABLES: Final = (webhooks, outbox)
