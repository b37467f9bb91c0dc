"""What whoever runs Pawsona may know: counts over everybody, and how the machine is."""

import contextlib
import csv
import io
from collections.abc import Iterable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from pawsona.app.costs import prices_of
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.printed import as_html, as_text
from pawsona.config.models import NamedModel
from pawsona.config.settings import load
from pawsona.domain.census import Spent
from pawsona.domain.language import Language
from pawsona.domain.tenant import Tenant
from pawsona.errors import InputError
from pawsona.lab.cohorts import cohorts, first_monday
from pawsona.lab.page import Crowd, crowd_page
from pawsona.lab.spending import spending
from pawsona.lab.users import LOWEST, Figure, users
from pawsona.lab.words import Words

DAYS = 14
"""Of spending and nights."""
LIVED = timedelta(days=14)
"""Who adopted later can't have come in their second week yet."""


async def crowd_of(home: Home, days: int = DAYS, tenant: Tenant | None = None) -> Crowd:
    """Count everybody, or one tenant's persons; once."""
    await home.workshop.meter.write()
    now, census = home.clock.now(), home.store.census.of(tenant)
    among = tenant is not None or home.settings.auth != "home"  # at home alone somebody looks at themselves
    since = (now - timedelta(days=days - 1)).replace(hour=0, minute=0, second=0, microsecond=0)
    found = users(await census.groups(LOWEST, LOWEST), await census.steps(now - LIVED), others=among)
    fewest, today = found.fewest, now.date()
    prices = prices_of(home)
    spent = spending(
        await census.spent(since),
        await census.callers(since),
        lambda row: _money(prices, row),
        priced=any(one.asked.priced for one in prices.values()),
        fewest=fewest,
    )
    weeks = cohorts(await census.cohorts(first_monday(today)), today, fewest)
    return Crowd(now, found, weeks, spent, days)


def _money(prices: Mapping[str, NamedModel], row: Spent) -> float:
    known = prices.get(row.model)
    return known.asked.money(row.tokens_in, row.tokens_out, row.tokens_cached) if known else 0.0


async def users_told(language: Language | None, table: Path | None, page: Path | None) -> tuple[str, dict[str, Any]]:
    """Who is here, as text and as plain data.

    Args:
        language: of the text; the home's by default.
        table: a CSV file to write as well.
        page: an HTML file to write as well.

    Raises:
        InputError: a file can't be written.
    """
    async with contextlib.aclosing(await open_home(load())) as home:
        crowd = await crowd_of(home)
        shown = crowd_page(crowd, Words(language or home.settings.spoken))
    if table is not None:
        written(table, as_csv(crowd.figures()))
    if page is not None:
        written(page, as_html(shown))
    return as_text(shown), plain(crowd.figures())


def plain(figures: Iterable[Figure]) -> dict[str, Any]:
    """Table -> row -> column -> value."""
    found: dict[str, Any] = {}
    for table, row, column, value in figures:
        found.setdefault(table, {}).setdefault(row, {})[column] = value
    return found


def as_csv(figures: Iterable[Figure]) -> str:
    """One line per figure; what is hidden or not known is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("table", "row", "column", "value"))
    writer.writerows(figures)
    return out.getvalue()


def written(path: Path, text: str) -> None:
    """Write a file.

    Raises:
        InputError: it can't be written.
    """
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InputError(f"{str(path)!r} can't be written ({reason}): name another file.") from None
