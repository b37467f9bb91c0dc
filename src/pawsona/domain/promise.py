"""Promises and reminders: due, asked once at a decent hour, closed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pawsona.domain.ids import Bond, MemoryId, MessageId, PromiseId

PromiseKind = Literal["remind", "ask", "congratulate", "day"]
"""Say it; ask how it went; wish the person well on their own day; tell them whose day it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """One thing the pet owes the person to bring up."""

    id: PromiseId
    bond: Bond
    text: str
    """What to ask or remind of, as the pet will say it."""
    due: datetime
    source: MessageId | MemoryId
    """The message that asked for it, or the memory whose day it is: with that it goes."""
    made_at: datetime
    kind: PromiseKind = "remind"
    asked_at: datetime | None = None
    closed_at: datetime | None = None
