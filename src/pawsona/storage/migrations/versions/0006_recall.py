"""Words beside the texts that they find, instead of a full-text table; when and in which session a thing was said."""

import sqlalchemy as sa
from alembic import op

from pawsona.memory.lexemes import lexemes, numbered

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    old = op.get_bind().dialect.name == "sqlite"  # PostgreSQL came later, and has nothing to fill in
    if old:
        op.drop_table("words")
    for name, kind, default in (
        ("said_at", sa.Integer().with_variant(sa.BigInteger, "postgresql"), "0"),
        ("session_id", sa.Text, ""),
        ("speaker", sa.Text, ""),
        ("asks", sa.Boolean, "0"),
        ("terms", sa.LargeBinary, ""),
    ):
        op.add_column("entries", sa.Column(name, kind, nullable=False, server_default=default))
    op.create_index("entries_by_number", "entries", ["person_id", "pet_id", "number"])
    if old:
        _fill_in_words()
        _fill_in_talk()


def _fill_in_words() -> None:
    """Every cache reads anew, as numbers of entries are unchanged."""
    connection = op.get_bind()
    write = sa.text("UPDATE entries SET terms = :terms, asks = :asks WHERE number = :number")
    for number, text in connection.execute(sa.text("SELECT number, text FROM entries")).all():
        terms = numbered(lexemes(text)).astype("<u4").tobytes()
        asks = text.rstrip().endswith(("?", "？"))
        connection.execute(write, {"terms": terms, "asks": asks, "number": number})


def _fill_in_talk() -> None:
    """What is known of turns; memories count from the day on which they were made."""
    same = "{0}.person_id = entries.person_id AND {0}.pet_id = entries.pet_id AND {0}.{1} = entries.ref"
    message, memory = same.format("messages", "message_id"), same.format("memories", "memory_id")
    op.execute(
        f"UPDATE entries SET session_id = (SELECT session_id FROM messages WHERE {message}),"
        f" said_at = (SELECT unixepoch(at) FROM messages WHERE {message})"
        f" WHERE kind = 'turn' AND EXISTS (SELECT 1 FROM messages WHERE {message})"
    )
    op.execute(
        f"UPDATE entries SET said_at = (SELECT unixepoch(created_at) FROM memories WHERE {memory})"
        f" WHERE kind = 'memory' AND EXISTS (SELECT 1 FROM memories WHERE {memory})"
    )
