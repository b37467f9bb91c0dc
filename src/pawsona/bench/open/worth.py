"""What an answer is worth without a judge: every metric is from 0 to 1, and the reference itself has 1 on each."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from pawsona.bench.core.overlap import rouge, rouge_l
from pawsona.bench.core.signature import Signatures, signed
from pawsona.bench.core.suite import Item
from pawsona.bench.core.tokens import jieba
from pawsona.bench.open.forms import form_of, topic_of
from pawsona.domain.language import Language

FORM = "form"
"""Whether the answer is in the form asked for; one that isn't is worth 0 on all else."""
TEXT = ("rouge1", "rougeL")
METRICS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "note.extract": ("f1",), "note.intent": ("accuracy", "query"), "memory.summarise": ("f1", "topic"),
    "routine.schedule": ("rougeL", "order"),
})  # fmt: skip
"""Of the skills whose answers are more than a text; the mean of a task's metrics is its score."""
ALIKE = 0.3
"""ROUGE-1 from which two memories are taken for the same one."""
ITEMS, NIGHT = range(5, 8), "20:00"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")

Cut = Callable[[str], list[str]]
Rows = Sequence[Mapping[str, Any]]


def metrics_of(skill: str) -> tuple[str, ...]:
    """What the answers to a skill are measured by, the form aside."""
    return METRICS.get(skill, TEXT)


def worth(item: Item, text: str) -> dict[str, float]:
    """One answer beside its reference; what says nothing of an item (the query of a chat) is left out."""
    skill: str = item.given["instance"]["skill"]
    form = form_of(skill)
    reference = form.read(item.reference)
    try:
        answer = form.read(text)
    except ValueError:
        return {FORM: 0.0, **dict.fromkeys(_measured(skill, reference, reference, item.language), 0.0)}
    return {FORM: 1.0, **_measured(skill, answer, reference, item.language)}


def signatures() -> Signatures:
    """What the metrics are computed with."""
    cut = f"{jieba().name}(zh),words-lower(en)"
    return {
        FORM: signed(FORM, form="open-1"),
        "rouge1": signed("rouge1", tok=cut, f="f1"),
        "rougeL": signed("rougeL", tok=cut, f="f1"),
        "f1": signed("f1", pairs="rouge1", tok=cut, alike=ALIKE),
        "topic": signed("topic-f1", topics=24),
        "accuracy": signed("accuracy"),
        "query": signed("rougeL", tok=cut, f="f1"),
        "order": signed("order", items="5-7", sleep=NIGHT),
    }


def cut_of(language: Language) -> Cut:
    """Words: jieba's in Chinese, runs of letters in English, both without punctuation."""
    return _chinese if language == "zh" else _english


def _english(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _chinese(text: str) -> list[str]:
    return [word for word in jieba().cut(text) if any(char.isalnum() for char in word)]


def _measured(skill: str, answer: Any, reference: Any, language: Language) -> dict[str, float]:
    return _MEASURES.get(skill, _text)(answer, reference, cut_of(language))


def _text(answer: str, reference: str, cut: Cut) -> dict[str, float]:
    mine, theirs = cut(answer), cut(reference)
    return {"rouge1": rouge(mine, theirs, 1), "rougeL": rouge_l(mine, theirs)}


def _extract(answer: Mapping[str, Sequence[str]], reference: Mapping[str, Sequence[str]], cut: Cut) -> dict[str, float]:
    """Points of both are compared by their values' words."""
    mine = {point.casefold(): " ".join(values) for point, values in answer.items()}
    theirs = {point.casefold(): " ".join(values) for point, values in reference.items()}
    shared = sum(rouge(cut(mine[point]), cut(theirs[point]), 1) for point in mine.keys() & theirs.keys())
    return {"f1": _f1(shared, len(mine), len(theirs))}


def _intent(answer: Mapping[str, str], reference: Mapping[str, str], cut: Cut) -> dict[str, float]:
    found = {"accuracy": float(answer["kind"] == reference["kind"])}
    if reference["kind"] == "active":
        found["query"] = rouge_l(cut(answer["query"]), cut(reference["query"]))
    return found


def _summary(answer: Sequence[Mapping[str, Any]], reference: Sequence[Mapping[str, Any]], cut: Cut) -> dict[str, float]:
    """The most alike memories are paired first; each is paired once."""
    likeness = sorted(
        ((rouge(cut(one["text"]), cut(other["text"]), 1), i, j)
         for i, one in enumerate(answer) for j, other in enumerate(reference)), reverse=True,
    )  # fmt: skip
    mine, theirs, shared, topics = set[int](), set[int](), 0.0, 0
    for alike, i, j in likeness:
        if alike >= ALIKE and i not in mine and j not in theirs:
            mine.add(i)
            theirs.add(j)
            shared += alike
            topics += topic_of(answer[i]["topic"]) == topic_of(reference[j]["topic"])
    sizes = len(answer), len(reference)
    return {"f1": _f1(shared, *sizes), "topic": _f1(topics, *sizes)}


def _schedule(
    answer: Sequence[Mapping[str, str]], reference: Sequence[Mapping[str, str]], cut: Cut
) -> dict[str, float]:
    mine, theirs = (cut(" ".join(row["label"] for row in rows)) for rows in (answer, reference))
    return {"rougeL": rouge_l(mine, theirs), "order": float(in_order([row["at"] for row in answer]))}


def in_order(times: Sequence[str]) -> bool:
    """Five to seven, ascending, the last at night."""
    return len(times) in ITEMS and all(one < other for one, other in pairwise(times)) and times[-1] >= NIGHT


def _f1(shared: float, mine: int, theirs: int) -> float:
    return 2 * shared / (mine + theirs) if mine + theirs else 1.0


_MEASURES: Mapping[str, Callable[[Any, Any, Cut], dict[str, float]]] = MappingProxyType({
    "note.extract": _extract, "note.intent": _intent, "memory.summarise": _summary, "routine.schedule": _schedule,
})  # fmt: skip
