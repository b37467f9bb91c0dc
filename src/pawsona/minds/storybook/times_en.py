"""Moments in English: "tomorrow at 5", "on Friday evening", "in half an hour", "on the 3rd of May"."""

import re
from datetime import date, datetime, time, timedelta

from pawsona.minds.storybook.moments import When, after, clock_time, dated

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = {
    name: n
    for n, name in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"a": 1, "an": 1, "fifteen": 15, "twenty": 20, "thirty": 30, "forty-five": 45, "half an": 0}  # fmt: skip
_NUM = (
    r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty-five|"
    r"an?|half an)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_REL = re.compile(rf"\b(?:in|after) ({_NUM}) (minute|min|hour|day|week|month)s?\b")
_DAY = re.compile(
    r"\b(the day after tomorrow|tomorrow|tonight|today|this (?:morning|afternoon|evening)|"
    r"(?:(next|this|on|by|until|coming) )?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?|"
    r"next week|(?:at |on |this )?(?:the )?weekend)\b"
)
_DATE = re.compile(
    rf"\b(?:on )?(?:(?P<m1>{_MONTH}) (?P<d1>\d{{1,2}})(?:st|nd|rd|th)?|"
    rf"(?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m2>{_MONTH})|"
    rf"(?:on )?the (?P<d3>\d{{1,2}})(?:st|nd|rd|th))\b"
)
_CLOCK = re.compile(
    r"\b(?:(?:at|by|around|about|@) )?(?:(half past|quarter past|quarter to) )?"
    r"(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"(?::(\d{2}))?(?: ?(am|pm|a\.m\.|p\.m\.|o'clock))?"
    r"(?!\w|:|-|%| ?(?:minutes?|min|hours?|days?|weeks?|months?|years?|st|nd|rd|th|things?|people|times))"
)
_PART = re.compile(r"\b(morning|noon|midday|lunchtime|afternoon|evening|night|tonight|midnight)\b")


def find_english(text: str, now: datetime) -> When | None:
    """The moment that a case-folded text names, if any."""
    relative = _REL.search(text)
    if relative:
        return When(exact=after(now, _number(relative.group(1)), relative.group(2)), spans=(relative.span(),))
    spans: list[tuple[int, int]] = []
    on, weekday = _day(text, now, spans)
    part_match = _PART.search(text)
    part = _part(part_match.group(1)) if part_match else ""
    at = _clock(_blank(text, spans), part, on, now, spans)
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


def _part(word: str) -> str:
    return {"midday": "noon", "lunchtime": "noon", "tonight": "evening", "midnight": "night"}.get(word, word)


def _number(word: str) -> float:
    return 0.5 if word == "half an" else float(_NUMBERS.get(word, int(word) if word.isdigit() else 0))


def _day(text: str, now: datetime, spans: list[tuple[int, int]]) -> tuple[date | None, bool]:
    today = now.date()
    named = _DATE.search(text)
    if named:
        month = named["m1"] or named["m2"]
        found = dated(
            today, int(named["d1"] or named["d2"] or named["d3"]), _MONTHS.index(month[:3]) + 1 if month else None
        )
        if found:
            spans.append(named.span())
            return found, False
    match = _DAY.search(text)
    if match is None:
        return None, False
    spans.append(match.span())
    word = match.group(1)
    if match.group(3):
        return _weekday(today, _DAYS.index(match.group(3)), match.group(2) == "next"), True
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


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _clock(text: str, part: str, on: date | None, now: datetime, spans: list[tuple[int, int]]) -> time | None:
    special = re.search(r"\bat (noon|midday|midnight)\b", text)
    if special:
        spans.append(special.span())
        return time(23, 59) if special.group(1) == "midnight" else time(12)
    for match in _CLOCK.finditer(text):
        marked = (
            re.match(r"(?:at|by|around|about|@) ", match.group()) or match.group(1) or match.group(3) or match.group(4)
        )
        word = match.group(2)
        hour = int(word) if word.isdigit() else _NUMBERS[word]
        if not marked or hour > 24:
            continue
        spans.append(match.span())
        minute = int(match.group(3) or 0)
        lead = match.group(1) or ""
        hour, minute = (
            (hour - 1, 45) if lead == "quarter to" else (hour, {"half past": 30, "quarter past": 15}.get(lead, minute))
        )
        return clock_time(hour, minute, (match.group(4) or "").replace(".", ""), part, on, now)
    return None
