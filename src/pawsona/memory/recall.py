"""Recall: what the pet knows that bears on a moment, from memories and from turns no memory was made of yet.

Evidence for a text is the cosine of its vector to the query's, plus `WORDS` times the share of the query's words
that it has (normalised-score fusion: on our fixtures better than reciprocal ranks, and unlike ranks it can say that
nothing fits). Evidence counts more inside the days that the query names, less outside. Below `ENOUGH` there is
nothing, and the pet says that it is not sure.
"""

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from pawsona.domain.ids import Bond, MemoryId, MessageId
from pawsona.domain.language import Language, language_of
from pawsona.domain.memory import Memory, Recalled
from pawsona.domain.message import Message
from pawsona.domain.person import Person
from pawsona.domain.ports import Embedder, Hit, Kind, Store
from pawsona.memory.moments import Period, period
from pawsona.memory.terms import coverage, terms
from pawsona.memory.turns import only_asks, tells

KINDS: tuple[Kind, ...] = ("memory", "turn")
WORDS = 0.6
"""Weight of shared words beside the cosine."""
ENOUGH: Mapping[Language, float] = {"en": 0.38, "zh": 0.27}
"""Evidence from which on something is recalled. English cosines are MiniLM's, Chinese ones those of hashed n-grams,
which are near 0 for most texts: hence two numbers. Calibrated in tests/memory/test_calibration.py."""
INSIDE, OUTSIDE = 1.25, 0.8
"""What evidence is multiplied with where the query names days."""
POOL = 3
"""Candidates per result that may be looked at closely."""
CLOSE = 0.7
"""Share of `ENOUGH` below which a candidate is not looked at: neither its days nor its turns could lift it so far."""
_ASKS = re.compile(r"[?？]|\b(?:what|who|which|did|remember|tell)\b|什么|啥|谁|哪|吗|记得|聊", re.IGNORECASE)
"""Without it, "not today" would bring back the whole day."""


@dataclass(frozen=True)
class _Candidate:
    hit: Hit
    text: str
    evidence: float


@dataclass
class Recall:
    """Finds what is known; changes nothing."""

    store: Store
    embedder: Embedder

    async def find(
        self,
        bond: Bond,
        person: Person,
        query: str,
        now: datetime,
        limit: int = 6,
        exclude: Collection[MessageId] = (),
        share: float = 1.0,
    ) -> list[Recalled]:
        """What bears on a message, best first; nothing where nothing is near enough.

        Args:
            bond: whose memory.
            person: for calendar and language.
            query: what was just said.
            now: the moment, aware.
            limit: how much at most.
            exclude: turns that the mind is shown anyway; memories made from them still count.
            share: below 1 also what has this share of the evidence that is enough, marked as not sure.
        """
        today = person.local(now).date()
        when = period(query, today)
        asked = when.rest if when else query
        if when and not terms(asked):
            said = await self._of_days(bond, person, when, today, exclude) if _ASKS.search(query) else []
            return said[:limit]
        enough = ENOUGH[language_of(asked, person.language)]
        pool = await self._pool(bond, asked, POOL * limit, exclude)
        pool = [one for one in pool if one.evidence >= CLOSE * share * enough]
        weighed = await self._weigh(bond, person, pool, when)
        near = [one for one in _distinct(weighed, today) if one.score >= share * enough][:limit]
        return [replace(one, sure=one.score >= enough) for one in near]

    async def _pool(self, bond: Bond, query: str, size: int, exclude: Collection[MessageId]) -> list[_Candidate]:
        """The candidates with the most evidence, by meaning and by words."""
        wanted = terms(query)
        wide = size + len(exclude)
        dense, words = await asyncio.gather(
            self._nearest(bond, query, wide), self.store.index.match(bond, query, KINDS, wide)
        )
        cosines = {(hit.kind, hit.ref): hit.score for hit in dense}
        # A text found by its words only is at most as near as the farthest that was found by meaning.
        lowest = dense[-1].score if len(dense) == wide else 0.0
        hits = {(hit.kind, hit.ref): hit for hit in (*dense, *words) if hit.kind == "memory" or hit.ref not in exclude}
        texts = await self.store.index.texts(bond, list(hits.values()))
        candidates = [
            _Candidate(hit, text, max(cosines.get(key, lowest), 0.0) + WORDS * coverage(wanted, text))
            for (key, hit), text in zip(hits.items(), texts, strict=True)
            if text is not None
        ]
        return sorted(candidates, key=lambda one: -one.evidence)[:size]

    async def _nearest(self, bond: Bond, query: str, limit: int) -> list[Hit]:
        [vector] = await self.embedder.embed([query])
        return await self.store.index.nearest(bond, vector, self.embedder.name, KINDS, limit)

    async def _weigh(
        self, bond: Bond, person: Person, pool: Sequence[_Candidate], when: Period | None
    ) -> list[Recalled]:
        """Candidates as what they stand for, expired ones too; texts whose row is gone drop out."""
        memory_ids = [MemoryId(one.hit.ref) for one in pool if one.hit.kind == "memory"]
        turn_ids = [MessageId(one.hit.ref) for one in pool if one.hit.kind == "turn"]
        memories, turns = await asyncio.gather(
            self.store.memories.some(bond, memory_ids), self.store.talk.messages(bond, turn_ids)
        )
        things: dict[str, Recalled] = {m.id: _of_memory(m) for m in memories}
        things |= {m.id: _of_turn(m) for m in turns if tells(m)}
        return [
            replace(things[one.hit.ref], score=one.evidence * _factor(things[one.hit.ref], person, when))
            for one in pool
            if one.hit.ref in things
        ]

    async def _of_days(
        self, bond: Bond, person: Person, when: Period, today: date, exclude: Collection[MessageId]
    ) -> list[Recalled]:
        """For "what did I tell you yesterday?": all that was said then, the latest first."""
        begin = datetime.combine(when.first, time(), ZoneInfo(person.time_zone))
        said = [m for m in await self.store.talk.since(bond, begin) if tells(m) and not only_asks(m.text)]
        found = [_of_turn(m) for m in said if m.id not in exclude]
        found += [_of_memory(m) for m in await self.store.memories.all(bond) if m.origin == "said"]
        there = [replace(one, score=1.0) for one in found if when.holds(person.local(one.said_at).date())]
        return sorted(_distinct(there, today), key=lambda one: one.said_at, reverse=True)


def _of_memory(memory: Memory) -> Recalled:
    source = memory.sources[-1] if memory.sources else None
    return Recalled(memory.text, 0.0, memory.created_at, memory=memory, message=source)


def _of_turn(turn: Message) -> Recalled:
    return Recalled(turn.text, 0.0, turn.at, message=turn.id)


def _factor(one: Recalled, person: Person, when: Period | None) -> float:
    """Saying it and saying it again both count as its days."""
    if when is None:
        return 1.0
    moments = [one.said_at] if one.memory is None else [one.said_at, one.memory.renewed_at]
    return INSIDE if any(when.holds(person.local(moment).date()) for moment in moments) else OUTSIDE


def _distinct(found: Sequence[Recalled], today: date) -> list[Recalled]:
    """Each thing once, best first, nothing that has expired.

    A memory stands for the turns it was made from and takes the best of their scores; where it has expired, they go
    with it; the same words said twice count once.
    """
    turns = {one.message: one.score for one in found if one.memory is None}
    kept: list[Recalled] = []
    covered: set[MessageId] = set()
    for one in found:
        if one.memory is not None:
            covered.update(one.memory.sources)
            if one.memory.alive(today):
                best = max(turns.get(source, 0.0) for source in (*one.memory.sources, None))
                kept.append(replace(one, score=max(one.score, best)))
    kept += [one for one in found if one.memory is None and one.message not in covered]
    unique: dict[str, Recalled] = {}
    for one in sorted(kept, key=lambda one: (-one.score, one.memory is None)):
        unique.setdefault(one.text.casefold(), one)
    return list(unique.values())
