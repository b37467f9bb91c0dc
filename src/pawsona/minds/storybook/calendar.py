"""Spans and dates as they are said: how long somebody was away, and what is coming up for them."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from pawsona.domain.language import Language
from pawsona.domain.occasion import Occasion

_MOST = 3
"""Dates in one breath."""
_UNITS = ((22, 1.0, "hour"), (24 * 14, 24.0, "day"), (24 * 60, 168.0, "week"), (24 * 700, 730.0, "month"),
          (float("inf"), 8760.0, "year"))  # fmt: skip
"""Hours up to which a unit is apt, and its own."""
_WEEKDAYS = "一二三四五六日"
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def spoken_date(on: date, language: Language) -> str:
    """A day with its weekday: Tuesday, 19 May; 5月19日，星期二."""
    if language == "zh":
        return f"{on.month}月{on.day}日，星期{_WEEKDAYS[on.weekday()]}"
    return f"{on:%A}, {on.day} {on:%B}"


def spoken_span(span: timedelta, language: Language) -> str:
    """About how long, in the largest unit that is apt."""
    hours = span.total_seconds() / 3600
    if hours < 1:
        return "不到一个钟头" if language == "zh" else "less than an hour"
    unit, size = next((unit, size) for until, size, unit in _UNITS if hours < until)
    count = max(1, round(hours / size))
    return _chinese(count, unit) if language == "zh" else _english(count, unit)


def coming_up(occasions: Sequence[Occasion], now: datetime, language: Language) -> str:
    """The next dates of the person in one clause; empty where there are none."""
    said = [f"{_when(one.on, now.date(), language)}{_COLON[language]}{one.text}" for one in occasions[:_MOST]]
    return ("；" if language == "zh" else "; ").join(said)


_COLON = {"en": ", ", "zh": "，"}


def _when(on: date, today: date, language: Language) -> str:
    near = {0: ("today", "今天"), 1: ("tomorrow", "明天")}.get((on - today).days)
    if near is not None:
        return near[language == "zh"]
    return f"{on.month}月{on.day}日" if language == "zh" else f"on {on:%A}, {on.day} {on:%B}"


def _english(count: int, unit: str) -> str:
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"about {number} {unit}{'' if count == 1 else 's'}"


def _chinese(count: int, unit: str) -> str:
    names = {"hour": "个钟头", "day": "天", "week": "个星期", "month": "个月", "year": "年"}
    return f"大概{'两' if count == 2 else count}{names[unit]}"
