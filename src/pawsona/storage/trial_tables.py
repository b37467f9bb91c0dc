"""The tables of experiments; `schema.py` has the others."""

from typing import Final

from sqlalchemy import Column, Float, Index, Table

from pawsona.storage.columns import by_person, json, metadata, moment, text

trials: Final = Table(
    "trials",
    metadata,
    text("trial", key=True),
    json("plan"),
    text("digest"),
    text("salt"),
    moment("started_at"),
    moment("stopped_at", optional=True),
    text("why"),
    moment("looked_at", optional=True),
    sqlite_with_rowid=False,
)
exposures: Final = by_person(
    "exposures",
    text("trial", key=True),
    text("arm"),
    moment("at"),
    text("cohort"),
    moment("left_at", optional=True),
    Index("exposures_by_trial", "trial", "person_id"),
)
happenings: Final = by_person(
    "happenings",
    text("happening_id", key=True),  # sorts by time
    moment("at"),
    text("kind"),
    Column("value", Float, nullable=True),
)
TABLES: Final = (trials, exposures, happenings)
