"""Promises and reminders: due, asked once at a decent hour, closed."""

from dataclasses import dataclass
from datetime import datetime

from pawsona.domain.ids import Bond, MessageId, PromiseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """One thing the pet owes the person to bring up."""

    id: PromiseId
    bond: Bond
    text: str
    """What to ask or remind of, as the pet will say it."""
    due: datetime
    source: MessageId
    made_at: datetime
    asked_at: datetime | None = None
    closed_at: datetime | None = None
