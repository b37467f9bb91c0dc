"""The skills on the pet's own life: outline T1, schedule T2, detail T3, feedback, greet (iPET eq. 3-8)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise

from pawsona.domain.day import Change, Day, Item, Mode, Reaction, Season, Tastes, Weather
from pawsona.domain.memory import Memory
from pawsona.domain.message import Trace
from pawsona.skills.chat import Reply
from pawsona.skills.context import Context
from pawsona.skills.contract import Skill
from pawsona.skills.profiles import Profile
from pawsona.skills.rules import within, written


@dataclass(frozen=True, kw_only=True)
class DayInput:
    """What a day is made from: I, P, U, F and, in memory mode, M. `context.now` is the morning of that day."""

    context: Context
    mode: Mode
    season: Season
    weather: Weather
    memories: tuple[Memory, ...] = ()
    """M: the most recent, at most 8; at most 2 are used in one day."""
    past: tuple[Day, ...] = ()
    """The days before, newest first, for continuity."""
    tastes: Tastes = field(default_factory=dict)
    reactions: Mapping[date, frozenset[Reaction]] = field(default_factory=dict)
    """What the person thought of the days before: a storyline may turn on it."""
    changes: tuple[Change, ...] = ()
    """What talk asked for: each becomes an item."""


@dataclass(frozen=True, kw_only=True)
class Outline:
    """T1: the day in one to four sentences, third person."""

    text: str
    trace: Trace = Trace()


@dataclass(frozen=True, kw_only=True)
class ScheduleInput:
    """`outline` is None for iPET's baseline without an outline."""

    day: DayInput
    outline: Outline | None


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """T2: items without details."""

    items: tuple[Item, ...]


@dataclass(frozen=True, kw_only=True)
class DetailInput:
    """One item to be told; `index` points into `schedule`."""

    day: DayInput
    outline: Outline | None
    schedule: tuple[Item, ...]
    index: int


@dataclass(frozen=True, kw_only=True)
class Detail:
    """T3: about 50 words of scene, action and inner thought; `short` is the line for the timeline."""

    text: str
    short: str | None = None
    trace: Trace = Trace()


@dataclass(frozen=True, kw_only=True)
class FeedbackInput:
    """What the person thought of an item: a preset, free text, or both."""

    context: Context
    item: Item
    reaction: Reaction | None
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class RoutineGreetInput:
    """A greeting from what the pet is doing now."""

    context: Context
    item: Item
    away_hours: float = 0.0


SHORT = 4
"""Characters of a name that count for the length of a text."""


def outline_problems(text: str, context: Context, profile: Profile) -> Iterator[str]:
    """What is wrong with a T1."""
    yield from written(text, "outline", context.language, context.names)
    yield from within(_with_short_names(text, context), "outline", context.language, profile.outline)


def schedule_problems(items: Sequence[Item], context: Context, profile: Profile) -> Iterator[str]:
    """What is wrong with a T2."""
    yield from order_problems(items, profile)
    for item in items:
        yield from (f"{item.at:%H:%M}: {p}" for p in label_problems(item.label, context, profile))


def order_problems(items: Sequence[Item], profile: Profile) -> Iterator[str]:
    """What is wrong with its order: times ascend and sleep closes the day in every profile."""
    if not items:
        yield "the schedule has no items"
        return
    if profile.items.broken_by(len(items)):
        yield f"the schedule has {len(items)} items, not {profile.items}"
    for before, after in pairwise(items):
        if after.at <= before.at:
            yield f"{after.at:%H:%M} does not come after {before.at:%H:%M}"
    if items[-1].kind != "sleep":
        yield f"the last item is {items[-1].label!r}, not sleep"
    elif profile.sleep_after is not None and items[-1].at.hour < profile.sleep_after:
        yield f"sleep at {items[-1].at:%H:%M} is before {profile.sleep_after}:00"
    if any(item.kind == "sleep" for item in items[:-1]):
        yield "sleep comes more than once"


def label_problems(text: str, context: Context, profile: Profile) -> Iterator[str]:
    """What is wrong with one label."""
    yield from written(text, "label", context.language, context.names)
    yield from within(_with_short_names(text, context), "label", context.language, profile.label)


def detail_problems(text: str, context: Context, profile: Profile) -> Iterator[str]:
    """What is wrong with a T3."""
    yield from written(text, "detail", context.language, context.names)
    yield from within(_with_short_names(text, context), "detail", context.language, profile.detail)


def _with_short_names(text: str, context: Context) -> str:
    """For counting: a name of forty characters makes nothing too long."""
    for name in context.names:
        text = text.replace(name, name[:SHORT]) if len(name) > SHORT else text
    return text


def _outline(given: DayInput, answer: Outline, profile: Profile) -> Iterator[str]:
    yield from outline_problems(answer.text, given.context, profile)


def _schedule(given: ScheduleInput, answer: Schedule, profile: Profile) -> Iterator[str]:
    yield from schedule_problems(answer.items, given.day.context, profile)
    for change in given.day.changes:
        if not any(item.kind == change.kind or item.label == change.label for item in answer.items):
            yield f"the person asked for {change.label!r} and it is missing"


def _detail(given: DetailInput, answer: Detail, profile: Profile) -> Iterator[str]:
    yield from detail_problems(answer.text, given.day.context, profile)


def _reply(given: FeedbackInput | RoutineGreetInput, answer: Reply, profile: Profile) -> Iterator[str]:
    yield from written(answer.text, "reply", given.context.language, given.context.names)


ROUTINE_OUTLINE = Skill("routine.outline", DayInput, Outline, _outline)
ROUTINE_SCHEDULE = Skill("routine.schedule", ScheduleInput, Schedule, _schedule)
ROUTINE_DETAIL = Skill("routine.detail", DetailInput, Detail, _detail)
ROUTINE_FEEDBACK = Skill("routine.feedback", FeedbackInput, Reply, _reply)
ROUTINE_GREET = Skill("routine.greet", RoutineGreetInput, Reply, _reply)
