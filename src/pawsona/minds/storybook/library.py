"""Loads a language's day content, once, and refuses it with file and place where anything in it is wrong."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

from pawsona.domain.day import Weather
from pawsona.domain.language import Language
from pawsona.domain.pet import SPECIES, Friend
from pawsona.errors import ContentError
from pawsona.minds.storybook import festivals, lint, plots, scenes, source, threads, weathers
from pawsona.minds.storybook.source import Report
from pawsona.minds.storybook.stock import Activity, Festival, Guard, Library, Line, Story

CONTENT = Path(__file__).parent / "content"
_FRIEND = ("name", "species", "trait", "hobby")


@lru_cache(maxsize=4)
def library(language: Language) -> Library:
    """The shipped content of a language, loaded at the first call.

    Raises:
        ContentError: a file is wrong.
    """
    return load(CONTENT, language)


def load(root: Path, language: Language) -> Library:
    """Load the day content below a folder laid out like the shipped one.

    Raises:
        ContentError: a file is wrong: unknown slot, missing facet, id used twice, a text that its guard does not cover.
    """
    report = Report(root)
    found = read(root, language, report)
    report.close()
    return found


def read(root: Path, language: Language, report: Report) -> Library:
    """Load as `load` does, but leave what is wrong in the report.

    Raises:
        ContentError: a file can't be read at all.
    """
    folder = root / language
    activities = _activities(root, report)
    raw = source.read(folder / "guards.yaml", root)
    told = (*lint.DIMENSIONS, lint.BODY)
    words = lint.compile_words({key: raw.get(key) or {} for key in told}, raw.get("never") or [], language)
    desk = scenes.Desk(language, activities, words, report, {}, {})
    by_act = scenes.vignettes(folder / "vignettes", root, desk)
    feasts = festivals.read(source.read(folder / "festivals.yaml", root), f"{language}/festivals.yaml", report)
    stories = plots.stories(folder / "arcs", root, desk)
    small = threads.threads(folder / "threads", root, desk)
    _kept(stories.values(), feasts, f"{language}/arcs", report)
    world = source.read(folder / "world.yaml", root)
    place = f"{language}/world.yaml"
    change = world.get("change") or {}
    found = Library(
        language=language,
        activities=activities,
        labels=_labels(source.read(folder / "labels.yaml", root), f"{language}/labels.yaml", desk),
        vignettes=by_act,
        stories=stories,
        threads=small,
        runs=weathers.read(folder / "weathers", root, desk),
        outline=_banks(world.get("outline"), "outline", ("P", "mem", "weather"), place, desk),
        weather=_weather(world.get("weather"), place, desk),
        change_labels=_banks(change.get("label"), "change.label", ("item",), place, desk),
        change_details=_banks({"detail": change.get("detail")}, "change", ("P", "item", "U"), place, desk)["detail"],
        other_details=_other(world, place, desk),
        memory_beats=_banks(world.get("memory_beat"), "memory_beat", ("P", "mem", "U"), place, desk),
        friends=_friends(folder, root, report),
        festivals=feasts,
        words={key: world.get(key) for key in ("species", "hobbies")},
        vignette={vignette.id: vignette for rows in by_act.values() for vignette in rows},
        episode={episode.line: episode for story in (*stories.values(), *small.values()) for episode in story.episodes},
    )
    _complete(found, report)
    return found


def _minute(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def _activities(root: Path, report: Report) -> dict[str, Activity]:
    found: dict[str, Activity] = {}
    for row in source.read(root / "activities.yaml", root):
        place = f"activities.yaml: {row.get('id')}"
        try:
            activity = _activity(row, place, report)
        except (KeyError, ValueError) as error:
            raise ContentError(f"{place} lacks or garbles {error}") from error
        if activity.id in found:
            report.add(place, ["stands there twice"])
        found[activity.id] = activity
    return found


def _activity(row: Mapping[str, Any], place: str, report: Report) -> Activity:
    earliest, latest = row["window"]
    return Activity(
        id=row["id"],
        earliest=_minute(earliest),
        latest=_minute(latest),
        minutes=int(row["minutes"]),
        place=row["place"],
        energy=int(row["energy"]),
        guard=source.guard(
            {"season": row["seasons"], "weather": row["weather"], "species": row.get("species", [])}, place, report
        ),
        company=bool(row["company"]),
        tags=frozenset(row["tags"]),
        weight=float(row["weight"]),
    )


def _lines(rows: Any, name: str, place: str, report: Report) -> tuple[Line, ...]:
    if not isinstance(rows, list) or not rows:
        report.add(place, [f"lacks lines for {name!r}"])
        return ()
    return tuple(Line(f"{name}.{n}", str(row).strip()) for n, row in enumerate(rows, 1))


def _banks(
    raw: Mapping[str, Any] | None,
    name: str,
    slots: tuple[str, ...],
    place: str,
    desk: scenes.Desk,
) -> dict[str, tuple[Line, ...]]:
    """Named lists of lines that hold on any day: they may say nothing of weather, season or hour."""
    found: dict[str, tuple[Line, ...]] = {}
    for key, rows in (raw or {}).items():
        full = name if name == key else f"{name}.{key}"
        found[key] = tuple(_bodied(line, desk) for line in _lines(rows, full, place, desk.report))
        for line in found[key]:
            desk.check(line.text, f"{place}: {line.id}", slots, {})
    if not found:
        desk.report.add(place, [f"lacks {name!r}"])
    return found


def _bodied(line: Line, desk: scenes.Desk) -> Line:
    species = lint.implied_species([line.text], desk.words)
    return Line(line.id, line.text, Guard(species=species or frozenset()))


def _other(world: Mapping[str, Any], place: str, desk: scenes.Desk) -> tuple[Line, ...]:
    """Texts for what the storybook has no scenes for; a language may leave them out."""
    raw = world.get("other") or {"detail": (world.get("change") or {}).get("detail")}
    return _banks({"detail": raw.get("detail")}, "other", ("P", "item", "U"), place, desk)["detail"]


def _weather(raw: Mapping[str, Any] | None, place: str, desk: scenes.Desk) -> dict[str, tuple[Line, ...]]:
    found: dict[str, tuple[Line, ...]] = {}
    for key in get_args(Weather):
        found[key] = tuple(
            _bodied(line, desk) for line in _lines((raw or {}).get(key), f"weather.{key}", place, desk.report)
        )
        for line in found[key]:
            held = {"weather": frozenset({key})}
            held |= {"season": frozenset({"winter"})} if key == "snow" else {}
            desk.check(line.text, f"{place}: {line.id}", ("P",), held)
    return found


def _labels(raw: Mapping[str, Any], place: str, desk: scenes.Desk) -> dict[str, tuple[Line, ...]]:
    """Labels carry no guards; their own words say when they may be used."""
    found: dict[str, tuple[Line, ...]] = {}
    for act, activity in desk.activities.items():
        rows = []
        for line in _lines(raw.get(act), f"label.{act}", place, desk.report):
            slots = ("F",) if activity.company else ()
            desk.report.add(f"{place}: {line.id}", lint.slot_problems(line.text, slots))
            desk.report.add(f"{place}: {line.id}", lint.length_problems(line.text, "label", desk.language))
            desk.report.add(f"{place}: {line.id}", lint.style_problems(line.text, desk.words))
            rows.append(Line(line.id, line.text, lint.implied_guard(line.text, desk.words)))
        found[act] = tuple(rows)
        if not any(_vouched(line.guard, activity) for line in rows):
            desk.report.add(place, [f"has no label for {act!r} that holds on any day"])
    return found


def _vouched(needed: Guard, activity: Activity) -> bool:
    """Whether an activity's own guard and hours cover what a label says."""
    given = activity.guard
    pairs = (
        (needed.weather, given.weather),
        (needed.season, given.season),
        (needed.when, scenes.during(activity)),
    )
    return all(not need or (bool(have) and have <= need) for need, have in pairs)


def _friends(folder: Path, root: Path, report: Report) -> tuple[Friend, ...]:
    found = []
    for path in sorted(folder.glob("friends*.yaml")):
        for row in source.read(path, root) or []:
            where = f"{path.relative_to(root)}: {row.get('name', '?')}"
            name, species, trait, hobby = (source.text(row, key, where, report) for key in _FRIEND)
            found.append(Friend(name=name, species=species, trait=trait, hobby=hobby))
    twice = [name for name, count in Counter(friend.name for friend in found).items() if count > 1]
    report.add(f"{folder.name}/friends.yaml", [f"has the name {name!r} twice" for name in twice])
    return tuple(found)


def _kept(stories: Iterable[Story], feasts: Iterable[Festival], place: str, report: Report) -> None:
    known = {festival.id for festival in feasts}
    for story in stories:
        if story.festival is not None and story.festival not in known:
            report.add(f"{place}: {story.id}", [f"is for the unknown festival {story.festival!r}"])


def _complete(found: Library, report: Report) -> None:
    """Every pet needs a vignette for every activity that it can have."""
    place = f"{found.language}/vignettes"
    for act, activity in found.activities.items():
        anybody = [row for row in found.vignettes.get(act, ()) if not row.guard.personality]
        for species in activity.guard.species or SPECIES:
            if not any(not row.guard.species or species in row.guard.species for row in anybody):
                report.add(place, [f"has no vignette for {act!r} that any {species} could have"])
    for key in ("open", "quiet", "with_memory", "close"):
        if not found.outline.get(key):
            report.add(f"{found.language}/world.yaml", [f"lacks outline.{key}"])
    if not found.memory_beats.get("default"):
        report.add(f"{found.language}/world.yaml", ["lacks memory_beat.default"])
    if not found.change_labels.get("default"):
        report.add(f"{found.language}/world.yaml", ["lacks change.label.default"])
    if not found.friends:
        report.add(f"{found.language}/friends.yaml", ["has no friends"])
