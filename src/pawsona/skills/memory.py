"""The skills on memory: summarise (iPET eq. 2), rewrite in the pet's voice, greet with something known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pawsona.domain.ids import MemoryId, MessageId
from pawsona.domain.memory import TOPICS, Importance, Memory, Origin, Topic
from pawsona.domain.message import Message, Tier, Trace
from pawsona.domain.promise import Promise
from pawsona.skills.chat import Reply
from pawsona.skills.context import Context
from pawsona.skills.contract import Skill
from pawsona.skills.profiles import Profile
from pawsona.skills.rules import within, written


@dataclass(frozen=True, kw_only=True)
class SummariseInput:
    """One session S. Crisis turns never reach this skill."""

    context: Context
    dialogue: tuple[Message, ...]
    known: tuple[Memory, ...] = ()
    """What is remembered already, so that it is not extracted again."""


@dataclass(frozen=True, kw_only=True)
class About:
    """What a draft does to a memory of `known`: `same` renews it, `replaces` supersedes it."""

    kind: Literal["same", "replaces"]
    memory: MemoryId


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A memory before it is reconciled with what is known."""

    text: str
    topic: Topic
    importance: Importance
    sources: tuple[MessageId, ...]
    origin: Origin = "said"
    confident: bool = True
    """False: kept for "you were saying ...", never quoted as a fact."""
    about: About | None = None
    """Set by a mind that compared it with what is known as it wrote it."""
    compared: bool = False
    """It was compared with `known`, so nobody need be asked again: without `about` it is new."""
    slots: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Summary:
    """K_s entries; none is the papers' "No key information extracted"."""

    drafts: tuple[Draft, ...] = ()
    trace: Trace = Trace()


def _summary_rules(given: SummariseInput, answer: Summary, profile: Profile) -> Iterator[str]:
    said = {m.id for m in given.dialogue if m.role == "person" and m.tier == Tier.none}
    for n, draft in enumerate(answer.drafts, 1):
        yield from (
            f"entry {n}: {p}" for p in written(draft.text, "memory", given.context.language, given.context.names)
        )
        yield from (f"entry {n}: {p}" for p in within(draft.text, "memory", given.context.language, profile.memory))
        if draft.topic not in TOPICS:
            yield f"entry {n}: {draft.topic!r} is none of the 24 topics"
        if draft.importance not in (0, 1, 2):
            yield f"entry {n}: importance is 0, 1 or 2, not {draft.importance!r}"
        if not draft.sources:
            yield f"entry {n}: it names no message it was made from"
        if draft.origin == "said" and not said.issuperset(draft.sources):
            yield f"entry {n}: its sources are not all messages of the person in this dialogue"


@dataclass(frozen=True, kw_only=True)
class RewriteInput:
    """Memories to put into the pet's voice, in one call."""

    context: Context
    memories: tuple[Memory, ...]


@dataclass(frozen=True, kw_only=True)
class Rewrite:
    """One text per memory, in order: first person, one theme, nothing inferred."""

    texts: tuple[str, ...]


def _rewrite_rules(given: RewriteInput, answer: Rewrite, profile: Profile) -> Iterator[str]:
    if len(answer.texts) != len(given.memories):
        yield f"{len(given.memories)} memories were given and {len(answer.texts)} came back"
    for n, text in enumerate(answer.texts, 1):
        yield from (f"text {n}: {p}" for p in written(text, "rewriting", given.context.language, given.context.names))
        yield from (f"text {n}: {p}" for p in within(text, "rewriting", given.context.language, profile.rewrite))


@dataclass(frozen=True, kw_only=True)
class MemoryGreetInput:
    """A greeting for a person who comes back; `memories` are those worth bringing up, best first."""

    context: Context
    memories: tuple[Memory, ...]
    away_hours: float = 0.0
    due: Promise | None = None
    """What to bring up now, instead of a memory."""


def _greet_rules(given: MemoryGreetInput, answer: Reply, profile: Profile) -> Iterator[str]:
    yield from written(answer.text, "greeting", given.context.language, given.context.names)


MEMORY_SUMMARISE = Skill("memory.summarise", SummariseInput, Summary, _summary_rules)
MEMORY_REWRITE = Skill("memory.rewrite", RewriteInput, Rewrite, _rewrite_rules)
MEMORY_GREET = Skill("memory.greet", MemoryGreetInput, Reply, _greet_rules)
