"""Fits one more item into a day that stands already: what is past stays, the rest makes room, sleep closes it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import time

from pawsona.domain.day import Item
from pawsona.domain.language import Language
from pawsona.skills import IPET
from pawsona.skills.routine import order_problems
from pawsona.skills.rules import within, written
from pawsona.world.activities import TRAVEL, activity

USUAL = time(10, 30)
"""When something happens for which nobody named a time."""
LATEST_BEDTIME = time(23, 30)
"""For something late the pet stays up, but not through the night."""


def fit(items: Sequence[Item], new: Item, now: time | None, language: Language) -> tuple[Item, ...] | None:
    """The items with the new one among them, or None where the day has no room left for it.

    Args:
        items: the day's, sleep last.
        new: what is to be fitted in, at the time it should have.
        now: the wall clock if the day has begun; what has begun by then stays as it is.
        language: the person's, for the rules of T2.
    """
    past = [item for item in items if now is not None and item.at <= now]
    ahead = [item for item in items if item not in past]
    if not ahead or ahead[-1].kind != "sleep":
        return None
    night = ahead.pop()
    at = _earliest(new, past, now)
    if at is None:
        return None
    new = replace(new, at=at)
    bedtime = max(_minutes(night.at), _minutes(at) + _needed(new, night))
    if bedtime > _minutes(LATEST_BEDTIME):
        return None
    night = replace(night, at=_clock(bedtime))
    room = IPET.items.high or len(items) + 1
    for dropping in range(len(ahead) + 1):
        rest = _without(ahead, new, dropping)
        fitted = _spread([*rest, new], night)
        if fitted is not None and len(past) + len(fitted) + 1 <= room:
            whole = (*past, *fitted, night)
            return whole if not any(_problems(whole, new, language)) else None
    return None


def _problems(whole: Sequence[Item], new: Item, language: Language) -> Iterator[str]:
    """What is wrong with the day that comes of it; what stood there may be in a language that the person had before."""
    yield from order_problems(whole, IPET)
    yield from written(new.label, "label", language)
    yield from within(new.label, "label", language, IPET.label)


def _earliest(new: Item, past: Sequence[Item], now: time | None) -> time | None:
    """The item's own time, or the next quarter of an hour that is free."""
    if now is None:
        return new.at
    free = _minutes(now) + 15
    if past:
        free = max(free, _minutes(past[-1].at) + _needed(past[-1], new))
    free = -(-free // 15) * 15
    best = max(free, _minutes(new.at))
    return _clock(best) if best < 24 * 60 else None


def _without(ahead: Sequence[Item], new: Item, dropping: int) -> list[Item]:
    """The items ahead, less those that are nearest to the new one; meals go last."""
    near = sorted(ahead, key=lambda item: (activity(item.kind).meal, abs(_minutes(item.at) - _minutes(new.at))))
    gone = near[:dropping]
    return [item for item in ahead if item not in gone]


def _spread(items: Sequence[Item], night: Item) -> list[Item] | None:
    """In order, each as late as the one before it needs; None where they run into the night."""
    placed: list[Item] = []
    for item in sorted(items, key=lambda item: item.at):
        at = _minutes(item.at)
        if placed:
            at = max(at, _minutes(placed[-1].at) + _needed(placed[-1], item))
        if at + _needed(item, night) > _minutes(night.at):
            return None
        if at != _minutes(item.at) and at - _minutes(item.at) > _LATEST:
            return None
        placed.append(replace(item, at=_clock(at)))
    return placed


_LATEST = 90
"""Minutes by which an item may move; beyond that its own text would not fit its hour."""


def _needed(item: Item, following: Item) -> int:
    return activity(item.kind).minutes + (TRAVEL if item.place != following.place else 0)


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute


def _clock(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)
