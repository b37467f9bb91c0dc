"""Answers to scores: what counting says, what an embedder says, what a judge said, and what is made of these."""

from collections.abc import Mapping, Sequence
from functools import cache

from pawsona.bench.core.records import Score
from pawsona.bench.core.signature import Signature, Signatures, signed
from pawsona.bench.core.similarity import likeness, similarities
from pawsona.bench.core.suite import Item, Suite
from pawsona.domain.ports import Embedder

NAMED, STANDIN = "ss", "ss_standin"
"""Similarity by the embedder that the paper names, and by any other: two metrics, never one column."""


def scores(
    suite: Suite,
    items: Sequence[Item],
    texts: Mapping[str, str],
    system: str = "",
    *,
    near: Mapping[str, Mapping[str, float]] | None = None,
    marks: Mapping[str, float] | None = None,
) -> list[Score]:
    """One score per answered item, in the order of the items.

    Args:
        suite: whose metrics.
        items: what was asked.
        texts: answers by id.
        system: who answered.
        near: by metric (`ss` or `ss_standin`) and id, from `nearness`.
        marks: a judge's by id, 0 to 5, where it gave one.
    """
    found = []
    for item in items:
        if item.id not in texts:
            continue
        values = suite.worth(item, texts[item.id])
        values |= {metric: by_id[item.id] for metric, by_id in (near or {}).items() if item.id in by_id}
        if marks and item.id in marks:
            values["judge"] = marks[item.id] / 5
        if suite.composite is not None:
            values |= suite.composite(values)
        extra = {"language": item.language} | ({"tags": item.given["tags"]} if "tags" in item.given else {})
        found.append(
            Score(id=item.id, scores=values, system=system, category=item.task, cluster=item.cluster, extra=extra)
        )
    return found


async def nearness(
    suite: Suite, items: Sequence[Item], texts: Mapping[str, str], embedder: Embedder
) -> dict[str, dict[str, float]]:
    """Similarity of each answer to its reference, under the name that the embedder earns.

    Raises:
        SetupError: the embedder gives no vectors.
    """
    answered = [item for item in items if item.id in texts]
    values = await similarities([(texts[item.id], item.reference) for item in answered], embedder)
    return {meaning(suite, embedder): {item.id: value for item, value in zip(answered, values, strict=True)}}


def likenesses(items: Sequence[Item], texts: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """The stand-in that is always at hand, by metric and id."""
    return {STANDIN: {item.id: likeness(texts[item.id], item.reference) for item in items if item.id in texts}}


def meaning(suite: Suite, embedder: Embedder) -> str:
    """`ss` for the model that the suite's paper names, `ss_standin` for every other."""
    return NAMED if suite.embedder and short(embedder.name) == short(suite.embedder) else STANDIN


@cache
def short(name: str) -> str:
    """A model's name without its way in, its owner and its tag: `st:BAAI/bge-m3` is `bge-m3`."""
    return name.removeprefix("st:").removeprefix("endpoint:").split("/")[-1].split(":")[0].lower()


def similar(suite: Suite, embedder: Embedder) -> Signature:
    """What a similarity was computed with."""
    kinds = ",".join(f"{one}-{'meaning' if one in embedder.understands else 'spelling'}" for one in suite.languages)
    return signed(meaning(suite, embedder), cosine=embedder.name, by=kinds)


def judged(judge: str, rubric: str) -> Signature:
    """What a judge's mark was made by: the model, and the rubric's name with its version."""
    return signed("judge", model=judge, rubric=rubric, scale="0-5/5")


def signatures(suite: Suite, embedder: Embedder | None = None, judge: Signature | None = None) -> Signatures:
    """Of all that `scores` computes."""
    found = dict(suite.signatures())
    if embedder is not None:
        found[meaning(suite, embedder)] = similar(suite, embedder)
    else:
        found[STANDIN] = signed(STANDIN, cosine="pairs-of-characters", by="spelling")
    if judge is not None:
        found["judge"] = judge
    return found
