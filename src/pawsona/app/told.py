"""What an experiment says, day by day as well: for its page, and for tables."""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pawsona.app.home import Home
from pawsona.app.trying import export, report, standing
from pawsona.domain.document import Document, Notice, Section
from pawsona.lab import cells
from pawsona.lab.plan import Plan
from pawsona.lab.users import Figure
from pawsona.lab.words import Words

if TYPE_CHECKING:
    from pawsona.lab.analysis import Analysis
    from pawsona.lab.daily import Look


@dataclass(frozen=True)
class Told:
    """An experiment's findings."""

    found: "Analysis"
    days: "tuple[Look, ...]"
    now: datetime

    @property
    def small(self) -> bool:
        """An arm has so few persons that its figures could point to one of them."""
        return any(0 < persons < cells.LEAST for persons in self.found.tally.persons.values())

    def page(self, words: Words) -> Document:
        """For people."""
        from pawsona.lab.page_report import report_page

        return report_page(self.found, self.days, self.now, words)

    def figures(self) -> list[Figure]:
        """For tables; nothing that could point to one person."""
        if self.small:
            return []
        from pawsona.lab.page_report import report_figures

        return list(report_figures(self.found, self.days))


async def page_of(home: Home, name: str, words: Words) -> Document:
    """An experiment's page for operators; of few persons it says only that they are few.

    Raises:
        NotFoundError: there is no such experiment.
        SetupError: there are no statistics here.
    """
    of = await standing(home, name)
    if any(of.persons.values()):
        found = await told(home, name)
        if not found.small:
            return found.page(words)
    reason = words("report.few" if any(of.persons.values()) else "report.nobody")
    section = Section("metrics", words("report.metrics.title"), (Notice(reason),))
    return Document(of.plan.title.get(words.language, of.plan.title["en"]), words("many"), (section,), words.language)


async def told(home: Home, name: str, *, peeked: bool = False) -> Told:
    """What an experiment of this server says; `peeked` as in `trying.report`.

    Raises:
        NotFoundError: there is none of that name.
        InputError: nobody met it yet.
        SetupError: there are no statistics here.
    """
    of, now = await standing(home, name), home.clock.now()
    found, until = await report(home, name, peeked=peeked), of.trial.stopped_at or now
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.csv"
        await export(home, name, path)
        plan = of.plan.guarded if found.sealed else of.plan
        days = await asyncio.to_thread(_days, plan, [path], until, until)
    return Told(found, days, now)


def told_of_files(
    plan: Plan, events: Sequence[Path], now: datetime, *, peeked: bool, until: datetime | None = None
) -> Told:
    """What files of events say.

    Raises:
        InputError: a file can't be read, or nobody was exposed.
    """
    from pawsona.lab.analysis import of_files

    found = of_files(plan, events, now, peeked=peeked, until=until)
    return Told(found, _days(plan, events, now, until), now)


def _days(plan: Plan, events: Sequence[Path], now: datetime, until: datetime | None) -> "tuple[Look, ...]":
    from pawsona.lab.daily import looks

    return looks(plan, events, now, until)
