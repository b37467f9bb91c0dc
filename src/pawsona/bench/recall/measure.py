"""What a ranking is worth: the share of the evidence in its first k turns, and in the sessions that these are in."""

from collections.abc import Iterator, Mapping, Sequence

from pawsona.bench.recall.arms import Ranking
from pawsona.bench.recall.conversation import Question

TURNS_AT = (5, 10, 20, 50)
SITTINGS_AT = (1, 3, 5, 10)


def worth(question: Question, ranking: Ranking, sitting_of: Mapping[str, str]) -> dict[str, float]:
    """Metric -> value from 0 to 1: `recall`, `any` (one at least) and `all` of the evidence; `top`, the best score."""
    turns = [turn for turn, _ in ranking]
    sittings = list(dict.fromkeys(sitting_of[turn] for turn in turns))
    found = {"top": max((score for _, score in ranking), default=0.0)}
    if question.evidence:
        found |= _at("", question.evidence, turns, TURNS_AT)
    return found | dict(_at("session ", question.sittings, sittings, SITTINGS_AT))


def _at(
    level: str, wanted: frozenset[str], ranked: Sequence[str], depths: Sequence[int]
) -> Iterator[tuple[str, float]]:
    for depth in depths:
        hits = len(wanted.intersection(ranked[:depth]))
        yield f"{level}recall@{depth}", hits / len(wanted)
        yield f"{level}any@{depth}", float(hits > 0)
        yield f"{level}all@{depth}", float(hits == len(wanted))
