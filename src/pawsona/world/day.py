"""A day of life (iPET sec. 2.3): outline T1, schedule T2, details T3; and the paper's baselines (sec. 3.2)."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal, TypeVar

from pawsona.domain.day import Day, Item, Method, Tastes
from pawsona.domain.ids import Bond
from pawsona.domain.message import Trace
from pawsona.domain.person import Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.ports import Clock, Store
from pawsona.errors import InvalidOutputError, MindError
from pawsona.lab.varied import Lab, NoLab
from pawsona.skills import IPET, Mind, Skill
from pawsona.skills.acts import DAY_DIRECT, ROUTINE_DETAILS, DetailsInput, WholeDay
from pawsona.skills.routine import (
    ROUTINE_DETAIL,
    ROUTINE_OUTLINE,
    ROUTINE_SCHEDULE,
    DayInput,
    Detail,
    DetailInput,
    Outline,
    Schedule,
    ScheduleInput,
)
from pawsona.world.check import history_problems, schedule_problems, text_problems
from pawsona.world.gather import day_input, tastes
from pawsona.world.profile import profile_text

logger = logging.getLogger(__name__)

In = TypeVar("In")
Out = TypeVar("Out")

UNTOLD = ""
"""The detail of an item that is not to be told; one that is not told yet has none."""
DayStage = Literal["outline", "schedule", "details"]


@dataclass
class World:
    """Makes days for any pet, and stores none: the night and the app do.

    Args:
        store: where P, U, F, M and the past are.
        mind: performs the skills; the app wraps it, so that a failing mind is replaced.
        clock: the moment that a day is made at.
        lab: may want days without memories, or with nothing told.
    """

    store: Store
    mind: Mind
    clock: Clock
    lab: Lab = field(default_factory=NoLab)

    async def make(
        self, person: Person, pet: Pet, on: date, method: Method = "world", *, per_item: bool = False
    ) -> Day:
        """A whole day, on the person's calendar.

        Args:
            person: whose pet.
            pet: the pet.
            on: the day.
            method: iPET's three stages, or one of its baselines; Basic Information is the profile, and no mind.
            per_item: one call per detail, as in the paper; else one for all, at a third of the tokens.

        Raises:
            MindError: the mind could not make it, or against the rules.
        """
        return await self.made(await self.given(person, pet, on), method, per_item=per_item)

    async def made(self, given: DayInput, method: Method = "world", *, per_item: bool = False) -> Day:
        """The same from what is given: nothing is read from the store.

        Raises:
            MindError: the mind could not make it, or against the rules.
        """
        if method == "basic":
            return replace(self._day(given, "basic", Outline(text=profile_text(given.context)), ()), mind="none")
        if method == "direct":
            return await self._direct(given)
        day = await self.outline(given) if method == "world" else self._day(given, method, Outline(text=""), ())
        return await self.details(given, await self.schedule(given, day), per_item=per_item)

    async def given(self, person: Person, pet: Pet, on: date, friends: tuple[Friend, ...] | None = None) -> DayInput:
        """What a day is made from. All its stages get the same, so that they tell of one day.

        What goes meanwhile is taken out of a day as it is stored (`memory.derived.unquoted`).
        """
        given = await day_input(self.store, person, pet, on, friends)
        normal = await self.lab.dealt(person, "mode") == "normal"
        return replace(given, mode="normal", memories=()) if normal else given

    async def stage(self, stage: DayStage, given: DayInput, day: Day | None) -> Day:
        """One stage of a day; the night stores what comes back before it begins the next.

        Raises:
            MindError: a later stage was asked for without the day of the one before, or the mind failed.
        """
        if stage == "outline":
            return await self.outline(given)
        if day is None:
            raise MindError(f"the {stage} of {_on(given)} needs its outline first")
        return await (self.schedule if stage == "schedule" else self.details)(given, day)

    async def outline(self, given: DayInput) -> Day:
        """T1: a day without items yet."""
        outline = await self._perform(ROUTINE_OUTLINE, given, lambda answer: _outline_problems(answer, given))
        return self._day(given, "world", outline, ())

    async def schedule(self, given: DayInput, day: Day) -> Day:
        """T2: items without details."""
        asked = ScheduleInput(day=given, outline=_outline(day))
        made = await self._perform(ROUTINE_SCHEDULE, asked, lambda answer: _schedule_problems(answer, day))
        return replace(day, items=made.items)

    async def details(self, given: DayInput, day: Day, *, per_item: bool = False) -> Day:
        """T3: every item told."""
        if await self.lab.dealt(given.context.person, "details") == "untold":
            return replace(day, items=tuple(replace(item, detail=UNTOLD) for item in day.items))
        if per_item:
            told = [await self.detail(given, day, index) for index in range(len(day.items))]
        else:
            asked = DetailsInput(day=given, outline=_outline(day), schedule=day.items)
            made = await self._perform(ROUTINE_DETAILS, asked, lambda all_: _told_problems(day, all_.details, given))
            told = list(made.details)
        return replace(day, items=_with_details(day.items, told))

    async def detail(self, given: DayInput, day: Day, index: int) -> Detail:
        """T3 of one item."""
        asked = DetailInput(day=given, outline=_outline(day), schedule=day.items, index=index)
        one = replace(day, items=(day.items[index],))
        return await self._perform(ROUTINE_DETAIL, asked, lambda answer: _told_problems(one, (answer,), given))

    async def tastes(self, bond: Bond) -> Tastes:
        """What the pet seeks and avoids."""
        return await tastes(self.store, bond)

    async def _direct(self, given: DayInput) -> Day:
        """The baseline Direct Generation: everything in a single call."""
        whole: WholeDay = await self._perform(DAY_DIRECT, given, lambda answer: schedule_problems(answer.items))
        return self._day(given, "direct", whole.outline, whole.items)

    def _day(self, given: DayInput, method: Method, outline: Outline, items: tuple[Item, ...]) -> Day:
        return Day(
            bond=given.context.pet.bond,
            on=_on(given),
            mode=given.mode,
            method=method,
            outline=outline.text,
            items=items,
            season=given.season,
            weather=given.weather,
            mind=outline.trace.fallback or outline.trace.mind or self.mind.name,
            made_at=self.clock.now(),
            trace=outline.trace,
        )

    async def _perform(self, skill: Skill[In, Out], given: In, check: Callable[[Out], list[str]]) -> Out:
        """Perform and validate; what the day checker finds is put to the mind once, and the better answer is kept.

        The checker's complaints are softer than the skill's rules: a day with one is still a day.
        """
        answer = skill.validate(given, await self.mind.perform(skill, given, IPET), IPET)
        problems = check(answer)
        if not problems:
            return answer
        try:
            broken = InvalidOutputError(skill.name, problems)
            again = skill.validate(given, await self.mind.perform(skill, given, IPET, broken=broken), IPET)
        except MindError as error:
            logger.info("%s could not be repaired: %s", skill.name, type(error).__name__)
            return answer
        left = problems if again == answer else check(again)
        logger.info("%s by %s: %d problems, asked again: %d", skill.name, self.mind.name, len(problems), len(left))
        return again if len(left) < len(problems) else answer


def _on(given: DayInput) -> date:
    return given.context.now.date()


def _outline(day: Day) -> Outline | None:
    return None if day.method == "no_outline" else Outline(text=day.outline, trace=day.trace)


def _with_details(items: Sequence[Item], told: Sequence[Detail]) -> tuple[Item, ...]:
    return tuple(
        replace(item, detail=detail.text, short=detail.short, trace=_joined(item.trace, detail.trace))
        for item, detail in zip(items, told, strict=True)
    )


def _joined(item: Trace, detail: Trace) -> Trace:
    """The label's lines and the detail's, each once."""
    lines = tuple(dict.fromkeys((*item.lines, *detail.lines)))
    return Trace(lines=lines, state={**item.state, **detail.state}, fallback=detail.fallback or item.fallback)


def _outline_problems(answer: Outline, given: DayInput) -> list[str]:
    yesterday = given.past[0] if given.past else None
    return ["the outline is yesterday's"] if yesterday and yesterday.outline == answer.text else []


def _schedule_problems(answer: Schedule, day: Day) -> list[str]:
    bare = [replace(item, detail=None) for item in answer.items]
    return [*schedule_problems(bare), *text_problems(bare, day.season, day.weather)]


def _told_problems(day: Day, told: Sequence[Detail], given: DayInput) -> list[str]:
    items = _with_details(day.items, told)
    return [
        *text_problems(items, given.season, given.weather),
        *history_problems(replace(day, items=items, outline="", trace=Trace()), given.past),
    ]
