"""What recall may tell: the texts with the most evidence, weighed so that a threshold can say what is enough."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pawsona.domain.ids import MessageId
from pawsona.domain.memory import Memory, Recalled
from pawsona.domain.message import Message
from pawsona.domain.person import Person
from pawsona.domain.ports import KINDS, Kind
from pawsona.domain.sheet import Floats, Sheet
from pawsona.memory.evidence import Evidence
from pawsona.memory.moments import Period
from pawsona.memory.terms import coverage, terms

Key = tuple[Kind, str]

WORDS = 0.6
"""Weight of shared words beside the cosine."""
INSIDE, OUTSIDE = 1.25, 0.8
"""What evidence is multiplied with where the query names days."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One text of a sheet."""

    kind: Kind
    ref: str
    fused: float
    """How it compares with the other texts."""
    cosine: float
    """How near it is, whatever the others are."""
    near: float
    """`fused` before any reranker."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How all texts of a sheet compare."""

    found: Evidence
    scores: Floats
    """-inf for what may not be found."""


def best(sheet: Sheet, ranking: Ranking, size: int, hidden: Collection[Key]) -> list[Candidate]:
    """The texts with the most evidence, best first.

    Args:
        sheet: where they stand.
        ranking: how they compare.
        size: how many at most.
        hidden: texts that don't count.
    """
    scores, found, wide = ranking.scores, ranking.found, size + len(hidden)
    places = np.argpartition(-scores, wide)[:wide] if wide < len(scores) else np.arange(len(scores))
    places = places[np.argsort(-scores[places], kind="stable")]
    places = places[scores[places] > -np.inf]
    rows, fused, cosines = found.rows[places], scores[places].tolist(), found.cosines[places].tolist()
    kinds = [KINDS[kind] for kind in sheet.kinds[rows].tolist()]
    refs = [sheet.refs[row] for row in rows.tolist()]
    pool = [Candidate(*one) for one in zip(kinds, refs, fused, cosines, fused, strict=True)]
    return [one for one in pool if (one.kind, one.ref) not in hidden][:size] if hidden else pool


def of_memory(memory: Memory) -> Recalled:
    """A memory, as recall tells it."""
    source = memory.sources[-1] if memory.sources else None
    return Recalled(memory.text, 0.0, memory.created_at, memory=memory, message=source)


def of_turn(turn: Message) -> Recalled:
    """Something that was said, likewise."""
    return Recalled(turn.text, 0.0, turn.at, message=turn.id)


def weighed(
    person: Person, asked: str, pool: Sequence[Candidate], things: Mapping[str, Recalled], when: Period | None
) -> list[Recalled]:
    """Candidates with evidence that can be compared with a threshold."""
    wanted = terms(asked)
    return [
        one.scored((max(near.cosine, 0.0) + WORDS * coverage(wanted, one.text)) * _factor(one, person, when))
        for near in pool
        if (one := things.get(near.ref)) is not None
    ]


def _factor(one: Recalled, person: Person, when: Period | None) -> float:
    """Saying it and saying it again both count as its days."""
    if when is None:
        return 1.0
    moments = [one.said_at] if one.memory is None else [one.said_at, one.memory.renewed_at]
    return INSIDE if any(when.holds(person.local(moment).date()) for moment in moments) else OUTSIDE


def distinct(found: Sequence[Recalled]) -> list[Recalled]:
    """Each thing once, best first.

    A memory stands for the turns it was made from and takes the best of their scores; the same words said twice
    count once.
    """
    turns = {one.message: one.score for one in found if one.memory is None}
    kept: list[Recalled] = []
    covered: set[MessageId] = set()
    for one in found:
        if one.memory is not None:
            covered.update(one.memory.sources)
            best = [turns[source] for source in one.memory.sources if source in turns]
            score = max([one.score, *best])
            kept.append(one.scored(score))
    kept += [one for one in found if one.memory is None and one.message not in covered]
    unique: dict[str, Recalled] = {}
    for one in sorted(kept, key=lambda one: (-one.score, one.memory is None)):
        unique.setdefault(one.text.casefold(), one)
    return list(unique.values())
