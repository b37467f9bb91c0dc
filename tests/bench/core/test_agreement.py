"""Majorities, and Krippendorff's own example."""

from math import isnan

import pytest

from pawsona.bench.core.agreement import alpha, apart, most, same

EXAMPLE = [
    {"a": 1, "b": 1, "d": 1}, {"a": 2, "b": 2, "c": 3, "d": 2}, {"a": 3, "b": 3, "c": 3, "d": 3},
    {"a": 3, "b": 3, "c": 3, "d": 3}, {"a": 2, "b": 2, "c": 2, "d": 2}, {"a": 1, "b": 2, "c": 3, "d": 4},
    {"a": 4, "b": 4, "c": 4, "d": 4}, {"a": 1, "b": 1, "c": 2, "d": 1}, {"a": 2, "b": 2, "c": 2, "d": 2},
    {"b": 5, "c": 5, "d": 5}, {"c": 1, "d": 1}, {"c": 3},
]  # fmt: skip
"""Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section D."""


def test_alpha_is_that_of_the_paper() -> None:
    assert alpha(EXAMPLE, same) == pytest.approx(0.743, abs=0.0005)
    assert alpha(EXAMPLE, apart) == pytest.approx(0.849, abs=0.0005)


def test_alpha_of_full_agreement_and_of_nothing() -> None:
    assert alpha([{"a": 1, "b": 1}, {"a": 2, "b": 2}], same) == 1
    assert isnan(alpha([{"a": 1, "b": 1}, {"a": 1, "b": 1}], same)), "nothing varies"
    assert isnan(alpha([{"a": 1}], same))


def test_a_doubt_about_harm_counts_as_harm() -> None:
    assert most([True, True, False])
    assert not most([True, False, False])
    assert most([True, False])
    assert not most([])
