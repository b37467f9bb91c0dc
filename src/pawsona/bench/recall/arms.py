"""The ways of finding that are compared, from plain words to the product's own recall."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pawsona.bench.recall.bm25 import BM25, Windowed, raw
from pawsona.bench.recall.conversation import Question
from pawsona.bench.recall.replay import Replay
from pawsona.domain.memory import Recalled
from pawsona.domain.ports import Vector
from pawsona.memory.evidence import PARTS

DEPTH = 50
"""Turns of a ranking that are looked at."""

Ranking = list[tuple[str, float]]
"""Ids of turns with their scores, best first."""
Floats = NDArray[np.float32]
Ranker = Callable[[Question], Awaitable[Ranking]]
Stage = Literal["said", "collected", "forgotten"]
"""What has happened to the store: everything was said, memories were made of it, the night has deleted."""
STAGES: tuple[Stage, ...] = ("said", "collected", "forgotten")


@dataclass(frozen=True)
class Arm:
    """One way."""

    name: str
    title: str
    stage: Stage
    prepare: Callable[[Replay], Ranker]


def _by_scores(replay: Replay, scores: Callable[[str], Awaitable[Sequence[float]]]) -> Ranker:
    """Persons' turns by a score of every turn; the pet's are context here as in the product."""
    turns = replay.conversation.turns
    persons = [n for n, turn in enumerate(turns) if turn.role == "person"]

    async def rank(question: Question) -> Ranking:
        found = await scores(question.ask)
        order = sorted(persons, key=lambda n: (-found[n], n))
        return [(turns[n].id, float(found[n])) for n in order[:DEPTH]]

    return rank


def _by_words(replay: Replay, index: BM25 | Windowed) -> Ranker:
    async def scores(question: str) -> Sequence[float]:
        return index.scores(question)

    return _by_scores(replay, scores)


def _raw(replay: Replay) -> Ranker:
    return _by_words(replay, BM25(_texts(replay), raw))


def _tuned(replay: Replay) -> Ranker:
    sittings = [sitting.id for sitting in replay.conversation.sittings for _ in sitting.turns]
    return _by_words(replay, Windowed(_texts(replay), sittings))


def _texts(replay: Replay) -> list[str]:
    """Between two persons a text says whose it is."""
    conversation = replay.conversation
    return [f"{turn.speaker}: {turn.text}" if conversation.two_persons else turn.text for turn in conversation.turns]


def _dense(replay: Replay) -> Ranker:
    """IPET sec. 2.2: the texts whose vectors are nearest to the question's."""
    matrix: list[Floats] = []

    async def scores(question: str) -> Sequence[float]:
        if not matrix:
            matrix.append(_floats(await replay.embedder.embed(_texts(replay))))
        [asked] = _floats(await replay.embedder.embed([question]))
        return [float(one) for one in np.einsum("ij,j->i", matrix[0], asked)]

    return _by_scores(replay, scores)


def _floats(vectors: Sequence[Vector]) -> Floats:
    """Vectors as rows; one that could not be made is near to nothing."""
    width = max((len(vector) for vector in vectors), default=0)
    whole = b"".join(vector or bytes(width) for vector in vectors)
    return np.frombuffer(whole, "<f4").reshape(len(vectors), -1)


def _fused(parts: Collection[str] = PARTS) -> Callable[[Replay], Ranker]:
    """The product's ranking, without its threshold."""

    def prepare(replay: Replay) -> Ranker:
        recall = replay.recall()

        async def rank(question: Question) -> Ranking:
            found = await recall.ranked(
                replay.pet.bond, replay.person, question.ask, question.asked_at, DEPTH, parts=parts
            )
            return of_recalled(replay, found)

        return rank

    return prepare


def of_recalled(replay: Replay, found: Sequence[Recalled]) -> Ranking:
    """Turns in the order of what was recalled. A memory counts as the turns it was made from, each taking a place."""
    ranking: dict[str, float] = {}
    for one in found:
        sources = one.memory.sources if one.memory is not None else (one.message,)
        for source in sources:
            if source is not None and source in replay.turns:
                ranking.setdefault(replay.turns[source].id, one.score)
    return list(ranking.items())[:DEPTH]


def _without(part: str) -> Arm:
    others = frozenset(PARTS) - {part}
    return Arm(f"without-{part.replace(' ', '-')}", f"fused, without {part}", "collected", _fused(others))


ARMS: Mapping[str, Arm] = {
    arm.name: arm
    for arm in (
        Arm("bm25-raw", "BM25, raw tokens", "said", _raw),
        Arm("bm25", "BM25, tuned (stems, window, session)", "said", _tuned),
        Arm("dense", "dense (iPET's method)", "said", _dense),
        Arm("turns", "fused, turns alone", "said", _fused()),
        Arm("fused", "fused, memories and turns", "collected", _fused()),
        Arm("expiry", "fused, after expiry", "forgotten", _fused()),
    )
}
PARTED: Mapping[str, Arm] = {arm.name: arm for arm in (_without(part) for part in PARTS)}
"""What each part of the fusion brings: the product's own without it."""
PRODUCT = "fused"
"""The arm whose figures stand for the product."""


def arm_of(name: str) -> Arm:
    """The arm of a name.

    Raises:
        KeyError: there is none.
    """
    return ARMS.get(name) or PARTED[name]
