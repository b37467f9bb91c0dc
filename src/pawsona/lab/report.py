"""An analysis for people and for scripts; what is wrong comes before what was found."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from pawsona.lab.analysis import Analysis, Finding

Rows = list[tuple[str, ...]]


def alarms(found: Analysis) -> list[str]:
    """Sentences on what must be known before any figure is read."""
    said = []
    empty = [arm for arm, persons in found.tally.persons.items() if not persons]
    if empty:
        said.append(f"Nobody is in {', '.join(empty)}: there is nothing to compare.")
    elif found.broken:
        said.append(f"The arms are not as they were dealt (p = {found.mismatch:.2g}): no figure here may be believed.")
    said += [f"Stop: {one.metric.name} got worse in {one.arm} (p = {one.p:.2g})." for one in found.to_stop]
    if found.sealed:
        said.append(
            "Its planned end is still to come: until then only guardrails are told, so that nobody stops it by results."
        )
    said += [f"There is nothing to say of {metric} in {arm} yet." for metric, arm in found.missing]
    if found.plan.by_engagement_alone:
        said.append("Every primary metric grows with use, and use alone is no good for lonely people.")
    return said


def tables(found: Analysis) -> Iterator[tuple[str, tuple[str, ...], Rows]]:
    """Title, columns, rows."""
    title = found.plan.title["en"] + (", so far" if found.peeked else "")
    columns = ("metric", "role", "arm", "first arm", "difference", "95% interval", "p")
    yield title, columns, [
        (one.metric.name, one.metric.role, one.arm, f"{one.now:.4g}", f"{one.difference:+.4g}",
         f"{one.low:+.4g} to {one.high:+.4g}", f"{one.p:.3g}")
        for one in found.findings
    ]  # fmt: skip
    yield "Persons exposed", ("arm", "persons"), [(arm, f"{n:,}") for arm, n in found.tally.persons.items()]
    dropped = asdict(found.tally.dropped)
    yield "Not counted", ("what", "how many"), [(what.replace("_", " "), f"{n:,}") for what, n in dropped.items()]


def plain(found: Analysis) -> dict[str, Any]:
    """As JSON."""
    return {
        "arms": dict(found.tally.persons),
        "events": found.tally.events,
        "sample_ratio_p": found.mismatch,
        "broken": found.broken,
        "stop": [one.metric.name for one in found.to_stop],
        "missing": [list(pair) for pair in found.missing],
        "looks": "any" if found.peeked else "end",
        "sealed": found.sealed,
        "by_engagement_alone": found.plan.by_engagement_alone,
        "dropped": asdict(found.tally.dropped),
        "findings": [{**_figures(one), "metric": one.metric.name, "role": one.metric.role} for one in found.findings],
    }


def _figures(one: Finding) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name != "behind"}
