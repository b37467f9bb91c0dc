"""T3: finds the text for each item of a day, one after another, so that no day tells a thing twice."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date

from pawsona.domain.day import Item
from pawsona.domain.language import Language, length
from pawsona.domain.memory import Memory
from pawsona.domain.message import Trace
from pawsona.minds.storybook import arcs, glimpses, recall
from pawsona.minds.storybook.arcs import Arc, circle
from pawsona.minds.storybook.deck import draw, roll
from pawsona.minds.storybook.history import History
from pawsona.minds.storybook.prose import fill, fitting, pick, scene_at
from pawsona.minds.storybook.stock import Beat, Library, Line, Scene, Vignette
from pawsona.minds.storybook.weathers import LOUD, leads
from pawsona.skills.profiles import Profile
from pawsona.skills.routine import DayInput, Detail

VOICED = 1
"""Scenes of a day that close in the pet's own manner: with more, the manner becomes a stamp."""
ECHOES = ("", "meal", "night")
"""What is left out of a day's echoes, in turn: with both every day they come by rote."""
OWN = (4, 5)
"""On so many of so many occasions a pet's own kind of scene comes before what any pet might do."""
_LEANS: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(r"(?:It|He|She|They|This|That|These|Those|So|And|But|Then|Nobody|Still)\b"),
    "zh": re.compile("[它他她这那]"),
}
_FOOD = frozenset({"breakfast", "supper", "cook", "bake", "tea", "market", "picnic"})


@dataclass(frozen=True, slots=True)
class _Day:
    given: DayInput
    arc: Arc | None
    past: History
    library: Library
    profile: Profile
    items: Sequence[Item]

    @property
    def names(self) -> dict[str, str]:
        return {"P": self.given.context.pet.name, "U": self.given.context.person.name}


def details(
    given: DayInput, arc: Arc | None, items: Sequence[Item], past: History, library: Library, profile: Profile
) -> tuple[Detail, ...]:
    """One detail per item, in order; an item's own trace lines stay in its detail's trace."""
    day = _Day(given, arc, past, library, profile, items)
    fixed = _glimpsed(day) | _coloured(day)
    run, weather = leads(given, items, past, library)
    used = dict(past.used)
    found: list[Detail] = []
    plain: set[int] = set()
    for index, item in enumerate(items):
        detail = fixed.get(index) or _detail(day, index, item, used)
        step = weather.lead(item)
        led = _led(day, detail, step.line.text) if step else None
        if led:
            weather.told()
            detail = replace(led, trace=replace(led.trace, lines=(*led.trace.lines, run)))
        else:
            plain.add(index)
            if step:
                weather.missed()
        weather.passed(item)
        used.update(dict.fromkeys(detail.trace.lines, past.on))
        lines = tuple(dict.fromkeys((*item.trace.lines, *detail.trace.lines)))
        found.append(replace(detail, trace=Trace(lines=lines, state={**item.trace.state, **detail.trace.state})))
    for index in _loud(day, found, plain):
        found[index] = _voiced(day, items[index], found[index])
    return tuple(found)


def _led(day: _Day, detail: Detail, text: str) -> Detail | None:
    """A detail with a sentence in front of it.

    None where it would be too long, where its first word would lean on that sentence, or where it has weather itself.
    """
    language = day.library.language
    if _LEANS[language].match(detail.text) or any(row.guard.weather for row in _scenes(day, detail)):
        return None
    whole = day.library.joined(fill(text, day.names), detail.text)
    return replace(detail, text=whole) if _fits(day, whole) else None


def _scenes(day: _Day, detail: Detail) -> list[Vignette]:
    """The vignette of a detail that is one."""
    return [row for line in detail.trace.lines if (row := day.library.vignette.get(line))]


def _voice(day: _Day, detail: Detail) -> str | None:
    """The sentence in which such a pet closes a scene."""
    scenes = _scenes(day, detail)
    return scenes[0].voice.get(day.given.context.pet.personality) if scenes else None


def _voiced(day: _Day, item: Item, detail: Detail) -> Detail:
    voice = fill(_voice(day, detail) or "", _scenic(day, item))
    whole = day.library.joined(detail.text, voice)
    return replace(detail, text=whole) if _fits(day, whole) else detail


def _fits(day: _Day, text: str) -> bool:
    """Whether a detail is as long as the profile wants it: names and what is put beside it make it longer."""
    return day.profile.detail.of(day.library.language).allows(length(text, day.library.language))


def _loud(day: _Day, details: Sequence[Detail], plain: Set[int]) -> list[int]:
    """The scenes of a day that close in the pet's own manner: of those with nothing put in front of them."""
    fitting = [index for index in plain if _voice(day, details[index])]
    seed, on = day.given.context.pet.seed, day.past.on
    return sorted(fitting, key=lambda n: roll(seed, on, n, "voice"))[:VOICED]


def _glimpsed(day: _Day) -> dict[int, Detail]:
    """At most one item in which a story that sleeps today, or is over, is still there."""
    order = sorted(range(len(day.items)), key=lambda n: roll(day.given.context.pet.seed, day.past.on, n, "glimpse"))
    free = [n for n in order if not any(line.startswith(("beat:", "change:")) for line in day.items[n].trace.lines)]
    today = day.arc.episode if day.arc else None
    for glimpse, story in glimpses.due(day.given, today, day.past, day.library):
        names = arcs.named(story, day.past)
        for index in free:
            item = day.items[index]
            # Who is met there has another name in another story.
            met = item.trace.state.get("slot.F")
            truth = scene_at(day.given, item, day.library)
            if item.kind not in glimpse.acts or met not in (None, names.get("F")) or not glimpse.guard.allows(truth):
                continue
            if not _told_echo(day, index, item):
                slots = {**_slots(day, item), **names, **day.names}
                text, short = fill(glimpse.detail, slots), fill(glimpse.short, slots)
                return {index: Detail(text=text, short=short, trace=Trace(lines=(glimpse.id,)))}
    return {}


def _detail(day: _Day, index: int, item: Item, used: Mapping[str, date]) -> Detail:
    return (
        _told_beat(day, item)
        or _told_change(day, item, used)
        or _told_echo(day, index, item)
        or _told_scene(day, index, item, used)
    )


def _slots(day: _Day, item: Item) -> dict[str, str]:
    own = {key.removeprefix("slot."): value for key, value in item.trace.state.items() if key.startswith("slot.")}
    arc = dict(day.arc.slots) if day.arc else {}
    return {**day.names, **arc, **own}


def _scenic(day: _Day, item: Item) -> dict[str, str]:
    """The slots of a scene, which may speak of a friend though nobody in particular is met."""
    return {"F": circle(day.given, day.library)[0].name, **_slots(day, item)}


def _beat_of(day: _Day, item: Item) -> Beat | None:
    if day.arc is None:
        return None
    return next((beat for beat in day.arc.episode.beats if beat.line in item.trace.lines), None)


def _told_beat(day: _Day, item: Item) -> Detail | None:
    beat = _beat_of(day, item)
    if beat is None:
        return None
    slots, scene = _slots(day, item), scene_at(day.given, item, day.library)
    text = _one(day, beat.line, beat.variants, scene) or beat.detail
    before, _, after = (part.strip() for part in text.partition("{own}"))
    own = _one(day, beat.line, beat.own, scene)
    told = [fill(day.library.joined(*filter(None, (before, part, after))), slots) for part in (own, "")]
    text = told[0] if _fits(day, told[0]) else told[1]
    return Detail(text=text, short=fill(beat.short, slots), trace=Trace(lines=(beat.line,)))


def _one(day: _Day, line: str, bank: Sequence[Line], scene: Scene) -> str:
    """One of the lines that are true in a scene; empty where there is none."""
    fitting = [row for row in bank if row.guard.allows(scene)]
    return min(fitting, key=lambda row: roll(day.given.context.pet.seed, line, row.id)).text if fitting else ""


def _told_change(day: _Day, item: Item, used: Mapping[str, date]) -> Detail | None:
    """The person's own idea is told as that, also where it was worked into a day that stood already."""
    asked = any(change.kind == item.kind and change.label == item.label for change in day.given.changes)
    if asked or any(line.startswith("change:") for line in item.trace.lines):
        return _neutral(day, item, day.library.change_details, used)
    return None


def _neutral(day: _Day, item: Item, bank: Sequence[Line], used: Mapping[str, date]) -> Detail:
    line = pick(bank, f"neutral:{item.at}:{item.kind}", day.given, History(day.past.on, used))
    text = fill(line.text, {**day.names, "item": item.label})
    return Detail(text=text, short=item.label, trace=Trace(lines=(line.id,)))


def _told_echo(day: _Day, index: int, item: Item) -> Detail | None:
    """Today's story seen from supper or from bed, but only after all of it happened."""
    kind = {"supper": "meal", "sleep": "night"}.get(item.kind)
    told = sum(_beat_of(day, before) is not None for before in day.items[:index])
    if day.arc is None or kind is None or told < len(day.arc.episode.beats):
        return None
    echo = day.arc.episode.echo
    spared = ECHOES[roll(day.given.context.pet.seed, day.past.on, "echo") % len(ECHOES)]
    text = echo.get(kind)
    if not text or (len(echo) > 1 and kind == spared):
        return None
    slots = _slots(day, item)
    _, story, number = f"{day.arc.episode.line}:1".split(":")[:3]
    line = f"echo:{story}:{number}:{kind}"
    short = fill(day.arc.episode.short, slots) if kind == "meal" else item.label
    return Detail(text=fill(text, slots), short=short, trace=Trace(lines=(line,)))


def _told_scene(day: _Day, index: int, item: Item, used: Mapping[str, date]) -> Detail:
    """A vignette that has rested; else style may bend, never truth; else the one that rested longest, marked."""
    scene = scene_at(day.given, item, day.library)
    rows = day.library.vignettes.get(item.kind, ())
    seed, on = day.given.context.pet.seed, day.past.on
    key = f"{on}:{index}:{item.kind}"
    own = [row for row in rows if row.guard.allows(scene) and (len(row.guard.species) == 1 or row.guard.personality)]
    first = own if roll(seed, on, index, "own") % OWN[1] < OWN[0] else []
    felt = [row for row in rows if row.guard.allows(scene) and row.guard.weather] if scene.weather in LOUD else []
    anybody = [row for row in rows if row.guard.allows(scene)]
    for some in (first, felt, anybody, [row for row in rows if row.guard.allows(replace(scene, personality=None))]):
        found = draw(some, key=key, seed=seed, today=on, ledger=used, cooldown=lambda row: row.rest)
        if found is not None:
            return _scene(day, index, item, found, {})
    again = draw(
        [row for row in rows if row.guard.allows(scene)], key=key, seed=seed, today=on, ledger=used, cooldown=0
    )
    return (
        _scene(day, index, item, again, {"starved": item.kind})
        if again
        else _neutral(day, item, day.library.other_details, used)
    )


def _scene(day: _Day, index: int, item: Item, vignette: Vignette, state: Mapping[str, str]) -> Detail:
    slots = _scenic(day, item)
    trace = Trace(lines=(vignette.id,), state=state)
    return Detail(text=fill(vignette.detail, slots), short=fill(vignette.short, slots), trace=trace)


def _coloured(day: _Day) -> dict[int, Detail]:
    """In memory mode, at most one item that a memory colours: the second of today's, so that T1's is not said twice."""
    memories = recall.memories_for(day.given, day.past)
    if not memories:
        return {}
    memory = memories[-1]
    places = list(_plain(day, memory))
    if not places:
        return {}
    index = places[roll(day.given.context.pet.seed, day.past.on, "coloured") % len(places)]
    detail = _memory_detail(day, day.items[index], memory)
    return {index: detail} if detail else {}


def _plain(day: _Day, memory: Memory) -> Iterator[int]:
    for index, item in enumerate(day.items):
        lines = item.trace.lines
        if item.kind == "sleep" or any(line.startswith(("beat:", "change:")) for line in lines):
            continue
        if memory.topic != "food" or item.kind in _FOOD:
            yield index


def _memory_detail(day: _Day, item: Item, memory: Memory) -> Detail | None:
    bank = fitting([*day.library.memory_beats.get(memory.topic, ()), *day.library.memory_beats["default"]], day.given)
    seed = day.given.context.pet.seed
    found: Line | None = draw(
        bank, key=f"{day.past.on}:memory_beat", seed=seed, today=day.past.on, ledger=day.past.used
    )
    if found is None:
        return None
    text = fill(found.text, {**day.names, "mem": recall.clause(memory)})
    if not _fits(day, text):
        return None
    return Detail(text=text, short=item.label, trace=Trace(lines=(found.id, f"mem={memory.id}")))
