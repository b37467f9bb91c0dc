"""How long somebody was away, as instances say it: "two days", "半个月"."""

import re

USUAL = 48.0
"""Hours, where nothing that can be read is said."""
_EN = ("a one an", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ZH = ("一", "二两", "三", "四", "五", "六", "七", "八", "九", "十")
_UNITS = {
    "hour": 1,
    "day": 24,
    "week": 168,
    "month": 720,
    "小时": 1,
    "天": 24,
    "日": 24,
    "星期": 168,
    "周": 168,
    "月": 720,
}
_NUMBERS = {
    **{word: place for place, words in enumerate(_EN, 1) for word in words.split()},
    **{char: place for place, chars in enumerate(_ZH, 1) for char in chars},
}
_SAID = re.compile(
    rf"(?P<half>半)?(?:(?P<figure>\d+)|(?P<word>{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}))?\s*个?半?\s*"
    rf"(?P<unit>{'|'.join(_UNITS)})"
)


def hours(text: str) -> float:
    """Hours of a stretch of time."""
    found = _SAID.search(text.casefold())
    if found is None:
        return USUAL
    number = int(found["figure"]) if found["figure"] else _NUMBERS.get(found["word"] or "", 1)
    return (0.5 if found["half"] else number) * _UNITS[found["unit"]]
