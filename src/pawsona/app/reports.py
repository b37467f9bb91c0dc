"""The protocol page and the yearly report of a home."""

import contextlib
import csv
import io
from datetime import date
from typing import Any, Literal

from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.printed import as_html, as_text
from pawsona.care.protocol import Facts, protocol
from pawsona.care.report import Report, report_data, report_page, report_rows
from pawsona.config.settings import load
from pawsona.domain.document import Document
from pawsona.domain.language import Language
from pawsona.errors import InputError
from pawsona.version import __version__

Form = Literal["text", "json", "csv", "html"]
FIRST_YEAR = 2025
"""No Pawsona counted anything before."""


async def facts_of(home: Home) -> Facts:
    """What the page tells besides care's configuration."""
    today, asked = home.clock.now().date(), home.settings.care
    last = Report(today.year - 1, tuple(await home.store.carelog.tallies(today.year - 1)), True)
    return Facts(today, __version__, asked.operator, asked.contact, bool(asked.contact_hook), last.total())


async def protocol_of(home: Home, language: Language) -> Document:
    """The page as this home runs."""
    return protocol(home.care, await facts_of(home), language)


async def protocol_text(language: Language | None) -> str:
    """The page for a terminal."""
    async with contextlib.aclosing(await open_home(load())) as home:
        return as_text(await protocol_of(home, language or home.settings.spoken))


async def report_of(year: int | None, form: Form, language: Language | None) -> str | dict[str, Any]:
    """The report of a year; as data for `json`, else as text in that form.

    Args:
        year: the calendar year; the last one by default.
        form: how it is written.
        language: of text and page; the home's by default.

    Raises:
        InputError: that year lies ahead, or before anything was counted.
    """
    async with contextlib.aclosing(await open_home(load())) as home:
        facts = await facts_of(home)
        wanted = _year(year, facts.today)
        tallies = await home.store.carelog.tallies(wanted)
        report = Report(wanted, tuple(tallies), complete=wanted < facts.today.year)
        if form == "json":
            return report_data(report, home.care, facts)
        if form == "csv":
            return _csv(report)
        page = report_page(report, home.care, facts, language or home.settings.spoken)
        return as_html(page) if form == "html" else as_text(page)


def _year(year: int | None, today: date) -> int:
    wanted = today.year - 1 if year is None else year
    if not FIRST_YEAR <= wanted <= today.year:
        raise InputError(f"There is no report of {wanted}: choose a year from {FIRST_YEAR} to {today.year}.")
    return wanted


def _csv(report: Report) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(report_rows(report))
    return out.getvalue()
