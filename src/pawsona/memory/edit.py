"""What the person does to a memory: pin it, correct it, delete it, take that back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from pawsona.domain.departure import Departure
from pawsona.domain.ids import Bond, MemoryId, MessageId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.person import Fact, Person
from pawsona.domain.ports import Clock, Embedder, Entry, Store
from pawsona.errors import ChangedError, InputError
from pawsona.memory.derived import unquote
from pawsona.memory.forget import departures
from pawsona.memory.provenance import existing
from pawsona.memory.retain import pinned, renewed, unpinned
from pawsona.memory.terms import coverage, terms
from pawsona.memory.turns import Turns

LONGEST = 300
"""Characters; a memory is one thing, a note holds more."""
TELLS = 0.5
"""Share of what a memory is about that a reply must have to be one that gave it back."""

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "empty": "A memory can't be empty. Delete it if it should go.",
        "long": "That is {over} characters over: a memory has at most {most}. Write a note if it is more.",
        "changed": "This memory was changed elsewhere meanwhile. Look at its new words first.",
    },
    "zh": {
        "empty": "记忆不能是空的，不想留就删掉吧。",
        "long": "超出 {over} 个字：一条记忆最多 {most} 个字，再长就写成笔记吧。",
        "changed": "这条记忆刚在别处改过，先看看新的内容吧。",
    },
}


def version(memory: Memory) -> str:
    """A name for the words that a memory has now, for whoever wants to change just these."""
    return sha256(memory.text.encode()).hexdigest()[:16]


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

    async def edit(self, person: Person, bond: Bond, memory: MemoryId, text: str, *, seen: str | None = None) -> Memory:
        """Put the person's words in place of a memory's; everything derived from the old ones goes.

        Args:
            person: whose words they are.
            bond: whose memory.
            memory: which.
            text: the new words.
            seen: the `version` that the person saw; None overwrites whatever is there.

        Raises:
            InputError: the text is empty or too long; nothing changed.
            ChangedError: it has other words by now than the person saw, and not these; nothing changed.
            NotFoundError: there is no such memory.
        """
        clean = " ".join(text.split())
        if not clean:
            raise InputError(_WORDS[person.language]["empty"])
        if len(clean) > LONGEST:
            raise InputError(_WORDS[person.language]["long"].format(over=len(clean) - LONGEST, most=LONGEST))
        [vector] = await self.embedder.embed([clean])
        async with self.store.transaction():
            found = await existing(self.store, bond, memory)
            if found.text != clean:  # a request that is sent once more because its answer got lost
                _unchanged(found, seen, person)
            changed = replace(found, text=clean, origin="said", voice=None, slots={})
            changed = renewed(changed, self.clock.now(), person)
            await self.store.memories.update(changed)
            await unquote(self.store, bond, [memory])
            entry = Entry("memory", memory, clean, vector, found.created_at)
            await self.store.index.put(bond, [entry], self.embedder.name)
            await self.store.index.drop(bond, "turn", found.sources)
            facts = await self.store.people.facts(bond)
            if any(fact.memory == memory for fact in facts):
                kept = [Fact(memory, clean) if fact.memory == memory else fact for fact in facts]
                await self.store.people.set_facts(bond, kept)
        return changed

    async def forget(
        self, person: Person, bond: Bond, memory: MemoryId, *, turns: bool = False, seen: str | None = None
    ) -> Memory:
        """Delete a memory for real, with what days tell of it; its turns leave recall, or it came back through them.

        Args:
            person: for the day in the report.
            bond: whose.
            memory: which.
            turns: also delete, from the chat history, the messages it came from with the replies to them, and the
                exchanges in which it was given back.
            seen: the `version` that the person saw; None deletes whatever is there.

        Returns:
            What was deleted, for `restore`.

        Raises:
            ChangedError: it has other words by now than the person saw; nothing was deleted.
            NotFoundError: there is no such memory.
        """
        async with self.store.transaction():
            found = await existing(self.store, bond, memory)
            _unchanged(found, seen, person)
            await self.store.memories.delete(bond, [memory])
            await unquote(self.store, bond, [memory])
            await self.store.index.drop(bond, "turn", found.sources)
            messages = await self._messages(person, found) if turns else []
            await self.store.talk.delete(bond, messages)
            await self.store.departures.add(bond, self._report(person, found, len(messages)))
        return found

    async def restore(self, person: Person, memory: Memory) -> None:
        """Put a deleted memory back, with those of its turns that are still there."""
        [vector] = await self.embedder.embed([memory.text])
        sources = await self.store.talk.messages(memory.bond, memory.sources)
        turns = await Turns(self.store, self.embedder).entries(sources, person.language)
        async with self.store.transaction():
            if await self.store.memories.get(memory.bond, memory.id) is None:
                await self.store.memories.add(memory)
                entries = [Entry("memory", memory.id, memory.text, vector, memory.created_at), *turns]
                await self.store.index.put(memory.bond, entries, self.embedder.name)
                back = [replace(row, count=-row.count) for row in self._report(person, memory, 0)]
                await self.store.departures.add(memory.bond, back)

    def _report(self, person: Person, memory: Memory, messages: int) -> list[Departure]:
        """What goes into the report of what was forgotten: no words, only kinds."""
        today = person.local(self.clock.now()).date()
        said = [Departure(on=today, cause="person", kind="message", count=messages)] if messages else []
        return [*departures([memory], today, "person"), *said]

    async def _messages(self, person: Person, memory: Memory) -> list[MessageId]:
        """The exchanges that tell of it: its sources with their replies, and later replies that gave it back.

        A message that another memory rests on stays, and so does its reply.
        """
        kept = {m for other in await self.store.memories.all(memory.bond) for m in other.sources}
        sources = await self.store.talk.messages(memory.bond, memory.sources)
        since = min((message.at for message in sources), default=memory.created_at)
        given = set(await self.store.talk.given(memory.bond, memory.id))
        words = terms(memory.slots.get("value") or memory.text) - terms(person.name)
        gone: dict[MessageId, None] = {message.id: None for message in sources if message.id not in kept}
        for message in await self.store.talk.since(memory.bond, since):
            tells = message.id in given or coverage(words, message.text) >= TELLS
            if message.answers in gone or (message.role == "pet" and tells and message.answers not in kept):
                gone |= {one: None for one in (message.answers, message.id) if one is not None}
        return list(gone)


def _unchanged(memory: Memory, seen: str | None, person: Person) -> None:
    if seen is not None and seen != version(memory):
        raise ChangedError(_WORDS[person.language]["changed"])
