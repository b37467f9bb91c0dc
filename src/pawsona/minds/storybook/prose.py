"""Puts a planned day into words: T1, the labels of T2, and T3 by vignette, beat, echo or memory."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pawsona.domain.day import Item
from pawsona.domain.language import Language, length
from pawsona.domain.message import Trace
from pawsona.minds.storybook import recall
from pawsona.minds.storybook.arcs import QUIET, Arc, scene_of
from pawsona.minds.storybook.deck import draw, roll
from pawsona.minds.storybook.history import History
from pawsona.minds.storybook.plan import Slot
from pawsona.minds.storybook.stock import Library, Line, Scene, clock, parts_at
from pawsona.skills.profiles import Profile
from pawsona.skills.routine import DayInput, Outline, Schedule, label_problems

CLOSED = 3
"""One outline in so many closes with a sentence of its own: such sentences wear out first."""
_SLOT = re.compile(r"\{(\w+)\}")
_STOP: Mapping[Language, str] = {"en": ". ", "zh": "。"}


def fill(text: str, slots: Mapping[str, str]) -> str:
    """A text with its slots filled; a slot that nobody fills stays visible, so that a test finds it."""
    return _SLOT.sub(lambda match: slots.get(match[1], match[0]), text)


def fitting(lines: Sequence[Line], given: DayInput) -> Sequence[Line]:
    """The lines that a pet of this body can have; all of them where none is left."""
    species = given.context.pet.species
    return [line for line in lines if not line.guard.species or species in line.guard.species] or lines


def pick(lines: Sequence[Line], purpose: str, given: DayInput, past: History) -> Line:
    """The line whose turn it is; with few lines they come round again, least recently used first."""
    seed = given.context.pet.seed
    key = f"{past.on}:{purpose}"
    lines = fitting(lines, given)
    found = draw(lines, key=key, seed=seed, today=past.on, ledger=past.used, cooldown=0)
    return found or lines[0]


def outline(given: DayInput, arc: Arc | None, past: History, library: Library, profile: Profile) -> Outline:
    """T1: how the day opens, what happens in it, what it remembers, how it closes; at most four sentences."""
    language = library.language
    names = {"P": given.context.pet.name, "U": given.context.person.name}
    lines: list[str] = list(arc.lines) if arc else [QUIET]
    weather = pick(library.weather[given.weather], "weather", given, past)
    opening = pick(library.outline["open"], "open", given, past)
    lines += [opening.id, weather.id]
    head = opening.text if "{weather}" in opening.text else "{weather}" + _STOP[language] + opening.text
    parts = [fill(head, {**names, "weather": fill(weather.text, names)})]
    recap = arc.episode.recap if arc and _is_back(arc, past, library) else ""
    if recap:
        # What was days ago comes back to mind before it goes on; the day's own opening makes room for it.
        lines.remove(opening.id)
        parts = [fill(_capital(weather.text) + _STOP[language].rstrip(), names)]
    if arc:
        known = {**names, **arc.slots}
        parts += [fill(text, known) for text in (recap, arc.episode.plan) if text]
    else:
        quiet = pick(library.outline["quiet"], "quiet", given, past)
        lines.append(quiet.id)
        parts.append(fill(quiet.text, names))
    extra = _extra(given, past, library, names)
    text = library.joined(*parts, *(line.text for line in extra))
    if not profile.outline.of(language).allows(length(text, language)):
        extra, text = [], library.joined(*parts)
    state = {f"slot.{name}": value for name, value in arc.slots.items()} if arc else {}
    return Outline(text=text, trace=Trace(lines=(*lines, *_ids(extra)), state=state))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_back(arc: Arc, past: History, library: Library) -> bool:
    """Whether a storyline goes on after a day or more on which it slept."""
    story = library.story_of(arc.episode)
    told = past.told(story)
    return told > 0 and (past.since(story.episodes[told - 1].line) or 0) > 1


def _ids(lines: Iterable[Line]) -> tuple[str, ...]:
    return tuple(name for line in lines for name in line.id.split("+"))


def _extra(given: DayInput, past: History, library: Library, names: Mapping[str, str]) -> list[Line]:
    """A memory where there is one, else on most days a closing sentence."""
    memories = recall.memories_for(given, past)
    if memories:
        memory = memories[0]
        line = pick(library.outline["with_memory"], "with_memory", given, past)
        text = fill(line.text, {**names, "mem": recall.clause(memory)})
        return [Line(f"{line.id}+mem={memory.id}", text)]
    if roll(given.context.pet.seed, past.on, "close") % CLOSED != 0:
        return []
    line = pick(library.outline["close"], "close", given, past)
    return [Line(line.id, fill(line.text, names))]


def schedule(
    given: DayInput, slots: Sequence[Slot], arc: Arc | None, past: History, library: Library, profile: Profile
) -> Schedule:
    """T2: the slots with their labels."""
    return Schedule(items=tuple(_item(slot, given, arc, past, library, profile) for slot in slots))


def _item(slot: Slot, given: DayInput, arc: Arc | None, past: History, library: Library, profile: Profile) -> Item:
    names = {**(arc.slots if arc and slot.beat else {}), **slot.names}
    if slot.beat and not slot.beat.is_plain:
        label = Line(slot.beat.line, slot.beat.label)
    elif slot.change:
        label = change_label(slot, given, past, library, profile)
    else:
        label = _label(slot.act, slot.start, names, given, past, library, profile) or Line("label", slot.act)
    met = tuple(f"friend={name}" for role, name in slot.names.items() if role == "F")
    changed = (f"change:{slot.act}",) if slot.change else ()
    plain = (slot.beat.line,) if slot.beat and slot.beat.is_plain else ()
    trace = Trace(
        lines=(*changed, *plain, label.id, *met), state={f"slot.{name}": value for name, value in names.items()}
    )
    return Item(at=clock(slot.start), label=fill(label.text, names), kind=slot.act, place=slot.place, trace=trace)


def _label(
    act: str,
    start: int,
    names: Mapping[str, str],
    given: DayInput,
    past: History,
    library: Library,
    profile: Profile,
) -> Line | None:
    scene = replace(scene_of(given), parts=parts_at(start))
    fitting = [
        line
        for line in library.labels.get(act, ())
        if line.guard.allows(scene) and _is_label(fill(line.text, names), given, profile)
    ]
    return pick(fitting, f"label:{act}", given, past) if fitting else None


def _is_label(text: str, given: DayInput, profile: Profile) -> bool:
    """Whether a text is in the language, has no open slot and is as long as the profile wants a label."""
    return "{" not in text and not any(label_problems(text, given.context, profile))


def change_label(slot: Slot, given: DayInput, past: History, library: Library, profile: Profile) -> Line:
    """What the person asked for in their own words where these fit, else in ours."""
    change = slot.change
    if change is not None and _is_label(change.label, given, profile):
        return Line("label.change", change.label)
    asked = {"item": change.label.strip() if change else ""}
    banks = (library.change_labels.get(slot.act) or library.labels.get(slot.act, ()), library.change_labels["default"])
    for bank in banks:
        filled = [Line(line.id, fill(line.text, {**asked, **slot.names})) for line in bank if not line.guard.weather]
        fitting = [line for line in filled if _is_label(line.text, given, profile)]
        if fitting:
            return pick(fitting, f"label:{slot.act}", given, past)
    return pick(library.labels["errand"], "label:default", given, past)


def scene_at(given: DayInput, item: Item, library: Library) -> Scene:
    """What is true while an item happens."""
    activity = library.activities.get(item.kind)
    return replace(
        scene_of(given),
        company=activity is not None and activity.company,
        parts=parts_at(item.at.hour * 60 + item.at.minute),
    )
