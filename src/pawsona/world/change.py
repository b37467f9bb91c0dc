"""When talk changes a plan ("let's go to the sea tomorrow"), the plan changes."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import time

from pawsona.domain.day import Change, Day, Item
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.errors import MindError
from pawsona.memory.derived import unquoted
from pawsona.skills import IPET, Mind
from pawsona.skills.acts import PLAN_CHANGE, PlanInput
from pawsona.skills.context import Context
from pawsona.world.calendar import day_of
from pawsona.world.day import UNTOLD, World
from pawsona.world.gather import day_input
from pawsona.world.replan import USUAL, fit

logger = logging.getLogger(__name__)


@dataclass
class Changes:
    """Finds changes in talk, keeps them, and works them into days that stand already."""

    store: Store
    mind: Mind
    world: World
    clock: Clock

    async def find(self, context: Context, message: str, today: Day | None = None) -> Change | None:
        """The change that a message asks for, if any; it is stored, and the day it is for is re-planned.

        A day that is not made yet gets it in its night. Where a day has no room left for it there is no change,
        so that the pet does not agree to what will not happen. `today` is the day as it is stored now; it is read
        where it is not given.
        """
        person, pet = context.person, context.pet
        today = today or await self.store.days.day(pet.bond, day_of(person, self.clock.now()))
        given = PlanInput(context=context, message=message, today=today)
        change = PLAN_CHANGE.validate(given, await self.mind.perform(PLAN_CHANGE, given, IPET), IPET).change
        if change is None:
            return None
        known = await self.store.days.changes(pet.bond, change.on)
        # The last word on a kind counts: at two, no, at five, no, at two after all.
        asked = [old.at for old in known if old.kind == change.kind][-1:] == [change.at]
        day = await self.store.days.day(pet.bond, change.on)
        # It may stand in the day at another hour than was asked for. And it may be missing there although it is
        # known: a night that was under way when it came has made the day without it.
        if asked and (day is None or any(item.kind == change.kind for item in day.items)):
            return change
        if day is not None and day.items and await self.apply(person, pet, change) is None:
            return None
        if not asked:
            await self.store.days.add_change(pet.bond, change)
        return change

    async def apply(self, person: Person, pet: Pet, change: Change) -> Day | None:
        """Work a change into the stored day it is for.

        Returns:
            The day as it is stored now; None where there is none yet, or no room left in it.
        """
        day = await self.store.days.day(pet.bond, change.on)
        if day is None or not day.items:
            return None
        if any(item.kind == change.kind and (change.at is None or item.at == change.at) for item in day.items):
            return day
        now = self._now(person, day)
        moved = _asked_before(day, change, await self.store.days.changes(pet.bond, day.on), now)
        items = [item for item in day.items if item is not moved]
        fitted = fit(items, _item(change), now, person.language)
        if fitted is None:
            logger.info("no room for a change on %s for pet %s", change.on, pet.id)
            return None
        changed = await self._told(person, pet, replace(day, items=fitted), change)
        async with self.store.transaction():
            changed = await unquoted(self.store, changed)
            await self.store.days.put(changed)
        return changed

    def _now(self, person: Person, day: Day) -> time | None:
        """The wall clock if the day has begun."""
        now = self.clock.now()
        return person.local(now).time().replace(tzinfo=None) if day_of(person, now) >= day.on else None

    async def _told(self, person: Person, pet: Pet, day: Day, change: Change) -> Day:
        """The day with the new item's detail. Without one it still stands; the timeline then shows its label."""
        index = next(n for n, item in enumerate(day.items) if item.label == change.label and item.kind == change.kind)
        if any(item.detail == UNTOLD for item in day.items):
            untold = replace(day.items[index], detail=UNTOLD)
            return replace(day, items=(*day.items[:index], untold, *day.items[index + 1 :]))
        try:
            detail = await self.world.detail(await day_input(self.store, person, pet, day.on), day, index)
        except MindError:
            logger.warning("the change on %s for pet %s has no detail", day.on, pet.id)
            return day
        item = replace(day.items[index], detail=detail.text, short=detail.short, trace=detail.trace)
        return replace(day, items=(*day.items[:index], item, *day.items[index + 1 :]))


def _asked_before(day: Day, change: Change, known: Sequence[Change], now: time | None) -> Item | None:
    """The item that an earlier change of this kind put there, unless it has begun: it moves, and isn't done twice.

    A day that was made after the earlier change may have put it in other words and at another hour.
    """
    earlier = [old for old in known if old.kind == change.kind]
    if not earlier:
        return None
    ahead = [item for item in day.items if item.kind == change.kind and (now is None or item.at > now)]
    labels, hours = {old.label for old in earlier}, {old.at or USUAL for old in earlier}
    asked = [
        item for item in ahead if item.label in labels or item.at in hours or f"change:{item.kind}" in item.trace.lines
    ]
    return next(iter(asked or ahead), None)


def _item(change: Change) -> Item:
    return Item(at=change.at or USUAL, label=change.label, kind=change.kind, place=change.kind)
