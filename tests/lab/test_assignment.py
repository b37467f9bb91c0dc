"""Assignment is even, stable, and keeps experiments of one layer apart."""

from collections import Counter

import pytest

from pawsona.errors import InputError
from pawsona.lab.assignment import Experiment, assign, check_layers, draw

UNITS = [f"person-{n}" for n in range(20_000)]


def test_arms_get_their_weights() -> None:
    counts = Counter(assign("greeting", unit, {"old": 3, "new": 1}) for unit in UNITS)
    # Three standard deviations of a binomial with n = 20,000 and p = 1/4 are 184.
    assert abs(counts["new"] - 5000) < 184 and set(counts) == {"old", "new"}


def test_draws_are_uniform() -> None:
    counts = Counter(int(draw("layer", "x", unit) * 20) for unit in UNITS)
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 43.8  # 19 degrees of freedom, p = 0.001


def test_a_unit_stays_in_its_arm() -> None:
    arms = {"a": 1.0, "b": 1.0}
    assert [assign("x", unit, arms) for unit in UNITS[:8]] == ["a", "b", "a", "a", "b", "a", "a", "a"]


def test_experiments_are_independent_and_a_new_salt_deals_anew() -> None:
    arms = {"a": 1.0, "b": 1.0}
    first = [assign("x", unit, arms) for unit in UNITS]
    for other in ([assign("y", u, arms) for u in UNITS], [assign("x", u, arms, salt="2") for u in UNITS]):
        same = sum(one == two for one, two in zip(first, other, strict=True))
        assert abs(same - 10_000) < 213


def test_a_layers_experiments_share_no_unit() -> None:
    one = Experiment("one", {"a": 1, "b": 1}, layer="talk", share=(0.0, 0.5))
    two = Experiment("two", {"a": 1, "b": 1}, layer="talk", share=(0.5, 1.0))
    check_layers({"one": one, "two": two})
    for unit in UNITS[:5000]:
        assert (one.arm(unit) is None) != (two.arm(unit) is None)
    assert Counter(one.arm(unit) for unit in UNITS)["a"] == pytest.approx(5000, abs=184)


def test_overlapping_experiments_are_refused() -> None:
    one = Experiment("one", {"a": 1}, layer="talk", share=(0.0, 0.6))
    two = Experiment("two", {"a": 1}, layer="talk", share=(0.5, 1.0))
    with pytest.raises(InputError, match="overlap in layer 'talk'"):
        check_layers({"one": one, "two": two})
    check_layers({"one": one, "two": Experiment("two", {"a": 1}, layer="night", share=(0.5, 1.0))})


def test_a_weight_of_zero_gets_nobody() -> None:
    assert {assign("x", unit, {"a": 0, "b": 1, "c": 0}) for unit in UNITS[:1000]} == {"b"}


@pytest.mark.parametrize("arms", [{}, {"a": 0.0}, {"a": 1.0, "b": -1.0}])
def test_arms_without_weight_are_refused(arms: dict[str, float]) -> None:
    with pytest.raises(InputError, match="'x'"):
        Experiment("x", arms)


def test_a_share_must_lie_within_the_layer() -> None:
    with pytest.raises(InputError, match="share"):
        Experiment("x", {"a": 1}, share=(0.5, 0.5))


def test_borders_between_parts_count() -> None:
    assert draw("ab", "c") != draw("a", "bc")
