"""The audit trail of care, and counts that can only grow."""

from alembic import op
from sqlalchemy import Boolean, Column, Integer, Text
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

from pawsona.storage.moment import Moment

revision = "0008"
down_revision = "0007"

BOND = ("person_id", "pet_id")
WHAT = (("event", Text), ("tier", Integer), ("risks", Text), ("minor", Boolean))
KEY = ("month", "event", "tier", "risks", "minor")


def upgrade() -> None:
    op.create_table(
        "audits",
        *(Column(name, Text, nullable=False) for name in BOND),
        Column("position", Integer, nullable=False),
        Column("at", Moment, nullable=False),
        *(Column(name, kind, nullable=False) for name, kind in WHAT),
        Column("detail", Text, nullable=False),
        PrimaryKeyConstraint(*BOND, "position"),
        ForeignKeyConstraint(BOND, [f"pets.{column}" for column in BOND]),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tallies",
        Column("month", Text, nullable=False),
        *(Column(name, kind, nullable=False) for name, kind in WHAT),
        Column("count", Integer, nullable=False),
        PrimaryKeyConstraint(*KEY),
        sqlite_with_rowid=False,
    )
    changed = " OR ".join(f"NEW.{name} <> OLD.{name}" for name in KEY)
    shrunk = f"WHEN (NEW.count < OLD.count OR {changed})"
    if op.get_bind().dialect.name == "sqlite":
        stop = "BEGIN SELECT RAISE(ABORT, 'counts only grow'); END"
        op.execute(f"CREATE TRIGGER tallies_stay BEFORE DELETE ON tallies {stop}")
        op.execute(f"CREATE TRIGGER tallies_grow BEFORE UPDATE ON tallies {shrunk} {stop}")
        return
    stop = "BEGIN RAISE EXCEPTION 'counts only grow' USING ERRCODE = 'check_violation'; END"
    op.execute(f"CREATE FUNCTION counts_only_grow() RETURNS trigger LANGUAGE plpgsql AS $${stop}$$")
    run = "EXECUTE FUNCTION counts_only_grow()"
    op.execute(f"CREATE TRIGGER tallies_stay BEFORE DELETE ON tallies FOR EACH ROW {run}")
    op.execute(f"CREATE TRIGGER tallies_grow BEFORE UPDATE ON tallies FOR EACH ROW {shrunk} {run}")
