"""What a day must have: its meals and its sleep, the beats of what happens in it, and what the person asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pawsona.domain.day import Change
from pawsona.minds.storybook.arcs import Arc
from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.history import History
from pawsona.minds.storybook.plan import Slot, Wish
from pawsona.minds.storybook.stock import Activity, Beat, Library, minute_of
from pawsona.skills.routine import DayInput

MOST = 8
MOST_CHANGES = 6
"""With breakfast and sleep the longest day that a profile allows."""
MEALS = frozenset({"breakfast", "supper", "sleep"})
"""What every day has."""

_BEAT_MINUTES = 45
PARTS = {"morning": (510, 630), "noon": (660, 780), "afternoon": (840, 1005), "evening": (1110, 1215)}
"""When a beat may begin, so that it lies in its part of the day; evening beats leave room for sleep."""


@dataclass(frozen=True, slots=True)
class Planned:
    """What the search looks at."""

    given: DayInput
    past: History
    library: Library

    def roll(self, *key: str) -> int:
        return roll(self.given.context.pet.seed, self.past.on, *key)


def wishes(day: Planned, arc: Arc | None) -> list[Wish]:
    """Everything fixed, in no order."""
    changes = _changes(day.given.changes)
    found = [_change_wish(change, day) for change in changes]
    kinds = {change.kind for change in changes}
    beats = [beat for beat in (arc.episode.beats if arc else ()) if not (beat.is_plain and beat.act in kinds)]
    room = MOST - 2 - len(found)
    found += [_beat_wish(beat, arc, day) for beat in [b for b in beats if not b.at_meal][:room] if arc]
    early = min((wish.latest for wish in found), default=600) < 530
    at = {beat.act: beat for beat in beats if beat.at_meal}
    if "breakfast" not in kinds:
        found.append(_meal(day, "breakfast", 390 if early else 405 + day.roll("breakfast") % 16 * 5, at))
    if "supper" not in kinds and len(found) + 1 < MOST:
        found.append(_meal(day, "supper", 1080 + day.roll("supper") % 14 * 5, at))
    if "sleep" not in kinds:
        found.append(_meal(day, "sleep", 1245 + day.roll("sleep") % 16 * 5, at))
    return found


def _meal(day: Planned, act: str, start: int, beats: Mapping[str, Beat]) -> Wish:
    activity = day.library.activities[act]
    window = (activity.earliest, activity.latest) if act == "supper" else (start, start)
    return Wish(*window, replace(plain_slot(activity, start), beat=beats.get(act)))


def plain_slot(activity: Activity, start: int) -> Slot:
    """An activity as it is on any day."""
    return Slot(start=start, minutes=activity.minutes, act=activity.id, place=activity.place, energy=activity.energy)


def _changes(changes: Sequence[Change]) -> list[Change]:
    """The last word on each kind, in the order of the wishes."""
    latest = {change.kind: change for change in changes}
    return list(latest.values())[:MOST_CHANGES]


def _change_wish(change: Change, day: Planned) -> Wish:
    activity = day.library.activities.get(change.kind)
    minutes = activity.minutes if activity and change.kind != "sleep" else 60
    place = activity.place if activity else "village"
    if change.at is not None:
        start = latest = minute_of(change.at) // 5 * 5
    else:
        start = activity.earliest if activity else 600
        start += day.roll("change", change.kind) % 13 * 5
        latest = max(start, activity.latest if activity else 1020)
    if change.kind == "sleep":
        start = latest = min(max(start, 1200), 1425)
        minutes = 480
    energy = activity.energy if activity else -1
    slot = Slot(start=start, minutes=minutes, act=change.kind, place=place, energy=energy, change=change)
    return Wish(start, latest, slot)


def _beat_wish(beat: Beat, arc: Arc, day: Planned) -> Wish:
    earliest, latest = PARTS[beat.when]
    start = earliest + day.roll("beat", beat.id) % 10 * 5
    if beat.is_plain:
        activity = day.library.activities[beat.act]
        earliest, latest = max(earliest, activity.earliest), min(latest, activity.latest)
        return Wish(earliest, latest, replace(plain_slot(activity, min(max(start, earliest), latest)), beat=beat))
    names = {"F": arc.slots["F"]} if "F" in arc.slots else {}
    slot = Slot(start=start, minutes=_BEAT_MINUTES, act=beat.act, place=beat.place, energy=-1, beat=beat, names=names)
    return Wish(earliest, latest, slot)
