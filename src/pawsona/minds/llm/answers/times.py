"""Times of day and moments as models write them, in both languages."""

import re
from datetime import datetime, time

_HAN = "零一二三四五六七八九十"
TIME = (
    r"(?P<part>凌晨|清晨|早晨|早上|上午|中午|正午|下午|傍晚|晚上|夜里|深夜|半夜|晚)?\s*"
    rf"(?P<h>[01]?\d|2[0-4]|[{_HAN}两]{{1,3}})\s*"
    rf"(?:(?:[:：](?=\s*[0-5]\d)|[点點时時]|h(?![a-z]))\s*(?P<m>[0-5]\d|[{_HAN}]{{1,3}}|半|一刻|三刻)?(?:分钟?|:\d{{2}})?|(?=\s*[ap]\.?m\b))\s*"
    r"(?P<half>am|pm|a\.m\.|p\.m\.)?"
)
"""A clock as a pattern with groups for the part of the day, hour, minute and am or pm; ignore case."""
_TIME = re.compile(rf"^\W*{TIME}", re.IGNORECASE)
_ANY_TIME = re.compile(TIME, re.IGNORECASE)
_MORNING, _NIGHT = frozenset({"凌晨", "半夜", "深夜", "夜里"}), frozenset({"下午", "傍晚", "晚上", "晚", "中午"})
_MINUTES = {"半": 30, "一刻": 15, "三刻": 45}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMED = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<y>\d{4})\s*[-/.年]\s*(?P<m>\d{1,2})\s*[-/.月]\s*(?P<d>\d{1,2})\s*[日号]?",
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_NAMED},?\s+(?P<y>\d{{4}})",
        rf"{_NAMED}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})",
    )
)


def clock(text: str) -> time:
    """A time of day: "7:30", "07:30:00", "7:30 pm", "11 AM", "晚上七点半".

    Raises:
        ValueError: it is none.
    """
    match = _TIME.match(text.strip())
    if match is None:
        raise ValueError(f"{text.strip()[:12]!r} is no time of day (HH:MM)")
    return time_of(match)


def time_of(match: re.Match[str]) -> time:
    """The time in a match of `TIME`."""
    hour, part, half = _figure(match["h"]), match["part"], (match["half"] or "").replace(".", "").casefold()
    if hour < 12 and (half == "pm" or (part in _NIGHT and not (part == "中午" and hour > 9))):
        hour += 12
    elif hour == 12 and (half == "am" or part in _MORNING):
        hour = 0
    return time(hour % 24, _MINUTES.get(match["m"] or "") or _figure(match["m"] or "0"))


def moment(text: str) -> datetime:
    """A date and, where one stands, a time: ISO, "22 April 2026, 6 pm", "2026年4月22日下午6点".

    Raises:
        ValueError: it is none.
    """
    clean = text.strip().replace("/", "-")
    try:
        return datetime.fromisoformat(clean)
    except ValueError:
        pass
    match = next((found for pattern in _DATES if (found := pattern.search(clean))), None)
    if match is None:
        raise ValueError(f"{clean[:25]!r} is no moment (YYYY-MM-DD HH:MM)")
    groups = match.groupdict()
    month = _MONTHS.index(groups["month"].casefold()) + 1 if groups.get("month") else int(match["m"])
    rest = _ANY_TIME.search(clean, match.end())
    at = time_of(rest) if rest else time(0)
    return datetime(int(match["y"]), month, int(match["d"]), at.hour, at.minute)


def _figure(text: str) -> int:
    """A number up to 59 in figures or Chinese; ValueError for others."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.replace("两", "二").rpartition("十")
    if not ten:
        return _HAN.index(ones[-1])
    return (_HAN.index(tens) if tens else 1) * 10 + (_HAN.index(ones) if ones else 0)
