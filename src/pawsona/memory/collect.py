"""Collect: a session that ended becomes memories (iPET eq. 2), reconciled with what is known.

Only the person's own words count: the pet's are context, crisis turns are not even that. All thinking comes first;
then one transaction adds the memories and closes the session, so that a crash in between changes nothing and a
second run finds the session closed.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pawsona.domain.ids import Bond, MemoryId, MessageId, new_id
from pawsona.domain.memory import Importance, Memory
from pawsona.domain.message import Message, Session, Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Embedder, Entry, Rng, Store, Vector
from pawsona.memory.near import Near, same_text
from pawsona.memory.retain import expiry, renewed
from pawsona.memory.turns import Turns, tells
from pawsona.skills import IPET, Mind, Profile
from pawsona.skills.acts import MEMORY_RECONCILE, ReconcileInput, Verdict
from pawsona.skills.context import Context
from pawsona.skills.memory import MEMORY_SUMMARISE, Draft, SummariseInput
from pawsona.skills.topics import RETENTION

logger = logging.getLogger(__name__)

KNOWN = 24
"""Memories that the summary is shown, so that it doesn't tell them again."""


@dataclass(frozen=True)
class Collected:
    """What a session did to M."""

    added: tuple[Memory, ...] = ()
    renewed: tuple[Memory, ...] = ()
    replaced: tuple[MemoryId, ...] = ()


@dataclass(frozen=True)
class _Decision:
    """A draft and its fate; `old` is the memory that it renews or replaces."""

    kind: Literal["new", "same", "replaces"]
    draft: Draft
    vector: Vector
    old: MemoryId | None = None


@dataclass
class Collector:
    """Makes memories of sessions, for any bond."""

    store: Store
    mind: Mind
    embedder: Embedder
    clock: Clock
    rng: Rng
    profile: Profile = IPET

    async def collect(self, person: Person, pet: Pet, session: Session) -> Collected:
        """Make memories of a session and close it; nothing happens where it is closed already.

        Raises:
            MindError: the mind could not; the session stays open for the next attempt.
        """
        if not await self._is_open(session):
            return Collected()
        dialogue = [m for m in await self.store.talk.of_session(session) if m.tier == Tier.none]
        said = {m.id: m for m in dialogue if tells(m)}
        decisions: list[_Decision] = []
        if said:
            decisions = await self._decide(person, pet, dialogue, said)
        again = await self._talked_about(pet.bond, dialogue)
        turns = await Turns(self.store, self.embedder).entries(list(said.values()), person.language)
        async with self.store.transaction():
            if not await self._is_open(session):
                return Collected()
            done = await _Writing(self, person, pet.bond).write(decisions, again)
            await self._index_turns(pet.bond, turns)
            await self.store.talk.touch_session(replace(session, closed_at=self.clock.now()))
        logger.info(
            "session %s: %d memories added, %d renewed, %d replaced",
            session.id, len(done.added), len(done.renewed), len(done.replaced),
        )  # fmt: skip
        return done

    async def _is_open(self, session: Session) -> bool:
        return session.id in {s.id for s in await self.store.talk.open_sessions(session.bond)}

    async def _decide(
        self, person: Person, pet: Pet, dialogue: Sequence[Message], said: dict[MessageId, Message]
    ) -> list[_Decision]:
        context = await self._context(person, pet)
        known = await self.store.memories.latest(pet.bond, context.now.date(), KNOWN)
        given = SummariseInput(context=context, dialogue=tuple(dialogue), known=tuple(known))
        summary = await self.mind.perform(MEMORY_SUMMARISE, given, self.profile)
        drafts = [d for d in summary.drafts if d.origin == "said" and d.sources and said.keys() >= set(d.sources)]
        vectors = await self.embedder.embed([draft.text for draft in drafts])
        decisions: list[_Decision] = []
        for draft, vector in zip(drafts, vectors, strict=True):
            if not any(same_text(draft.text, other.draft.text) for other in decisions):
                decisions.append(await self._decide_one(context, draft, vector))
        return decisions

    async def _decide_one(self, context: Context, draft: Draft, vector: Vector) -> _Decision:
        near = await Near(self.store, self.embedder).memories(context, draft.text, vector)
        for memory in near:
            if same_text(memory.text, draft.text):
                return _Decision("same", draft, vector, memory.id)
        verdict = Verdict(kind="new")
        if near:
            given = ReconcileInput(context=context, draft=draft, near=tuple(near))
            verdict = await self.mind.perform(MEMORY_RECONCILE, given, self.profile)
        if verdict.kind == "new" or verdict.index is None or (verdict.kind == "replaces" and not draft.confident):
            return _Decision("new", draft, vector)  # what is only half understood overturns nothing
        return _Decision(verdict.kind, draft, vector, near[verdict.index].id)

    async def _talked_about(self, bond: Bond, dialogue: Sequence[Message]) -> dict[MemoryId, Message]:
        """Memories that a reply was given and the person's message was really about: they are renewed."""
        asked = {m.id: m for m in dialogue if tells(m)}
        near = Near(self.store, self.embedder)
        about: dict[MemoryId, Message] = {}
        for reply in dialogue:
            message = asked.get(reply.answers) if reply.answers is not None else None
            if message is not None and reply.memories:
                meant = await near.meant(bond, message.text)
                about |= {memory: message for memory in reply.memories if memory in meant}
        return about

    async def _index_turns(self, bond: Bond, entries: Sequence[Entry]) -> None:
        """Again, for a turn whose process died between storing and indexing it."""
        ids = [MessageId(entry.ref) for entry in entries]
        there = {message.id for message in await self.store.talk.messages(bond, ids)}
        await self.store.index.put(bond, [e for e in entries if e.ref in there], self.embedder.name)

    async def _context(self, person: Person, pet: Pet) -> Context:
        facts = tuple(await self.store.people.facts(pet.bond))
        return Context(pet=pet, person=person, now=person.local(self.clock.now()), facts=facts)


@dataclass
class _Writing:
    """The second half, inside the transaction: what the person changed meanwhile wins."""

    collector: Collector
    person: Person
    bond: Bond

    async def write(self, decisions: Sequence[_Decision], again: dict[MemoryId, Message]) -> Collected:
        added: list[Memory] = []
        renewals: dict[MemoryId, Memory] = {}
        replaced: list[MemoryId] = []
        for decision in decisions:
            sources = await self.collector.store.talk.messages(self.bond, decision.draft.sources)
            old = await self._old(decision)
            if not sources or (decision.old is not None and old is None):
                continue  # deleted by the person while the mind was thinking
            if decision.kind == "same" and old is not None:
                renewals[old.id] = await self._renew(old, decision.draft, sources)
                continue
            if old is not None:
                replaced.append(old.id)
                await self.collector.store.memories.delete(self.bond, [old.id])
                await self.collector.store.index.drop(self.bond, "turn", old.sources)
            added.append(await self._add(decision, sources, old))
        for id_, message in again.items():
            memory = await self.collector.store.memories.get(self.bond, id_)
            if memory is not None and id_ not in renewals:
                renewals[id_] = renewed(memory, message.at, self.person)
                await self.collector.store.memories.update(renewals[id_])
        return Collected(tuple(added), tuple(renewals.values()), tuple(replaced))

    async def _old(self, decision: _Decision) -> Memory | None:
        if decision.old is None:
            return None
        return await self.collector.store.memories.get(self.bond, decision.old)

    async def _renew(self, old: Memory, draft: Draft, sources: Sequence[Message]) -> Memory:
        """Said again: its time starts anew, and it may have become more important."""
        importance = max(old.importance, _importance(draft))
        memory = replace(
            old,
            sources=tuple(dict.fromkeys((*old.sources, *(m.id for m in sources)))),
            importance=importance,
            retention=RETENTION[importance],
        )
        memory = renewed(memory, max(m.at for m in sources), self.person)
        await self.collector.store.memories.update(memory)
        return memory

    async def _add(self, decision: _Decision, sources: Sequence[Message], old: Memory | None) -> Memory:
        """A new memory. One that takes another's place matters as much, and stays pinned; its sources are its own."""
        said_at = max(m.at for m in sources)
        importance = max(_importance(decision.draft), old.importance if old is not None else 0)
        keep = old is not None and old.pinned
        memory = Memory(
            id=MemoryId(new_id(self.collector.clock.now(), self.collector.rng.token())),
            bond=self.bond,
            text=decision.draft.text,
            topic=decision.draft.topic,
            importance=importance,
            retention=RETENTION[importance],
            origin="said",
            sources=tuple(m.id for m in sources),
            created_at=said_at,
            renewed_at=said_at,
            expires_on=None if keep else expiry(RETENTION[importance], said_at, self.person),
            pinned=keep,
            slots=decision.draft.slots,
        )
        await self.collector.store.memories.add(memory)
        entry = Entry("memory", memory.id, memory.text, decision.vector)
        await self.collector.store.index.put(self.bond, [entry], self.collector.embedder.name)
        return memory


def _importance(draft: Draft) -> Importance:
    return draft.importance if draft.confident else 0
