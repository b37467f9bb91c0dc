"""Who is here, as sections of a page: ranges, steps, cohorts, costs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pawsona.domain.document import Block, Chart, Document, Grid, Section, Series, Spot
from pawsona.lab.cohorts import WEEKS, Cell, Cohort, retention
from pawsona.lab.spending import Spending
from pawsona.lab.users import STEPS, Figure, Users, ranges
from pawsona.lab.words import UNKNOWN, Words, count, decimal, share

_TOLD: dict[str, Callable[[Cell], str]] = {
    "came": lambda cell: share(cell.share),
    "turns": lambda cell: decimal(cell.turns),
    "mood": lambda cell: decimal(cell.mood, 2),
}


@dataclass(frozen=True)
class Crowd:
    """All that is said of everybody."""

    now: datetime
    users: Users
    cohorts: tuple[Cohort, ...]
    spending: Spending
    days: int
    """Of spending."""

    def figures(self) -> Iterator[Figure]:
        """For JSON and CSV."""
        yield from self.users.figures()
        yield from (figure for cohort in self.cohorts for figure in cohort.figures())
        yield from self.spending.figures()


def crowd_page(crowd: Crowd, words: Words) -> Document:
    """A page of its own."""
    lead = words("users.lead", now=f"{crowd.now:%Y-%m-%d %H:%M}")
    return Document(
        words("users.title"), f"{lead} {hiding(crowd, words)}", crowd_sections(crowd, words), words.language
    )


def hiding(crowd: Crowd, words: Words) -> str:
    """What is hidden here, and why."""
    return words("alone" if crowd.users.persons == 1 and not crowd.users.fewest else "many")


def crowd_sections(crowd: Crowd, words: Words) -> tuple[Section, ...]:
    """Its sections, for a page that has others too."""
    if not crowd.users.persons:
        return (Section("spread", words("spread.title"), (words("nobody"),)),)
    return (
        Section("spread", words("spread.title"), tuple(_spread(crowd.users, words))),
        Section("steps", words("steps.title"), tuple(_steps(crowd.users, words))),
        Section("cohorts", words("cohorts.title"), tuple(_cohorts(crowd.cohorts, words))),
        Section("cost", words("cost.title"), tuple(_cost(crowd, words))),
    )


def spots(numbers: Sequence[float | None]) -> tuple[Spot | None, ...]:
    """Values to draw; what is hidden leaves a gap."""
    return tuple(None if number is None else Spot(number) for number in numbers)


def _spread(users: Users, words: Words) -> Iterator[Block]:
    yield words("spread.about")
    lines = (Series(words("spread.turns"), spots(users.turns)), Series(words("spread.entries"), spots(users.entries)))
    yield Chart("lines", words("spread.chart"), tuple(ranges()), lines)
    if users.together is not None:
        yield words("spread.together", value=decimal(users.together, 2))
    rows = zip(ranges(), map(count, users.turns), map(count, users.entries), strict=True)
    yield Grid(words.row("spread.head"), tuple(rows), wide=True)


def _steps(users: Users, words: Words) -> Iterator[Block]:
    yield words("steps.about")
    labels = tuple(words(f"steps.short.{name}") for name in STEPS)
    yield Chart("bars", words("steps.chart"), labels, (Series("", spots(users.steps)),))
    before = [users.steps[0], *users.steps]
    rows = [
        (words(f"steps.{name}"), count(n), _part(n, earlier), _part(n, users.steps[0]))
        for name, n, earlier in zip(STEPS, users.steps, before, strict=False)
    ]
    yield Grid(words.row("steps.head"), tuple(rows), wide=True)


def _part(of: int | None, whole: int | None) -> str:
    return UNKNOWN if of is None or not whole else share(of / whole)


def _cohorts(rows: Sequence[Cohort], words: Words) -> Iterator[Block]:
    yield words("cohorts.about")
    kept = [row for row in rows if row.persons != 0]
    if not kept:
        yield words("cohorts.none", n=WEEKS)
        return
    pooled = retention(kept)
    if any(one is not None for one in pooled):
        labels = tuple(str(week + 1) for week in range(len(pooled)))
        yield Chart("lines", words("cohorts.chart"), labels, (Series("", spots(pooled)),), percent=True)
    for what, told in _TOLD.items():
        yield words(f"cohorts.{what}")
        yield _table(words(f"cohorts.{what}"), kept, words, told)


def _table(name: str, rows: Sequence[Cohort], words: Words, shown: Callable[[Cell], str]) -> Grid:
    weeks = max(1, max(len(row.cells) for row in rows))
    head = (words("cohorts.adopted"), words("cohorts.persons"), *(words("cohorts.week", n=n + 1) for n in range(weeks)))
    body = [
        (f"{row.monday}", count(row.persons), *map(shown, row.cells), *[""] * (weeks - len(row.cells))) for row in rows
    ]
    return Grid(head, tuple(body), wide=True, name=name)


def _cost(crowd: Crowd, words: Words) -> Iterator[Block]:
    found = crowd.spending
    yield words("cost.about", n=crowd.days)
    if not found.days:
        yield words("cost.none")
        return
    if found.calls is not None and found.tokens is not None:
        money = words("cost.money", money=decimal(found.money, 4)) if found.priced else ""
        yield words("cost.each", calls=decimal(found.calls), tokens=count(found.tokens), money=money)
    if not found.priced:
        yield words("cost.unpriced")
    labels = tuple(f"{day.on:%m-%d}" for day in found.days)
    values = [day.money if found.priced else day.tokens for day in found.days]
    yield Chart("bars", words("cost.priced" if found.priced else "cost.tokens"), labels, (Series("", spots(values)),))
    columns = 5 if found.priced else 4
    rows = [
        (f"{day.on}", count(day.calls), count(day.failed), count(day.tokens), decimal(day.money, 4))[:columns]
        for day in reversed(found.days)
    ]
    yield Grid(words.row("cost.head")[:columns], tuple(rows), wide=True)
