"""From the means of counts to a score between 0 and 1, of many draws at once."""

from collections.abc import Callable, Mapping

import numpy as np

from pawsona.bench.moodbench.aggregate import Values
from pawsona.bench.moodbench.spec import MetricName


def _ratio(sums: Values) -> Values:
    return _over(sums[..., 0], sums[..., 1])


def _f1(sums: Values) -> Values:
    """Of true positives, false positives and misses; 1 where there was nothing to find and nothing was claimed."""
    hits, claimed, missed = sums[..., 0], sums[..., 1], sums[..., 2]
    return np.where(hits + claimed + missed == 0, 1.0, _over(2 * hits, 2 * hits + claimed + missed))


def _f1_em(sums: Values) -> Values:
    made: Values = (_f1(sums) + _over(sums[..., 3], sums[..., 4])) / 2
    return made


def _judged(sums: Values) -> Values:
    """Marks from 1 to 5, as shares of 5; their worst is 0."""
    made: Values = (5 * sums.mean(axis=-1) - 1) / 4
    return made


def _icat(sums: Values) -> Values:
    """Nadeem et al. 2021: language model score times how even the related picks are."""
    stereotype, other, asked = sums[..., 0], sums[..., 1], sums[..., 2]
    related = stereotype + other
    even = 2 * np.minimum(_over(stereotype, related), _over(other, related))
    made: Values = _over(related, asked) * even
    return made


def _over(one: Values, other: Values) -> Values:
    made: Values = np.divide(one, other, out=np.zeros_like(one, dtype=np.float64), where=other != 0)
    return made


CRITERIA = ("completeness", "conciseness", "faithfulness")
"""What a judge marks of a summary, from 1 to 5."""

FORMULAS: Mapping[MetricName, Callable[[Values], Values]] = {
    "accuracy": _ratio, "f1": _f1, "micro_f1": _f1, "f1_em": _f1_em, "rouge": _ratio, "judge": _judged, "marks": _ratio,
    "truth": _ratio, "recall": _ratio, "icat": _icat,
}  # fmt: skip
"""From the means of counts over items, along the last axis; but for marks sums would do as well."""

COUNTS: Mapping[MetricName, tuple[str, ...]] = {
    "accuracy": ("right", "asked"), "f1": ("hits", "claimed", "missed"), "micro_f1": ("hits", "claimed", "missed"),
    "f1_em": ("hits", "claimed", "missed", "exact", "asked"), "rouge": ("rouge1", "asked"),
    "judge": CRITERIA, "marks": ("got", "most"), "truth": ("right", "asked"),
    "recall": ("recalled", "asked"),
    "icat": ("stereotype", "anti_stereotype", "asked"),
}  # fmt: skip
"""What the counts are, in their order."""
