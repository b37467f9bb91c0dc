"""Conversations with questions about them, whatever file they came from."""

from dataclasses import dataclass, field
from datetime import datetime

from pawsona.domain.language import Language
from pawsona.domain.message import Role


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said. Two people who talk with each other are both `person`."""

    id: str
    speaker: str
    role: Role
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Sitting:
    """What was said in one go; a session in all three formats."""

    id: str
    at: datetime
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something that a memory should lead to."""

    id: str
    ask: str
    category: str
    asked_at: datetime
    evidence: frozenset[str] = frozenset()
    """Turns that are needed; empty where only sessions are labelled."""
    sittings: frozenset[str] = frozenset()
    """The sessions that these are in."""
    answerable: bool = True
    """False: it asks for what was never said, though something near it was."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A question about something that was said, and one as like it as can be about something that was not."""

    id: str
    true: str
    never: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Everything said between two, and what is asked about it."""

    id: str
    language: Language
    person: str
    pet: str
    sittings: tuple[Sitting, ...]
    questions: tuple[Question, ...]
    asked_at: datetime
    """When pairs are asked: after the last session."""
    pairs: tuple[Pair, ...] = ()

    @property
    def turns(self) -> list[Turn]:
        """All of them, in order."""
        return [turn for sitting in self.sittings for turn in sitting.turns]

    @property
    def two_persons(self) -> bool:
        """Whether people talk with each other, so that a turn has to say whose it is."""
        return len({turn.speaker for turn in self.turns if turn.role == "person"}) > 1


@dataclass(frozen=True, slots=True)
class Dataset:
    """What a file holds."""

    name: str
    conversations: tuple[Conversation, ...]
    dropped: dict[str, int] = field(default_factory=dict)
    """Why questions could not be used, and how many each."""

    @property
    def questions(self) -> int:
        """How many are asked."""
        return sum(len(one.questions) for one in self.conversations)
