"""What calls of models cost, and which mind each pet speaks with."""

from typing import Any

from alembic import op
from sqlalchemy import Boolean, Column, Float, Integer, String, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

revision = "0003"
down_revision = "0002"

BOND = ("person_id", "pet_id")


def upgrade() -> None:
    _table(
        "calls",
        *(Column(name, Text, nullable=False) for name in ("skill", "prompt", "model", "outcome")),
        *(Column(name, Integer, nullable=False) for name in ("tokens_in", "tokens_cached", "tokens_out", "retries")),
        *(Column(name, Float, nullable=False) for name in ("first_ms", "ms")),
        Column("counted", Boolean, nullable=False),
    )
    _table(
        "pins",
        *(Column(name, Text, nullable=False) for name in ("mind", "base_url", "model", "prompts")),
        *(Column(name, Boolean, nullable=False) for name in ("held", "announced")),
    )


def _table(name: str, *columns: Column[Any]) -> None:
    op.create_table(
        name,
        *(Column(key, Text, nullable=False) for key in BOND),
        Column("position", Integer, nullable=False),
        Column("at", String(32), nullable=False),
        *columns,
        PrimaryKeyConstraint(*BOND, "position"),
        ForeignKeyConstraint(BOND, [f"pets.{key}" for key in BOND]),
        sqlite_with_rowid=False,
    )
