"""The lab's statistics on simulated experiments whose truth is known: false alarms, power, coverage, mismatch alarms.

10,000 experiments in which nothing differs, 4,000 with the paper's effect (iPET table 2: engagement 56% to 66%, usage
3.5 to 5.2 minutes). Usage is heavy-tailed (log-normal), and correlated with what a person did the week before.

Usage: PYTHONPATH=src python benchmarks/lab.py
"""

from collections.abc import Callable

import numpy as np

from pawsona.lab.statistics import effect, mismatch, power, sequential
from pawsona.lab.statistics.moments import Array, Moments, Pairs, adjusted
from pawsona.lab.strata import together

NULL, REAL = 10_000, 4_000
PERSONS = 400
"""An arm: the paper's effect on engagement needs about as many."""
DAYS, A_DAY = 7, 150
BASE, NEW = 0.56, 0.66
MINUTES, MORE = 3.5, 5.2
SPREAD = 1.0
"""Of the logarithm of usage: a standard deviation 1.3 times the mean."""
CHUNK = 500
Experiment = Callable[[np.random.Generator, int, bool], "effect.Effect"]


def usage(chance: np.random.Generator, size: tuple[int, ...], mean: float) -> tuple[Array, Array]:
    """Minutes of each person now and in the week before."""
    trait = chance.normal(0, 0.8 * SPREAD, size)
    now, before = (np.exp(trait + chance.normal(0, 0.6 * SPREAD, size) - SPREAD**2 / 2) for _ in range(2))
    return mean * now, MINUTES * before


def engagement(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    hits = chance.binomial(PERSONS, BASE, rounds), chance.binomial(PERSONS, NEW if real else BASE, rounds)
    return effect.shares(hits, (np.full(rounds, PERSONS), np.full(rounds, PERSONS)))


def minutes(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    a, _ = usage(chance, (rounds, PERSONS), MINUTES)
    b, _ = usage(chance, (rounds, PERSONS), MORE if real else MINUTES)
    return effect.means(Moments.of(a), Moments.of(b))


def cuped(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    a = Pairs.of(*usage(chance, (rounds, PERSONS), MINUTES))
    b = Pairs.of(*usage(chance, (rounds, PERSONS), MORE if real else MINUTES))
    return effect.means(*adjusted(a, b))


def per_session(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    """Minutes a session: sessions differ between persons, and long ones come from those who have many."""
    arms = []
    for mean in (MINUTES, MORE if real else MINUTES):
        sessions = 1 + chance.poisson(2, (rounds, PERSONS))
        arms.append(Pairs.of(sessions * usage(chance, (rounds, PERSONS), mean)[0], sessions).ratio())
    return effect.means(arms[0], arms[1])


def in_strata(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    """Minutes in two cohorts, one of which talks three times as long; how many of each an arm has is chance."""
    of: dict[str, dict[str, Moments | Pairs]] = {"short": {}, "long": {}}
    for arm, mean in (("a", MINUTES), ("b", MORE if real else MINUTES)):
        long = chance.binomial(PERSONS, 0.5, rounds)
        values = usage(chance, (rounds, PERSONS), 1.0)[0] + mean - 1
        for name, first, last, more in (("short", long, PERSONS, 0.0), ("long", 0, long, 2 * MINUTES)):
            place = np.arange(PERSONS)
            taken = (place >= np.reshape(first, (-1, 1))) & (place < np.reshape(last, (-1, 1)))
            n = taken.sum(axis=-1)
            average = (values * taken).sum(axis=-1) / n
            spread = ((values - average[:, None]) ** 2 * taken).sum(axis=-1) / (n - 1)
            of[name][arm] = Moments.told(n, average + more, spread)
    joined = together(of)
    a, b = joined["a"], joined["b"]
    assert isinstance(a, Moments) and isinstance(b, Moments)
    return effect.means(a, b)


def peeked(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    """Engagement looked at every evening; the interval that counts is that of the day that says most."""
    hits = np.stack([chance.binomial(A_DAY, share, (rounds, DAYS)) for share in (BASE, NEW if real else BASE)])
    so_far, persons = hits.cumsum(axis=-1), A_DAY * np.arange(1, DAYS + 1)
    a, b = (Moments.share(arm, np.broadcast_to(persons, arm.shape)).careful() for arm in so_far)
    daily = sequential.means(a, b, NEW - BASE)
    low, high = daily.low.max(axis=-1), daily.high.min(axis=-1)
    return effect.Effect(daily.difference[..., -1], low, high, sequential.running(daily.p)[..., -1])


def peeked_naively(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    """What happens without: the fixed test on every evening."""
    hits = np.stack([chance.binomial(A_DAY, share, (rounds, DAYS)) for share in (BASE, NEW if real else BASE)])
    so_far, persons = hits.cumsum(axis=-1), np.broadcast_to(A_DAY * np.arange(1, DAYS + 1), hits.shape[1:])
    daily = effect.shares((so_far[0], so_far[1]), (persons, persons))
    return effect.Effect(daily.difference[..., -1], daily.low.max(-1), daily.high.min(-1), daily.p.min(-1))


def stopped(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    """An operator who reckons a fixed test every day from exports, and stops at the first that says something.

    Read as the lab does: stopped before the planned end by intervals for all looks, else once, at the end.
    """
    fixed, always, at = _days_of_a_peeker(chance, rounds, real)
    early = at < fixed.p.shape[-1] - 1
    return effect.Effect(*(np.where(early, a, b) for a, b in zip(_on(always, at), _on(fixed, at), strict=True)))


def stopped_naively(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    """The same operator, read as if nobody had looked."""
    fixed, _, at = _days_of_a_peeker(chance, rounds, real)
    return effect.Effect(*_on(fixed, at))


def stopped_by_exports(chance: np.random.Generator, rounds: int, real: bool) -> effect.Effect:
    """The worst that is left: stopped when intervals for all looks say something (pages hide them), else at its end."""
    fixed, always, _ = _days_of_a_peeker(chance, rounds, real)
    said = always.p <= 0.05
    last = said.shape[-1] - 1
    early = said[:, :last].any(axis=-1)
    at = np.where(early, said.argmax(axis=-1), last)
    return effect.Effect(*(np.where(early, a, b) for a, b in zip(_on(always, at), _on(fixed, at), strict=True)))


def _days_of_a_peeker(
    chance: np.random.Generator, rounds: int, real: bool
) -> tuple[effect.Effect, effect.Effect, np.ndarray]:
    """Both readings of each day, from the second to the fourteenth, and the day on which the operator stops."""
    hits = np.stack([chance.binomial(50, share, (rounds, 14)) for share in (BASE, NEW if real else BASE)])
    so_far, persons = hits.cumsum(axis=-1)[..., 1:], 50 * np.arange(2, 15)
    a, b = (Moments.share(arm, np.broadcast_to(persons, arm.shape)).careful() for arm in so_far)
    fixed = effect.shares((so_far[0], so_far[1]), (np.broadcast_to(persons, so_far.shape[1:]),) * 2)
    said = fixed.p <= 0.05
    at = np.where(said.any(axis=-1), said.argmax(axis=-1), said.shape[-1] - 1)
    return fixed, sequential.means(a, b, NEW - BASE), at


def _on(found: effect.Effect, at: np.ndarray) -> list[Array]:
    fields = (found.difference, found.low, found.high, found.p)
    return [np.take_along_axis(one, at[:, None], axis=-1)[:, 0] for one in fields]


def simulated(experiment: Experiment, seed: int, rounds: int, real: bool) -> effect.Effect:
    """In chunks, so that a laptop's memory is enough."""
    chance = np.random.default_rng(seed)
    parts = [experiment(chance, CHUNK, real) for _ in range(rounds // CHUNK)]
    fields = ("difference", "low", "high", "p")
    return effect.Effect(*(np.concatenate([getattr(part, name) for part in parts]) for name in fields))


PEEKED = (peeked, peeked_naively, stopped, stopped_naively, stopped_by_exports)
ALL = (engagement, minutes, cuped, per_session, in_strata, *PEEKED)
TRUTH = {experiment.__name__: NEW - BASE for experiment in (engagement, *PEEKED)}
GOALS = {
    "peeked": "<= 5%",
    "stopped": "<= 5%",
    "peeked_naively": "-",
    "stopped_naively": "-",
    "stopped_by_exports": "-",
}
PLANNED = {
    "engagement": lambda: power.of_shares(BASE, NEW, PERSONS),
    "minutes": lambda: power.of_means(MINUTES, MORE, deviation(), PERSONS),
}


def deviation() -> float:
    """Of both arms together: the planner takes one number."""
    relative = (np.exp(SPREAD**2) - 1) ** 0.5
    return float(relative * np.sqrt((MINUTES**2 + MORE**2) / 2))


def main() -> None:
    print(f"{NULL:,} experiments without an effect, {REAL:,} with the paper's; {PERSONS} persons an arm")
    print(f"{'test':18}  {'false alarms':>12}  {'goal':>9}  {'power':>6}  {'planned':>7}  {'coverage':>8}")
    for number, experiment in enumerate(ALL):
        name = experiment.__name__
        null = simulated(experiment, number, NULL, False)
        real = simulated(experiment, 100 + number, REAL, True)
        truth = TRUTH.get(name, MORE - MINUTES)
        alarms, found = (null.p <= 0.05).mean(), (real.p <= 0.05).mean()
        covered = np.concatenate([(null.low <= 0) & (0 <= null.high), (real.low <= truth) & (truth <= real.high)])
        goal = GOALS.get(name, "4.5-5.5%")
        planned = f"{100 * PLANNED[name]():.1f}%" if name in PLANNED else "-"
        print(f"{name:18}  {alarms:12.2%}  {goal:>9}  {found:6.1%}  {planned:>7}  {covered.mean():8.2%}")
    chance = np.random.default_rng(9)
    b = chance.binomial(100_000, 0.51, 10_000)
    caught = mismatch.mismatch({"a": 100_000 - b, "b": b}, {"a": 1, "b": 1}) < mismatch.ALARM
    even = chance.binomial(100_000, 0.5, 10_000)
    false = mismatch.mismatch({"a": 100_000 - even, "b": even}, {"a": 1, "b": 1}) < mismatch.ALARM
    print(
        f"sample-ratio alarm at 100,000 persons: 51/49 caught {caught.mean():.2%} (goal 99%), 50/50 {false.mean():.2%}"
    )


if __name__ == "__main__":
    main()
