"""The statistics against their textbooks, and against simulated truth."""

import numpy as np
import pytest

from pawsona.errors import InputError

stats = pytest.importorskip("scipy.stats", reason="needs the extra lab (make test-services)")
pytest.importorskip("statsmodels", reason="needs the extra lab (make test-services)")
from pawsona.lab.statistics import effect, power, sequential  # noqa: E402
from pawsona.lab.statistics.mismatch import ALARM, mismatch  # noqa: E402
from pawsona.lab.statistics.moments import Moments, Pairs, adjusted  # noqa: E402
from pawsona.lab.statistics.several import holm  # noqa: E402

pytestmark = pytest.mark.lab


def test_newcombes_interval_is_the_one_of_his_paper() -> None:
    # Newcombe (1998), table II, method 10: 56/70 - 48/80 is 0.2 [0.0524, 0.3339].
    found = effect.shares((48, 56), (80, 70))
    assert float(found.difference) == pytest.approx(0.2)
    assert float(found.low) == pytest.approx(0.0524, abs=5e-5)
    assert float(found.high) == pytest.approx(0.3339, abs=5e-5)


def test_where_all_or_none_did_it_nothing_is_claimed() -> None:
    for hits in ((0, 0), (50, 50)):
        found = effect.shares(hits, (50, 50))
        assert float(found.p) == 1.0 and float(found.low) < 0 < float(found.high)


def test_means_are_welchs_test() -> None:
    chance = np.random.default_rng(1)
    a, b = chance.normal(3, 1, 40), chance.normal(3.5, 2, 60)
    found, known = effect.means(Moments.of(a), Moments.of(b)), stats.ttest_ind(b, a, equal_var=False)
    interval = known.confidence_interval()
    assert float(found.p) == pytest.approx(known.pvalue)
    assert (float(found.low), float(found.high)) == pytest.approx((interval.low, interval.high))


def test_everybody_the_same_is_no_division_by_zero() -> None:
    same = Moments.of(np.full(10, 2.0))
    assert float(effect.means(same, same).p) == 1.0
    assert float(effect.means(same, Moments.of(np.full(10, 3.0))).p) == 0.0


def test_what_was_so_before_is_taken_out_and_the_effect_stays() -> None:
    chance = np.random.default_rng(2)
    trait = chance.normal(0, 3, (2, 5000))
    before, now = trait + chance.normal(0, 1, trait.shape), trait + chance.normal(0, 1, trait.shape)
    now[1] += 0.5
    plain = effect.means(Moments.of(now[0]), Moments.of(now[1]))
    better = effect.means(*adjusted(Pairs.of(now[0], before[0]), Pairs.of(now[1], before[1])))
    assert float(better.low) < 0.5 < float(better.high)
    assert (better.high - better.low) < 0.5 * (plain.high - plain.low)


def test_a_constant_before_adjusts_nothing() -> None:
    values, ones = np.arange(10.0), np.ones(10)
    a, _ = adjusted(Pairs.of(values, ones), Pairs.of(values, ones))
    assert float(a.mean) == values.mean() and float(a.variance) == pytest.approx(values.var(ddof=1))


def test_a_ratios_variance_is_that_of_many_draws() -> None:
    chance = np.random.default_rng(3)
    sessions = 1 + chance.poisson(2, (4000, 300))
    minutes = sessions * chance.gamma(2, 2, sessions.shape)
    drawn = minutes.sum(axis=1) / sessions.sum(axis=1)
    told = Pairs.of(minutes, sessions).ratio()
    assert np.median(told.squared_error) == pytest.approx(drawn.var(), rel=0.06)


def test_a_bootstrap_of_heavy_tails_agrees_where_both_hold() -> None:
    chance = np.random.default_rng(4)
    a, b = chance.lognormal(0, 1, 800), chance.lognormal(0.5, 1, 800)
    drawn, told = effect.tails(a, b, rounds=500), effect.means(Moments.of(a), Moments.of(b))
    assert float(drawn.low) == pytest.approx(float(told.low), abs=0.12)
    assert float(drawn.p) < 0.05


def test_peeking_every_day_raises_no_false_alarms_and_a_fixed_test_would() -> None:
    chance = np.random.default_rng(5)
    hits = chance.binomial(150, 0.56, (2, 2000, 14)).cumsum(axis=-1)
    persons = np.broadcast_to(150 * np.arange(1, 15), hits.shape[1:])
    a, b = (Moments.share(arm, persons) for arm in hits)
    ever = sequential.running(sequential.means(a, b, 0.1).p)[:, -1] <= 0.05
    naive = effect.shares((hits[0], hits[1]), (persons, persons)).p.min(axis=-1) <= 0.05
    assert ever.mean() <= 0.05 < 0.15 < naive.mean()


def test_rare_shares_keep_their_intervals_at_all_looks() -> None:
    """With each arm's variance as it stands, 35 and 73% of these miss the truth once: an arm without any seems sure."""
    chance, persons = np.random.default_rng(8), 50 * np.arange(1, 41)
    for a, b in ((0.001, 0.01), (0.0, 0.003), (0.01, 0.01)):
        hits = chance.binomial(50, np.array([a, b])[:, None, None], (2, 2000, 40)).cumsum(axis=-1)
        one, other = (Moments.share(arm, np.broadcast_to(persons, arm.shape)).careful() for arm in hits)
        told = sequential.means(one, other, 0.005)
        assert ((told.low > b - a + 1e-12) | (told.high < b - a - 1e-12)).any(axis=-1).mean() <= 0.05


def test_before_a_hundred_persons_nothing_is_claimed() -> None:
    few = sequential.means(Moments.share(1, 99), Moments.share(98, 99), 0.1)
    assert float(few.p) == 1.0 and np.isinf(few.high)


def test_the_planner_and_the_simulated_world_agree() -> None:
    persons = power.for_shares(0.56, 0.66)
    chance = np.random.default_rng(6)
    hits = chance.binomial(persons, 0.56, 4000), chance.binomial(persons, 0.66, 4000)
    found = (effect.shares(hits, (np.full(4000, persons),) * 2).p <= 0.05).mean()
    assert power.of_shares(0.56, 0.66, persons) >= 0.8 > power.of_shares(0.56, 0.66, persons - 1)
    assert found == pytest.approx(0.8, abs=0.02)
    means = power.for_means(3.5, 5.2, 6.0)
    assert power.of_means(3.5, 5.2, 6.0, means) >= 0.8 > power.of_means(3.5, 5.2, 6.0, means - 1)


def test_uneven_arms_are_an_alarm_and_even_ones_are_not() -> None:
    assert float(mismatch({"a": 49_000, "b": 51_000}, {"a": 1, "b": 1})) < ALARM
    assert float(mismatch({"a": 75_050, "b": 24_950}, {"a": 3, "b": 1})) > 0.5


def test_holms_steps() -> None:
    assert holm({"x": 0.04, "y": 0.01, "z": 0.03}) == pytest.approx({"x": 0.06, "y": 0.03, "z": 0.06})
    assert holm({}) == {}


def test_what_cant_be_counted_is_said() -> None:
    with pytest.raises(InputError, match="fewer than two"):
        Moments.share(0, 0)
    with pytest.raises(InputError, match="more persons did it"):
        Moments.share(11, 10)
    with pytest.raises(InputError, match="denominator is 0"):
        Pairs.of([1.0, 2.0], [0.0, 0.0]).ratio()
    with pytest.raises(InputError, match="no number"):
        Moments.of([1.0, float("nan")])
    with pytest.raises(InputError, match="were counted"):
        mismatch({"a": 3}, {"a": 1, "b": 1})
    with pytest.raises(InputError, match="nobody"):
        mismatch({"a": 0, "b": 0}, {"a": 1, "b": 1})
    with pytest.raises(InputError, match="how large a difference"):
        power.for_shares(0.5, 0.5)
