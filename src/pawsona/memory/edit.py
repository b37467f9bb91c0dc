"""What the person does to a memory: pin it, correct it, delete it, take that back."""

from dataclasses import dataclass, replace

from pawsona.domain.ids import Bond, MemoryId, MessageId
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session
from pawsona.domain.person import Fact, Person
from pawsona.domain.ports import Clock, Embedder, Entry, Store
from pawsona.errors import InputError
from pawsona.memory.derived import unquote
from pawsona.memory.provenance import existing
from pawsona.memory.retain import pinned, renewed, unpinned
from pawsona.memory.turns import Turns

LONGEST = 300
"""Characters; a memory is one thing, a note holds more."""


@dataclass
class Editor:
    """Carries out the person's wishes; each is one transaction."""

    store: Store
    embedder: Embedder
    clock: Clock

    async def pin(self, person: Person, bond: Bond, memory: MemoryId, keep: bool) -> Memory:
        """Keep a memory for good, or let a full term run from now.

        Raises:
            NotFoundError: there is no such memory.
        """
        async with self.store.transaction():
            found = await existing(self.store, bond, memory)
            if found.pinned != keep:
                found = pinned(found) if keep else unpinned(found, self.clock.now(), person)
                await self.store.memories.update(found)
        return found

    async def edit(self, person: Person, bond: Bond, memory: MemoryId, text: str) -> Memory:
        """Put the person's words in place of a memory's; everything derived from the old ones goes.

        Raises:
            InputError: the text is empty or too long; nothing changed.
            NotFoundError: there is no such memory.
        """
        clean = " ".join(text.split())
        if not clean:
            raise InputError("A memory can't be empty. Delete it if it should go.")
        if len(clean) > LONGEST:
            raise InputError(f"A memory has at most {LONGEST} characters. Write a note if it is more.")
        [vector] = await self.embedder.embed([clean])
        async with self.store.transaction():
            found = await existing(self.store, bond, memory)
            changed = replace(found, text=clean, origin="said", voice=None, slots={})
            changed = renewed(changed, self.clock.now(), person)
            await self.store.memories.update(changed)
            await unquote(self.store, bond, [memory])
            await self.store.index.put(bond, [Entry("memory", memory, clean, vector)], self.embedder.name)
            await self.store.index.drop(bond, "turn", found.sources)
            facts = await self.store.people.facts(bond)
            if any(fact.memory == memory for fact in facts):
                kept = [Fact(memory, clean) if fact.memory == memory else fact for fact in facts]
                await self.store.people.set_facts(bond, kept)
        return changed

    async def forget(self, bond: Bond, memory: MemoryId, *, turns: bool = False) -> Memory:
        """Delete a memory for real, with what days tell of it; its turns leave recall, or it came back through them.

        Args:
            bond: whose.
            memory: which.
            turns: also delete, from the chat history, the messages it came from and the replies to them.

        Returns:
            What was deleted, for `restore`.

        Raises:
            NotFoundError: there is no such memory.
        """
        async with self.store.transaction():
            found = await existing(self.store, bond, memory)
            await self.store.memories.delete(bond, [memory])
            await unquote(self.store, bond, [memory])
            await self.store.index.drop(bond, "turn", found.sources)
            if turns:
                await self.store.talk.delete(bond, await self._with_replies(found))
        return found

    async def restore(self, person: Person, memory: Memory) -> None:
        """Put a deleted memory back, with those of its turns that are still there."""
        [vector] = await self.embedder.embed([memory.text])
        sources = await self.store.talk.messages(memory.bond, memory.sources)
        turns = await Turns(self.store, self.embedder).entries(sources, person.language)
        async with self.store.transaction():
            if await self.store.memories.get(memory.bond, memory.id) is None:
                await self.store.memories.add(memory)
                entries = [Entry("memory", memory.id, memory.text, vector), *turns]
                await self.store.index.put(memory.bond, entries, self.embedder.name)

    async def _with_replies(self, memory: Memory) -> list[MessageId]:
        """The sources that no other memory rests on, and the pet's replies to them, which may repeat them."""
        others = {source for other in await self.store.memories.all(memory.bond) for source in other.sources}
        sources = await self.store.talk.messages(memory.bond, memory.sources)
        gone = {message.id for message in sources} - others
        spoken = {message.session: message for message in sources if message.id in gone}
        around = [m for message in spoken.values() for m in await self.store.talk.of_session(_session(message))]
        return [message.id for message in around if message.id in gone or message.answers in gone]


def _session(message: Message) -> Session:
    return Session(id=message.session, bond=message.bond, started_at=message.at, last_at=message.at)
