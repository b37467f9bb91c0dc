"""Reads threads/: the small things (a borrowed cup, a tune) that travel through a day in which nothing else happens."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pawsona.minds.storybook import lint, source
from pawsona.minds.storybook.scenes import Desk, during, embodied
from pawsona.minds.storybook.stock import Activity, Beat, Episode, Guard, Story
from pawsona.minds.storybook.wishes import MEALS, PARTS

_FEEL = "serenity"
_BEATS = range(3, 5)


def threads(folder: Path, root: Path, desk: Desk) -> dict[str, Story]:
    """All threads of a language; none where there is no folder."""
    found: dict[str, Story] = {}
    for file, entry in source.entries(folder, root):
        name = str(entry.get("thread") or "?")
        place = f"{file}: {name}"
        desk.claim(f"story:{name}", place)
        found[name] = _thread(entry, name, place, desk)
    return found


def _thread(entry: Mapping[str, Any], name: str, place: str, desk: Desk) -> Story:
    guard = source.guard(entry.get("guard"), place, desk.report)
    rows = entry.get("beats") or []
    beats = tuple(_beat(row, f"{name}-{n}", guard, place, desk) for n, row in enumerate(rows, 1))
    if len(beats) not in _BEATS or len({beat.act for beat in beats}) < len(beats):
        desk.report.add(place, ["needs three or four beats, each over another act"])
    texts = {key: source.text(entry, key, place, desk.report) for key in ("plan", "tell", "short")}
    held = {"weather": guard.weather, "season": guard.season}
    for facet, value in texts.items():
        desk.check(value, f"{place}: {facet}", {"P", "U"}, held)
    desk.report.add(f"{place}: plan", lint.length_problems(texts["plan"], "plan", desk.language))
    desk.report.add(f"{place}: tell", lint.tell_problems(texts["tell"], desk.language))
    episode = Episode(
        line=f"thread:{name}",
        story=name,
        gap=0,
        plan=texts["plan"],
        beats=beats,
        echo={},
        tell=texts["tell"],
        short=texts["short"],
        ask=None,
        faq=(),
        feel=_FEEL,
    )
    told = [*texts.values(), *(text for beat in beats for text in (beat.detail, beat.short))]
    others = entry.get("body") == "others"
    species = guard.species if others else embodied(guard.species, told, place, desk)
    return Story(id=name, season=guard.season, cast=(), defaults={}, episodes=(episode,), oneshot=True, species=species)


def _beat(row: Mapping[str, Any], name: str, guard: Guard, place: str, desk: Desk) -> Beat:
    place, report = f"{place}: {name}", desk.report
    activity = desk.activities.get(str(row.get("act"))) or desk.activities["breakfast"]
    if activity.id != row.get("act"):
        report.add(place, [f"has the unknown act {row.get('act')!r}"])
    when = str(row.get("when") or "")
    report.add(place, _when_problems(activity, when))
    own = Guard(
        weather=_both(guard.weather, activity.guard.weather),
        season=_both(guard.season, activity.guard.season),
        species=_both(guard.species, activity.guard.species),
        personality=guard.personality,
    )
    beat = Beat(
        id=f"thread-{name}",
        when=when,
        place=activity.place,
        act=activity.id,
        label="",
        detail=source.text(row, "detail", place, report),
        short=source.text(row, "short", place, report),
        guard=own,
    )
    desk.claim(beat.line, place)
    slots = {"P", "U"} | ({"F"} if activity.company else set())
    parts = frozenset({when}) if when else during(activity)
    held = {"weather": own.weather, "season": own.season, "when": parts}
    for value in (beat.detail, beat.short):
        desk.check(value, place, slots, held)
    desk.check_detail(beat.detail, place, "vignette")
    return beat


def _both(given: frozenset[str], needed: frozenset[str]) -> frozenset[str]:
    """What two guards allow together; an impossible pair is held by its activity."""
    return (given & needed) or needed if given and needed else given or needed


def _when_problems(activity: Activity, when: str) -> list[str]:
    if activity.id in MEALS:
        return [f"has an hour, which {activity.id!r} has itself"] if when else []
    if when not in PARTS:
        return [f"is at {when!r}, not at one of {sorted(PARTS)}"]
    earliest, latest = PARTS[when]
    late = max(earliest, activity.earliest) > min(latest, activity.latest)
    return [f"has {activity.id!r} in the {when}, when nobody does that"] if late else []
