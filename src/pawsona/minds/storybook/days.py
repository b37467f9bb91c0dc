"""Performs the skills and acts on the pet's day. `DAYS` maps their names to functions of input and profile."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pawsona.minds.storybook import arcs, friends, prose, telling
from pawsona.minds.storybook.arcs import Arc
from pawsona.minds.storybook.history import History, history
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.planner import plan
from pawsona.minds.storybook.stock import Library
from pawsona.skills.acts import Details, DetailsInput, WholeDay
from pawsona.skills.profiles import Profile
from pawsona.skills.routine import DayInput, Detail, DetailInput, Outline, Schedule, ScheduleInput


def make_outline(given: DayInput, profile: Profile) -> Outline:
    """`routine.outline`: T1; its trace names the day's episode, from which T2 and T3 are made."""
    book, past = library(given.context.language), history(given)
    return prose.outline(given, arcs.choose(given, past, book), past, book, profile)


def make_schedule(given: ScheduleInput, profile: Profile) -> Schedule:
    """`routine.schedule`: T2; without an outline, or after another mind's, a day in which nothing special happens."""
    book, past = library(given.day.context.language), history(given.day)
    arc = arc_of(given.outline, given.day, past, book)
    slots = plan(given.day, arc, past, book)
    return prose.schedule(given.day, slots, arc, past, book, profile)


def make_details(given: DetailsInput, profile: Profile) -> Details:
    """`routine.details`: T3 of the whole day."""
    book, past = library(given.day.context.language), history(given.day)
    arc = arc_of(given.outline, given.day, past, book)
    return Details(details=telling.details(given.day, arc, given.schedule, past, book, profile))


def make_detail(given: DetailInput, profile: Profile) -> Detail:
    """`routine.detail`: T3 of one item, the same that `routine.details` gives it."""
    whole = DetailsInput(day=given.day, outline=given.outline, schedule=given.schedule)
    return make_details(whole, profile).details[given.index]


def make_day(given: DayInput, profile: Profile) -> WholeDay:
    """`day.direct`: all three at once."""
    outline = make_outline(given, profile)
    items = make_schedule(ScheduleInput(day=given, outline=outline), profile).items
    details = make_details(DetailsInput(day=given, outline=outline, schedule=items), profile).details
    told = (
        replace(item, detail=detail.text, short=detail.short, trace=detail.trace)
        for item, detail in zip(items, details, strict=True)
    )
    return WholeDay(outline=outline, items=tuple(told))


def arc_of(outline: Outline | None, given: DayInput, past: History, book: Library) -> Arc | None:
    """The arc that an outline's trace names."""
    for line in outline.trace.lines if outline else ():
        episode = book.episode.get(line)
        if episode is not None:
            return arcs.bind(episode, given, past, book)
    return None


DAYS: Mapping[str, Callable[[Any, Profile], Any]] = MappingProxyType(
    {
        "routine.outline": make_outline,
        "routine.schedule": make_schedule,
        "routine.detail": make_detail,
        "routine.details": make_details,
        "day.direct": make_day,
        "friend.create": friends.create,
    }
)
