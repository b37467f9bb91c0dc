"""What the window and the pet show: time of day, mood and pose (look.md sec. 2 and 6)."""

from datetime import datetime, time
from typing import Literal

from pawsona.domain.affect import Affect, Family
from pawsona.domain.day import Day, Item, Season

TimeOfDay = Literal["dawn", "day", "dusk", "night"]
Mood = Literal["content", "happy", "curious", "sleepy", "caring", "quiet"]
Pose = Literal["sit", "sleep"]

# Hours at which dawn, day, dusk and night begin: dusk is early in winter and late in summer.
_HOURS: dict[Season, tuple[float, float, float, float]] = {
    "winter": (6.0, 8.5, 15.75, 17.75),
    "spring": (5.0, 7.5, 17.0, 19.5),
    "summer": (4.25, 7.0, 18.75, 21.25),
    "autumn": (5.5, 8.0, 16.5, 18.75),
}
_HAPPY = frozenset({"visit", "picnic", "music", "puddles", "snow", "kite", "sea", "bake"})
_CURIOUS = frozenset({"watch", "read", "collect", "letters", "stargaze", "fishing", "forage", "market"})
_MOODS: dict[Family, Mood] = {"joy": "happy", "trust": "happy", "surprise": "curious", "anticipation": "curious"}
_ABOUT = (7, 22)
_SLEEPY = frozenset({"nap", "bath"})


def time_of_day(local: datetime, season: Season) -> TimeOfDay:
    """What the sky looks like at a wall-clock time."""
    hour = local.hour + local.minute / 60
    dawn, day, dusk, night = _HOURS[season]
    if dawn <= hour < day:
        return "dawn"
    if day <= hour < dusk:
        return "day"
    return "dusk" if dusk <= hour < night else "night"


def pose(item: Item | None) -> Pose:
    """Before the first item of its day it is still asleep."""
    return "sleep" if item is None or item.kind == "sleep" else "sit"


def idle(day: Day, local: datetime) -> Item | None:
    """What a pet does of whose day nothing is shown: it is about by day, and sleeps at night."""
    awake = not day.items and _ABOUT[0] <= local.hour < _ABOUT[1]
    return Item(at=time(_ABOUT[0]), label="", kind="rest") if awake else None


def mood(item: Item | None, felt: Affect | None) -> Mood:
    """The person's distress comes before whatever the pet does, and its sleep before their joy.

    It never looks low because they were away.
    """
    if felt is not None and felt.valence < 0:
        return "caring"
    if item is None or item.kind in _SLEEPY or item.kind == "sleep":
        return "sleepy"
    if felt is not None and (with_them := _MOODS.get(next(iter(felt.families), "joy"))) and felt.intensity:
        return with_them
    if item.kind in _HAPPY:
        return "happy"
    return "curious" if item.kind in _CURIOUS else "content"
