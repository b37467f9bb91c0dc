"""Days as they were said ("on Sunday", 周五), made into dates, so that what is remembered stays true."""

import re
from calendar import monthrange
from datetime import date, datetime, timedelta

from pawsona.domain.language import Language
from pawsona.minds.storybook.times import find_when

_DAY_EN = re.compile(
    r"(?<!every )\b(?:(?P<lead>on|by|until|before|this|next|last) )?"
    r"(?P<day>the day after tomorrow|tomorrow|tonight|today|yesterday|next week|(?:the )?weekend|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b(?P<part> (?:morning|afternoon|evening|night))?(?! \d)",
    re.IGNORECASE,
)
_DAY_ZH = re.compile(
    r"(?<![每上])(?<!上个)(?P<day>下个?月\d{1,2}[号日]|大后天|后天|昨[天晚]|明[天早晚]|今[天早晚]|"
    r"(?:下下|下个?|这个?|本|上个?)?(?:周|星期|礼拜)[一二三四五六日天末]|下(?:周|星期|礼拜))"
)
_WEEKDAYS = "一二三四五六日"
_NAMED = re.compile(
    r"^(?:on )?(?:(?:the )?weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$|^(?:周|星期|礼拜)[^后]$"
)
"""A day of the week by its bare name: the next one, or in the past the last one; today is called today."""
_PAST = {
    "en": re.compile(
        r"\b(?:was|were|went|had|met|saw|did|came|took|bought|lost|won|ate|told|said|fell|broke|slept|spent|made|drove|"
        r"(?!booked|planned|scheduled|invited|signed|pushed|postponed|worried|excited|scared|agreed|arranged|asked|"
        r"confirmed|rescheduled|moved|cancell?ed|delayed|supposed|married|engaged|need|indeed|bed|red|feed)\w{2,}ed)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("(?<![约定订报买抢改推取忘])(?:了|过(?!来|去|生日|节|年))"),
}


def lasting(text: str, now: datetime, language: Language) -> tuple[str, date | None]:
    """The text with its relative days as dates, and the first of them.

    Args:
        text: a clause of what a person said.
        now: when it was said, on the person's wall clock.
        language: the person's.
    """
    pattern = _DAY_EN if language == "en" else _DAY_ZH
    found: list[date] = []

    def dated(match: re.Match[str]) -> str:
        on = _date(match, now, language, past=_PAST[language].search(text) is not None)
        if on is None:
            return match.group()
        found.append(on)
        return _english(match, on) if language == "en" else _chinese(match["day"], on)

    return pattern.sub(dated, text), found[0] if found else None


def _date(match: re.Match[str], now: datetime, language: Language, *, past: bool) -> date | None:
    day, today = match["day"].casefold(), now.date()
    if day == "yesterday" or day.startswith("昨"):
        return today - timedelta(days=1)
    if "月" in day:
        return _next_month(int(re.sub(r"\D", "", day)), today)
    lead = match["lead"].casefold() if language == "en" and match["lead"] else ""
    if lead == "last" or day.startswith("上"):
        return _before(day.removeprefix("上").removeprefix("个"), now, language)
    when = find_when(f"{lead} {day}".strip(), now, language)
    on = when.on if when else None
    if on is None or not _NAMED.match(f"{lead} {day}".strip()):
        return on
    if past:
        return on - timedelta(days=7)
    return on + timedelta(days=7) if on == today and not _is_weekend(day) else on


def _next_month(number: int, today: date) -> date | None:
    first = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
    return first.replace(day=number) if number <= monthrange(first.year, first.month)[1] and number else None


def _is_weekend(day: str) -> bool:
    return "weekend" in day or day.endswith("末")


def _before(day: str, now: datetime, language: Language) -> date | None:
    """The last one before today; a weekend, and in Chinese a weekday, is that of the calendar week before."""
    of_week = language == "zh" or _is_weekend(day)
    when = find_when(day, now - timedelta(days=now.weekday()) if of_week else now, language)
    return when.on - timedelta(days=7) if when and when.on else None


def _english(match: re.Match[str], on: date) -> str:
    day, lead = match["day"].casefold(), (match["lead"] or "on").casefold()
    spoken = f"{on.day} {on:%B}"
    if day == "next week":
        return f"in the week of {spoken}"
    if "weekend" in day:
        return f"on the weekend of {spoken}"
    part = match["part"] or (" evening" if day == "tonight" else "")
    return f"{lead if lead in {'by', 'until', 'before'} else 'on'} {on:%A} {spoken}{part and ', in the' + part}"


def _chinese(day: str, on: date) -> str:
    spoken = f"{on.month}月{on.day}日"
    if day.endswith("末"):
        return f"{spoken}那个周末"
    if day[-1] in "周期拜":
        return f"{spoken}那一周"
    part = {"早": "早上", "晚": "晚上"}.get(day[-1], "")
    return f"{spoken}周{_WEEKDAYS[on.weekday()]}{part}"
