"""The port `Search`, offline: the person's notes and documents, by words and by meaning."""

import re
from dataclasses import dataclass

from pawsona.domain.ids import Bond, NoteId
from pawsona.domain.note import Passage
from pawsona.domain.ports import Embedder, Hit, Kind, Store
from pawsona.memory.terms import terms

KINDS: tuple[Kind, ...] = ("note", "passage")
NEAR = 0.45
"""Cosine from which on a vector alone is evidence (MiniLM puts unrelated English at 0.0 to 0.3)."""
COVERED = 0.5
"""Share of the question's words from which on words alone are evidence."""
PARTLY, PAIRS = 0.25, 2
"""The same of Chinese, and how many at least: of a question's pairs of characters most lie across two words, and a pair
that is in no word is in no text."""
_HAN = re.compile(r"[\u4e00-\u9fff]")


@dataclass
class OwnSearch:
    """Finds what the person's own texts say, or nothing."""

    store: Store
    embedder: Embedder

    async def find(self, bond: Bond, query: str, limit: int = 4) -> list[Passage]:
        words = await self.store.index.match(bond, query, KINDS, 3 * limit)
        [vector] = await self.embedder.embed([query])
        near = await self.store.index.nearest(bond, vector, self.embedder.name, KINDS, 3 * limit)
        cosine = {(hit.kind, hit.ref): hit.score for hit in near}
        pool = list({(hit.kind, hit.ref): hit for hit in (*near, *words)}.values())
        wanted = terms(query)
        han, found = bool(_HAN.search(query)), list[Hit]()
        for hit, text in zip(pool, await self.store.index.texts(bond, pool), strict=True):
            shared, meaning = _shared(wanted, text or ""), cosine.get((hit.kind, hit.ref), 0.0)
            if shared >= COVERED or meaning >= NEAR or (han and _partly(shared, wanted)):
                found.append(Hit(hit.kind, hit.ref, shared + meaning))
        return await self._passages(bond, sorted(found, key=lambda hit: -hit.score)[:limit])

    async def _passages(self, bond: Bond, hits: list[Hit]) -> list[Passage]:
        found: list[Passage] = []
        for hit in hits:
            if hit.kind == "note":
                note = await self.store.notes.note(bond, NoteId(hit.ref))
                found += [Passage(note.source, note.text, hit.score)] if note else []
            else:
                passages = await self.store.notes.passages(bond, [hit.ref])
                found += [Passage(p.source, p.text, hit.score) for p in passages]
        return found


def _shared(wanted: frozenset[str], text: str) -> float:
    """The share of wanted terms that a text has; beside a pair a lone Chinese character is had in a word, too."""
    had = wanted & terms(text)
    if any(len(term) > 1 for term in had):
        had |= {term for term in wanted - had if len(term) == 1 and _HAN.match(term) and term in text}
    return len(had) / len(wanted) if wanted else 0.0


def _partly(shared: float, wanted: frozenset[str]) -> bool:
    return shared >= PARTLY and round(shared * len(wanted)) >= PAIRS
