"""Reconcile: what becomes of each draft, beside what is known and beside the other drafts of its session."""

import re
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from unicodedata import category

from pawsona.domain.ids import MemoryId, MessageId, new_id
from pawsona.domain.memory import Importance, Memory
from pawsona.domain.message import Message
from pawsona.domain.ports import Clock, Embedder, Rng, Store, Vector
from pawsona.memory.near import Near, same_text
from pawsona.memory.occasions import ahead
from pawsona.memory.retain import day_of, expiry
from pawsona.memory.terms import terms
from pawsona.skills import Mind, Profile
from pawsona.skills.acts import MEMORY_RECONCILE, ReconcileInput, Verdict
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft
from pawsona.skills.topics import RETENTION

ALIKE = 0.3
"""Cosine from which two drafts of one session are compared: people correct themselves ("no, on Friday")."""
UNSURE: Importance = 1
"""What is only half understood is kept for a season at most: losing something lasting costs more than a season."""

_TURNING = re.compile(r"\bnot\b|n['’]t\b|\bno\b|\bnever\b|不|没|别|\d+", re.IGNORECASE)


@dataclass(frozen=True)
class Decision:
    """A memory to be, and its fate: `old` is the stored memory that it renews or replaces, as it read then."""

    kind: Literal["new", "same", "replaces"]
    memory: Memory
    vector: Vector
    old: Memory | None = None
    outdated: tuple[MessageId, ...] = ()
    """Messages of the same session that this one corrects."""


@dataclass
class Reconciler:
    """Asks the mind about each draft that has neighbours; writes nothing."""

    store: Store
    mind: Mind
    embedder: Embedder
    clock: Clock
    rng: Rng
    profile: Profile

    async def decide(
        self, context: Context, drafts: Sequence[Draft], said: Mapping[MessageId, Message]
    ) -> list[Decision]:
        """The fate of drafts whose sources are all in `said`, in their order.

        Raises:
            MindError: the mind could not say.
        """
        vectors = await self.embedder.embed([draft.text for draft in drafts])
        texts = [(draft.text, vector) for draft, vector in zip(drafts, vectors, strict=True)]
        known = await Near(self.store, self.embedder).memories(context, texts)
        made: list[Decision] = []
        for draft, vector, near in zip(drafts, vectors, known, strict=True):
            memory = self._memory(context, draft, [said[source] for source in draft.sources])
            made = await self._take(context, draft, Decision("new", memory, vector), made, near)
        return made

    async def _take(
        self, context: Context, draft: Draft, new: Decision, made: list[Decision], known: list[Memory]
    ) -> list[Decision]:
        """The decisions with one more, or with one of them changed by it."""
        fresh = [d for d in made if d.kind != "same" and _cosine(d.vector, new.vector) >= ALIKE]
        stored = await self._stored(context, draft, known)
        superseded = {d.old.id for d in made if d.kind == "replaces" and d.old is not None}
        near = [*(d.memory for d in fresh), *(m for m in stored if m.id not in superseded)]
        verdict = await self._verdict(context, draft, near)
        if verdict.kind == "new" or verdict.index is None:
            return [*made, new]
        if verdict.index >= len(fresh):
            return [*made, replace(new, kind=verdict.kind, old=near[verdict.index])]
        other = fresh[verdict.index]
        rest = [d for d in made if d is not other]
        if verdict.kind == "same":
            return [*rest, replace(other, memory=merged(other.memory, new.memory, context))]
        outdated = (*other.outdated, *other.memory.sources)
        return [*rest, replace(other, memory=new.memory, vector=new.vector, outdated=outdated)]

    async def _stored(self, context: Context, draft: Draft, found: list[Memory]) -> list[Memory]:
        """What is known and close to a draft, and what the draft itself says that it is about."""
        if draft.about is None or draft.about.memory in {memory.id for memory in found}:
            return found
        meant = await self.store.memories.get(context.pet.bond, draft.about.memory)
        return found if meant is None or not meant.alive(context.now.date()) else [*found, meant]

    async def _verdict(self, context: Context, draft: Draft, near: Sequence[Memory]) -> Verdict:
        if draft.about is not None:
            known = [memory.id for memory in near]
            if draft.about.memory in known:
                return Verdict(kind=draft.about.kind, index=known.index(draft.about.memory))
        said = _said(draft.text, context)
        for index, memory in enumerate(near):
            if same_text(memory.text, draft.text) or (said[0] and said == _said(memory.text, context)):
                return Verdict(kind="same", index=index)
        if not near or draft.compared:
            return Verdict(kind="new")
        given = ReconcileInput(context=context, draft=draft, near=tuple(near))
        verdict = await self.mind.perform(MEMORY_RECONCILE, given, self.profile)
        if verdict.kind == "replaces" and not draft.confident:
            return Verdict(kind="new")  # what is only half understood overturns nothing
        return verdict

    def _memory(self, context: Context, draft: Draft, sources: Sequence[Message]) -> Memory:
        said_at = max(message.at for message in sources)
        importance: Importance = draft.importance if draft.confident else min(draft.importance, UNSURE)
        retention = RETENTION[importance]
        on = None if "on" in draft.slots else ahead(draft.text, context.person.local(said_at).date())
        slots = {**draft.slots, "on": on.isoformat()} if on is not None else draft.slots
        return Memory(
            id=MemoryId(new_id(self.clock.now(), self.rng.token())),
            bond=context.pet.bond,
            text=_spoken(draft.text),
            topic=draft.topic,
            importance=importance,
            retention=retention,
            origin="said",
            sources=tuple(message.id for message in sources),
            created_at=said_at,
            renewed_at=said_at,
            expires_on=expiry(retention, said_at, context.person, day_of(slots)),
            slots=slots,
        )


def merged(old: Memory, again: Memory, context: Context) -> Memory:
    """Said again: its time starts anew, its sources grow, and it may have become more important."""
    importance = max(old.importance, again.importance)
    moment = max(old.renewed_at, again.renewed_at)
    retention = RETENTION[importance]
    return replace(
        old,
        sources=tuple(dict.fromkeys((*old.sources, *again.sources))),
        importance=importance,
        retention=retention,
        renewed_at=moment,
        expires_on=None if old.pinned else expiry(retention, moment, context.person, day_of(old.slots)),
    )


def succeeding(old: Memory, new: Memory, context: Context) -> Memory:
    """What takes another's place matters as much, and stays pinned; its sources are its own."""
    importance = max(old.importance, new.importance)
    retention = RETENTION[importance]
    ends = None if old.pinned else expiry(retention, new.renewed_at, context.person, day_of(new.slots))
    return replace(new, importance=importance, retention=retention, pinned=old.pinned, expires_on=ends)


def _said(text: str, context: Context) -> tuple[frozenset[str], list[str]]:
    """A text without words that say nothing, to be compared; a "not" or a number in it says much."""
    turning = sorted(found.casefold() for found in _TURNING.findall(text))
    return terms(text) - terms(context.person.name), turning


def _spoken(text: str) -> str:
    """A text without control characters: a mind may pass on what somebody pasted."""
    return " ".join("".join(" " if category(char)[0] == "C" else char for char in text).split())


def _cosine(one: Vector, other: Vector) -> float:
    """0 where one of them could not be made."""
    return sum(a * b for a, b in zip(array("f", one), array("f", other), strict=False))
