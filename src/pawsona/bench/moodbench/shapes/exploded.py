"""Rows that hold several questions."""

from collections.abc import Iterator, Sequence

from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.shapes.sourced import Sourced
from pawsona.bench.moodbench.shapes.table import listed
from pawsona.bench.moodbench.spec import Spec

EMOTIONS = (
    "anger", "anticipation", "disgust", "fear", "joy", "love", "optimism", "pessimism", "sadness", "surprise", "trust",
)  # fmt: skip
"""The columns of SemEval-2018 Task 1 E-c, after id and tweet."""


def emotions_present(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """One question for each emotion of a tweet: is it there?"""
    for sourced in rows:
        tweet = sourced.cluster(spec)
        for emotion in EMOTIONS:
            label = str(sourced.row.get(emotion))
            if label not in ("0", "1"):
                yield Dropped("its label is neither 0 nor 1")
                continue
            yield Record(
                key=f"{sourced.key(spec)}-{emotion}", fields={**sourced.row, "emotion": emotion},
                options=tuple(spec.options), right=(1 - int(label),), cluster=tweet,
            )  # fmt: skip


def statements(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """One question for each statement about the same facts and rules."""
    for sourced in rows:
        facts, rules = listed(sourced.row.get("facts")), listed(sourced.row.get("rules"))
        labels = listed(sourced.row.get("labels"))
        for number, (statement, label) in enumerate(zip(listed(sourced.row.get("statements")), labels, strict=False)):
            if spec.gold is None or label not in spec.gold.values:
                yield Dropped("its label names none of its options")
                continue
            fields = {"facts": "\n".join(facts), "rules": "\n".join(rules), "statement": statement}
            yield Record(
                key=f"{sourced.key(spec)}-{number}", fields=fields, options=tuple(spec.options),
                right=(spec.gold.values[label],), cluster=sourced.key(spec),
            )  # fmt: skip
