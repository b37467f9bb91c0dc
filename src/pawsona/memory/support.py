"""Whether what was found supports a claim to remember, or is merely near the question.

"What is my cousin called?" is near "my brother is called Tom", so nearness alone can't decide. Four things are weighed
beside each other: how near the text is, how many of the question's telling words the talk around it has, whom or what
the question names and the talk around doesn't, and whether the text has the kind of answer that is wanted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pawsona.domain.ids import Bond
from pawsona.domain.language import Language
from pawsona.domain.memory import Recalled
from pawsona.domain.ports import KINDS, Hit, Store
from pawsona.domain.sheet import Numbers, Sheet
from pawsona.memory.bm25 import having, rarity
from pawsona.memory.evidence import TALK, among
from pawsona.memory.lexemes import numbered, sought
from pawsona.memory.slots import Answer, Member, proper, slots

AROUND = 3
"""Turns before and after in which the words of a question may stand."""


@dataclass(frozen=True, slots=True)
class Support:
    """What speaks for a text as the answer."""

    near: float
    """As `fusion.fused` weighs it."""
    words: float
    """The share of the question's telling words in the talk around, rare words counting more; 0 to 1."""
    missing: int
    """Persons, animals, things and names of the question that the talk around doesn't have."""
    lacking: int
    """1 where a kind of answer is wanted (a price, a name, a colour) that the text hasn't."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each of these adds to the log odds that the text is the answer, and how many of them are enough."""

    near: float
    words: float
    missing: float
    lacking: float
    told: float

    def odds(self, support: Support) -> float:
        """Above 0: told as known."""
        given = self.near * support.near + self.words * support.words
        return float(given + self.missing * support.missing + self.lacking * support.lacking) - self.told


WEIGHTS = {
    "meaning": Weights(near=0.42, words=1.0, missing=-1.15, lacking=-1.34, told=3.4),
    "spelling": Weights(near=0.45, words=2.1, missing=-0.47, lacking=-1.3, told=3.8),
}
"""With an embedder that knows meanings, and without. Logistic regression on 130 pairs each of true and never-said
questions over three conversations per language (benchmarks/claims.py), the first English, the second Chinese. Even odds
would be 2.89 and 3.12; a wrong claim is worse than an unsure pet, in Chinese most, where only spelling is compared."""
FEW = 25
"""In the first minutes, with fewer texts than this, nearness alone decides: the weights are those of long memories."""


def around(sheet: Sheet, row: int) -> Numbers:
    """The rows of a turn and of those beside it in its session, in their order."""
    if sheet.sessions[row] < 0:
        return np.array([row])
    talk = np.flatnonzero((sheet.sessions == sheet.sessions[row]) & among(TALK)[sheet.kinds])
    talk = talk[np.argsort(sheet.at[talk], kind="stable")]
    place = int(np.flatnonzero(talk == row)[0]) if row in talk else 0
    return talk[max(0, place - AROUND) : place + AROUND + 1]


@dataclass(frozen=True)
class Claim:
    """A question, as claims to remember are held against it."""

    question: str
    language: Language
    speakers: frozenset[str]
    """Names that every talk has: the person's and the pet's."""

    @cached_property
    def bare(self) -> str:
        """The question without the names of those who speak."""
        text = self.question
        for name in self.speakers:
            text = text.replace(name, " ")
        return text

    @cached_property
    def asked(self) -> frozenset[Member]:
        """Whom and which things it is about."""
        return slots(self.language).within(self.bare)

    @cached_property
    def names(self) -> frozenset[str]:
        """Who is named in it."""
        return proper(self.question) - self.speakers

    @cached_property
    def wanted(self) -> list[Answer]:
        """The kinds of answer that it wants."""
        return slots(self.language).wanted(self.question)

    def words(self, sheet: Sheet, windows: Sequence[Numbers]) -> list[float]:
        """The share of the telling words that each of some windows of a sheet has."""
        terms = numbered(sought(slots(self.language).telling(self.bare)))
        weights = dict(zip(terms.tolist(), rarity(having(sheet, terms), len(sheet)).tolist(), strict=True))
        total = sum(weights.values()) or 1.0
        ends = np.cumsum(sheet.lengths)
        said = [{word for row in window for word in _words(sheet, ends, row)} for window in windows]
        return [sum(weight for term, weight in weights.items() if term in words) / total for words in said]

    def missing(self, around: str) -> int:
        """What the question names and the talk around a text doesn't."""
        lacking = len(self.asked - slots(self.language).within(around)) if self.asked else 0
        return lacking + (sum(name not in around for name in self.names) if self.language == "en" else 0)

    def lacking(self, text: str) -> int:
        """1 where the text hasn't the kind of answer that is wanted."""
        known = self.names | self.speakers
        return int(any(answer.lacks(text, known) for answer in self.wanted))


def _words(sheet: Sheet, ends: Numbers, row: int) -> list[int]:
    """The words of a text, by their numbers."""
    words: list[int] = sheet.terms[ends[row] - sheet.lengths[row] : ends[row]].tolist()
    return words


async def supports(
    store: Store, bond: Bond, claim: Claim, sheet: Sheet, found: Sequence[tuple[Recalled, float]]
) -> list[Support]:
    """What supports each of some texts.

    Args:
        store: where the talk around is.
        bond: whose.
        claim: what is asked.
        sheet: the bond's.
        found: the texts, each with how near it is.
    """
    places = [_Place(_said(sheet, one), _remembered(sheet, one)) for one, _ in found]
    windows = [place.window(sheet) for place in places]
    rows = sorted({int(row) for window in windows for row in window})
    # What stands in the rows of the texts themselves: nobody need be asked for it.
    texts_of = {place.row(one): one.text for (one, _), place in zip(found, places, strict=True)}
    said = {row: text for row, text in texts_of.items() if row is not None}
    hits = {row: Hit(KINDS[sheet.kinds[row]], sheet.refs[row], 0.0) for row in rows if row not in said}
    if hits:
        texts = await store.index.texts(bond, list(hits.values()))
        said |= {row: text or "" for row, text in zip(hits, texts, strict=True)}
    words = claim.words(sheet, windows)
    supported = []
    for (one, near), window, share in zip(found, windows, words, strict=True):
        talk = "\n".join(dict.fromkeys([one.text, *(said[int(row)] for row in window)]))
        own = [said[int(row)] for row in window if sheet.refs[row] == one.message]
        supported.append(Support(near, share, claim.missing(talk), claim.lacking("\n".join([one.text, *own]))))
    return supported


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text stands."""

    said: int | None
    """The row of the turn itself, or of a memory's last source."""
    remembered: int | None
    """The memory's own row."""

    def row(self, one: Recalled) -> int | None:
        """Of the text itself."""
        return self.said if one.memory is None else self.remembered

    def window(self, sheet: Sheet) -> Numbers:
        """The talk around the turn, and the memory."""
        rows = [] if self.said is None else list(around(sheet, self.said))
        return np.array(rows if self.remembered is None else [*rows, self.remembered], np.int64)


def _said(sheet: Sheet, one: Recalled) -> int | None:
    """The source may have been a mere question."""
    row = sheet.row("turn", one.message)
    return sheet.row("context", one.message) if row is None else row


def _remembered(sheet: Sheet, one: Recalled) -> int | None:
    return sheet.row("memory", one.memory.id) if one.memory else None
