"""The tables of ways in: accounts, sessions and API tokens, failed sign-ins."""

from typing import Final

from sqlalchemy import Boolean, Column, Index, Table

from pawsona.storage.columns import by_person, metadata, moment, number, secret, text

accounts: Final = by_person(
    "accounts",
    text("login"),
    text("role"),
    secret("password"),
    moment("made_at"),
    Column("locked", Boolean, nullable=False),
    secret("reset_key"),
    moment("reset_until", optional=True),
    text("tenant"),
    Index("accounts_by_tenant", "tenant", "login", unique=True),
)
credentials: Final = by_person(
    "credentials",
    text("credential_id", key=True),
    text("kind"),
    text("name"),
    secret("key"),
    text("scopes"),  # with spaces between
    moment("made_at"),
    moment("seen_at"),
    moment("until", optional=True),
)
attempts: Final = Table(  # failed sign-ins, as long as they count; the key is a hash and names nobody
    "attempts",
    metadata,
    text("key", key=True),
    moment("at", key=True),
    number("count"),
    sqlite_with_rowid=False,
)
TABLES: Final = (accounts, credentials, attempts)
