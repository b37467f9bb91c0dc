"""M: what is remembered, for how long, and where it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, get_args

from pawsona.domain.ids import Bond, MemoryId, MessageId

Retention = Literal["permanent", "long_term", "short_term"]
"""Forever; 3 months; 1 month (iPET sec. 2.2), by the person's calendar."""
RETENTIONS: tuple[Retention, ...] = get_args(Retention)

Origin = Literal["said", "inferred", "simulated"]
"""Only what the person `said` counts as a fact about the person."""

Topic = Literal[
    "name", "gender", "age", "location", "birthday", "zodiac", "personality", "mbti",
    "emotional_state", "occupation", "sleep_habits", "health_status", "mood", "relatives_and_friends",
    "food", "entertainment", "travel", "idol_chasing", "hobbies", "emotional_life", "academic", "work",
    "virtual_interaction", "other_events",
]  # fmt: skip
"""Pet-Bench's 24 memory categories."""
TOPICS: tuple[Topic, ...] = get_args(Topic)

Importance = Literal[0, 1, 2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One remembered thing about the person."""

    id: MemoryId
    bond: Bond
    text: str
    """In the third person, in the language it was said in."""
    topic: Topic
    importance: Importance
    retention: Retention
    origin: Origin
    sources: tuple[MessageId, ...]
    """The messages that it was made from: the answer to "why do you know this?"."""
    created_at: datetime
    renewed_at: datetime
    """When it was last talked about; retention counts from here."""
    expires_on: date | None
    """The person's calendar day on which it is gone, None for permanent or pinned."""
    pinned: bool = False
    voice: str | None = None
    """The same in the pet's voice (skill `memory.rewrite`), made by the night."""
    slots: Mapping[str, str] = field(default_factory=dict)
    """What a mind without a model needs to speak of it: `attribute`, `subject`, `value`, `you` (a clause
    that addresses the person: "you like tea"), `ask` (its own follow-up)."""

    def alive(self, today: date) -> bool:
        """Whether recall may still find it on the person's calendar day."""
        return self.pinned or self.expires_on is None or today < self.expires_on


@dataclass(frozen=True, slots=True)
class Recalled:
    """What recall found for a moment: a memory, or a turn that no memory was made from yet."""

    text: str
    score: float
    said_at: datetime
    memory: Memory | None = None
    sure: bool = True
    """Whether it may be told as what is known; else it only lies near, and says something where more points to it."""
    message: MessageId | None = None
    """The turn itself, or the source of the memory."""

    def scored(self, score: float) -> "Recalled":
        """The same with another score; `replace` takes ten times as long, and a recall scores dozens."""
        return (
            self
            if score == self.score
            else Recalled(self.text, score, self.said_at, self.memory, self.sure, self.message)
        )
