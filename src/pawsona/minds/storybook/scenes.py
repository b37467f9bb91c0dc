"""Turns the entries of vignettes/ into scenes, and holds every facet of a text against the lint."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pawsona.domain.language import Language
from pawsona.domain.pet import PERSONALITIES
from pawsona.minds.storybook import lint, source
from pawsona.minds.storybook.source import Report
from pawsona.minds.storybook.stock import Activity, Guard, Vignette, parts_at

_CAPITAL = {"P", "U", "F", "weather", "mem", "item", "own"}


OTHERS = "others"
"""`body: others` says of an entry that the bodies it names are not the pet's."""


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


def _bodied(guard: Guard, texts: Iterable[str], place: str, desk: Desk) -> Guard:
    """A guard narrowed to the species whose body the texts speak of."""
    texts = list(texts)
    species = embodied(guard.species, texts, place, desk)
    return replace(guard, species=species)


def embodied(given: frozenset[str], texts: Iterable[str], place: str, desk: Desk) -> frozenset[str]:
    """The species whose life texts can be: those given, as far as they have the bodies that the texts speak of."""
    meant = lint.implied_species(texts, desk.words)
    if meant is None:
        return given
    found = (meant & given) if given else meant
    if not found:
        desk.report.add(place, ["speaks of a body that no one species has"])
    return found or given


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
        voice=dict(entry.get("voice") or {}),
    )
    texts = [vignette.detail, vignette.short, vignette.tell, *vignette.voice.values()]
    if entry.get("body") != OTHERS:
        vignette = replace(vignette, guard=_bodied(vignette.guard, texts, place, desk))
    desk.claim(vignette.id, place)
    if not vignette.id.startswith(f"{activity.id}-"):
        report.add(place, [f"has an id that does not begin with {activity.id!r}"])
    slots = {"P", "U"} | ({"F"} if activity.company or vignette.guard.company else set())
    held = _held(vignette.guard, activity)
    for facet, value in (("detail", vignette.detail), ("short", vignette.short), ("tell", vignette.tell)):
        desk.check(value, f"{place}: {facet}", slots, held)
    desk.check_detail(vignette.detail, f"{place}: detail", "vignette")
    for who, value in vignette.voice.items():
        _check_voice(who, value, slots, held, place, desk)
    report.add(f"{place}: tell", lint.tell_problems(vignette.tell, desk.language))
    return vignette


def _check_voice(
    who: str, value: str, slots: set[str], held: Mapping[str, frozenset[str]], place: str, desk: Desk
) -> None:
    if who not in PERSONALITIES:
        desk.report.add(place, [f"has a voice for {who!r}, which is no personality"])
    desk.check(value, f"{place}: voice.{who}", slots, held)
    desk.check_detail(value, f"{place}: voice.{who}", "voice")
