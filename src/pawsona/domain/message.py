"""H: what was said, in sessions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Literal

from pawsona.domain.affect import Affect
from pawsona.domain.ids import Bond, MemoryId, MessageId, SessionId

Role = Literal["person", "pet"]

Strategy = Literal["chit-chat", "soothing", "stance-taking", "recommendation", "reminder", "monitoring", "knowledge"]
"""MoodBench sec. 3; `monitoring` is its psychological monitoring, `knowledge` its knowledge Q&A."""


class Tier(IntEnum):
    """How urgent a risk is, after C-SSRS as internal levels; ordinary sadness is `none`."""

    none = 0
    concern = 1
    high = 2
    imminent = 3


@dataclass(frozen=True, slots=True)
class Trace:
    """What a mind wants to find again in history: which lines it used, and the state it carries over turns.

    The repetition ledger is rebuilt from the `lines` of stored rows, never kept beside them.
    """

    lines: tuple[str, ...] = ()
    state: Mapping[str, str] = field(default_factory=dict)
    fallback: str | None = None
    """The mind that stepped in because the configured one failed."""
    mind: str | None = None
    """The mind that this pet keeps, where it is not the one that the home is set to."""
    stopped: bool = False
    """Whoever heard the reply ended it; its words are those that were shown by then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message. On a crisis turn `tier` keeps it out of memory, world, lab and training."""

    id: MessageId
    bond: Bond
    session: SessionId
    role: Role
    text: str
    at: datetime
    tier: Tier = Tier.none
    answers: MessageId | None = None
    """For the pet's messages: the person's message it answers."""
    strategy: Strategy | None = None
    affect: Affect | None = None
    memories: tuple[MemoryId, ...] = ()
    """Memories that the reply was given (not: proven to have used)."""
    mind: str | None = None
    trace: Trace = Trace()


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A dialogue with no gap of 30 minutes or more; S in iPET eq. 2."""

    id: SessionId
    bond: Bond
    started_at: datetime
    last_at: datetime
    closed_at: datetime | None = None
