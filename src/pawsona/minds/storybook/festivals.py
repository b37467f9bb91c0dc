"""The village's calendar of feasts: which one, if any, is kept on a day."""

from calendar import monthrange
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from pawsona.minds.storybook import source
from pawsona.minds.storybook.source import Report
from pawsona.minds.storybook.stock import Festival

_RULES = ("date", "nth", "lunar", "term")


def festival_on(day: date, festivals: Iterable[Festival]) -> Festival | None:
    """The feast of a day; the first of the list where two fall together."""
    return next((festival for festival in festivals if _falls(festival, day)), None)


def _falls(festival: Festival, day: date) -> bool:
    if festival.on is not None:
        return (day.month, day.day) == festival.on
    if festival.nth is not None:
        return day == _nth(day.year, *festival.nth)
    lunar, term = _lunar(day)
    if festival.term is not None:
        return term == festival.term
    assert festival.lunar is not None  # `read` lets no festival pass without a rule
    month, number = festival.lunar
    if number < 0:
        return lunar[0] == month and _lunar(day + timedelta(days=1))[0][1] == 1
    return lunar == (month, number)


@lru_cache(maxsize=512)
def _lunar(day: date) -> tuple[tuple[int, int], str]:
    """Month and day of the Chinese calendar, and the solar term if one begins: dear, so once for all feasts."""
    # Only feasts that need that calendar load it.
    from lunar_python import Solar

    lunar = Solar.fromYmd(day.year, day.month, day.day).getLunar()
    return (lunar.getMonth(), lunar.getDay()), str(lunar.getJieQi())


def _nth(year: int, month: int, which: int, weekday: int) -> date:
    days = [date(year, month, n) for n in range(1, monthrange(year, month)[1] + 1)]
    fitting = [day for day in days if day.weekday() == weekday]
    return fitting[which - 1 if which > 0 else which]


def read(rows: Any, place: str, report: Report) -> tuple[Festival, ...]:
    """The feasts of festivals.yaml; what is wrong is reported."""
    return tuple(_festival(row, f"{place}: {row.get('id', '?')}", report) for row in rows or ())


def _festival(row: Mapping[str, Any], place: str, report: Report) -> Festival:
    rules = [name for name in _RULES if name in row]
    if len(rules) != 1:
        report.add(place, [f"needs exactly one of {', '.join(_RULES)}"])
    month, _, day = str(row.get("date", "")).partition("-")
    return Festival(
        id=source.text(row, "id", place, report),
        name=source.text(row, "name", place, report),
        on=(int(month), int(day)) if rules == ["date"] else None,
        nth=tuple(row["nth"]) if rules == ["nth"] else None,
        lunar=tuple(row["lunar"]) if rules == ["lunar"] else None,
        term=row["term"] if rules == ["term"] else None,
    )
