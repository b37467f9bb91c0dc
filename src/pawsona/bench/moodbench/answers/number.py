"""A rating: the number that a reply gives."""

import re
from typing import Any

from pawsona.bench.moodbench.answers.words import plain

_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九十")}
_OUT_OF = re.compile(r"(\d+(?:\.\d+)?)\s*(?:/|out\s+of|of)\s*(?:10|5)\b", re.IGNORECASE)
_CALLED = re.compile(
    r"(?:score|rating|rate|answer|grade|评分|打分|得分|分数|答案)\D{0,12}?(-?\d+(?:\.\d+)?)", re.IGNORECASE
)
_ANY = re.compile(r"(?<![\d.])-?\d+(?:\.\d+)?(?![\d])")
_WRITTEN = re.compile(r"([零一二三四五六七八九十])\s*分|^([零一二三四五六七八九十])$")


def rating(reply: Any, low: float = 1, high: float = 10) -> float | None:
    """The number of a reply; None where there is none, or several that differ, or it is off the scale."""
    text = plain(reply)
    for pattern in (_OUT_OF, _CALLED, _ANY):
        if numbers := {float(number) for number in pattern.findall(text)}:
            [number, *more] = numbers
            return number if not more and low <= number <= high else None
    written = _WRITTEN.search(text)
    return float(_DIGITS[written.group(1) or written.group(2)]) if written else None
