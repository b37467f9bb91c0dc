"""When a question means: "yesterday", "last week", "in March", 上周, 前天, 三月, as days of the person's calendar."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from pawsona.memory.retain import add_months

Days = tuple[date, date]
"""First day, and the first day after."""


@dataclass(frozen=True)
class Period:
    """Some days, and the question without the words that named them."""

    first: date
    after: date
    rest: str

    def holds(self, day: date) -> bool:
        return self.first <= day < self.after


def period(text: str, today: date) -> Period | None:
    """The days that a question speaks of; the first expression that is found counts.

    Args:
        text: what the person asks.
        today: the person's calendar day.
    """
    if text.isascii() and _TIMELY.isdisjoint(_LETTERS.findall(text.lower())) and not _IN_YEAR.search(text):
        return None  # as most questions: dozens of patterns need not look
    for pattern, days in _EXPRESSIONS:
        found = pattern.search(text)
        if found and (range_ := days(found, today)) is not None:
            return Period(*range_, text[: found.start()] + " " + text[found.end() :])
    return None


def _days(first: date, count: int = 1) -> Days:
    return first, first + timedelta(days=count)


def _ago(days: int) -> Callable[[re.Match[str], date], Days]:
    return lambda found, today: _days(today - timedelta(days=days))


def _recent(days: int) -> Callable[[re.Match[str], date], Days]:
    return lambda found, today: _days(today - timedelta(days=days), days + 1)


def _week(ago: int) -> Callable[[re.Match[str], date], Days]:
    """Monday to Sunday."""
    return lambda found, today: _days(today - timedelta(days=today.weekday() + 7 * ago), 7)


def _month(ago: int) -> Callable[[re.Match[str], date], Days]:
    def days(found: re.Match[str], today: date) -> Days:
        first = add_months(today.replace(day=1), -ago)
        return first, add_months(first, 1)

    return days


def _year(ago: int) -> Callable[[re.Match[str], date], Days]:
    return lambda found, today: (date(today.year - ago, 1, 1), date(today.year - ago + 1, 1, 1))


def _units_ago(found: re.Match[str], today: date) -> Days | None:
    """As in "three weeks ago": a day is meant as a day, longer units as about then."""
    count, unit = _number(found["count"]), _UNITS[found["unit"].casefold()]
    if count is None or count > 400:
        return None
    if unit == "day":
        return _days(today - timedelta(days=count))
    if unit == "week":
        return _days(today - timedelta(days=7 * count + 4), 9)
    middle = add_months(today, -count * (12 if unit == "year" else 1))
    slack = 180 if unit == "year" else 16
    return _days(middle - timedelta(days=slack), 2 * slack + 1)


def _named_month(found: re.Match[str], today: date) -> Days | None:
    """The month of that year, else the latest such month that has begun."""
    month = _month_number(found["month"])
    if month is None:
        return None
    first = date(_year_number(found) or (today.year if month <= today.month else today.year - 1), month, 1)
    return first, add_months(first, 1)


def _named_day(found: re.Match[str], today: date) -> Days | None:
    """The day of that year, else the latest such day; None where the calendar has no such day.

    Only in a question: "my birthday is on 3 May" does not ask for what was said on that day.
    """
    if not _ASKS.search(found.string):
        return None
    month, day = _month_number(found["month"]), _number(found["day"])
    try:
        named = date(_year_number(found) or today.year, month or 0, day or 0)
        return _days(named if found["year"] or named <= today else named.replace(year=today.year - 1))
    except ValueError:
        return None


def _season(found: re.Match[str], today: date) -> Days:
    """Of that year, else the latest that has begun, or has ended: from March, June, September, December."""
    name = found["season"].casefold()
    first = date(_year_number(found) or today.year, 3 * _SEASONS[name], 1)
    if not found["year"]:
        over = today if found["past"] is None else add_months(today, -3)
        first = first.replace(year=over.year if first <= over else over.year - 1)
    return first, add_months(first, 3)


def _whole_year(found: re.Match[str], today: date) -> Days:
    year = int(found["year"])
    return date(year, 1, 1), date(year + 1, 1, 1)


def _month_number(name: str) -> int | None:
    name = name.casefold()
    month = _ENGLISH_MONTHS.index(name[:3]) + 1 if name[:3] in _ENGLISH_MONTHS else _number(name)
    return month if month is not None and 1 <= month <= 12 else None


def _year_number(found: re.Match[str]) -> int | None:
    return int(found["year"]) if found.groupdict().get("year") else None


def _weekday(found: re.Match[str], today: date) -> Days:
    """The latest such day before today; 上周 and "last week's" mean the week before this one."""
    name = found["day"].casefold()
    day = _ENGLISH_DAYS.index(name[:3]) if name[:3] in _ENGLISH_DAYS else "一二三四五六日天".index(name) % 7
    day = 6 if name == "天" else day
    if (found.groupdict().get("week") or "").startswith("上"):
        return _days(today - timedelta(days=today.weekday() + 7 - day))
    return _days(today - timedelta(days=(today.weekday() - day - 1) % 7 + 1))


_ENGLISH_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ENGLISH_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SEASONS: Mapping[str, int] = {
    "spring": 1, "summer": 2, "autumn": 3, "fall": 3, "winter": 4, "春": 1, "夏": 2, "秋": 3, "冬": 4,
}  # fmt: skip
_NUMBERS: Mapping[str, int] = {
    **{word: n for n, word in enumerate("a two three four five six seven eight nine ten".split(), 1)},
    **{char: n for n, char in enumerate("一二三四五六七八九十", 1)},
    "an": 1, "one": 1, "a couple of": 2, "two or three": 2, "a few": 3, "几": 3, "两": 2, "十一": 11, "十二": 12,
}  # fmt: skip
_UNITS: Mapping[str, str] = {
    "day": "day", "week": "week", "month": "month", "year": "year",
    "天": "day", "周": "week", "个星期": "week", "个礼拜": "week", "个月": "month", "年": "year",
}  # fmt: skip


def _number(text: str) -> int | None:
    text = text.casefold().strip()
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.partition("十")
    if ten and text not in _NUMBERS:  # 二十八
        return 10 * _NUMBERS.get(tens, 1) + _NUMBERS.get(ones, 0)
    return _NUMBERS.get(text)


_MONTH_NAMES = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_DAY_NAMES = "mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?"
_COUNT_HAN = r"\d{1,3}|[一二两三四五六七八九十几]{1,2}"
_COUNT = r"\d{1,3}|a couple of|a few|two or three|an?|one|two|three|four|five|six|seven|eight|nine|ten"

_ORDINAL = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_SEASON = "(?P<season>spring|summer|autumn|fall|winter)"
_ASKS = re.compile(r"[?？]|^\W*(?:what|when|who|where|which|how|did|do|was|were)\b|什么|哪|谁|啥|吗", re.IGNORECASE)
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_WHOLE_YEAR = rf"\b(?:in|during|of) {_YEAR}\b"
_YEAR_HAN = r"(?:(?P<year>(?:19|20)\d\d)年)?"
_MONTH_HAN = r"(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月"

# Longer expressions first: "the day before yesterday" holds "yesterday", 大前天 holds 前天, 上周三 holds 上周.
_TABLE: tuple[tuple[str, Callable[[re.Match[str], date], Days | None]], ...] = (
    (r"\b(?:the )?day before yesterday\b|(?<!大)前天|前晚", _ago(2)),
    (r"大前天", _ago(3)),
    (rf"\b(?:on )?(?:the )?{_ORDINAL}(?: of)? (?P<month>{_MONTH_NAMES})\b(?:,? {_YEAR})?", _named_day),
    (rf"\b(?:on )?(?P<month>{_MONTH_NAMES})\.? (?:the )?{_ORDINAL}\b(?:,? {_YEAR})?", _named_day),
    (rf"{_YEAR_HAN}{_MONTH_HAN}(?P<day>[1-3]?\d|[一二三四五六七八九十]{{1,3}})[日号]", _named_day),
    (rf"\b(?:in |during |of )?(?P<month>{_MONTH_NAMES}),? (?:of )?{_YEAR}\b", _named_month),
    (rf"{_YEAR_HAN.removesuffix('?')}{_MONTH_HAN}(?!\d)", _named_month),
    (rf"\b(?:(?:in|during|over)(?: the)?|(?P<past>last)|this) {_SEASON}\b(?: of)?(?:,? {_YEAR})?", _season),
    (rf"{_YEAR_HAN}(?P<past>去年)?(?P<season>[春夏秋冬])(?:天|季)", _season),
    (rf"\b(?P<count>{_COUNT}) (?P<unit>day|week|month|year)s? ago\b", _units_ago),
    (rf"(?P<count>{_COUNT_HAN})(?P<unit>天|周|个星期|个礼拜|个月|年)(?:以|之)?前", _units_ago),
    (r"\byesterday(?: (?:morning|afternoon|evening))?\b|\blast night\b|昨天|昨晚|昨日|昨夜", _ago(1)),
    (r"\b(?:the other day|the (?:last|past) few days|recently|lately)\b|前几天|前两天|这几天|最近", _recent(14)),
    (rf"\b(?:on|last|this|since) (?P<day>{_DAY_NAMES})\b", _weekday),
    (r"(?P<week>上个?|这个?)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天])", _weekday),
    (r"\blast weekend\b|上(?:个)?周末", lambda found, today: _days(today - timedelta(days=today.weekday() + 2), 2)),
    (r"\blast week\b|上个?(?:周|星期|礼拜)", _week(1)),
    (r"\bthis week\b|这个?(?:周|星期|礼拜)|本周", _week(0)),
    (r"\blast month\b|上个?月", _month(1)),
    (r"\bthis month\b|这个?月|本月", _month(0)),
    (r"\blast year\b|去年", _year(1)),
    (r"\bthis year\b|今年", _year(0)),
    (_WHOLE_YEAR, _whole_year),
    (rf"(?<!\d){_YEAR}年", _whole_year),
    (rf"\b(?:in|last|since|during|back in|of) (?P<month>{_MONTH_NAMES})\b", _named_month),
    (r"(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?![\d一二三四五六七八九十]+[日号])份?", _named_month),
    (r"\b(?:today|this (?:morning|afternoon|evening)|tonight|earlier)\b|今天|今早|今晚|刚才|早上跟你说", _ago(0)),
)  # fmt: skip
_EXPRESSIONS = tuple((re.compile(pattern, re.IGNORECASE), days) for pattern, days in _TABLE)
_IN_YEAR = re.compile(_WHOLE_YEAR, re.IGNORECASE)
_LETTERS = re.compile(r"[a-z]+")
_TIMELY = frozenset(
    "days weeks months years yesterday today tonight night morning afternoon evening earlier recently lately weekend "
    "spring summer autumn fall winter".split()
    + _MONTH_NAMES.replace("sept?", "sep|sept").split("|")
    + [day + end for day in _DAY_NAMES.replace("s?", "").split("|") for end in ("", "s")]
    + [*_UNITS]
)
"""Each English expression but that for a whole year has one of these."""
