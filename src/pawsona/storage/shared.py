"""The tables of what several processes on one store share; all of it is gone in minutes."""

from typing import Final

from sqlalchemy import Index, Table

from pawsona.storage.columns import by_person, json, large, metadata, moment, of_bond, text

tickets: Final = of_bond(
    "tickets", large("number", key=True), text("process"), moment("until"), Index("tickets_by_process", "process")
)
board: Final = by_person(
    "board", text("news_id", key=True), text("kind"), json("data"), moment("at"), Index("board_by_moment", "at")
)
leads: Final = Table("leads", metadata, text("name", key=True), text("owner"), moment("until"), sqlite_with_rowid=False)

PASSING: Final = frozenset({tickets, board})
"""Of a person, yet nothing that is kept: an export leaves it out."""
