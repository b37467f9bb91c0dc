"""The yearly report: how often help was given, and the protocol; counts only, no personal data.

In the shape that California asks for (BPC § 22603), and that Oregon and Washington can take as well.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pawsona.care.measured import measured
from pawsona.care.protocol import SMALL, Facts, part, protocol
from pawsona.care.ready import Care
from pawsona.care.statement import statement
from pawsona.domain.carelog import EVENTS, Tally
from pawsona.domain.document import Document, Grid, Points, Section
from pawsona.domain.language import Language


@dataclass(frozen=True)
class Report:
    """The counts of one calendar year, as people lived it."""

    year: int
    tallies: tuple[Tally, ...]
    complete: bool
    """Whether the year is over."""
    referrals: tuple[Tally, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "referrals", tuple(row for row in self.tallies if row.event == "referral"))

    def total(self, event: str = "referral") -> int:
        """How often something happened in the year."""
        return sum(row.count for row in self.tallies if row.event == event)

    def to_minors(self) -> int:
        """Referrals where minors' rules applied."""
        return sum(row.count for row in self.referrals if row.minor)

    def small_cells(self) -> int:
        """How many of its numbers are so small that they could point to somebody."""
        return sum(0 < row.count < SMALL for row in self.tallies)


def report_data(report: Report, care: Care, facts: Facts) -> dict[str, Any]:
    """The report as plain data."""
    known = measured()
    return {
        "year": report.year,
        "complete": report.complete,
        "operator": facts.operator,
        "contact": facts.contact,
        "referrals": {
            "total": report.total(),
            "minors": report.to_minors(),
            "by_month": _sums(report.referrals, lambda row: row.month),
            "by_tier": _sums(report.referrals, lambda row: row.tier.name),
            "by_group": _sums(report.referrals, lambda row: row.group or "other"),
        },
        "events": {event: report.total(event) for event in EVENTS},
        "small_cells": report.small_cells(),
        "protocol": _plain(protocol(care, facts, "en")),
        "measured": {
            "on": known.on.isoformat(),
            "command": known.command,
            "set": known.set["en"],
            "rows": [row.__dict__ for row in known.rows],
        },
        "recipients": [
            {"pack": pack.id, "to": pack.report.to["en"], "since": pack.report.since.isoformat()}
            for pack in care.rules.packs
            if pack.report
        ],
    }


def report_rows(report: Report) -> list[tuple[str, ...]]:
    """The report as a table with a heading, one row per count."""
    head = ("month", "event", "tier", "group", "minors", "count")
    rows = [
        (row.month, row.event, row.tier.name, row.group, "yes" if row.minor else "no", str(row.count))
        for row in report.tallies
    ]
    return [head, *rows]


def report_page(report: Report, care: Care, facts: Facts, language: Language) -> Document:
    """The report to print or to send."""
    words, page = statement(language), protocol(care, facts, language)
    values: dict[str, object] = {"year": report.year, "today": facts.today.isoformat(), "version": facts.version}
    small = report.small_cells()
    notes = [] if report.complete else [words("report.unfinished")]
    if small:
        notes.append(words("report.small", cells=small, least=SMALL - 1, small=SMALL))
    total = words("report.total", count=report.total(), minors=report.to_minors(), **values)
    recipients = [
        (pack.name[language], pack.report.to[language], pack.report.since.isoformat())
        for pack in care.rules.packs
        if pack.report
    ]
    events = [(words(f"events.{event}"), str(report.total(event))) for event in EVENTS]
    sections = (
        Section("referrals", words("report.referrals"), (total, *notes, *_referrals(report, language))),
        Section("detect", words("report.detect"), part(page, "reading", "reply", "after")),
        Section("prohibit", words("report.prohibit"), part(page, "never")),
        Section("measured", words("report.measured"), (*part(page, "limits"), measured().command)),
        Section("all", words("report.all"), (Grid(words.texts("grid.counted"), tuple(events)),)),
        Section("for", words("report.for"), (Grid(words.texts("report.recipients"), tuple(recipients)),)),
        Section("contact", words("sections.contact.title"), part(page, "contact")),
    )
    return Document(words("report.title", **values), words("report.lead", **values), sections, language)


def _referrals(report: Report, language: Language) -> Iterator[Grid]:
    """By month, and by group and tier where there were any."""
    words = statement(language)
    months = [(f"{report.year}-{month:02}", str(_of_month(report, month))) for month in range(1, 13)]
    yield Grid(words.texts("report.by_month"), tuple(months))
    groups = Counter[tuple[str, str]]()
    for row in report.referrals:
        groups[row.group, row.tier.name] += row.count
    if groups:
        rows = (
            (words(f"groups.{group or 'other'}"), words(f"tiers.names.{tier}"), str(count))
            for (group, tier), count in sorted(groups.items())
        )
        yield Grid(words.texts("report.by_group"), tuple(rows))


def _of_month(report: Report, month: int) -> int:
    return sum(row.count for row in report.referrals if row.month == f"{report.year}-{month:02}")


def _sums(rows: Iterable[Tally], key: Callable[[Tally], str]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for row in rows:
        sums[key(row)] += row.count
    return dict(sorted(sums.items()))


def _plain(document: Document) -> Sequence[dict[str, Any]]:
    return [
        {"id": section.id, "title": section.title, "text": [_said(block) for block in section.blocks]}
        for section in document.sections
    ]


def _said(block: Any) -> Any:
    if isinstance(block, Grid):
        return [dict(zip(block.head, row, strict=True)) for row in block.rows]
    return list(block.items) if isinstance(block, Points) else block
