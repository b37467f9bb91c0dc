"""The tables as SQLAlchemy sees them; `migrations/` makes them, and a test holds the two together.

Everything that belongs to a person has `person_id` first in its key, so that SQLite (WITHOUT ROWID) keeps one
person's rows side by side, PostgreSQL can part tables by it, and `scope.py` can filter any of them in the same way.
"""

from typing import Final

from sqlalchemy import Boolean, Column, Date, Float, ForeignKeyConstraint, Index, LargeBinary, Table, Time

from pawsona.storage import account_tables, sheet_table, trial_tables, webhook_tables
from pawsona.storage.columns import EMBEDDED, by_person, json, large, metadata, moment, number, of_bond, text
from pawsona.storage.shared import PASSING

persons: Final = Table(
    "persons",
    metadata,
    text("person_id", key=True),
    text("name"),
    text("language"),
    text("time_zone"),
    moment("created_at"),
    text("region", optional=True),
    text("age_band"),
    text("age_seen", optional=True),
    moment("adult_at", optional=True),
    Index("persons_by_zone", "time_zone", "person_id"),
    sqlite_with_rowid=False,
)
safeguards: Final = by_person(
    "safeguards",
    number("day_minutes", optional=True),
    number("break_minutes", optional=True),
    Column("quiet_from", Time, nullable=True),
    Column("quiet_to", Time, nullable=True),
    number("unasked"),
    text("contact_name", optional=True),
    text("contact_reach", optional=True),
    moment("contact_consented_at", optional=True),
)
stretches: Final = by_person("stretches", moment("since"), moment("last_at"))
use_days: Final = by_person(
    "use_days",
    Column("on_date", Date, primary_key=True),
    number("seconds"),
    number("night_seconds"),
    number("unasked"),
)
devices: Final = by_person(
    "devices", text("device_id", key=True), text("name"), text("key"), moment("paired_at"), moment("seen_at")
)
consents: Final = by_person(
    "consents",
    number("position", key=True),
    text("purpose"),
    text("version"),
    moment("given_at"),
    moment("withdrawn_at", optional=True),
)
pets: Final = Table(
    "pets",
    metadata,
    text("person_id", key=True),
    text("pet_id", key=True),
    text("name"),
    text("species"),
    text("personality"),
    large("seed"),
    moment("adopted_at"),
    json("outfit"),
    json("hobbies"),
    text("setting"),
    ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
    sqlite_with_rowid=False,
)
friends: Final = of_bond(
    "friends", number("position", key=True), *map(text, ("name", "species", "trait", "hobby", "relationship"))
)
facts: Final = of_bond("facts", number("position", key=True), text("memory_id"), text("text"))
sessions: Final = of_bond(
    "sessions",
    text("session_id", key=True),
    moment("started_at"),
    moment("last_at"),
    moment("closed_at", optional=True),
    Index("sessions_by_end", "closed_at", "last_at"),
)
messages: Final = of_bond(
    "messages",
    text("message_id", key=True),
    number("position"),  # moments repeat on a simulated clock, so the order of arrival is kept
    text("session_id"),
    text("role"),
    text("text"),
    moment("at"),
    number("tier"),
    text("answers", optional=True),
    text("strategy", optional=True),
    json("affect", optional=True),
    json("memories"),
    text("mind", optional=True),
    json("trace", optional=True),
    Index("messages_by_position", "person_id", "pet_id", "position", unique=True),
    Index("messages_by_session", "person_id", "pet_id", "session_id", "position"),
    Index("messages_by_moment", "person_id", "pet_id", "at"),
    Index("messages_by_role", "person_id", "pet_id", "role", "at"),
    Index("messages_by_answer", "person_id", "pet_id", "answers"),
)
lines: Final = of_bond(
    "lines",
    text("line", key=True),
    Column("on_date", Date, primary_key=True),
    text("source", key=True),  # "message:<id>" or "day:<date>"
    Index("lines_by_source", "person_id", "pet_id", "source"),
)
affects: Final = of_bond("affects", number("position", key=True), moment("at"), text("state"), number("intensity"))
marks: Final = of_bond("marks", text("name", key=True), moment("at"))
memories: Final = of_bond(
    "memories",
    text("memory_id", key=True),
    text("text"),
    text("topic"),
    number("importance"),
    text("retention"),
    text("origin"),
    json("sources"),
    moment("created_at"),
    moment("renewed_at"),
    Column("expires_on", Date, nullable=True),
    Column("pinned", Boolean, nullable=False),
    text("voice", optional=True),
    json("slots"),
    Index("memories_by_expiry", "person_id", "pet_id", "expires_on"),
)
days: Final = of_bond(
    "days",
    Column("on_date", Date, primary_key=True),
    text("mode"),
    text("method"),
    text("outline"),
    json("items"),
    text("season"),
    text("weather"),
    text("mind"),
    moment("made_at"),
    Column("stopgap", Boolean, nullable=False),
    json("trace", optional=True),
)
feedback: Final = of_bond(
    "feedback",
    text("feedback_id", key=True),
    Column("on_date", Date, nullable=False),
    number("item"),
    text("kind"),
    text("reaction", optional=True),
    text("text"),
    text("reply"),
    moment("at"),
)
changes: Final = of_bond(
    "changes",
    number("position", key=True),
    Column("on_date", Date, nullable=False),
    Column("at", Time, nullable=True),
    text("label"),
    text("kind"),
    text("said"),
)
notes: Final = of_bond("notes", text("note_id", key=True), text("title"), text("text"), moment("at"))
documents: Final = of_bond("documents", text("document_id", key=True), text("name"), number("passages"), moment("at"))
passages: Final = of_bond("passages", text("document_id", key=True), number("number", key=True), text("text"))
cards: Final = of_bond(
    "cards",
    text("document"),
    Column("image", LargeBinary, nullable=True),
    text("name"),
    text("setting"),
    text("greeting"),
    moment("at"),
)
calls: Final = of_bond(
    "calls",
    number("position", key=True),
    moment("at"),
    text("skill"),
    text("prompt"),
    text("model"),
    number("tokens_in"),
    number("tokens_cached"),
    number("tokens_out"),
    Column("first_ms", Float, nullable=False),
    Column("ms", Float, nullable=False),
    number("retries"),
    text("outcome"),
    Column("counted", Boolean, nullable=False),
)
pins: Final = of_bond(
    "pins",
    number("position", key=True),
    moment("at"),
    text("mind"),
    text("base_url"),
    text("model"),
    text("prompts"),
    text("key_variable"),
    text("night_model", optional=True),
    text("night_base_url"),
    text("night_key_variable"),
    Column("held", Boolean, nullable=False),
    Column("announced", Boolean, nullable=False),
)
promises: Final = of_bond(
    "promises",
    text("promise_id", key=True),
    text("text"),
    moment("due"),
    text("source"),
    moment("made_at"),
    moment("asked_at", optional=True),
    moment("closed_at", optional=True),
    text("kind"),
)
departures: Final = of_bond(
    "departures",
    Column("on_date", Date, primary_key=True),
    text("cause", key=True),
    text("kind", key=True),
    text("topic", key=True),  # empty for what has none
    text("retention", key=True),
    number("count"),
)
nights: Final = of_bond("nights", Column("on_date", Date, primary_key=True), text("stage", key=True), moment("at"))
leases: Final = of_bond(
    "leases",
    Column("on_date", Date, primary_key=True),
    moment("due"),
    moment("until"),  # nobody takes it before: a lease runs, or a failure is left alone for a while
    *(text(name) for name in ("state", "owner", "error")),  # open, done or quarantined; no owner: nobody is at it
    *(number(name) for name in ("idle", "token", "attempts")),  # idle: seconds since the last visit when it was due
    Index("leases_by_due", "state", "due", "idle"),
)

entries: Final = of_bond(
    "entries",
    text("kind", key=True),
    text("ref", key=True),
    large("number"),  # grows with every new text, so a cache can ask for what is new
    text("text"),
    text("embedder"),  # who made its latest vector; empty while it has none
    large("said_at"),  # seconds since 1970; 0 where it is not known
    text("session_id"),  # empty where it is of none
    text("speaker"),  # empty: the person of the bond
    Column("asks", Boolean, nullable=False),
    Column("terms", LargeBinary, nullable=False),  # its words as 32-bit numbers, see memory/lexemes.py
    Index("entries_to_embed", "embedder", sqlite_where=EMBEDDED, postgresql_where=EMBEDDED),
    Index("entries_by_number", "person_id", "pet_id", "number"),
)
vectors: Final = of_bond(
    "vectors",
    text("kind", key=True),
    text("ref", key=True),
    text("embedder", key=True),
    large("number"),  # grows with every write, so a cache can ask for what is new
    Column("vector", LargeBinary, nullable=False),
    Index("vectors_by_number", "person_id", "pet_id", "embedder", "number"),
)
revisions: Final = of_bond("revisions", large("written"), large("removed"))

audits: Final = of_bond(
    "audits",
    number("position", key=True),
    moment("at"),
    text("event"),
    number("tier"),
    text("risks"),
    Column("minor", Boolean, nullable=False),
    text("detail"),
)

tallies: Final = Table(  # of the whole home, without a person; triggers let it only grow
    "tallies",
    metadata,
    text("month", key=True),
    text("event", key=True),
    number("tier", key=True),
    text("risks", key=True),
    Column("minor", Boolean, primary_key=True),
    number("count"),
    sqlite_with_rowid=False,
)
counters: Final = Table("counters", metadata, text("name", key=True), large("value"), sqlite_with_rowid=False)
settings: Final = Table("settings", metadata, text("name", key=True), text("value"), sqlite_with_rowid=False)
TRIALS: Final = trial_tables.TABLES
ACCOUNTS: Final = account_tables.TABLES
WEBHOOKS: Final = webhook_tables.TABLES
OWNED: Final[tuple[Table, ...]] = tuple(t for t in metadata.sorted_tables if "person_id" in t.c)
"""Every table with rows of a person, in the order in which rows can be added."""
DERIVED: Final = frozenset({entries, vectors, revisions, sheet_table.sheets}) | PASSING
"""The index, made from other rows, and what passes in minutes: an export leaves them out."""
