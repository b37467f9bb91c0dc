"""The first tables."""

from typing import Any

from alembic import op
from sqlalchemy import JSON, BigInteger, Boolean, Column, Date, Integer, LargeBinary, String, Text, Time
from sqlalchemy.schema import ForeignKeyConstraint, PrimaryKeyConstraint

revision = "0001"
down_revision = None

PERSON = ("person_id",)
BOND = ("person_id", "pet_id")


def text(name: str, nullable: bool = False) -> Column[Any]:
    return Column(name, Text, nullable=nullable)


def number(name: str) -> Column[Any]:
    return Column(name, Integer, nullable=False, autoincrement=False)


def large(name: str) -> Column[Any]:
    """SQLite knows one size of whole numbers."""
    return Column(name, Integer().with_variant(BigInteger, "postgresql"), nullable=False, autoincrement=False)


def moment(name: str, nullable: bool = False) -> Column[Any]:
    return Column(name, String(32), nullable=nullable)


def json(name: str, nullable: bool = False) -> Column[Any]:
    return Column(name, JSON, nullable=nullable)


def day(name: str, nullable: bool = False) -> Column[Any]:
    return Column(name, Date, nullable=nullable)


def flag(name: str) -> Column[Any]:
    return Column(name, Boolean, nullable=False)


def table(name: str, *columns: Column[Any], key: tuple[str, ...], of: tuple[str, ...] = (), parent: str = "") -> None:
    """Make a table clustered by its key; `of` are the columns that point to its parent."""
    owner = [text(column) for column in (*of, *(c for c in key if c in BOND and c not in of))]
    links = [ForeignKeyConstraint(of, [f"{parent}.{column}" for column in of])] if of else []
    op.create_table(name, *owner, *columns, PrimaryKeyConstraint(*key), *links, sqlite_with_rowid=False)


def of_bond(name: str, *columns: Column[Any], key: tuple[str, ...] = ()) -> None:
    table(name, *columns, key=(*BOND, *key), of=BOND, parent="pets")


def upgrade() -> None:
    home_and_people()
    talk()
    memory_and_days()
    notes_and_promises()
    index()


def home_and_people() -> None:
    table("settings", text("name"), text("value"), key=("name",))
    table("counters", text("name"), large("value"), key=("name",))
    table(
        "persons", text("name"), text("language"), text("time_zone"), moment("created_at"), text("region", True),
        text("age_band"), key=PERSON,
    )  # fmt: skip
    table(
        "pets", text("name"), text("species"), text("personality"), large("seed"), moment("adopted_at"),
        json("outfit"), json("hobbies"), text("setting"), key=BOND, of=PERSON, parent="persons",
    )  # fmt: skip
    of_bond(
        "friends", number("position"), text("name"), text("species"), text("trait"), text("hobby"),
        text("relationship"), key=("position",),
    )  # fmt: skip
    of_bond("facts", number("position"), text("memory_id"), text("text"), key=("position",))


def talk() -> None:
    of_bond(
        "sessions", text("session_id"), moment("started_at"), moment("last_at"), moment("closed_at", True),
        key=("session_id",),
    )  # fmt: skip
    of_bond(
        "messages", text("message_id"), number("position"), text("session_id"), text("role"), text("text"),
        moment("at"), number("tier"), text("answers", True), text("strategy", True), json("affect", True),
        json("memories"), text("mind", True), json("trace", True), key=("message_id",),
    )  # fmt: skip
    op.create_index("messages_by_position", "messages", [*BOND, "position"], unique=True)
    op.create_index("messages_by_session", "messages", [*BOND, "session_id", "position"])
    op.create_index("messages_by_moment", "messages", [*BOND, "at"])
    op.create_index("messages_by_role", "messages", [*BOND, "role", "at"])
    of_bond("lines", text("line"), day("on_date"), text("source"), key=("line", "on_date", "source"))
    op.create_index("lines_by_source", "lines", [*BOND, "source"])
    of_bond("affects", number("position"), moment("at"), text("state"), number("intensity"), key=("position",))
    of_bond("marks", text("name"), moment("at"), key=("name",))


def memory_and_days() -> None:
    of_bond(
        "memories", text("memory_id"), text("text"), text("topic"), number("importance"), text("retention"),
        text("origin"), json("sources"), moment("created_at"), moment("renewed_at"), day("expires_on", True),
        flag("pinned"), text("voice", True), json("slots"), key=("memory_id",),
    )  # fmt: skip
    of_bond(
        "days", day("on_date"), text("mode"), text("method"), text("outline"), json("items"), text("season"),
        text("weather"), text("mind"), moment("made_at"), flag("stopgap"), json("trace", True), key=("on_date",),
    )  # fmt: skip
    of_bond(
        "feedback", text("feedback_id"), day("on_date"), number("item"), text("kind"), text("reaction", True),
        text("text"), text("reply"), moment("at"), key=("feedback_id",),
    )  # fmt: skip
    of_bond(
        "changes", number("position"), day("on_date"), Column("at", Time, nullable=True), text("label"), text("kind"),
        text("said"), key=("position",),
    )  # fmt: skip
    of_bond("nights", day("on_date"), text("stage"), moment("at"), key=("on_date", "stage"))


def notes_and_promises() -> None:
    of_bond("notes", text("note_id"), text("title"), text("text"), moment("at"), key=("note_id",))
    of_bond("documents", text("document_id"), text("name"), number("passages"), moment("at"), key=("document_id",))
    of_bond("passages", text("document_id"), number("number"), text("text"), key=("document_id", "number"))
    of_bond(
        "promises", text("promise_id"), text("text"), moment("due"), text("source"), moment("made_at"),
        moment("asked_at", True), moment("closed_at", True), key=("promise_id",),
    )  # fmt: skip


def index() -> None:
    of_bond("entries", text("kind"), text("ref"), large("number"), text("text"), text("embedder"), key=("kind", "ref"))
    op.create_index("entries_by_embedder", "entries", ["embedder"])
    of_bond(
        "vectors", text("kind"), text("ref"), text("embedder"), large("number"),
        Column("vector", LargeBinary, nullable=False), key=("kind", "ref", "embedder"),
    )  # fmt: skip
    op.create_index("vectors_by_number", "vectors", [*BOND, "embedder", "number"])
    of_bond("revisions", large("written"), large("removed"))
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE words USING fts5"
            "(kind UNINDEXED, ref UNINDEXED, lexemes, tokenize = 'porter unicode61')"
        )
    else:
        op.execute("CREATE SEQUENCE index_numbers")
        op.execute(
            "CREATE TABLE commits (session text PRIMARY KEY, number bigint NOT NULL, at timestamptz NOT NULL)"
            " WITH (fillfactor = 50)"  # room beside each row, for the same row again
        )
