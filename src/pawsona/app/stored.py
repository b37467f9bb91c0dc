"""What is kept of a person, counted by kind, and where it lies on the disk."""

from collections.abc import Mapping
from dataclasses import dataclass

from pawsona.app.home import Home
from pawsona.domain.ids import PersonId

KINDS: Mapping[str, str] = {
    "messages": "messages", "memories": "memories", "days": "days", "feedback": "feedback", "promises": "promises",
    "notes": "notes", "documents": "documents", "affects": "feelings", "calls": "calls",
}  # fmt: skip
"""Table -> what it is called on the page. The rest is few: pets, settings, counts."""


@dataclass(frozen=True)
class Stored:
    """Counts by kind, the database's place and its size in bytes."""

    counts: Mapping[str, int]
    place: str
    size: int


async def stored(home: Home, person: PersonId) -> Stored:
    """Everything of one person."""
    counts = await home.store.counts(person)
    place, size = await home.store.place()
    return Stored({name: counts[table] for table, name in KINDS.items()}, place, size)
