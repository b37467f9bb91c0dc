"""New vectors in the background after the embedder changed, or where there was no time to make one."""

import itertools
from dataclasses import dataclass

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Embedder, Entry, Hit, Store

BATCH = 64
"""Texts at once: half a second of MiniLM, after which talk gets the processor again."""


@dataclass
class Reindexer:
    """Works through entries that lack a vector of the present embedder."""

    store: Store
    embedder: Embedder

    async def step(self, limit: int = BATCH) -> int:
        """Embed some entries; returns how many there were, 0 when all is done."""
        found = await self.store.index.unembedded(self.embedder.name, limit)
        found.sort(key=lambda pair: (pair[0].person, pair[0].pet))
        for bond, pairs in itertools.groupby(found, key=lambda pair: pair[0]):
            await self._embed(bond, [entry for _, entry in pairs])
        return len(found)

    async def run(self) -> int:
        """All of them; returns how many."""
        total = 0
        while count := await self.step():
            total += count
        return total

    async def _embed(self, bond: Bond, entries: list[Entry]) -> None:
        vectors = await self.embedder.embed([entry.text for entry in entries])
        fresh = [Entry(e.kind, e.ref, e.text, vector) for e, vector in zip(entries, vectors, strict=True)]
        async with self.store.transaction():
            # What was deleted or edited meanwhile must not come back.
            texts = await self.store.index.texts(bond, [Hit(entry.kind, entry.ref, 0.0) for entry in fresh])
            still = [entry for entry, text in zip(fresh, texts, strict=True) if text == entry.text]
            await self.store.index.put(bond, still, self.embedder.name)
