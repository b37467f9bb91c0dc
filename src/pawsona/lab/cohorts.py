"""Persons by the week in which they adopted: who still comes, how much they say, how they feel."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pawsona.domain import census
from pawsona.lab import cells
from pawsona.lab.users import Figure

WEEKS = 12
_WEEK = timedelta(weeks=1)


@dataclass(frozen=True)
class Cell:
    """One week of a cohort's stay; None where too few persons stand behind a figure."""

    persons: int | None
    """Who said something."""
    share: float | None
    turns: float | None
    """Of one of them."""
    mood: float | None
    """-1 to 1: the mean of the changes that were noted."""


@dataclass(frozen=True)
class Cohort:
    """Those who adopted in one week (UTC)."""

    monday: date
    persons: int | None
    cells: tuple[Cell, ...]
    """By week of each one's own stay, as far as it is over for all of them."""

    def figures(self) -> Iterator[Figure]:
        """For JSON and CSV."""
        yield "cohorts", f"{self.monday}", "persons", self.persons
        for week, cell in enumerate(self.cells):
            for name in ("persons", "share", "turns", "mood"):
                yield "cohorts", f"{self.monday} week {week}", name, getattr(cell, name)


def first_monday(today: date) -> date:
    """Where the table of the last weeks begins."""
    return today - timedelta(days=today.weekday()) - (WEEKS - 1) * _WEEK


def cohorts(found: census.Cohorts, today: date, fewest: int) -> tuple[Cohort, ...]:
    """Put together what the database counted since `first_monday`, the oldest week first.

    Args:
        found: the counts.
        today: in UTC.
        fewest: persons that a figure must be about.
    """
    stays = {(one.cohort, one.week): one for one in found.stays}
    moods = {(one.cohort, one.week): one for one in found.moods}
    made = []
    for number in range(WEEKS):
        size, monday = found.sizes.get(number, 0), first_monday(today) + number * _WEEK
        known = cells.shown(size, fewest)
        over = range(max(0, (today - monday).days // 7 - 1)) if size and known else ()
        row = tuple(_cell(size, stays.get((number, w)), moods.get((number, w)), fewest) for w in over)
        made.append(Cohort(monday, known, row))
    return tuple(made)


def retention(rows: Sequence[Cohort]) -> tuple[float | None, ...]:
    """Who still comes in each week, over all cohorts of which it is known."""
    return tuple(_pooled(rows, week) for week in range(max((len(row.cells) for row in rows), default=0)))


def _pooled(rows: Sequence[Cohort], week: int) -> float | None:
    known = [(row.persons, row.cells[week].persons) for row in rows if week < len(row.cells)]
    pairs = [(size, came) for size, came in known if size and came is not None]
    return sum(came for _, came in pairs) / sum(size for size, _ in pairs) if pairs else None


def _cell(size: int, stay: census.Stay | None, mood: census.Mood | None, fewest: int) -> Cell:
    came = stay.persons if stay else 0
    persons = cells.shown(came, fewest)
    share = None if persons is None else persons / size
    turns = stay.turns / came if stay and persons else None
    felt = mood.mean if mood and cells.shown(mood.persons, fewest) else None
    return Cell(persons, share, turns, felt)
