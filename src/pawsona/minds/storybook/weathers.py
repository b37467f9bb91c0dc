"""What the weather does to a day: a run of sentences in front of what is told anyway, so that it stays wet and windy.

A weather that is only named in the morning is decoration. Each sentence of a run is true at one sort of moment.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pawsona.domain.day import Item, Weather
from pawsona.minds.storybook import source
from pawsona.minds.storybook.arcs import scene_of
from pawsona.minds.storybook.deck import draw, roll
from pawsona.minds.storybook.history import History
from pawsona.minds.storybook.scenes import Desk, embodied
from pawsona.minds.storybook.stock import Library, Line, Run, Step
from pawsona.minds.storybook.wishes import MEALS
from pawsona.skills.routine import DayInput

LOUD: frozenset[Weather] = frozenset({"rain", "wind", "fog", "snow"})
"""Weather that a day must feel."""
MILD = 2, 3
"""On so many of so many days of other weather it leaves a trace."""
LEAST = 2
"""Sentences without which a run is no run."""
REST_DAYS = 30
_WHEN: Mapping[str, frozenset[str]] = {
    "morning": frozenset({"morning"}),
    "evening": frozenset({"evening"}),
    "night": frozenset({"night"}),
}
_ATS = frozenset({"morning", "out", "home", "in", "evening", "night"})
_WATER = frozenset({"bath", "swim", "soak", "nap"})
"""Where nobody comes in dripping or looks up."""


def read(folder: Path, root: Path, desk: Desk) -> tuple[Run, ...]:
    """All runs of a language; none where there is no folder."""
    return tuple(_run(entry, f"{file}: {entry.get('run', '?')}", desk) for file, entry in source.entries(folder, root))


def _run(entry: Mapping[str, Any], place: str, desk: Desk) -> Run:
    name = source.text(entry, "run", place, desk.report)
    desk.claim(f"run:{name}", place)
    guard = source.guard(entry.get("guard"), place, desk.report)
    steps = tuple(_step(row, n, place, desk, entry) for n, row in enumerate(entry.get("steps") or (), 1))
    if not guard.weather or len(steps) < LEAST:
        desk.report.add(place, ["needs a guard for weather and two steps"])
    return Run(id=f"run:{name}", guard=guard, steps=steps)


def _step(row: Mapping[str, Any], number: int, place: str, desk: Desk, entry: Mapping[str, Any]) -> Step:
    place = f"{place}: {number}"
    at = str(row.get("at"))
    if at not in _ATS:
        desk.report.add(place, [f"is at {at!r}, not at one of {sorted(_ATS)}"])
    text = source.text(row, "text", place, desk.report)
    whole = source.guard(entry.get("guard"), place, desk.report)
    guard = source.guard(row.get("guard"), place, desk.report)
    held = {"weather": whole.weather, "season": whole.season, "when": _WHEN.get(at, frozenset())}
    desk.check(text, place, {"P"}, held)
    desk.check_detail(text, place, "lead")
    if row.get("body") != "others":
        guard = replace(guard, species=embodied(guard.species, [text], place, desk))
    return Step(at=at, line=Line(place, text, guard))


@dataclass
class Leads:
    """The sentences that are left of a day's run, and whether something outdoors was told before."""

    steps: list[Step]
    was_out: bool = False

    def lead(self, item: Item) -> Step | None:
        """The next sentence, if this is its moment."""
        if self.steps and item.kind not in _WATER and _is_at(self.steps[0].at, item, self.was_out):
            return self.steps[0]
        return None

    def told(self) -> None:
        """The next sentence was told."""
        self.steps = self.steps[1:]

    def missed(self) -> None:
        """The next sentence did not go with what is told at its moment: one that has no other is left out."""
        if self.steps[0].at not in {"home", "in"}:
            self.told()

    def passed(self, item: Item) -> None:
        """The day goes on."""
        self.was_out = self.was_out or item.place not in {"home", "friend"}


def leads(given: DayInput, items: Sequence[Item], past: History, library: Library) -> tuple[str, Leads]:
    """The run of a day with its id; none where the weather is mild, or where all that fit have been told lately."""
    scene, seed = scene_of(given), given.context.pet.seed
    if given.weather not in LOUD and roll(seed, past.on, "mild") % MILD[1] >= MILD[0]:
        return "", Leads([])
    fitting: dict[str, list[Step]] = {}
    for run in library.runs:
        steps = [step for step in run.steps if step.line.guard.allows(scene)] if run.guard.allows(scene) else []
        if len(steps) >= LEAST and _matched(steps, items) >= LEAST:
            fitting[run.id] = steps
    rows = [Line(name, "") for name in fitting]
    chosen = draw(rows, key=f"{past.on}:run", seed=seed, today=past.on, ledger=past.used, cooldown=REST_DAYS)
    return (chosen.id, Leads(fitting[chosen.id])) if chosen else ("", Leads([]))


def _matched(steps: Sequence[Step], items: Sequence[Item]) -> int:
    """How many steps of a run a day has a moment for."""
    found = Leads(list(steps))
    for item in items:
        if found.lead(item):
            found.told()
        found.passed(item)
    return len(steps) - len(found.steps)


def _is_at(at: str, item: Item, was_out: bool) -> bool:
    home = item.place == "home"
    return {
        "morning": item.kind == "breakfast",
        "out": item.place not in {"home", "friend"},
        "home": home and was_out and item.kind != "sleep",
        "in": home and item.kind not in MEALS,
        "evening": item.kind == "supper",
        "night": item.kind == "sleep",
    }.get(at, False)
