"""Accounts, sessions and API tokens, and failed sign-ins."""

from alembic import op
from sqlalchemy import Boolean, Column, Integer, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

from pawsona.storage.moment import Moment

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "accounts",
        *(Column(name, Text, nullable=False) for name in ("person_id", "login", "role", "password")),
        Column("made_at", Moment, nullable=False),
        Column("locked", Boolean, nullable=False),
        Column("reset_key", Text, nullable=False),
        Column("reset_until", Moment, nullable=True),
        PrimaryKeyConstraint("person_id"),
        ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
        sqlite_with_rowid=False,
    )
    op.create_index("accounts_by_login", "accounts", ["login"], unique=True)
    names = ("person_id", "credential_id", "kind", "name", "key", "scopes")
    op.create_table(
        "credentials",
        *(Column(name, Text, nullable=False) for name in names),
        *(Column(name, Moment, nullable=False) for name in ("made_at", "seen_at")),
        Column("until", Moment, nullable=True),
        PrimaryKeyConstraint("person_id", "credential_id"),
        ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "attempts",
        Column("key", Text, nullable=False),
        Column("at", Moment, nullable=False),
        Column("count", Integer, nullable=False),
        PrimaryKeyConstraint("key", "at"),
        sqlite_with_rowid=False,
    )
