"""An experiment as a page: what is wrong before what was found, and every drawing with its table."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from math import isfinite

from pawsona.domain.document import Block, Chart, Document, Grid, Notice, Section, Series, Spot
from pawsona.lab.analysis import Analysis, Finding
from pawsona.lab.cells import LEAST, shown
from pawsona.lab.daily import Look, told_days
from pawsona.lab.metrics import measure
from pawsona.lab.statistics.mismatch import ALARM
from pawsona.lab.users import Figure
from pawsona.lab.words import HIDDEN, UNKNOWN, Words, count, decimal

_NOTHING = 1e-9
"""A mean of what is alike for everybody has no variance yet: an interval of no width would claim to know."""
_FIGURES = ("now", "difference", "low", "high", "p")


def report_page(found: Analysis, days: Sequence[Look], now: datetime, words: Words) -> Document:
    """The page.

    Args:
        found: what the experiment says.
        days: what it said on each day.
        now: when this is told.
        words: of the page's language.
    """
    plan, first = found.plan, next(iter(found.plan.arms))
    title = plan.title[words.language] if words.language in plan.title else plan.title["en"]
    lead = words("report.lead", days=plan.days, first=first, now=f"{now:%Y-%m-%d %H:%M}")
    how = words(f"report.{'sealed' if found.sealed else 'peeked' if found.peeked else 'fixed'}")
    sections = (
        Section("metrics", words("report.metrics.title"), (*_alarms(found, words), *_metrics(found, words))),
        Section("ratio", words("report.ratio.title"), tuple(_ratio(found, words))),
        Section("days", words("report.days.title"), tuple(_days(found, days, words))),
        Section("dropped", words("report.dropped.title"), (_dropped(found, words),)),
    )
    shown = words("report.so_far", title=title) if found.peeked else title
    return Document(shown, f"{lead} {how}", sections, words.language)


def report_figures(found: Analysis, days: Sequence[Look]) -> Iterator[Figure]:
    """For JSON and CSV; none: an interval that does not exist yet, or a figure that could point to one person."""
    for one in found.findings:
        for name in _FIGURES:
            yield one.metric.name, one.arm, name, None if one.few else _finite(getattr(one, name))
    for arm, persons in found.tally.persons.items():
        yield "persons", arm, "met", persons
        yield "persons", arm, "dealt", _due(found)[arm]
    yield "persons", "all", "sample_ratio_p", found.mismatch
    for metric in found.plan.metrics:
        for arm in found.tally.persons:
            for on, one in told_days(days, metric, arm):
                for name in _FIGURES[1:]:
                    yield f"day {metric.name}", f"{on} {arm}", name, _finite(getattr(one, name))
    yield from (("dropped", what, "count", shown(n, LEAST)) for what, n in asdict(found.tally.dropped).items())


def _finite(number: float) -> float | None:
    """Three figures: more would tell how one person among many moved a mean."""
    return float(f"{number:.3g}") if isfinite(number) else None


def _alarms(found: Analysis, words: Words) -> Iterator[Notice]:
    def said(name: str, **values: object) -> Notice:
        return Notice(words(f"report.alarms.{name}", **values))

    empty = [arm for arm, persons in found.tally.persons.items() if not persons]
    if empty:
        yield said("empty", arms=", ".join(empty))
    elif found.broken:
        yield said("broken", p=f"{found.mismatch:.2g}")
    for one in found.to_stop:
        yield said("stop", metric=_named(one.metric.name, words), arm=one.arm, p=f"{one.p:.2g}")
    for metric, arm in found.missing:
        yield said("missing", metric=_named(metric, words), arm=arm)
    if found.plan.by_engagement_alone:
        yield said("alone")


def _metrics(found: Analysis, words: Words) -> Iterator[Block]:
    first = next(iter(found.plan.arms))
    if not found.findings:
        yield words("report.metrics.none")
        return
    several = len(found.plan.arms) > 2
    told = [one for one in found.findings if not one.few]
    labels = [_named(one.metric.name, words) + (f", {one.arm}" if several else "") for one in told]
    spots = tuple(_spot(one, words) for one in told)
    if told:
        yield Chart("ranges", words("report.metrics.chart", first=first), tuple(labels), (Series("", spots),))
    rows = [
        (_named(one.metric.name, words), words(f"roles.{one.metric.role}"), one.arm, *_cells(one))
        for one in found.findings
    ]
    head = tuple(column.format(first=first) for column in words.row("report.metrics.head"))
    yield Grid(head, tuple(rows), wide=True)
    yield words("report.metrics.holm")
    if len(told) < len(rows):
        yield words("report.metrics.hidden", hidden=HIDDEN, least=LEAST)


def _cells(one: Finding) -> tuple[str, ...]:
    if one.few:
        return HIDDEN, UNKNOWN, UNKNOWN, UNKNOWN
    return _number(one, one.now), _signed(one, one.difference), _interval(one), f"{one.p:.2g}"


def _ratio(found: Analysis, words: Words) -> Iterator[Block]:
    met, due = found.tally.persons, _due(found)
    if found.mismatch is not None:
        yield words("report.ratio.about", p=f"{found.mismatch:.2g}", alarm=ALARM)
    series = tuple(
        Series(words(f"report.ratio.{name}"), tuple(Spot(of[arm]) for arm in met))
        for name, of in (("seen", met), ("due", due))
    )
    yield Chart("bars", words("report.ratio.title"), tuple(met), series)
    rows = [(arm, count(persons), decimal(due[arm])) for arm, persons in met.items()]
    yield Grid(words.row("report.ratio.head"), tuple(rows), wide=True)


def _due(found: Analysis) -> dict[str, float]:
    """How many each arm would have if chance were fair."""
    persons, weights = sum(found.tally.persons.values()), found.plan.arms
    return {arm: persons * weights[arm] / sum(weights.values()) for arm in found.tally.persons}


def _days(found: Analysis, days: Sequence[Look], words: Words) -> Iterator[Block]:
    first, *others = found.plan.arms
    drawn = False
    for metric in (metric for metric in found.plan.metrics if metric.role != "secondary"):
        for arm in others:
            known = [(on, one) for on, one in told_days(days, metric, arm) if _bounded(one)]
            if not known:
                continue
            if not drawn:
                yield words("report.days.about")
                drawn = True
            caption = words("report.days.chart", metric=_named(metric.name, words), arm=arm, first=first)
            spots = tuple(Spot(one.difference, one.low, one.high) for _, one in known)
            labels = tuple(f"{on:%m-%d}" for on, _ in known)
            yield Chart("band", caption, labels, (Series("", spots),), percent=_of_hundred(metric.name))
            rows = [(f"{on}", *_cells(one)[1:]) for on, one in known]
            yield Grid(words.row("report.days.head"), tuple(rows), wide=True, name=caption)
    if not drawn:
        yield words("report.days.none")


def _dropped(found: Analysis, words: Words) -> Grid:
    dropped = asdict(found.tally.dropped)
    rows = tuple((words(f"report.dropped.{what}"), count(shown(n, LEAST))) for what, n in dropped.items())
    return Grid(words.row("report.dropped.head"), rows, wide=True)


def _named(metric: str, words: Words) -> str:
    return words(f"metrics.{metric}")


def _of_hundred(metric: str) -> bool:
    """Shown as a percentage."""
    return measure(metric).kind == "share"


def _spot(one: Finding, words: Words) -> Spot:
    if not _bounded(one):
        return Spot(one.difference, said=words("report.metrics.open"))
    return Spot(one.difference, one.low, one.high, f"{_signed(one, one.difference)} [{_interval(one)}]")


def _bounded(one: Finding) -> bool:
    """Whether there is an interval: none before enough persons, and none where everybody is alike so far."""
    return isfinite(one.low) and one.high - one.low > _NOTHING


def _number(one: Finding, value: float) -> str:
    return f"{100 * value:.1f}%" if _of_hundred(one.metric.name) else f"{value:.3g}"


def _signed(one: Finding, value: float) -> str:
    if _of_hundred(one.metric.name):
        return f"{round(100 * value, 1) + 0.0:+.1f} pp"  # never -0.0
    return f"{value:+.3g}"


def _interval(one: Finding) -> str:
    return f"{_signed(one, one.low)} … {_signed(one, one.high)}" if _bounded(one) else UNKNOWN
