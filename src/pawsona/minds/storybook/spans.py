"""Years and months as they were said ("last year", 上个月), made into dates: in a year they would be others."""

import re
from datetime import date

from pawsona.domain.language import Language

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_MONTH = "(?P<month>(?-i:" + "|".join(_MONTHS) + "))"
_NUMBERS = {
    name: n for n, name in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
}
_ALONE = r"(?<![-.,\u2013])(?<!\band )(?<!ty )(?<!than )(?<!over )(?<!under )(?<!most )(?<!nearly )"
"""Before a count that is all of it: not "twenty-two years ago", nor "more than two years ago"."""
_COUNT = rf"{_ALONE}(?P<count>\d{{1,2}}|an?|{'|'.join(_NUMBERS)})"
_WITHIN = r"(?<!\bthe )(?<! or )(?<! to )(?<!every )(?<!each )(?<!times )"
"""Before what is no point in time: "in the last year", "twice this year"."""
_AFTER = re.compile(
    r"\b(?:since|until|till|by|from|of|for|before|after|than|about|around|roughly|during|throughout)\s+$", re.IGNORECASE
)
"""What a year follows as it is: "since 2025"."""
_EN = re.compile(
    rf"{_WITHIN}\b(?:(?:in )?{_MONTH} (?P<y1>last|this|next) year"
    rf"|(?P<y2>last|this|next) year,? in {_MONTH.replace('month', 'm2')}"
    rf"|(?:(?:back )?in )?(?P<near>last|next) {_MONTH.replace('month', 'm3')}(?! \d)"
    rf"|(?:earlier )?(?P<y3>last|this|next) year|(?P<m>last|this|next) month"
    rf"|{_COUNT} (?P<unit>year|month)s? ago)\b(?!['’]s)",
    re.IGNORECASE,
)
_ZH_NUMBERS = {c: n for n, c in enumerate("一二三四五六七八九十", 1)} | {"两": 2}
_ZH_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_ZH_MONTHS = {"上": -1, "这": 0, "本": 0, "下": 1}
_ZH = re.compile(
    r"(?P<year>大前年|(?<![目以之午面从])前年|(?<![过出回下])去年|今年(?!(?:\d+|[一二三四五六七八九十两]+)岁)|(?<![说证声])明年(?!龄)|"
    r"(?<![以之最然今])后年)"
    r"|(?P<month>[上下这本])个?月(?!\d*[号日]|[一二三四五六七八九十]+[号日]|底|初|中旬|[上中下]旬|子)"
    r"|(?<![\d几数好一二三四五六七八九十两])(?<![\d一二三四五六七八九十两][-~～、.到至或])(?P<count>\d{1,2}|[一二三四五六七八九十两]{1,3})(?P<unit>年|个月)(?:之?以?前)"
)
"""Not what only holds such a word, as 目前年薪 does."""


def dated_spans(text: str, on: date, language: Language) -> str:
    """A text with its relative years and months as those that they are.

    Args:
        text: a clause of what a person said.
        on: the day on which it was said.
        language: the person's.
    """
    if language == "zh":
        return _ZH.sub(lambda match: _chinese(match, on), text)
    return _EN.sub(lambda match: _placed(_english(match, on), text[: match.start()]), text)


def _placed(when: str, before: str) -> str:
    return when.removeprefix("in ") if _AFTER.search(before) else when


def _english(match: re.Match[str], on: date) -> str:
    year = match["y1"] or match["y2"] or match["y3"]
    month = match["month"] or match["m2"]
    if year:
        return f"in {month + ' ' if month else ''}{on.year + _step(year)}"
    if match["near"]:
        number = _MONTHS.index(match["m3"]) + 1
        past = match["near"].casefold() == "last"
        return f"in {match['m3']} {on.year - (past and number >= on.month) + (not past and number <= on.month)}"
    if match["m"]:
        return _named(on, _step(match["m"]))
    count = int(match["count"]) if match["count"].isdigit() else _NUMBERS.get(match["count"].casefold(), 1)
    return f"in {on.year - count}" if match["unit"] == "year" else _named(on, -count)


def _step(word: str) -> int:
    return {"last": -1, "this": 0, "next": 1}[word.casefold()]


def _moved(on: date, months: int) -> tuple[int, int]:
    year, month = divmod(on.year * 12 + on.month - 1 + months, 12)
    return year, month + 1


def _named(on: date, months: int) -> str:
    year, month = _moved(on, months)
    return f"in {_MONTHS[month - 1]} {year}"


def _chinese(match: re.Match[str], on: date) -> str:
    if match["year"]:
        return f"{on.year + _ZH_YEARS[match['year']]}年"
    if match["month"]:
        return "{}年{}月".format(*_moved(on, _ZH_MONTHS[match["month"]]))
    count = _count(match["count"])
    if not count:
        return match.group()  # 一两年前
    return f"{on.year - count}年" if match["unit"] == "年" else "{}年{}月".format(*_moved(on, -count))


def _count(text: str) -> int:
    """Up to ninety-nine, in digits or numerals."""
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    if len(tens) > 1 or len(ones) > 1:
        return 0
    return (_ZH_NUMBERS.get(tens, 1) * 10 if ten else 0) + _ZH_NUMBERS.get(ones, 0)
