"""Which memories a text is about: the neighbours that reconciling looks at, and what a question really meant."""

from collections.abc import Sequence
from dataclasses import dataclass

from pawsona.domain.ids import Bond, MemoryId
from pawsona.domain.language import language_of
from pawsona.domain.memory import Memory
from pawsona.domain.ports import Embedder, Hit, Store, Vector
from pawsona.memory.recall import ENOUGH
from pawsona.skills.context import Context

NEIGHBOURS = 5
"""Memories that a draft is compared with: a contradiction is about the same thing, so it is close."""


@dataclass
class Near:
    """Looks for memories only, never for turns."""

    store: Store
    embedder: Embedder

    async def memories(self, context: Context, texts: Sequence[tuple[str, Vector]]) -> list[list[Memory]]:
        """For each text with its vector the living memories closest to it, by meaning and by words in turn."""
        bond, today = context.pet.bond, context.now.date()
        hits = await self.store.index.beside(bond, texts, self.embedder.name, ("memory",), NEIGHBOURS)
        near = [_alternating(dense, words) for dense, words in hits]
        found = await self.store.memories.some(bond, list({one for some in near for one in some}))
        living = {memory.id: memory for memory in found if memory.alive(today)}
        return [[living[one] for one in some if one in living][:NEIGHBOURS] for some in near]

    async def meant(self, bond: Bond, text: str) -> frozenset[MemoryId]:
        """Memories that a message talks about: by meaning alone, where recall would also count shared words."""
        [vector] = await self.embedder.embed([text])
        hits = await self.store.index.nearest(bond, vector, self.embedder.name, ("memory",), NEIGHBOURS)
        enough = ENOUGH[language_of(text, "en")]
        return frozenset(MemoryId(hit.ref) for hit in hits if hit.score >= enough)


def same_text(one: str, other: str) -> bool:
    """The same but for case, spaces and punctuation."""
    return _bare(one) == _bare(other)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _alternating(dense: list[Hit], words: list[Hit]) -> list[MemoryId]:
    pairs = [hit.ref for n in range(NEIGHBOURS) for hit in (*dense[n : n + 1], *words[n : n + 1])]
    return [MemoryId(ref) for ref in dict.fromkeys(pairs)]
