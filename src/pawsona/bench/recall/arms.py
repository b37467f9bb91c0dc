"""The ways of finding that are compared, from plain words to the product's own recall."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pawsona.bench.recall.bm25 import BM25, Windowed, raw
from pawsona.bench.recall.conversation import Question
from pawsona.bench.recall.replay import Replay
from pawsona.domain.ids import MessageId
from pawsona.domain.memory import Recalled
from pawsona.domain.ports import Hit

DEPTH = 50
"""Turns of a ranking that are looked at."""

Ranking = list[tuple[str, float]]
"""Ids of turns with their scores, best first."""
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


def _by_scores(replay: Replay, scores: Callable[[str], Sequence[float]]) -> Ranker:
    ids = [turn.id for turn in replay.conversation.turns]

    async def rank(question: Question) -> Ranking:
        found = scores(question.ask)
        order = sorted(range(len(ids)), key=lambda n: (-found[n], n))
        return [(ids[n], found[n]) for n in order[:DEPTH]]

    return rank


def _raw(replay: Replay) -> Ranker:
    return _by_scores(replay, BM25(_texts(replay), raw).scores)


def _tuned(replay: Replay) -> Ranker:
    sittings = [sitting.id for sitting in replay.conversation.sittings for _ in sitting.turns]
    return _by_scores(replay, Windowed(_texts(replay), sittings).scores)


def _texts(replay: Replay) -> list[str]:
    return [f"{turn.speaker}: {turn.text}" for turn in replay.conversation.turns]


def _dense(replay: Replay) -> Ranker:
    """IPET sec. 2.2: the texts whose vectors are nearest to the question's."""

    async def rank(question: Question) -> Ranking:
        [vector] = await replay.embedder.embed([question.ask])
        bond, embedder = replay.pet.bond, replay.embedder.name
        return _of_hits(replay, await replay.store.index.nearest(bond, vector, embedder, ("turn",), DEPTH))

    return rank


def _of_hits(replay: Replay, hits: Sequence[Hit]) -> Ranking:
    return [(replay.turns[MessageId(hit.ref)].id, hit.score) for hit in hits]


def _fused(replay: Replay) -> Ranker:
    recall = replay.recall()

    async def rank(question: Question) -> Ranking:
        found = await recall.find(
            replay.pet.bond, replay.person, question.ask, question.asked_at, limit=DEPTH, share=0.0
        )
        return of_recalled(replay, found)

    return rank


def of_recalled(replay: Replay, found: Sequence[Recalled]) -> Ranking:
    """Turns in the order of what was recalled. A memory counts as the turns it was made from, each taking a place."""
    ranking: dict[str, float] = {}
    for one in found:
        sources = one.memory.sources if one.memory is not None else (one.message,)
        for source in sources:
            if source is not None and source in replay.turns:
                ranking.setdefault(replay.turns[source].id, one.score)
    return list(ranking.items())[:DEPTH]


ARMS: Mapping[str, Arm] = {
    arm.name: arm
    for arm in (
        Arm("bm25-raw", "BM25, raw tokens", "said", _raw),
        Arm("bm25", "BM25, tuned (stems, window, session)", "said", _tuned),
        Arm("dense", "dense (iPET's method)", "said", _dense),
        Arm("turns", "fused, turns alone", "said", _fused),
        Arm("fused", "fused, memories and turns", "collected", _fused),
        Arm("expiry", "fused, after expiry", "forgotten", _fused),
    )
}
PRODUCT = "fused"
"""The arm whose figures stand for the product."""
