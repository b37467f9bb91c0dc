"""What left memory, counted without its words: the report of what was forgotten."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from pawsona.domain.memory import Retention, Topic

Cause = Literal["expired", "person"]
"""Its time was up, or the person deleted it."""

Leaving = Literal["memory", "turn", "message", "promise"]
"""A turn left recall; a message left the chat history."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """So many of one kind on one day. Topic and retention are a memory's; what it said is gone."""

    on: date
    """The person's calendar day."""
    cause: Cause
    kind: Leaving
    count: int
    topic: Topic | None = None
    retention: Retention | None = None
