"""The port `Search`, offline: the person's notes and documents, by words and by meaning."""

from dataclasses import dataclass

from pawsona.domain.ids import Bond, NoteId
from pawsona.domain.note import Passage
from pawsona.domain.ports import Embedder, Hit, Kind, Store

KINDS: tuple[Kind, ...] = ("note", "passage")
NEAR = 0.45
"""Cosine below which a vector alone is no evidence (MiniLM puts unrelated English at 0.0 to 0.3)."""


@dataclass
class OwnSearch:
    """Finds what the person's own texts say."""

    store: Store
    embedder: Embedder

    async def find(self, bond: Bond, query: str, limit: int = 4) -> list[Passage]:
        words = await self.store.index.match(bond, query, KINDS, 3 * limit)
        [vector] = await self.embedder.embed([query])
        near = await self.store.index.nearest(bond, vector, self.embedder.name, KINDS, 3 * limit)
        ranked = _fuse(words, [hit for hit in near if hit.score >= NEAR])
        return await self._passages(bond, ranked[:limit])

    async def _passages(self, bond: Bond, hits: list[Hit]) -> list[Passage]:
        found: list[Passage] = []
        for hit in hits:
            if hit.kind == "note":
                note = await self.store.notes.note(bond, NoteId(hit.ref))
                found += [Passage(note.title, note.text, hit.score)] if note else []
            else:
                found += [
                    Passage(p.source, p.text, hit.score) for p in await self.store.notes.passages(bond, [hit.ref])
                ]
        return found


def _fuse(*rankings: list[Hit]) -> list[Hit]:
    """Reciprocal rank fusion (Cormack et al. 2009, k = 60)."""
    scores: dict[tuple[Kind, str], float] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking):
            key = (hit.kind, hit.ref)
            scores[key] = scores.get(key, 0.0) + 1 / (60 + rank)
    fused = [Hit(kind, ref, score) for (kind, ref), score in scores.items()]
    return sorted(fused, key=lambda hit: -hit.score)
