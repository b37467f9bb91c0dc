"""The same-day buffer: each thing the person says can be recalled at once, before any night made a memory of it."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pawsona.domain.language import Language
from pawsona.domain.message import Message, Tier
from pawsona.domain.ports import Embedder, Entry, Store, Vector

_ENDS = re.compile(r"(?<=[.!?。！？…\n])\s*")
_ASKS = re.compile(r"[?？]\W*$|[吗呢]\W*$")


def tells(message: Message) -> bool:
    """Whether a message may be remembered at all: the person's own, and no crisis."""
    return message.role == "person" and message.tier == Tier.none and bool(message.text.strip())


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
    _ahead: set[asyncio.Task[list[Vector]]] = field(default_factory=set)

    def foresee(self, text: str) -> None:
        """Begin with a message's vector while the message is being stored.

        An embedder that keeps its latest vectors then has it when it is asked for; what goes wrong here goes wrong
        there as well, and is told there.
        """
        task = asyncio.create_task(self.embedder.embed([text]))
        self._ahead.add(task)
        task.add_done_callback(self._foreseen)

    def _foreseen(self, task: asyncio.Task[list[Vector]]) -> None:
        self._ahead.discard(task)
        if not task.cancelled():
            task.exception()

    async def remember(self, message: Message, language: Language) -> bool:
        """Index a stored message; returns whether there was something to index.

        Args:
            message: any message; the pet's, crisis turns and mere questions are left out.
            language: the person's. Where the embedder has none of it, the words alone are indexed.
        """
        if not tells(message) or only_asks(message.text):
            return False
        entries = await self.entries([message], language)
        await self.store.index.put(message.bond, entries, self.embedder.name)
        return True

    async def entries(self, messages: Sequence[Message], language: Language) -> list[Entry]:
        """Index entries for messages that tell something."""
        told = [message for message in messages if tells(message) and not only_asks(message.text)]
        if language not in self.embedder.languages:
            return [Entry("turn", message.id, message.text) for message in told]
        vectors = await self.embedder.embed([message.text for message in told])
        return [Entry("turn", m.id, m.text, vector) for m, vector in zip(told, vectors, strict=True)]
