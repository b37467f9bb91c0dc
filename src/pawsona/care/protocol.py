"""The public protocol page, made from the configuration that runs: nobody has to keep it in step by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from pawsona.care.crisis import FOLLOW_UP
from pawsona.care.duties import Reminder
from pawsona.care.measured import measured
from pawsona.care.ready import Care
from pawsona.care.resources import VALID, Resource
from pawsona.care.statement import Statement, statement
from pawsona.domain.document import Block, Document, Grid, Points, Section
from pawsona.domain.language import LANGUAGES, Language

SMALL = 5
"""A published count below this is not told exactly: it could point to one person."""


@dataclass(frozen=True)
class Facts:
    """What the page tells besides care's own configuration."""

    today: date
    version: str
    operator: str = ""
    contact: str = ""
    hook: bool = False
    """Whether the operator reaches a person of trust by a program of its own."""
    referrals: int = 0
    """How often help lines were given in the calendar year before."""


def protocol(care: Care, facts: Facts, language: Language) -> Document:
    """The whole page in one language."""
    page = _Page(care, facts, statement(language))
    made: Mapping[str, Callable[[], tuple[Block, ...]]] = {
        "reading": page.tiers,
        "never": page.forbidden,
        "after": page.after,
        "lines": page.lines,
        "notices": page.notices,
        "minors": page.for_minors,
        "packs": page.packs,
        "counts": page.counts,
        "limits": page.limits,
        "contact": page.contact,
    }
    words, values = page.words, page.values
    sections = tuple(
        Section(id_, words(f"sections.{id_}.title"), (*words.body(id_, values), *made.get(id_, tuple)()))
        for id_ in words.sections
    )
    return Document(words("title"), words("lead", **values), sections, language)


def part(document: Document, *ids: str) -> tuple[Block, ...]:
    """What stands in some sections, for a report."""
    return tuple(block for id_ in ids for section in document.sections if section.id == id_ for block in section.blocks)


@dataclass(frozen=True)
class _Page:
    care: Care
    facts: Facts
    words: Statement

    @property
    def values(self) -> dict[str, str | int]:
        """What may stand in braces."""
        return {
            "today": self.facts.today.isoformat(),
            "version": self.facts.version,
            "follow_up_days": FOLLOW_UP.days,
            "days": VALID.days,
            "small": SMALL,
            "measured_on": measured().on.isoformat() if measured().rows else "-",
        }

    def tiers(self) -> tuple[Block, ...]:
        return (Grid(self.words.texts("tiers.head"), self.words.rows("tiers.rows")),)

    def after(self) -> tuple[Block, ...]:
        return (self.words("sections.after.hook" if self.facts.hook else "sections.after.home"),)

    def forbidden(self) -> tuple[Block, ...]:
        points = self._techniques(self.care.rules.duties.forbids)
        return (points,) if self.care.attachment else (points, self.words("sections.never.research"))

    def for_minors(self) -> tuple[Block, ...]:
        duties = self.care.rules.duties
        points = self._techniques(duties.forbids_minors - duties.forbids)
        age = duties.guardian_under
        return (points, self.words("sections.minors.guardian", age=age)) if age else (points,)

    def _techniques(self, names: frozenset[str]) -> Points:
        return Points(tuple(self.words.technique(name) for name in sorted(names)))

    def lines(self) -> tuple[Block, ...]:
        return (Grid(self.words.texts("grid.lines"), tuple(self._line(line) for line in self.care.resources.lines)),)

    def _line(self, line: Resource) -> tuple[str, ...]:
        shown = self.facts.today < line.expires_on
        until = line.expires_on.isoformat() if shown else self.words("words.until_verified")
        emergency = self.care.resources.emergency(line.region, self.words.language)
        how = line.how[self.words.language]
        return self._country(line.region), how, emergency, line.verified_on.isoformat(), until

    def _country(self, region: str) -> str:
        named = self.care.resources.names.get(region)
        return named[self.words.language] if named else region

    def notices(self) -> tuple[Block, ...]:
        duties = self.care.rules.duties
        rows = [self._notice("disclosure", duties.notice), self._notice("break", duties.breaks)]
        return (Grid(self.words.texts("grid.notices"), tuple(rows)),)

    def _notice(self, name: str, reminder: Reminder) -> tuple[str, ...]:
        when = [self._when(reminder.start, reminder.every(minor)) for minor in (False, True)]
        return self.words(f"words.{name}"), *when, reminder.said(self.words("words.pet"), self.words.language)

    def _when(self, start: bool, every: timedelta | None) -> str:
        times = [self.words("words.start")] if start else []
        if every is not None:
            times.append(self.words("words.every", minutes=int(every.total_seconds() // 60)))
        return self.words("words.and").join(times) or self.words("words.never")

    def packs(self) -> tuple[Block, ...]:
        packs, language = self.care.rules.packs, self.words.language
        rows = [
            (
                pack.name[language],
                pack.law,
                self.words(
                    "words.since" if pack.binds(self.facts.today) else "words.from", day=pack.in_force.isoformat()
                ),
            )
            for pack in packs
        ]
        colon = self.words("words.colon")
        doubts = [f"{pack.name[language]}{colon}{point.words[language]}" for pack in packs for point in pack.uncertain]
        told = (self.words("sections.packs.uncertain"), Points(tuple(doubts))) if doubts else ()
        return (Grid(self.words.texts("grid.packs"), tuple(rows)), *told)

    def counts(self) -> tuple[Block, ...]:
        count = public(self.facts.referrals, self.words)
        return (self.words("sections.counts.last", year=self.facts.today.year - 1, count=count),)

    def limits(self) -> tuple[Block, ...]:
        known = measured()
        if not known.rows:
            return (self.words("sections.limits.none"),)
        rows = [
            (self.words(f"words.{row.language}"), f"{row.found:g}%", f"{row.found_grave:g}%", f"{row.false_alarms:g}%")
            for row in known.rows
        ]
        return Grid(self.words.texts("grid.measured"), tuple(rows)), known.set[self.words.language]

    def contact(self) -> tuple[Block, ...]:
        if not self.facts.operator:
            return (self.words("operator.home"),)
        told = (self.words("operator.named", operator=self.facts.operator),)
        return (*told, self.words("operator.reach", contact=self.facts.contact)) if self.facts.contact else told


def public(count: int, words: Statement) -> str:
    """A count as it may be published."""
    return words("words.fewer", small=SMALL) if 0 < count < SMALL else str(count)


def protocol_ready(care: Care) -> None:
    """Make the page once in every language, so that a missing word stops the start and not the page.

    Raises:
        ContentError: a word is missing.
    """
    for language in LANGUAGES:
        protocol(care, Facts(date(2026, 1, 1), "-", "-", "-"), language)
