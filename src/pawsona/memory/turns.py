"""The same-day buffer: each thing the person says can be recalled at once, before any night made a memory of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from pawsona.domain.ids import MessageId
from pawsona.domain.language import Language
from pawsona.domain.message import Message, Tier
from pawsona.domain.ports import Embedder, Entry, Kind, Store

_NOBODY: Mapping[MessageId, str] = MappingProxyType({})
_ENDS = re.compile(r"(?<=[.!?。！？…\n])\s*")
_ASKS = re.compile(r"[?？]\W*$|[吗呢]\W*$")


def tells(message: Message) -> bool:
    """Whether a message may be remembered at all: the person's own, and no crisis."""
    return message.role == "person" and message.tier == Tier.none and bool(message.text.strip())


def surrounds(message: Message) -> bool:
    """Whether a message may say what its neighbours are about: either side's, and no crisis."""
    return message.tier == Tier.none and bool(message.text.strip())


def only_asks(text: str) -> bool:
    """Whether every sentence is a question.

    Such a turn tells nothing, yet it would be the best match for the same question asked again.
    """
    sentences = [sentence for sentence in _ENDS.split(text) if sentence.strip()]
    return bool(sentences) and all(_ASKS.search(sentence) for sentence in sentences)


@dataclass
class Turns:
    """Puts what the person says into the index."""

    store: Store
    embedder: Embedder

    async def remember(self, messages: Sequence[Message], language: Language) -> None:
        """Index stored messages of one bond: they can be found from now on.

        Args:
            messages: any; crisis turns are left out, the pet's and mere questions only surround the others.
            language: the person's. Where the embedder has none of it, the words alone are indexed.
        """
        entries = await self.entries(messages, language)
        async with self.store.transaction():
            await self.put(messages, entries)

    async def put(self, messages: Sequence[Message], entries: Sequence[Entry]) -> None:
        """Write entries that were made of messages; one that was deleted meanwhile must not come back."""
        bond = messages[0].bond
        there = {message.id for message in await self.store.talk.messages(bond, [one.id for one in messages])}
        await self.store.index.put(bond, [entry for entry in entries if entry.ref in there], self.embedder.name)

    async def entries(
        self, messages: Sequence[Message], language: Language, speakers: Mapping[MessageId, str] = _NOBODY
    ) -> list[Entry]:
        """Index entries for messages, with vectors for those that tell something.

        Args:
            messages: of either side.
            language: the person's.
            speakers: who said it, where that is not the person of the bond.
        """
        entries = worded(messages, speakers)
        if language not in self.embedder.languages:
            return entries
        told = [entry for entry in entries if entry.kind == "turn"]
        vectors = await self.embedder.embed([entry.text for entry in told]) if told else []
        embedded = {entry.ref: vector for entry, vector in zip(told, vectors, strict=True)}
        return [replace(entry, vector=embedded.get(entry.ref)) for entry in entries]


def worded(messages: Sequence[Message], speakers: Mapping[MessageId, str] = _NOBODY) -> list[Entry]:
    """Index entries for messages without vectors: those that are stored keep theirs, others get them later."""
    return [_entry(message, speakers.get(message.id, "")) for message in messages if surrounds(message)]


def _entry(message: Message, speaker: str) -> Entry:
    kind: Kind = "turn" if tells(message) and not only_asks(message.text) else "context"
    return Entry(kind, message.id, message.text, at=message.at, session=message.session, speaker=speaker)
