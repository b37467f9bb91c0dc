"""The days that memories are about: birthdays and anniversaries each year, appointments once.

A yearly day is read from the words of a memory, because minds write them in their own way: "May 3rd", "3 May 1990",
五月三号, 农历八月十五. What falls on 29 February is kept on the 28th in other years, the 30th of a lunar month on
its 29th where there is no 30th, and in a leap month nothing is kept again.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from pawsona.domain.memory import Memory
from pawsona.domain.occasion import Occasion, OccasionKind
from pawsona.domain.person import Person
from pawsona.memory.retain import day_of

AHEAD = 14
"""Days for which something is coming up."""

_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_ENGLISH = re.compile(
    rf"\b(?:(?P<m1>{_MONTH})\.? (?:the )?(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?|"
    rf"(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m2>{_MONTH}))\b",
    re.IGNORECASE,
)
_DIGIT = r"[\d一二三四五六七八九十廿卅]"
_CHINESE = re.compile(
    rf"(?P<lunar>农历|阴历|旧历)?(?P<m>{_DIGIT}{{1,2}}|正|冬|腊)月(?P<first>初)?(?P<d>{_DIGIT}{{1,3}})(?P<end>[号日])?"
)
_LUNAR_MONTHS = {"正": 1, "冬": 11, "腊": 12}
_BIRTHDAY = re.compile(r"(?P<what>^.*?\bbirthday)\b|(?P<what_zh>^.*?生日)", re.IGNORECASE)
_ANNIVERSARY = re.compile(r"(?P<what>^.*?\banniversary)\b|(?P<what_zh>^.*?纪念日)", re.IGNORECASE)
_FAR = 270
"""Days: a date without a year that would be farther away is more likely one that has been."""
_OVER = re.compile(
    r"\b(?:was|were|did|had|went|got|came|left|began|met|took|made|bought|lost|won|born|died|moved|married|started|"
    r"happened|since|ago|last|yesterday|every|each)\b|了|过(?!敏)|的[。.]?$|去年|以前|当时|出生|每年",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"^your (?:\w+ )?(?:birthday|anniversary)$|^你们?的?(?:结婚|恋爱|相识)?(?:生日|纪念日)$", re.IGNORECASE
)


@dataclass(frozen=True)
class Yearly:
    """A day of every year, of the common calendar or of the Chinese one."""

    month: int
    day: int
    lunar: bool = False

    def falls(self, on: date) -> bool:
        """Whether it is kept on a day."""
        if self.lunar:
            month, day = _lunar(on)
            ends = self.day == 30 and day == 29 and _lunar(on + timedelta(days=1))[1] == 1
            return month == self.month and (day == self.day or ends)
        moved = (self.month, self.day) == (2, 29) and (on + timedelta(days=1)).month == 3 and on.month == 2
        return (on.month, on.day) == (self.month, self.day) or (moved and on.day == 28)


def yearly(text: str) -> Yearly | None:
    """The day and month that a text names first; None where it names none, or one that no year has."""
    if found := _CHINESE.search(text):
        return _from_chinese(found)
    if found := _ENGLISH.search(text):
        month = _NAMES.index((found["m1"] or found["m2"])[:3].casefold()) + 1
        return _possible(month, int(found["d1"] or found["d2"]))
    return None


def occasions(memories: Iterable[Memory], person: Person, today: date, days: int = AHEAD) -> tuple[Occasion, ...]:
    """What falls on today and the days after it, the next first."""
    span = [today + timedelta(days=n) for n in range(days + 1)]
    found = [one for memory in memories if memory.origin == "said" for one in _of(memory, person, span)]
    return tuple(sorted(found, key=lambda one: (one.on, not one.own, one.memory)))


def ahead(text: str, said_on: date) -> date | None:
    """The day to come that a text names with its month ("a dentist on 19 May"); None for what is over or yearly.

    Names of days ("next Tuesday") are for who heard them; this is what any mind's words still show.
    """
    day = yearly(text)
    if day is None or day.lunar or _BIRTHDAY.search(text) or _ANNIVERSARY.search(text) or _OVER.search(text):
        return None
    days = (said_on + timedelta(days=n) for n in range(_FAR))
    return next((on for on in days if day.falls(on)), None)


def _of(memory: Memory, person: Person, span: list[date]) -> Iterable[Occasion]:
    said = (memory.slots.get("you") or _addressed(memory.text, person)).strip().rstrip(".。")
    kind, what = _kind(memory, said)
    day = yearly(memory.text) if kind != "day" else None
    if day is not None:
        own = bool(_OWN.match(what)) or what == said
        called = what if not own or kind != "birthday" else {"en": "your birthday", "zh": "你的生日"}[person.language]
        on = next((on for on in span if day.falls(on)), None)
        if on is not None:
            yield Occasion(on=on, kind=kind, text=called, own=own, memory=memory.id)
        return
    once = day_of(memory.slots)
    if once is not None and span[0] <= once <= span[-1]:
        yield Occasion(on=once, kind="day", text=said, own=False, memory=memory.id)


def _kind(memory: Memory, said: str) -> tuple[OccasionKind, str]:
    """Which kind of day, and what it is called; "birthday" is a topic of the person's own."""
    kinds: tuple[tuple[OccasionKind, re.Pattern[str]], ...] = (("anniversary", _ANNIVERSARY), ("birthday", _BIRTHDAY))
    for kind, pattern in kinds:
        if found := pattern.search(said):
            return kind, (found["what"] or found["what_zh"]).strip()
    return ("birthday", said) if memory.topic == "birthday" else ("day", said)


def _addressed(text: str, person: Person) -> str:
    """A memory in the third person as it is said to the person, as far as its beginning shows."""
    for start, you in ((f"{person.name}'s ", "your "), (f"{person.name}’s ", "your "), (f"{person.name}的", "你的")):
        if text.startswith(start):
            return you + text.removeprefix(start)
    return text


def _from_chinese(found: re.Match[str]) -> Yearly | None:
    lunar = bool(found["lunar"] or found["first"] or found["m"] in _LUNAR_MONTHS)
    if not lunar and not found["end"]:
        return None
    return _possible(_LUNAR_MONTHS.get(found["m"]) or _number(found["m"]), _number(found["d"]), lunar)


def _number(text: str) -> int:
    """Digits, or numerals up to 卅一; 0 for what is no number."""
    if text.isdigit():
        return int(text)
    text = text.replace("廿", "二十").replace("卅", "三十")
    tens, ten, ones = text.rpartition("十")
    digits = "零一二三四五六七八九"
    if not all(c in digits for c in tens + ones) or len(tens) > 1 or len(ones) > 1:
        return 0
    return (digits.index(tens) if tens else 1 if ten else 0) * 10 + (digits.index(ones) if ones else 0)


def _possible(month: int, day: int, lunar: bool = False) -> Yearly | None:
    if lunar:
        return Yearly(month, day, lunar) if 1 <= month <= 12 and 1 <= day <= 30 else None
    try:
        date(2000, month, day)
    except ValueError:
        return None
    return Yearly(month, day)


@lru_cache(maxsize=256)
def _lunar(on: date) -> tuple[int, int]:
    """Month (negative for a leap month) and day of the Chinese calendar."""
    from lunar_python import Solar  # only who has such a day loads the calendar

    lunar = Solar.fromYmd(on.year, on.month, on.day).getLunar()
    return lunar.getMonth(), lunar.getDay()
