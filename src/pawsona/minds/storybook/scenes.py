"""Turns the entries of vignettes/ and arcs/ into scenes and stories, and holds every facet against the lint."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pawsona.domain.affect import STATES
from pawsona.domain.language import Language
from pawsona.minds.storybook import lint, source
from pawsona.minds.storybook.source import Report
from pawsona.minds.storybook.stock import Activity, Answer, Ask, Beat, Episode, Guard, Story, Vignette, parts_at

_CAPITAL = {"P", "U", "F", "weather", "mem", "item"}
_WHEN = ("morning", "noon", "afternoon", "evening")


@dataclass
class Desk:
    """What reading a language's scenes needs, and what it has seen so far."""

    language: Language
    activities: Mapping[str, Activity]
    words: lint.Words
    report: Report
    ids: dict[str, str]
    """Line id -> where it stands."""
    said: dict[str, str]
    """Sentence of a detail -> where it stands."""

    def claim(self, name: str, place: str) -> None:
        """Report an id that is taken."""
        if name in self.ids:
            self.report.add(place, [f"uses the id {name!r} again (first in {self.ids[name]})"])
        self.ids.setdefault(name, place)

    def check(self, value: str, place: str, slots: Iterable[str], held: Mapping[str, frozenset[str]]) -> None:
        """What every text must satisfy."""
        self.report.add(place, lint.slot_problems(value, slots))
        self.report.add(place, lint.guard_problems(value, held, self.words))
        self.report.add(place, lint.style_problems(value, self.words))
        self.report.add(place, lint.opening_problems(value, set(slots) - _CAPITAL, self.language))

    def check_detail(self, value: str, place: str, facet: str) -> None:
        """What a T3 must satisfy beside: its length, and no sentence that another detail has."""
        if not value:
            return
        self.report.add(place, lint.length_problems(value, facet, self.language))
        for sentence in lint.sentences(value, self.language):
            if sentence in self.said:
                self.report.add(place, [f"has a sentence that also stands in {self.said[sentence]}"])
            self.said.setdefault(sentence, place)


def during(activity: Activity) -> frozenset[str]:
    """Parts of the day of which one surely holds whenever the activity begins."""
    found = [parts_at(minute) for minute in range(activity.earliest, activity.latest + 1, 15)]
    common = frozenset[str].intersection(*found)
    if "night" in common:
        return frozenset({"night"})
    return common or frozenset[str].union(*found)


def _narrow(own: frozenset[str], given: frozenset[str]) -> frozenset[str]:
    return own or given


def _held(guard: Guard, activity: Activity) -> dict[str, frozenset[str]]:
    """The values for which a guard and the activity together vouch."""
    return {
        "weather": _narrow(guard.weather, activity.guard.weather),
        "season": _narrow(guard.season, activity.guard.season),
        "when": _narrow(guard.when, during(activity)),
    }


def vignettes(folder: Path, root: Path, desk: Desk) -> dict[str, tuple[Vignette, ...]]:
    """All vignettes of a language by activity."""
    found: dict[str, list[Vignette]] = {}
    for file, entry in source.entries(folder, root):
        place = f"{file}: {entry.get('id', '?')}"
        activity = desk.activities.get(str(entry.get("act")))
        if activity is None:
            desk.report.add(place, [f"has the unknown act {entry.get('act')!r}"])
            continue
        vignette = _vignette(entry, activity, place, desk)
        found.setdefault(vignette.act, []).append(vignette)
    return {act: tuple(rows) for act, rows in found.items()}


def _vignette(entry: Mapping[str, Any], activity: Activity, place: str, desk: Desk) -> Vignette:
    report = desk.report
    vignette = Vignette(
        id=source.text(entry, "id", place, report),
        act=activity.id,
        guard=source.guard(entry.get("guard"), place, report),
        memorable=int(entry.get("memorable", 1)),
        detail=source.text(entry, "detail", place, report),
        short=source.text(entry, "short", place, report),
        tell=source.text(entry, "tell", place, report),
    )
    desk.claim(vignette.id, place)
    if not vignette.id.startswith(f"{activity.id}-"):
        report.add(place, [f"has an id that does not begin with {activity.id!r}"])
    slots = {"P", "U"} | ({"F"} if activity.company or vignette.guard.company else set())
    held = _held(vignette.guard, activity)
    for facet, value in (("detail", vignette.detail), ("short", vignette.short), ("tell", vignette.tell)):
        desk.check(value, f"{place}: {facet}", slots, held)
    desk.check_detail(vignette.detail, f"{place}: detail", "vignette")
    report.add(f"{place}: tell", lint.tell_problems(vignette.tell, desk.language))
    return vignette


def stories(folder: Path, root: Path, desk: Desk) -> dict[str, Story]:
    """All storylines and one-shots of a language."""
    found: dict[str, Story] = {}
    for file, entry in source.entries(folder, root):
        name = str(entry.get("storyline") or entry.get("oneshot") or "?")
        place = f"{file}: {name}"
        desk.claim(f"story:{name}", place)
        found[name] = _story(entry, name, place, desk)
    return found


def _story(entry: Mapping[str, Any], name: str, place: str, desk: Desk) -> Story:
    oneshot = "oneshot" in entry
    season = source.guard({"season": entry.get("season") or []}, place, desk.report).season
    cast = tuple(entry.get("cast") or ())
    defaults = {key: str(row.get("default", "")) for key, row in (entry.get("vars") or {}).items()}
    rows: list[Mapping[str, Any]] = [entry] if oneshot else list(entry.get("episodes") or [])
    if not rows:
        desk.report.add(place, ["lacks the facet 'episodes'"])
    slots = {"P", "U", *cast, *defaults}
    episodes = tuple(
        _episode(row, f"oneshot:{name}" if oneshot else f"arc:{name}:{n}", name, slots, season, place, desk)
        for n, row in enumerate(rows, 1)
    )
    return Story(id=name, season=season, cast=cast, defaults=defaults, episodes=episodes, oneshot=oneshot)


def _episode(
    row: Mapping[str, Any], line: str, story: str, slots: set[str], season: frozenset[str], place: str, desk: Desk
) -> Episode:
    place = f"{place} {line.rpartition(':')[2]}" if line.startswith("arc:") else place
    beats = tuple(_beat(raw, slots, season, place, desk) for raw in row.get("beats") or ())
    if not 1 <= len(beats) <= 2:
        desk.report.add(place, [f"has {len(beats)} beats, not 1 or 2"])
    if [_WHEN.index(beat.when) for beat in beats] != sorted({_WHEN.index(beat.when) for beat in beats}):
        desk.report.add(place, ["has beats that are not in the order of the day"])
    ask = row.get("ask")
    episode = Episode(
        line=line,
        story=story,
        gap=int(row.get("gap", 0)),
        plan=source.text(row, "plan", place, desk.report),
        beats=beats,
        echo=dict(row.get("echo") or {}),
        tell=source.text(row, "tell", place, desk.report),
        short=source.text(row, "short", place, desk.report),
        ask=Ask(source.text(ask, "text", f"{place}: ask", desk.report), ask.get("sets")) if ask else None,
        faq=tuple(Answer(tuple(map(str.lower, faq["q"])), str(faq["a"])) for faq in row.get("faq") or ()),
        feel=source.text(row, "feel", place, desk.report),
    )
    _check_episode(episode, slots, season, place, desk)
    return episode


def _check_episode(episode: Episode, slots: set[str], season: frozenset[str], place: str, desk: Desk) -> None:
    report = desk.report
    weather = frozenset[str]().union(*(beat.guard.weather for beat in episode.beats))
    held = {"season": season, "weather": weather}
    evening = {**held, "when": frozenset({"evening"})}
    night = {**held, "when": frozenset({"night"})}
    anytime = {**held, "when": frozenset({beat.when for beat in episode.beats})}
    for facet, value, truth in (
        ("plan", episode.plan, anytime),
        ("tell", episode.tell, anytime),
        ("short", episode.short, anytime),
        ("echo.meal", episode.echo.get("meal", ""), evening),
        ("echo.night", episode.echo.get("night", ""), night),
    ):
        desk.check(value, f"{place}: {facet}", slots, truth)
    for facet in ("meal", "night"):
        desk.check_detail(episode.echo.get(facet, ""), f"{place}: echo.{facet}", "echo")
    report.add(f"{place}: plan", lint.length_problems(episode.plan, "plan", desk.language))
    report.add(f"{place}: tell", lint.tell_problems(episode.tell, desk.language))
    for value in (episode.ask.text if episode.ask else "", *(answer.text for answer in episode.faq)):
        report.add(f"{place}: faq", lint.slot_problems(value, slots))
        report.add(f"{place}: faq", lint.style_problems(value, desk.words))
    if not 3 <= len(episode.faq) <= 5:
        report.add(place, [f"has {len(episode.faq)} answers in its faq, not 3 to 5"])
    if episode.feel not in STATES:
        report.add(place, [f"feels {episode.feel!r}, which is no state of Plutchik's set"])
    if episode.ask and episode.ask.sets is not None and episode.ask.sets not in slots:
        report.add(place, [f"asks for {episode.ask.sets!r}, which is no variable of its storyline"])


def _beat(raw: Mapping[str, Any], slots: set[str], season: frozenset[str], place: str, desk: Desk) -> Beat:
    place = f"{place}: {raw.get('id', '?')}"
    report = desk.report
    when = source.text(raw, "when", place, report)
    if when not in _WHEN:
        report.add(place, [f"is at {when!r}, not at one of {_WHEN}"])
        when = "morning"
    if raw.get("act") not in desk.activities:
        report.add(place, [f"has the unknown act {raw.get('act')!r}"])
    beat = Beat(
        id=source.text(raw, "id", place, report),
        when=when,
        place=source.text(raw, "place", place, report),
        act=str(raw.get("act")),
        label=source.text(raw, "label", place, report),
        detail=source.text(raw, "detail", place, report),
        short=source.text(raw, "short", place, report),
        guard=source.guard(raw.get("guard"), place, report),
    )
    desk.claim(beat.line, place)
    held = {"weather": beat.guard.weather, "season": season or beat.guard.season, "when": frozenset({when})}
    for facet, value in (("label", beat.label), ("detail", beat.detail), ("short", beat.short)):
        desk.check(value, f"{place}: {facet}", slots, held)
    desk.check_detail(beat.detail, f"{place}: detail", "beat")
    report.add(f"{place}: label", lint.length_problems(beat.label, "label", desk.language))
    return beat
