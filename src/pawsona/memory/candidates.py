"""What recall may tell: the texts with the most evidence, weighed so that a threshold can say what is enough."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pawsona.domain.ids import MessageId
from pawsona.domain.memory import Memory, Recalled
from pawsona.domain.message import Message
from pawsona.domain.person import Person
from pawsona.domain.ports import KINDS, Kind
from pawsona.domain.sheet import Sheet
from pawsona.memory.evidence import Evidence
from pawsona.memory.moments import Period
from pawsona.memory.terms import coverage, terms

WORDS = 0.6
"""Weight of shared words beside the cosine."""
INSIDE, OUTSIDE = 1.25, 0.8
"""What evidence is multiplied with where the query names days."""


@dataclass(frozen=True)
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


def candidate(sheet: Sheet, found: Evidence, place: int, fused: float) -> Candidate:
    """The text at a place of the evidence."""
    row = found.rows[place]
    return Candidate(KINDS[sheet.kinds[row]], sheet.refs[row], fused, float(found.cosines[place]), fused)


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
