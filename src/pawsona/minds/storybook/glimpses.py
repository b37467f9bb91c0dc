"""The parts of an episode that are not told of everybody or not on its own day, and when a glimpse of one is told.

A storyline that sleeps between its episodes is forgotten by whoever reads about it; a scene on such a day keeps it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pawsona.minds.storybook import arcs, source
from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.history import History
from pawsona.minds.storybook.scenes import Desk, during, embodied
from pawsona.minds.storybook.stock import Episode, Glimpse, Guard, Library, Line, Story
from pawsona.skills.routine import DayInput

AFTER = range(2, 36)
"""Days after a story is over on which it may be seen once more."""
SEEN = 3, 5
"""On so many of so many days what is over is looked back at."""


def lines(
    rows: Any, key: str, facet: str, slots: set[str], held: Mapping[str, frozenset[str]], place: str, desk: Desk
) -> tuple[Line, ...]:
    """Texts with guards of their own: what they say of a body narrows them alone, not their story."""
    return tuple(_line(row, n, key, facet, slots, held, place, desk) for n, row in enumerate(rows or (), 1))


def _line(
    row: Mapping[str, Any],
    number: int,
    key: str,
    facet: str,
    slots: set[str],
    held: Mapping[str, frozenset[str]],
    place: str,
    desk: Desk,
) -> Line:
    place = f"{place}: {facet}.{number}"
    text = source.text(row, key, place, desk.report)
    guard = source.guard(row.get("guard"), place, desk.report)
    truth = {**held, **{name: own for name in ("weather", "season") if (own := getattr(guard, name))}}
    desk.check(text, place, slots | {"own"}, truth)
    desk.check_detail(text, place, facet)
    return Line(f"{facet}.{number}", text, _embodied(guard, row, [text], place, desk))


def _embodied(guard: Guard, row: Mapping[str, Any], texts: Iterable[str], place: str, desk: Desk) -> Guard:
    if row.get("body") == "others":
        return guard
    return replace(guard, species=embodied(guard.species, texts, place, desk))


def read(rows: Any, line: str, slots: set[str], season: frozenset[str], place: str, desk: Desk) -> tuple[Glimpse, ...]:
    """The glimpses of an episode."""
    found = (_glimpse(row, f"between:{line}:{n}", slots, season, place, desk) for n, row in enumerate(rows or (), 1))
    return tuple(glimpse for glimpse in found if glimpse.acts)


def _glimpse(
    row: Mapping[str, Any], name: str, slots: set[str], season: frozenset[str], place: str, desk: Desk
) -> Glimpse:
    place = f"{place}: {name}"
    raw = row.get("act") or []
    acts = frozenset([raw] if isinstance(raw, str) else raw)
    unknown = sorted(acts - set(desk.activities))
    desk.report.add(place, [f"has the unknown act {act!r}" for act in unknown] or ([] if acts else ["has no act"]))
    guard = source.guard(row.get("guard"), place, desk.report)
    detail = source.text(row, "detail", place, desk.report)
    short = source.text(row, "short", place, desk.report)
    held = {"weather": guard.weather, "season": season or guard.season, "when": _common(acts, desk)}
    for value in (detail, short):
        desk.check(value, place, slots, held)
    desk.check_detail(detail, place, "between")
    guard = _embodied(guard, row, [detail, short], place, desk)
    return Glimpse(id=name, acts=acts - set(unknown), guard=guard, detail=detail, short=short)


def _common(acts: Iterable[str], desk: Desk) -> frozenset[str]:
    """Every part of the day in which one of the acts may be."""
    return frozenset[str]().union(*(during(desk.activities[act]) for act in acts if act in desk.activities))


def due(given: DayInput, today: Episode | None, past: History, library: Library) -> Iterator[tuple[Glimpse, Story]]:
    """What may be seen today of stories that are not today's.

    Of the running storyline first, then of what is over: of that only now and then, and the latest first.
    """
    scene, seed = arcs.scene_of(given), given.context.pet.seed
    running = {story.id for story, _ in arcs.running(given, past, library.stories.values())}
    looks_back = roll(seed, past.on, "look back") % SEEN[1] < SEEN[0]
    told = sorted(_last_told(past, library.stories.values()), key=lambda row: (row[0].id not in running, row[2]))
    for story, episode, days in told:
        over = story.id not in running
        if (today and today.story == story.id) or not story.allows(scene) or (over and not looks_back):
            continue
        if over and days not in AFTER:
            continue
        fresh = [row for row in episode.between if row.id not in past.used]
        yield from ((row, story) for row in sorted(fresh, key=lambda row: roll(seed, row.id)))


def _last_told(past: History, stories: Iterable[Story]) -> Iterator[tuple[Story, Episode, int]]:
    """The stories that were told, each with its latest episode and the days since."""
    for story in stories:
        number = past.told(story)
        if number and story.episodes[number - 1].between:
            episode = story.episodes[number - 1]
            yield story, episode, past.since(episode.line) or 0
