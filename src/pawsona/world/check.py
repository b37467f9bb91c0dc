"""The day checker: what is wrong with a day, in words, without a model (design sec. 6).

A text that contradicts its hour or the weather is worse than a dull one: readers notice it at once.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from pawsona.domain.day import Day, Item, Season, Weather
from pawsona.world.activities import TRAVEL, activity

STAMINA = 10

_RAIN = re.compile(
    r"\b(?:in the rain|it(?:'s| is) raining|rain (?:falls|drums|taps|pours|runs)|rainy|puddles?)\b"
    r"|下雨|雨点|雨里|雨声|水坑"
)
_SNOW = re.compile(r"\b(?:snow|snowy|snowing|snowflakes?|snowman)\b|下雪|雪地|雪花|雪人|积雪")
_SUN = re.compile(
    r"\b(?:sunny|sunshine|sunbeams?|in the sun|sun patch|sunlight|sunlit)\b|阳光|太阳底下|大晴天|晒太阳|太阳晒"
)
_STARS = re.compile(r"\b(?:stars|starlight|moonlight|midnight)\b|星星|星光|月光|半夜|深夜")
_DAWN = re.compile(r"\b(?:sunrise|dawn)\b|日出|天刚亮|清晨")
_NOT_NOW = re.compile(
    r"\b(?:no|without|like|as if|yesterday|last night|tomorrow|later|hoping|waits? for|dream\w*|paint\w*|draw\w*)\b"
    r"[^.!?]*|(?:没有|没|像|好像|昨天|昨晚|明天|等会|梦|画)[^。！？]*"
)
_SENTENCE = re.compile(r"[^.!?。！？…]+[.!?。！？…]*")
_SHORTEST_SENTENCE = 12
"""Letters of a sentence that may not come back; shorter ones are gestures."""


def day_problems(day: Day, past: Sequence[Day] = ()) -> list[str]:
    """Everything that is wrong with a day, given the days before, newest first."""
    return [
        *schedule_problems(day.items),
        *text_problems(day.items, day.season, day.weather),
        *history_problems(day, past),
    ]


def schedule_problems(items: Sequence[Item]) -> list[str]:
    """What cannot be: overlaps, no time to travel, no strength left, sleep in the wrong place, things done twice."""
    return [*conflicts(items), *infeasible(items), *_labels(items)]


def conflicts(items: Sequence[Item]) -> list[str]:
    """Two things at once, or no time to get from one place to the next."""
    return list(_times(items))


def infeasible(items: Sequence[Item]) -> list[str]:
    """No strength left, or sleep in the wrong place."""
    return [*_strength(items), *_sleep(items)]


def repetitions(day: Day, past: Sequence[Day] = ()) -> list[str]:
    """What comes twice: things done, and sentences, in the day itself or in those before."""
    return [*_labels(day.items), *history_problems(day, past)]


def _times(items: Sequence[Item]) -> Iterator[str]:
    for before, after in pairwise(items):
        gap = (_on_day(after) - _on_day(before)) // timedelta(minutes=1)
        needed = activity(before.kind).minutes
        if gap <= 0:
            yield f"{after.at:%H:%M} does not come after {before.at:%H:%M}"
        elif gap < needed:
            yield f"{before.label!r} at {before.at:%H:%M} takes {needed} minutes, and the next item begins after {gap}"
        elif before.place != after.place and gap < needed + TRAVEL:
            yield f"there is no time to get from {before.place!r} to {after.place!r} before {after.at:%H:%M}"


def _on_day(item: Item) -> datetime:
    return datetime.combine(date.min, item.at)


def _strength(items: Sequence[Item]) -> Iterator[str]:
    left = STAMINA
    for item in items:
        left = min(STAMINA, left + activity(item.kind).energy)
        if left < 0:
            yield f"there is no strength left for {item.label!r} at {item.at:%H:%M}"
            return


def _sleep(items: Sequence[Item]) -> Iterator[str]:
    if not items or items[-1].kind != "sleep":
        yield "sleep does not close the day"
    for item in items:
        if item.kind == "sleep" and 5 <= item.at.hour < 19:
            yield f"the night's sleep begins at {item.at:%H:%M}"
        if item.kind == "breakfast" and item.at.hour >= 12:
            yield f"breakfast is at {item.at:%H:%M}"
        if item.kind in {"supper", "dinner"} and item.at.hour < 15:
            yield f"supper is at {item.at:%H:%M}"


def _labels(items: Sequence[Item]) -> Iterator[str]:
    seen: set[str] = set()
    for item in items:
        label = item.label.casefold().strip()
        if label in seen:
            yield f"{item.label!r} comes twice"
        seen.add(label)
    for kind in ("breakfast", "lunch", "supper"):
        if sum(item.kind == kind for item in items) > 1:
            yield f"{kind} comes twice"


def text_problems(items: Sequence[Item], season: Season, weather: Weather) -> list[str]:
    """Labels and details that contradict the weather, the season or the hour."""
    return [
        f"{item.label!r} at {item.at:%H:%M} has {what}"
        for item in items
        for what in _out_of_place(item, season, weather)
    ]


def _out_of_place(item: Item, season: Season, weather: Weather) -> Iterator[str]:
    text = _NOT_NOW.sub("", f"{item.label}. {item.detail or ''}".casefold().replace("’", "'"))
    if weather != "snow" and season != "winter" and _SNOW.search(text):
        yield f"snow in {season}"
    if weather in {"sun", "snow"} and _RAIN.search(text):
        yield f"rain on a day of {weather}"
    if weather in {"rain", "fog", "snow"} and _SUN.search(text):
        yield f"sunshine on a day of {weather}"
    if 8 <= item.at.hour < 16 and _STARS.search(text):
        yield "the night sky at day"
    if 11 <= item.at.hour and _DAWN.search(text):
        yield "the dawn too late"


def history_problems(day: Day, past: Sequence[Day]) -> list[str]:
    """Sentences that come back, and one-off things that happen again."""
    return [*_repeats(day, past), *_again(day, past)]


def _repeats(day: Day, past: Sequence[Day]) -> Iterator[str]:
    seen = {sentence: f"the day of {old.on}" for old in past for item in old.items for sentence in _sentences(item)}
    for item in day.items:
        for sentence in _sentences(item):
            if sentence in seen:
                yield f"a sentence of {item.label!r} was told before, on {seen[sentence]}"
            seen[sentence] = f"the same day at {item.at:%H:%M}"


def _sentences(item: Item) -> list[str]:
    found = (part.strip().casefold() for part in _SENTENCE.findall(item.detail or ""))
    return [part for part in found if sum(map(str.isalnum, part)) >= _SHORTEST_SENTENCE]


def _again(day: Day, past: Sequence[Day]) -> Iterator[str]:
    """Yesterday's outline, or a line of it, cannot happen today once more. Values bound to names may stay."""
    if not past:
        return
    yesterday = past[0]
    if day.outline and day.outline == yesterday.outline:
        yield "the outline is yesterday's"
    again = {line for line in day.trace.lines if "=" not in line}.intersection(yesterday.trace.lines)
    yield from (f"{line!r} happened yesterday already" for line in sorted(again))
