"""Recall: what the pet knows that bears on a moment, from memories and from turns no memory was made of yet.

Evidence for a text is the cosine of its vector to the query's, plus `WORDS` times the share of the query's words
that it has (normalised-score fusion: on our fixtures better than reciprocal ranks, and unlike ranks it can say that
nothing fits). Evidence counts more inside the days that the query names, less outside. Below `ENOUGH` there is
nothing, and the pet says that it is not sure.
"""

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import numpy as np

from pawsona.domain.asked import asked
from pawsona.domain.ids import Bond, MemoryId, MessageId
from pawsona.domain.language import Language, language_of
from pawsona.domain.memory import Recalled
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Embedder, Hit, Reranker, Store, Vector
from pawsona.domain.sheet import Sheet
from pawsona.memory.candidates import Candidate, Key, Ranking, best, distinct, of_memory, of_turn, weighed
from pawsona.memory.evidence import PARTS, evidence, worded
from pawsona.memory.fusion import MEANING, SPELLING, fused
from pawsona.memory.moments import Period
from pawsona.memory.question import Question, understood
from pawsona.memory.support import FEW, WEIGHTS, Claim, Support, supports
from pawsona.memory.terms import terms
from pawsona.memory.turns import only_asks, tells

ENOUGH: Mapping[Language, float] = {"en": 0.38, "zh": 0.27}
"""Evidence from which on something is recalled. English cosines are MiniLM's, Chinese ones those of hashed n-grams,
which are near 0 for most texts: hence two numbers. Calibrated in tests/memory/test_calibration.py."""
RERANKED = 30
"""Candidates that a reranker reads: each costs it a pass."""
READ = 4
"""Candidates that are held against a question word by word."""
UNSURE = 0.9
"""The share of the evidence that is enough that a text has at most if it doesn't support the claim."""
POOL = 3
"""Candidates per result that may be looked at closely."""
_ASKS = re.compile(r"[?？]|\b(?:what|who|which|did|remember|tell)\b|什么|啥|谁|哪|吗|记得|聊", re.IGNORECASE)
"""Without it, "not today" would bring back the whole day."""


@dataclass
class Recall:
    """Finds what is known; changes nothing."""

    store: Store
    embedder: Embedder
    reranker: Reranker | None = None
    near: bool = False
    """The embedder runs in this process: what it is given goes nowhere."""
    _width: int = field(default=0, init=False)
    """Numbers of a vector, as the last one had them."""

    @property
    def stays(self) -> bool:
        """Whether a query leaves this process nowhere; a reranker that says nothing may send it elsewhere."""
        return self.near and (self.reranker is None or bool(getattr(self.reranker, "near", False)))

    async def find(
        self,
        bond: Bond,
        person: Person,
        query: str,
        now: datetime,
        limit: int = 6,
        exclude: Collection[MessageId] = (),
        share: float = 1.0,
        pet: Pet | None = None,
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
            pet: the bond's, where it is at hand; else it is read.
        """
        today = person.local(now).date()
        question = understood(query, person, today)
        when = question.days
        asked = when.rest if when else query
        asks = _ASKS.search(query) is not None
        if when and not terms(asked):
            hidden = await self._hidden(bond, today, exclude)
            return (await self._of_days(bond, person, when, hidden))[:limit] if asks else []
        enough = ENOUGH[language_of(asked, person.language)]
        sheet, pool, things = await self._pool(bond, person, query, today, POOL * limit, exclude, question=question)
        sure = weighed(person, asked, pool, things, when)
        if asks and len(sheet) >= FEW:
            read = await self._supports(bond, await self._names(bond, person, pet), person, asked, sheet, pool, things)
            sure = self._decided(sure, read, asked, person)
        near = [one for one in distinct(sure) if one.score >= share * enough][:limit]
        return [one if one.score >= enough else replace(one, sure=False) for one in near]

    async def ranked(
        self,
        bond: Bond,
        person: Person,
        query: str,
        now: datetime,
        limit: int = 10,
        *,
        parts: Collection[str] = PARTS,
        expired: bool = False,
    ) -> list[Recalled]:
        """The texts that bear most on a question, best first, however little that may be.

        Args:
            bond: whose memory.
            person: for calendar and language.
            query: a question.
            now: the moment, aware.
            limit: how much at most.
            parts: what counts, of `evidence.PARTS`.
            expired: also what has expired but is not deleted yet.
        """
        today = person.local(now).date()
        _, pool, things = await self._pool(bond, person, query, today, POOL * limit, (), parts, expired=expired)
        found = [replace(things[one.ref], score=one.fused) for one in pool if one.ref in things]
        return distinct(found)[:limit]

    async def supports(self, bond: Bond, person: Person, query: str, now: datetime) -> list[tuple[Recalled, Support]]:
        """What supports the nearest texts as answers to a question, as `find` weighs it."""
        today = person.local(now).date()
        sheet, pool, things = await self._pool(bond, person, query, today, READ)
        names = await self._names(bond, person, None)
        return await self._supports(bond, names, person, query, sheet, pool, things)

    async def _supports(
        self,
        bond: Bond,
        names: frozenset[str],
        person: Person,
        asked: str,
        sheet: Sheet,
        pool: Sequence[Candidate],
        things: Mapping[str, Recalled],
    ) -> list[tuple[Recalled, Support]]:
        read = [(things[one.ref], one.near) for one in pool[:READ] if one.ref in things]
        claim = Claim(asked, language_of(asked, person.language), names)
        found = await supports(self.store, bond, claim, sheet, read)
        return [(one, support) for (one, _), support in zip(read, found, strict=True)]

    async def _names(self, bond: Bond, person: Person, pet: Pet | None) -> frozenset[str]:
        """Those that every talk of the two has."""
        pet = pet or await self.store.people.pet(bond)
        return frozenset({person.name, pet.name} if pet else {person.name})

    def _decided(
        self, sure: Sequence[Recalled], read: Sequence[tuple[Recalled, Support]], asked: str, person: Person
    ) -> list[Recalled]:
        """What supports the claim has enough evidence, the others have not."""
        language = language_of(asked, person.language)
        enough, weights = ENOUGH[language], WEIGHTS["meaning" if language in self.embedder.understands else "spelling"]
        told = {one.text for one, support in read if weights.odds(support) > 0}
        return [
            one.scored(max(one.score, enough) if one.text in told else min(one.score, UNSURE * enough)) for one in sure
        ]

    async def _hidden(self, bond: Bond, today: date, turns: Collection[MessageId] = ()) -> frozenset[Key]:
        """Some turns, and what has expired but is not deleted yet: memories, and the turns they were made from."""
        expired = await self.store.memories.expired(bond, today)
        gone = {source for memory in expired for source in memory.sources}.union(turns)
        memories: list[Key] = [("memory", memory.id) for memory in expired]
        return frozenset([*memories, *(("turn", turn) for turn in gone)])

    async def _gone(self, bond: Bond, today: date, expired: bool) -> frozenset[Key]:
        """What has expired, unless that counts, too."""
        return frozenset() if expired else await self._hidden(bond, today)

    async def _pool(
        self,
        bond: Bond,
        person: Person,
        query: str,
        today: date,
        size: int,
        exclude: Collection[MessageId] = (),
        parts: Collection[str] = PARTS,
        *,
        expired: bool = False,
        question: Question | None = None,
    ) -> tuple[Sheet, list[Candidate], dict[str, Recalled]]:
        """The candidates with the most evidence, best first, what they were taken from, and what they stand for."""
        sheet, ranking = await self._ranking(bond, person, query, today, parts, question)
        hidden: frozenset[Key] = frozenset(("turn", turn) for turn in exclude)
        if self.reranker is not None:
            hidden |= await self._gone(bond, today, expired)
            pool = (await self._reranked(bond, query, best(sheet, ranking, max(size, RERANKED), hidden)))[:size]
            return sheet, pool, await self._things(bond, pool)
        pool = best(sheet, ranking, size, hidden)
        # In one hop to the store.
        things, gone = await asked(self.store, self._things(bond, pool), self._gone(bond, today, expired))
        if gone:
            pool = best(sheet, ranking, size, hidden | gone)
            things = await self._things(bond, pool)
        return sheet, pool, things

    async def _ranking(
        self, bond: Bond, person: Person, query: str, today: date, parts: Collection[str], question: Question | None
    ) -> tuple[Sheet, Ranking]:
        """All texts, and how they compare."""
        question = question or understood(query, person, today)
        embedding = asyncio.create_task(self._embedded(question.text))
        try:
            await asyncio.sleep(0)  # so that it begins; what needs no vector is done meanwhile
            width = self._width or len(await embedding) // 4
            sheet = await self.store.index.sheet(bond, self.embedder.name, width)
            named = understood(query, person, today, sheet.names) if len(sheet.names) > 1 else question
            wording = worded(sheet, named)
            vector = await embedding if named.text == question.text else await self._embedded(named.text)
        finally:
            embedding.cancel()
        numbers = np.frombuffer(vector, "<f4") if vector and sheet.vectors.shape[1] == len(vector) // 4 else None
        found = evidence(sheet, wording, numbers)
        weights = MEANING if language_of(query, person.language) in self.embedder.understands else SPELLING
        scores = fused(found.parts, weights, parts)
        scores[~found.found] = -np.inf
        return sheet, Ranking(found, scores)

    async def _embedded(self, text: str) -> Vector:
        [vector] = await self.embedder.embed([text])
        self._width = len(vector) // 4 or self._width
        return vector

    async def _reranked(self, bond: Bond, query: str, pool: list[Candidate]) -> list[Candidate]:
        """The first of them in the order of a model that reads them with the question, where there is one."""
        if self.reranker is None or not pool:
            return pool
        first, rest = pool[:RERANKED], pool[RERANKED:]
        texts = await self.store.index.texts(bond, [Hit(one.kind, one.ref, 0.0) for one in first])
        scores = await self.reranker.scores(query, [text or "" for text in texts])
        if scores is None:
            return pool
        order = sorted(range(len(first)), key=lambda place: -scores[place])
        above = first[0].fused + len(first)
        return [replace(first[place], fused=above - number) for number, place in enumerate(order)] + rest

    async def _things(self, bond: Bond, pool: Sequence[Candidate]) -> dict[str, Recalled]:
        """What candidates stand for, expired ones too; texts whose row is gone drop out."""
        memory_ids = [MemoryId(one.ref) for one in pool if one.kind == "memory"]
        turn_ids = [MessageId(one.ref) for one in pool if one.kind == "turn"]
        memories, turns = self.store.memories.some, self.store.talk.messages
        if memory_ids and turn_ids:
            both = await asked(self.store, memories(bond, memory_ids), turns(bond, turn_ids))
        else:  # a task each costs more than to ask for nothing
            both = await memories(bond, memory_ids), await turns(bond, turn_ids)
        things: dict[str, Recalled] = {m.id: of_memory(m) for m in both[0]}
        return things | {m.id: of_turn(m) for m in both[1] if tells(m)}

    async def _of_days(self, bond: Bond, person: Person, when: Period, hidden: Collection[Key]) -> list[Recalled]:
        """For "what did I tell you yesterday?": all that was said then, the latest first."""
        begin = datetime.combine(when.first, time(), ZoneInfo(person.time_zone))
        said = [m for m in await self.store.talk.since(bond, begin) if tells(m) and not only_asks(m.text)]
        known = [m for m in await self.store.memories.all(bond) if m.origin == "said"]
        found = [of_turn(m) for m in said if ("turn", m.id) not in hidden]
        found += [of_memory(m) for m in known if ("memory", m.id) not in hidden]
        there = [replace(one, score=1.0) for one in found if when.holds(person.local(one.said_at).date())]
        return sorted(distinct(there), key=lambda one: one.said_at, reverse=True)
