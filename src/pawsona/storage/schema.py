"""The tables as SQLAlchemy sees them; `migrations/` makes them, and a test holds the two together.

Everything that belongs to a person has `person_id` first in its key, so that SQLite (WITHOUT ROWID) keeps one
person's rows side by side, and `scope.py` can filter any of them in the same way.
"""

from typing import Any, Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Date,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    Time,
)

from pawsona.storage.moment import Moment

metadata = MetaData()

Columns = Column[Any]


def _text(name: str, *, key: bool = False, optional: bool = False) -> Columns:
    return Column(name, Text, primary_key=key, nullable=optional)


def _number(name: str, *, key: bool = False) -> Columns:
    return Column(name, Integer, primary_key=key, nullable=False, autoincrement=False)


def _moment(name: str, *, optional: bool = False) -> Columns:
    return Column(name, Moment, nullable=optional)


def _json(name: str, *, optional: bool = False) -> Columns:
    return Column(name, JSON(none_as_null=True), nullable=optional)


def _of_bond(name: str, *columns: Columns | Index) -> Table:
    """A table of rows that belong to one bond and go when its pet goes."""
    return Table(
        name,
        metadata,
        _text("person_id", key=True),
        _text("pet_id", key=True),
        *columns,
        ForeignKeyConstraint(["person_id", "pet_id"], ["pets.person_id", "pets.pet_id"]),
        sqlite_with_rowid=False,
    )


persons: Final = Table(
    "persons",
    metadata,
    _text("person_id", key=True),
    _text("name"),
    _text("language"),
    _text("time_zone"),
    _moment("created_at"),
    _text("region", optional=True),
    _text("age_band"),
    sqlite_with_rowid=False,
)
pets: Final = Table(
    "pets",
    metadata,
    _text("person_id", key=True),
    _text("pet_id", key=True),
    _text("name"),
    _text("species"),
    _text("personality"),
    _number("seed"),
    _moment("adopted_at"),
    _json("outfit"),
    _json("hobbies"),
    _text("setting"),
    ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
    sqlite_with_rowid=False,
)
friends: Final = _of_bond(
    "friends",
    _number("position", key=True),
    _text("name"),
    _text("species"),
    _text("trait"),
    _text("hobby"),
    _text("relationship"),
)
facts: Final = _of_bond("facts", _number("position", key=True), _text("memory_id"), _text("text"))
sessions: Final = _of_bond(
    "sessions",
    _text("session_id", key=True),
    _moment("started_at"),
    _moment("last_at"),
    _moment("closed_at", optional=True),
)
messages: Final = _of_bond(
    "messages",
    _text("message_id", key=True),
    _number("position"),  # moments repeat on a simulated clock, so the order of arrival is kept
    _text("session_id"),
    _text("role"),
    _text("text"),
    _moment("at"),
    _number("tier"),
    _text("answers", optional=True),
    _text("strategy", optional=True),
    _json("affect", optional=True),
    _json("memories"),
    _text("mind", optional=True),
    _json("trace", optional=True),
    Index("messages_by_position", "person_id", "pet_id", "position", unique=True),
    Index("messages_by_session", "person_id", "pet_id", "session_id", "position"),
    Index("messages_by_moment", "person_id", "pet_id", "at"),
    Index("messages_by_role", "person_id", "pet_id", "role", "at"),
)
lines: Final = _of_bond(
    "lines",
    _text("line", key=True),
    Column("on_date", Date, primary_key=True),
    _text("source", key=True),  # "message:<id>" or "day:<date>"
    Index("lines_by_source", "person_id", "pet_id", "source"),
)
affects: Final = _of_bond("affects", _number("position", key=True), _moment("at"), _text("state"), _number("intensity"))
marks: Final = _of_bond("marks", _text("name", key=True), _moment("at"))
memories: Final = _of_bond(
    "memories",
    _text("memory_id", key=True),
    _text("text"),
    _text("topic"),
    _number("importance"),
    _text("retention"),
    _text("origin"),
    _json("sources"),
    _moment("created_at"),
    _moment("renewed_at"),
    Column("expires_on", Date, nullable=True),
    Column("pinned", Boolean, nullable=False),
    _text("voice", optional=True),
    _json("slots"),
)
days: Final = _of_bond(
    "days",
    Column("on_date", Date, primary_key=True),
    _text("mode"),
    _text("method"),
    _text("outline"),
    _json("items"),
    _text("season"),
    _text("weather"),
    _text("mind"),
    _moment("made_at"),
    Column("stopgap", Boolean, nullable=False),
    _json("trace", optional=True),
)
feedback: Final = _of_bond(
    "feedback",
    _text("feedback_id", key=True),
    Column("on_date", Date, nullable=False),
    _number("item"),
    _text("kind"),
    _text("reaction", optional=True),
    _text("text"),
    _text("reply"),
    _moment("at"),
)
changes: Final = _of_bond(
    "changes",
    _number("position", key=True),
    Column("on_date", Date, nullable=False),
    Column("at", Time, nullable=True),
    _text("label"),
    _text("kind"),
    _text("said"),
)
notes: Final = _of_bond("notes", _text("note_id", key=True), _text("title"), _text("text"), _moment("at"))
documents: Final = _of_bond(
    "documents", _text("document_id", key=True), _text("name"), _number("passages"), _moment("at")
)
passages: Final = _of_bond("passages", _text("document_id", key=True), _number("number", key=True), _text("text"))
cards: Final = _of_bond(
    "cards",
    _text("document"),
    Column("image", LargeBinary, nullable=True),
    _text("name"),
    _text("setting"),
    _text("greeting"),
    _moment("at"),
)
calls: Final = _of_bond(
    "calls",
    _number("position", key=True),
    _moment("at"),
    _text("skill"),
    _text("prompt"),
    _text("model"),
    _number("tokens_in"),
    _number("tokens_cached"),
    _number("tokens_out"),
    Column("first_ms", Float, nullable=False),
    Column("ms", Float, nullable=False),
    _number("retries"),
    _text("outcome"),
    Column("counted", Boolean, nullable=False),
)
pins: Final = _of_bond(
    "pins",
    _number("position", key=True),
    _moment("at"),
    _text("mind"),
    _text("base_url"),
    _text("model"),
    _text("prompts"),
    _text("key_variable"),
    Column("held", Boolean, nullable=False),
    Column("announced", Boolean, nullable=False),
)
promises: Final = _of_bond(
    "promises",
    _text("promise_id", key=True),
    _text("text"),
    _moment("due"),
    _text("source"),
    _moment("made_at"),
    _moment("asked_at", optional=True),
    _moment("closed_at", optional=True),
    _text("kind"),
)
departures: Final = _of_bond(
    "departures",
    Column("on_date", Date, primary_key=True),
    _text("cause", key=True),
    _text("kind", key=True),
    _text("topic", key=True),  # empty for what has none
    _text("retention", key=True),
    _number("count"),
)
nights: Final = _of_bond("nights", Column("on_date", Date, primary_key=True), _text("stage", key=True), _moment("at"))

entries: Final = _of_bond(
    "entries",
    _text("kind", key=True),
    _text("ref", key=True),
    _number("number"),  # grows with every new text, so a cache can ask for what is new
    _text("text"),
    _text("embedder"),  # who made its latest vector; empty while it has none
    _number("said_at"),  # seconds since 1970; 0 where it is not known
    _text("session_id"),  # empty where it is of none
    _text("speaker"),  # empty: the person of the bond
    Column("asks", Boolean, nullable=False),
    Column("terms", LargeBinary, nullable=False),  # its words as 32-bit numbers, see memory/lexemes.py
    Index("entries_by_embedder", "embedder"),
    Index("entries_by_number", "person_id", "pet_id", "number"),
)
vectors: Final = _of_bond(
    "vectors",
    _text("kind", key=True),
    _text("ref", key=True),
    _text("embedder", key=True),
    _number("number"),  # grows with every write, so a cache can ask for what is new
    Column("vector", LargeBinary, nullable=False),
    Index("vectors_by_number", "person_id", "pet_id", "embedder", "number"),
)
revisions: Final = _of_bond("revisions", _number("written"), _number("removed"))

counters: Final = Table("counters", metadata, _text("name", key=True), _number("value"), sqlite_with_rowid=False)
settings: Final = Table("settings", metadata, _text("name", key=True), _text("value"), sqlite_with_rowid=False)

OWNED: Final[tuple[Table, ...]] = tuple(t for t in metadata.sorted_tables if "person_id" in t.c)
"""Every table with rows of a person, in the order in which rows can be added."""
DERIVED: Final = frozenset({entries, vectors, revisions})
"""The index: made from other rows, so an export leaves it out."""
