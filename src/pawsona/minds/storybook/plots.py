"""Turns the entries of arcs/ into storylines and one-shots, and holds every facet against the lint."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pawsona.domain.affect import STATES
from pawsona.minds.storybook import glimpses, lint, source
from pawsona.minds.storybook.scenes import OTHERS, Desk, embodied
from pawsona.minds.storybook.stock import Answer, Ask, Beat, Episode, Story

_WHEN = ("morning", "noon", "afternoon", "evening")


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
    says = {key: dict(row["says"]) for key, row in (entry.get("vars") or {}).items() if row.get("says")}
    rows: list[Mapping[str, Any]] = [entry] if oneshot else list(entry.get("episodes") or [])
    if not rows:
        desk.report.add(place, ["lacks the facet 'episodes'"])
    slots = {"P", "U", *cast, *defaults}
    episodes = tuple(
        _episode(row, f"oneshot:{name}" if oneshot else f"arc:{name}:{n}", name, slots, season, place, desk)
        for n, row in enumerate(rows, 1)
    )
    given = source.guard({"species": entry.get("species") or []}, place, desk.report).species
    story = Story(
        id=name,
        season=season,
        cast=cast,
        defaults=defaults,
        episodes=episodes,
        oneshot=oneshot,
        species=given if entry.get("body") == OTHERS else embodied(given, _all_texts(episodes), place, desk),
        festival=entry.get("festival"),
        says=says,
    )
    desk.report.add(place, _bend_problems(story))
    return story


def _all_texts(episodes: Iterable[Episode]) -> list[str]:
    return [text for episode in episodes for text in _texts(episode)]


def _texts(episode: Episode) -> Iterator[str]:
    """Every text of an episode."""
    yield from (episode.plan, episode.recap, episode.tell, episode.short, *episode.echo.values())
    for beat in episode.beats:
        yield from (beat.label, beat.detail, beat.short)
    yield from (answer.text for answer in episode.faq)
    if episode.ask:
        yield episode.ask.text


def _bend_problems(story: Story) -> Iterator[str]:
    """What can't work of the ways in which a person may move a storyline."""
    known = {name: set(values) for name, values in story.says.items()}
    for number, episode in enumerate(story.episodes, 1):
        for name, value in episode.only.items():
            if value not in known.get(name, set()):
                yield f"{number} happens if {name!r} is {value!r}, which no option says"
        for feeling, target in episode.react.items():
            if feeling not in {"liked", "disliked"} or not number < target <= len(story.episodes):
                yield f"{number} goes on to {target} when it was {feeling!r}"
        options = set(episode.ask.options) if episode.ask else set()
        if episode.ask and options != known.get(episode.ask.sets or "", set()):
            yield f"{number} asks with the options {sorted(options)}, which are not what 'says' knows"
    if story.episodes and story.episodes[0].only:
        yield "begins with an episode that may be skipped"


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
        ask=_ask(ask, place, desk) if ask else None,
        faq=tuple(_answer(raw, place, desk) for raw in row.get("faq") or ()),
        feel=source.text(row, "feel", place, desk.report),
        recap=str(row.get("recap") or "").strip(),
        only={str(key): str(value) for key, value in (row.get("if") or {}).items()},
        react={str(key): int(value) for key, value in (row.get("react") or {}).items()},
    )
    _check_episode(episode, slots, season, place, desk)
    return replace(episode, between=glimpses.read(row.get("between"), line, slots, season, place, desk))


def _answer(raw: Mapping[str, Any], place: str, desk: Desk) -> Answer:
    cues = raw.get("q") or []
    if not all(isinstance(cue, str) for cue in cues):
        desk.report.add(
            place, [f"has the cues {cues!r}, of which some are no text: YAML reads yes, no and on as switches"]
        )
    return Answer(tuple(str(cue).lower() for cue in cues), source.text(raw, "a", f"{place}: faq", desk.report))


def _ask(raw: Mapping[str, Any], place: str, desk: Desk) -> Ask:
    options = {str(key): tuple(map(str.lower, map(str, cues))) for key, cues in (raw.get("options") or {}).items()}
    return Ask(source.text(raw, "text", f"{place}: ask", desk.report), raw.get("sets"), options)


def _check_episode(episode: Episode, slots: set[str], season: frozenset[str], place: str, desk: Desk) -> None:
    report = desk.report
    weather = frozenset[str]().union(*(beat.guard.weather for beat in episode.beats))
    held = {"season": season, "weather": weather}
    evening = {**held, "when": frozenset({"evening"})}
    night = {**held, "when": frozenset({"night"})}
    anytime = {**held, "when": frozenset({beat.when for beat in episode.beats})}
    for facet, value, truth in (
        ("plan", episode.plan, anytime),
        ("recap", episode.recap, {"season": season}),
        ("tell", episode.tell, anytime),
        ("short", episode.short, anytime),
        ("echo.meal", episode.echo.get("meal", ""), evening),
        ("echo.night", episode.echo.get("night", ""), night),
    ):
        desk.check(value, f"{place}: {facet}", slots, truth)
    for facet in ("meal", "night"):
        desk.check_detail(episode.echo.get(facet, ""), f"{place}: echo.{facet}", "echo")
    report.add(f"{place}: plan", lint.length_problems(episode.plan, "plan", desk.language))
    if episode.recap:
        report.add(f"{place}: recap", lint.length_problems(episode.recap, "plan", desk.language))
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
        desk.check(value, f"{place}: {facet}", slots | {"own"}, held)
    desk.check_detail(beat.detail, f"{place}: detail", "beat")
    report.add(f"{place}: label", lint.length_problems(beat.label, "label", desk.language))
    own = glimpses.lines(raw.get("own"), "say", "own", slots, held, place, desk)
    variants = glimpses.lines(raw.get("variants"), "detail", "beat", slots, held, place, desk)
    return replace(beat, own=own, variants=variants)
