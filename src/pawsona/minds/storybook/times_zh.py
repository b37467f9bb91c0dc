"""Moments in Chinese: 明天下午五点、周五早上、半小时后、5月3号."""

import re
from datetime import date, datetime, time, timedelta

from pawsona.minds.storybook.moments import When, after, clock_time, dated

_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九十")} | {"两": 2, "〇": 0}
_NUM = r"(?:\d{1,3}|[零一二两三四五六七八九十]{1,3})"
_REL = re.compile(rf"({_NUM}|半)个?(半)?(分钟|小时|钟头|天|周|星期|礼拜|月)(?:之?以?后|后)")
_DAY = re.compile(
    r"(大后天|后天|明[天早晚儿]|今[天早晚儿]|(下下|下个?|这个?|本)?(?<!上)(?<!上个)(?:周|星期|礼拜)([一二三四五六日天末])|"
    r"下(?:周|星期|礼拜))"
)
_DATE = re.compile(rf"(?:(?P<m>{_NUM})月(?:份)?)?(?P<d>{_NUM})[号日](?!线)")
_CLOCK = re.compile(rf"({_NUM})(?:点|时(?!候|间))(?:钟|整)?(?:(半)|({_NUM})刻|({_NUM})分?)?|(\d{{1,2}})[:：](\d{{2}})")
_PART = re.compile(r"(早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|今晚|明晚|明早|今早|半夜)")
_PART_NAME = {
    "早上": "morning", "早晨": "morning", "清晨": "morning", "上午": "morning", "明早": "morning", "今早": "morning",
    "中午": "noon", "下午": "afternoon", "傍晚": "evening", "晚上": "evening", "今晚": "evening", "明晚": "evening",
    "夜里": "night", "半夜": "night",
}  # fmt: skip


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return (_DIGITS.get(tens, 1) if tens else 1) * 10 + (_DIGITS.get(ones, 0) if ones else 0)
    return int("".join(str(_DIGITS.get(c, 0)) for c in text) or 0)


def find_chinese(text: str, now: datetime) -> When | None:
    """The moment that a text names, if any."""
    relative = _REL.search(text)
    if relative:
        count = 0.5 if relative.group(1) == "半" else _number(relative.group(1)) + (0.5 if relative.group(2) else 0)
        unit = {"分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "月": "month"}.get(
            relative.group(3), "week"
        )
        return When(exact=after(now, count, unit), spans=(relative.span(),))
    spans: list[tuple[int, int]] = []
    on, weekday = _day(text, now, spans)
    part_match = _PART.search(text)
    part = _PART_NAME[part_match.group(1)] if part_match else ""
    if part_match and not any(a <= part_match.start() < b for a, b in spans):
        spans.append(part_match.span())
    at = _clock(text, part, on, now, spans)
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


def _day(text: str, now: datetime, spans: list[tuple[int, int]]) -> tuple[date | None, bool]:
    today = now.date()
    match = _DAY.search(text)
    if match is None:
        named = _DATE.search(text)
        if named is None:
            return None, False
        found = dated(today, _number(named["d"]), _number(named["m"]) if named["m"] else None)
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
        return _weekday(today, wanted, match.group(2) or ""), not match.group(2)
    if word.startswith("下"):
        return today + timedelta(days=7 - today.weekday()), False
    steps = 3 if word == "大后天" else 2 if word == "后天" else 1 if word.startswith("明") else 0
    return today + timedelta(days=steps), False


def _weekday(today: date, wanted: int, lead: str) -> date:
    """下周X is X of the next calendar week, 周X the coming one."""
    monday = today - timedelta(days=today.weekday())
    if lead.startswith("下"):
        return monday + timedelta(days=(14 if lead == "下下" else 7) + wanted)
    return today + timedelta(days=(wanted - today.weekday()) % 7)


def _clock(text: str, part: str, on: date | None, now: datetime, spans: list[tuple[int, int]]) -> time | None:
    for start, end in spans:  # the numeral of 周一 is none of 周一三点
        text = text[:start] + "_" * (end - start) + text[end:]
    match = _CLOCK.search(text)
    if match is None:
        return None
    if match.group(5):
        hour, minute = int(match.group(5)), int(match.group(6))
    else:
        hour = _number(match.group(1))
        quarter = _number(match.group(3)) * 15 if match.group(3) else 0
        minute = 30 if match.group(2) else quarter or (_number(match.group(4)) if match.group(4) else 0)
    if hour > 24 or minute > 59:
        return None
    spans.append(match.span())
    if part == "noon" and hour in (1, 2):
        hour += 12
    return clock_time(hour, minute, "", part, on, now)
