"""Collect: a session that ended becomes memories (iPET eq. 2), reconciled with what is known.

Only the person's own words count: the pet's are context, crisis turns are not even that. All thinking comes first;
then one transaction adds the memories and closes the session, so that a crash in between changes nothing and a
second run finds the session closed.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pawsona.domain.ids import Bond, MemoryId, MessageId
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session, Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Embedder, Entry, Rng, Store
from pawsona.memory.derived import unquote
from pawsona.memory.near import Near
from pawsona.memory.nods import nods
from pawsona.memory.reconcile import Decision, Reconciler, merged, succeeding
from pawsona.memory.retain import renewed
from pawsona.memory.terms import coverage, terms
from pawsona.memory.turns import tells, worded
from pawsona.skills import IPET, Mind, Profile
from pawsona.skills.context import Context
from pawsona.skills.memory import MEMORY_SUMMARISE, Draft, SummariseInput

logger = logging.getLogger(__name__)

KNOWN = 24
"""Memories that the summary is shown, so that it doesn't tell them again."""
BESIDE = 3
"""Of these, how many each message may bring up by its words."""
TOLD = 0.4
"""Share of a memory's words that the pet's message must have to have told it."""


@dataclass(frozen=True)
class Collected:
    """What a session did to M."""

    added: tuple[Memory, ...] = ()
    renewed: tuple[Memory, ...] = ()
    replaced: tuple[MemoryId, ...] = ()


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
        facts = tuple(await self.store.people.facts(pet.bond))
        context = Context(pet=pet, person=person, now=person.local(self.clock.now()), facts=facts)
        dialogue = [m for m in await self.store.talk.of_session(session) if m.tier == Tier.none]
        said = {m.id: m for m in dialogue if tells(m)}
        reconciler = Reconciler(self.store, self.mind, self.embedder, self.clock, self.rng, self.profile)
        decisions = await reconciler.decide(context, await self._drafts(context, dialogue, said), said)
        again = await self._talked_about(pet.bond, dialogue)
        turns = worded(list(said.values()))  # what a killed turn left out; the others are there with their vectors
        async with self.store.transaction(whole=True):
            if not await self._is_open(session):
                return Collected()
            done, entries = await self._write(context, decisions, again)
            outdated = {source for decision in decisions for source in decision.outdated}
            await self.store.index.drop(pet.bond, "turn", list(outdated))
            entries += [turn for turn in turns if turn.ref not in outdated]
            await self.store.index.put(pet.bond, entries, self.embedder.name)
            await self.store.talk.touch_session(replace(session, closed_at=self.clock.now()))
        counts = (len(done.added), len(done.renewed), len(done.replaced))
        logger.info("session %s: %d memories added, %d renewed, %d replaced", session.id, *counts)
        return done

    async def _is_open(self, session: Session) -> bool:
        return session.id in {s.id for s in await self.store.talk.open_sessions(session.bond)}

    async def _drafts(
        self, context: Context, dialogue: Sequence[Message], said: Mapping[MessageId, Message]
    ) -> list[Draft]:
        """What the mind finds worth keeping; only what the person said themselves."""
        if not said:
            return []
        known = await self._known(context, dialogue, said)
        given = SummariseInput(context=context, dialogue=tuple(dialogue), known=tuple(known))
        summary = await self.mind.perform(MEMORY_SUMMARISE, given, self.profile)
        return [d for d in summary.drafts if d.origin == "said" and d.sources and said.keys() >= set(d.sources)]

    async def _known(
        self, context: Context, dialogue: Sequence[Message], said: Mapping[MessageId, Message]
    ) -> list[Memory]:
        """What the session may touch: what its replies were given, what its messages are near to, and the latest."""
        bond, today = context.pet.bond, context.now.date()
        ids = [memory for message in dialogue for memory in message.memories]
        texts = [message.text for message in said.values()]
        for hits in await self.store.index.matches(bond, texts, ("memory",), BESIDE):
            ids += [MemoryId(hit.ref) for hit in hits]
        latest = {memory.id: memory for memory in await self.store.memories.latest(bond, today, KNOWN)}
        older = await self.store.memories.some(bond, [one for one in dict.fromkeys(ids) if one not in latest])
        found = latest | {memory.id: memory for memory in older if memory.alive(today)}
        return [found[one] for one in dict.fromkeys([*ids, *latest]) if one in found][:KNOWN]

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
        return about | await self._nodded_at(bond, dialogue)

    async def _nodded_at(self, bond: Bond, dialogue: Sequence[Message]) -> dict[MemoryId, Message]:
        """Memories that the pet told and the person's next message only agrees to."""
        about: dict[MemoryId, Message] = {}
        for told, answer in pairwise(dialogue):
            if told.role == "pet" and told.memories and tells(answer) and nods(answer.text):
                for memory in await self.store.memories.some(bond, list(told.memories)):
                    if coverage(terms(memory.text), told.text) >= TOLD:
                        about[memory.id] = answer
        return about

    async def _write(
        self, context: Context, decisions: Sequence[Decision], again: Mapping[MemoryId, Message]
    ) -> tuple[Collected, list[Entry]]:
        """Inside the transaction; also what is to be indexed. What the person deleted meanwhile stays deleted.

        What they corrected meanwhile is what they want remembered: nothing takes its place, or renews it unread.
        """
        bond = context.pet.bond
        sources = [source for decision in decisions for source in decision.memory.sources]
        there = {message.id for message in await self.store.talk.messages(bond, sources)}
        vectors = {decision.memory.id: decision.vector for decision in decisions}
        added: list[Memory] = []
        renewals: dict[MemoryId, Memory] = {}
        replaced: list[MemoryId] = []
        for decision in decisions:
            old = await self.store.memories.get(bond, decision.old.id) if decision.old is not None else None
            memory = replace(decision.memory, sources=tuple(one for one in decision.memory.sources if one in there))
            if not memory.sources or (decision.old is not None and old is None):
                continue
            if old is None or decision.old is None or old.text != decision.old.text:
                added.append(memory)
            elif decision.kind == "same":
                renewals[old.id] = merged(renewals.get(old.id, old), memory, context)
            else:
                await self._supersede(old)
                renewals.pop(old.id, None)
                replaced.append(old.id)
                added.append(succeeding(old, memory, context))
        for id_, message in again.items():
            known = renewals.get(id_) or await self.store.memories.get(bond, id_)
            if known is not None:
                renewals[id_] = renewed(known, message.at, context.person)
        await self.store.memories.add(*added)
        await self.store.memories.update(*renewals.values())
        entries = [Entry("memory", one.id, one.text, vectors[one.id], one.created_at) for one in added]
        return Collected(tuple(added), tuple(renewals.values()), tuple(replaced)), entries

    async def _supersede(self, old: Memory) -> None:
        """Gone with its turns' entries and its days' words: the old must not be told beside the new."""
        await self.store.memories.delete(old.bond, [old.id])
        await unquote(self.store, old.bond, [old.id])
        await self.store.index.drop(old.bond, "turn", old.sources)
