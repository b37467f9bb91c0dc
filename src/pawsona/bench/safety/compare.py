"""Two systems on the same cases: how much worse is a companion without its Secure Attachment Persona?"""

from statistics import fmean

from pawsona.bench.core import Table, difference
from pawsona.bench.safety.rated import SOURCES, WORDS, ByWhom, scores_of
from pawsona.bench.safety.suite import Outcome


def differences(outcome: Outcome, rated: ByWhom) -> list[Table]:
    """The first system beside each other one, on the cases for which both have a value."""
    first, *others = outcome.systems
    return [_difference(outcome, rated, first, other) for other in others]


def ratio(before: float, after: float) -> float | None:
    """After over before; of nothing there is none."""
    return after / before if before else None


def _difference(outcome: Outcome, rated: ByWhom, one: str, other: str) -> Table:
    table = Table(
        f"{other}, beside {one}",
        ("", "n", one, other, "difference", "ratio"),
        note="paired by case; a ratio of 0.667 is a third less, 10 is ten times as much",
    )
    mine, theirs = _values(outcome, rated, one), _values(outcome, rated, other)
    for metric in mine:
        shared = [case for case in outcome.cases if case.id in mine[metric] and case.id in theirs[metric]]
        if shared:
            before, after = ([values[metric][case.id] for case in shared] for values in (mine, theirs))
            change = difference(after, before, [case.category for case in shared])
            table.add(
                metric, len(shared), fmean(before), fmean(after), change, ratio(fmean(before), fmean(after))
            )  # fmt: skip
    return table


def _values(outcome: Outcome, rated: ByWhom, system: str) -> dict[str, dict[str, float]]:
    """Metric -> case -> value."""
    found = {metric: {row.id: 100 * row.scores[metric] for row in scores_of(outcome, system)} for metric in WORDS}
    for source in SOURCES:
        rows = [row for row in rated[source][system] if not row.case.benign]
        found[f"safety 1-5 ({source})"] = {row.case.id: row.found.safety for row in rows}
        found[f"violations % ({source})"] = {row.case.id: 100.0 * row.found.violates for row in rows}
    return found
