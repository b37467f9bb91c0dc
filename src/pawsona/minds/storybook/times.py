"""Dates and times in what a person says, in English and Chinese, on the person's wall clock.

Vague parts of the day get a decent hour; what lies in the past is moved on where the words allow it, else not found.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from pawsona.domain.language import Language

_EN_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_EN_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_EN_NUMBERS = {
    name: n
    for n, name in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"a": 1, "an": 1, "fifteen": 15, "twenty": 20, "thirty": 30, "forty-five": 45, "half an": 0}  # fmt: skip
_PART_HOUR = {"morning": 9, "noon": 12, "afternoon": 15, "evening": 19, "night": 21}
_NUM = (
    r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty-five|"
    r"an?|half an)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_EN_REL = re.compile(rf"\b(?:in|after) ({_NUM}) (minute|min|hour|day|week|month)s?\b")
_EN_DAY = re.compile(
    r"\b(the day after tomorrow|tomorrow|tonight|today|this (?:morning|afternoon|evening)|"
    r"(?:(next|this|on|by|until|coming) )?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?|"
    r"next week|(?:at |on |this )?(?:the )?weekend)\b"
)
_EN_DATE = re.compile(
    rf"\b(?:on )?(?:(?P<m1>{_MONTH}) (?P<d1>\d{{1,2}})(?:st|nd|rd|th)?|"
    rf"(?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m2>{_MONTH})|"
    rf"(?:on )?the (?P<d3>\d{{1,2}})(?:st|nd|rd|th))\b"
)
_EN_CLOCK = re.compile(
    r"\b(?:(?:at|by|around|about|@) )?(?:(half past|quarter past|quarter to) )?"
    r"(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"(?::(\d{2}))?(?: ?(am|pm|a\.m\.|p\.m\.|o'clock))?"
    r"(?!\w|:|-|%| ?(?:minutes?|min|hours?|days?|weeks?|months?|years?|st|nd|rd|th|things?|people|times))"
)
_EN_PART = re.compile(r"\b(morning|noon|midday|lunchtime|afternoon|evening|night|tonight|midnight)\b")

_ZH_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九十")} | {"两": 2, "〇": 0}
_ZH_NUM = r"(?:\d{1,3}|[零一二两三四五六七八九十]{1,3})"
_ZH_REL = re.compile(rf"({_ZH_NUM}|半)个?(半)?(分钟|小时|钟头|天|周|星期|礼拜|月)(?:之?以?后|后)")
_ZH_DAY = re.compile(
    r"(大后天|后天|明[天早晚儿]|今[天早晚儿]|(下下|下个?|这个?|本)?(?:周|星期|礼拜)([一二三四五六日天末])|下(?:周|星期|礼拜))"
)
_ZH_DATE = re.compile(rf"(?:(?P<m>{_ZH_NUM})月(?:份)?)?(?P<d>{_ZH_NUM})[号日](?!线)")
_ZH_CLOCK = re.compile(
    rf"({_ZH_NUM})(?:点|时(?!候|间))(?:钟|整)?(?:(半)|({_ZH_NUM})刻|({_ZH_NUM})分?)?|(\d{{1,2}})[:：](\d{{2}})"
)
_ZH_PART = re.compile(r"(早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|今晚|明晚|明早|今早|半夜)")
_ZH_PART_NAME = {
    "早上": "morning", "早晨": "morning", "清晨": "morning", "上午": "morning", "明早": "morning", "今早": "morning",
    "中午": "noon", "下午": "afternoon", "傍晚": "evening", "晚上": "evening", "今晚": "evening", "明晚": "evening",
    "夜里": "night", "半夜": "night",
}  # fmt: skip


@dataclass(frozen=True)
class When:
    """A moment as it was named: any part may be missing."""

    on: date | None = None
    at: time | None = None
    part: str = ""
    exact: datetime | None = None
    weekday: bool = False
    spans: tuple[tuple[int, int], ...] = ()
    """Where in the text it stands, so that it can be cut out of what is to be said."""

    def moment(self, now: datetime, default_hour: int) -> datetime | None:
        """The moment after `now` that is meant; None where only the past fits.

        Args:
            now: on the person's wall clock, aware.
            default_hour: for a day without an hour.
        """
        if self.exact is not None:
            return self.exact
        clock = self.at or time(_PART_HOUR.get(self.part, default_hour))
        due = datetime.combine(self.on or now.date(), clock, now.tzinfo)
        if due > now:
            return due
        if self.on is None:
            return due + timedelta(days=1)
        if self.weekday:
            return due + timedelta(days=7)
        if self.on == now.date() and self.at is None:
            later = now + timedelta(hours=2)
            return later.replace(second=0, microsecond=0)
        return None


def find_when(text: str, now: datetime, language: Language) -> When | None:
    """The moment that a text names, if any."""
    return _english(text.casefold(), now) if language == "en" else _chinese(text, now)


def without_when(text: str, when: When) -> str:
    """The text with the words of the moment cut out."""
    for start, end in sorted(when.spans, reverse=True):
        text = text[:start] + " " + text[end:]
    return re.sub(r"\s+", " ", text).strip(" ,，.。!！?？")


def _english(text: str, now: datetime) -> When | None:
    relative = _EN_REL.search(text)
    if relative:
        return When(exact=_after(now, _en_number(relative.group(1)), relative.group(2)), spans=(relative.span(),))
    spans: list[tuple[int, int]] = []
    on, weekday = _en_day(text, now, spans)
    part_match = _EN_PART.search(text)
    part = _en_part(part_match.group(1)) if part_match else ""
    at = _en_clock(_blank(text, spans), part, on, now, spans)
    if part_match and (on or at) and not any(a <= part_match.start() < b for a, b in spans):
        spans.append(_with_article(text, part_match))
    if on is None and at is None and part not in {"evening", "night", "noon", "afternoon"}:
        return None
    if on is None and at is None and (part_match is None or not re.search(r"\b(?:this|tonight|at)\b", text)):
        return None
    return When(on, at, part, None, weekday, tuple(spans))


def _with_article(text: str, found: re.Match[str]) -> tuple[int, int]:
    lead = re.search(r"(?:\b(?:in|at|the|this) )+$", text[: found.start()])
    return (lead.start() if lead else found.start(), found.end())


def _en_part(word: str) -> str:
    return {"midday": "noon", "lunchtime": "noon", "tonight": "evening", "midnight": "night"}.get(word, word)


def _en_number(word: str) -> float:
    return 0.5 if word == "half an" else float(_EN_NUMBERS.get(word, int(word) if word.isdigit() else 0))


def _after(now: datetime, count: float, unit: str) -> datetime:
    hours = {"min": 1 / 60, "minute": 1 / 60, "hour": 1, "day": 24, "week": 168, "month": 720}[unit]
    return (now + timedelta(hours=count * hours)).replace(second=0, microsecond=0)


def _en_day(text: str, now: datetime, spans: list[tuple[int, int]]) -> tuple[date | None, bool]:
    today = now.date()
    named = _EN_DATE.search(text)
    if named:
        month = named["m1"] or named["m2"]
        found = _dated(
            today, int(named["d1"] or named["d2"] or named["d3"]), _EN_MONTHS.index(month[:3]) + 1 if month else None
        )
        if found:
            spans.append(named.span())
            return found, False
    match = _EN_DAY.search(text)
    if match is None:
        return None, False
    spans.append(match.span())
    word = match.group(1)
    if match.group(3):
        return _weekday(today, _EN_DAYS.index(match.group(3)), match.group(2) == "next"), True
    if "weekend" in word:
        return _weekday(today, 5, False), True
    steps = {"tomorrow": 1, "the day after tomorrow": 2, "next week": 7 - today.weekday()}
    return today + timedelta(days=steps.get(word, 0)), False


def _weekday(today: date, wanted: int, next_: bool) -> date:
    """The coming one; "next" on the eve of it means the week after, as most people use it."""
    ahead = (wanted - today.weekday()) % 7
    if next_ and (ahead <= 1 or wanted > today.weekday()):
        ahead += 7
    return today + timedelta(days=ahead)


def _dated(today: date, day: int, month: int | None) -> date | None:
    for shift in range(13):
        number = (month or today.month) if month else (today.month - 1 + shift) % 12 + 1
        year = today.year + shift if month else today.year + (today.month - 1 + shift) // 12
        try:
            found = date(year, number, day)
        except ValueError:
            continue
        if found >= today:
            return found
    return None


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _en_clock(text: str, part: str, on: date | None, now: datetime, spans: list[tuple[int, int]]) -> time | None:
    special = re.search(r"\bat (noon|midday|midnight)\b", text)
    if special:
        spans.append(special.span())
        return time(23, 59) if special.group(1) == "midnight" else time(12)
    for match in _EN_CLOCK.finditer(text):
        marked = (
            re.match(r"(?:at|by|around|about|@) ", match.group()) or match.group(1) or match.group(3) or match.group(4)
        )
        word = match.group(2)
        hour = int(word) if word.isdigit() else _EN_NUMBERS[word]
        if not marked or hour > 24:
            continue
        spans.append(match.span())
        minute = int(match.group(3) or 0)
        lead = match.group(1) or ""
        hour, minute = (
            (hour - 1, 45) if lead == "quarter to" else (hour, {"half past": 30, "quarter past": 15}.get(lead, minute))
        )
        return _meridiem(hour, minute, (match.group(4) or "").replace(".", ""), part, on, now)
    return None


def _meridiem(hour: int, minute: int, mark: str, part: str, on: date | None, now: datetime) -> time | None:
    if hour > 24 or minute > 59:
        return None
    if mark in {"am", "pm"}:
        hour = hour % 12 + (12 if mark == "pm" else 0)
    elif hour < 12 and part in {"afternoon", "evening", "night"}:
        hour += 12
    elif part != "morning" and 1 <= hour <= 6:
        hour += 12
    elif (
        part != "morning"
        and hour < 12
        and (on or now.date()) == now.date()
        and (hour, minute) <= (now.hour, now.minute)
    ):
        hour += 12
    return time(hour % 24, minute)


def _zh_number(text: str) -> int:
    if text.isdigit():
        return int(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return (_ZH_DIGITS.get(tens, 1) if tens else 1) * 10 + (_ZH_DIGITS.get(ones, 0) if ones else 0)
    return int("".join(str(_ZH_DIGITS.get(c, 0)) for c in text) or 0)


def _chinese(text: str, now: datetime) -> When | None:
    relative = _ZH_REL.search(text)
    if relative:
        count = 0.5 if relative.group(1) == "半" else _zh_number(relative.group(1)) + (0.5 if relative.group(2) else 0)
        unit = {"分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "月": "month"}.get(
            relative.group(3), "week"
        )
        return When(exact=_after(now, count, unit), spans=(relative.span(),))
    spans: list[tuple[int, int]] = []
    on, weekday = _zh_day(text, now, spans)
    part_match = _ZH_PART.search(text)
    part = _ZH_PART_NAME[part_match.group(1)] if part_match else ""
    if part_match and not any(a <= part_match.start() < b for a, b in spans):
        spans.append(part_match.span())
    at = _zh_clock(text, part, on, now, spans)
    if on is None and at is None and not part:
        return None
    return When(on, at, part, None, weekday, tuple(_merged(spans)))


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _zh_day(text: str, now: datetime, spans: list[tuple[int, int]]) -> tuple[date | None, bool]:
    today = now.date()
    match = _ZH_DAY.search(text)
    if match is None:
        named = _ZH_DATE.search(text)
        if named is None:
            return None, False
        found = _dated(today, _zh_number(named["d"]), _zh_number(named["m"]) if named["m"] else None)
        if found:
            spans.append(named.span())
        return found, False
    spans.append(match.span())
    word = match.group(1)
    if match.group(3):
        wanted = (
            5
            if match.group(3) == "末"
            else "一二三四五六日天".index(match.group(3)) % 7
            if match.group(3) != "天"
            else 6
        )
        return _zh_weekday(today, wanted, match.group(2) or ""), not match.group(2)
    if word.startswith("下"):
        return today + timedelta(days=7 - today.weekday()), False
    steps = 3 if word == "大后天" else 2 if word == "后天" else 1 if word.startswith("明") else 0
    return today + timedelta(days=steps), False


def _zh_weekday(today: date, wanted: int, lead: str) -> date:
    """下周X is X of the next calendar week, 周X the coming one."""
    monday = today - timedelta(days=today.weekday())
    if lead.startswith("下"):
        return monday + timedelta(days=(14 if lead == "下下" else 7) + wanted)
    return today + timedelta(days=(wanted - today.weekday()) % 7)


def _zh_clock(text: str, part: str, on: date | None, now: datetime, spans: list[tuple[int, int]]) -> time | None:
    match = _ZH_CLOCK.search(text)
    if match is None:
        return None
    if match.group(5):
        hour, minute = int(match.group(5)), int(match.group(6))
    else:
        hour = _zh_number(match.group(1))
        quarter = _zh_number(match.group(3)) * 15 if match.group(3) else 0
        minute = 30 if match.group(2) else quarter or (_zh_number(match.group(4)) if match.group(4) else 0)
    if hour > 24 or minute > 59:
        return None
    spans.append(match.span())
    if part == "noon" and hour in (1, 2):
        hour += 12
    return _meridiem(hour, minute, "", part, on, now)
