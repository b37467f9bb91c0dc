"""One pet's night: what was said becomes memory, what ran out goes, and the new day is made."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from pawsona.dialogue.followup import FollowUp
from pawsona.dialogue.promises import PromiseLedger
from pawsona.dialogue.sessions import Sessions
from pawsona.dialogue.wellbeing import forget_hints
from pawsona.domain.day import Day
from pawsona.domain.person import UNNAMED, Fact, Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.ports import Clock, Store
from pawsona.lab import forgetting
from pawsona.memory.collect import Collector
from pawsona.memory.forget import Forgetter, Forgotten
from pawsona.memory.naming import renamed
from pawsona.memory.shelve import Shelver
from pawsona.night.keep import Together, keep, made_since, nothing
from pawsona.night.stages import MAKING, Stage
from pawsona.skills import IPET, Mind
from pawsona.skills.memory import MEMORY_REWRITE, RewriteInput
from pawsona.world.day import World
from pawsona.world.friends import Friends
from pawsona.world.gather import context_of

logger = logging.getLogger(__name__)

REWRITTEN_AT_ONCE = 12
"""Memories per rewriting call: enough to keep a night at one call, few enough for a small model's context."""
MOST_FACTS = 40
"""Permanent memories that U holds; the newest win, all stay in recall."""

Watch = Callable[[Stage], None]


@dataclass
class Night:
    """Lives nights for any pet."""

    store: Store
    mind: Mind
    world: World
    friends: Friends
    collector: Collector
    forgetter: Forgetter
    promises: PromiseLedger
    sessions: Sessions
    clock: Clock

    def __post_init__(self) -> None:
        self.shelver = Shelver(self.store, self.collector.embedder)

    async def live(
        self, person: Person, pet: Pet, on: date, watch: Watch | None = None, last: Together = nothing
    ) -> Day:
        """The night before a day; whatever of it is done already is not done again.

        Args:
            person: whose pet.
            pet: the pet.
            on: the day that is made, on the person's calendar.
            watch: told of each stage as it begins.
            last: done in one transaction with the last stage; not at all where that was done before.
        """
        watch = watch or (lambda stage: None)
        friends = tuple(await self.friends.ensure(person, pet))
        watch("sessions")
        for session in await self.sessions.ended(pet.bond, all_of_them=True):
            await self.collector.collect(person, pet, session)
        watch("rewrite")
        await self._rewrite(person, pet, friends)
        async with self.store.transaction(whole=True):  # nobody corrects a memory, or themselves, in between
            watch("portrait")
            person = await self._portrait(person, pet)
            watch("expire")
            await self.forget(person, pet)
        await self.shelver.lay_by(pet.bond)
        return await self._make(person, pet, on, watch, last, friends)

    async def forget(self, person: Person, pet: Pet) -> Forgotten:
        """What has run out goes; asks no mind."""
        await self.promises.tidy(pet.bond)
        await FollowUp(self.store, self.clock).forget(pet.bond)
        await forget_hints(self.store, pet.bond, self.clock.now())
        await forgetting.forget(self.store, person.id, self.clock.now())
        return await self.forgetter.forget(person, pet.bond)

    async def _rewrite(self, person: Person, pet: Pet, friends: tuple[Friend, ...]) -> None:
        """The pet's voice for memories that have none; only what was said, told back, nothing inferred."""
        now = person.local(self.clock.now())
        waiting = await self.store.memories.voiceless(pet.bond, now.date())
        for at in range(0, len(waiting), REWRITTEN_AT_ONCE):
            batch = tuple(waiting[at : at + REWRITTEN_AT_ONCE])
            context = await context_of(self.store, person, pet, now, friends)
            given = RewriteInput(context=context, memories=batch)
            texts = (await self.mind.perform(MEMORY_REWRITE, given, IPET)).texts
            async with self.store.transaction(whole=True):
                # What was corrected or forgotten while the mind wrote keeps no voice from before.
                still = await self.store.memories.some(pet.bond, [memory.id for memory in batch])
                voiced = zip(batch, texts, strict=True)
                await self.store.memories.update(*(replace(one, voice=text) for one, text in voiced if one in still))

    async def _portrait(self, person: Person, pet: Pet) -> Person:
        """U: what will stay true of the person, from their own words; their name, if they had given none."""
        person = await self.store.people.person(person.id) or person
        lasting = await self.store.memories.lasting(pet.bond)
        named = [m.slots["value"] for m in lasting if m.topic == "name" and m.slots.get("value")]
        if named and person.name == UNNAMED[person.language]:
            person = replace(person, name=named[0])
            await self.store.people.update_person(person)
            await renamed(self.store, person, pet.bond, self.collector.embedder.name)
            lasting = await self.store.memories.lasting(pet.bond)
        facts = [Fact(m.id, m.text) for m in lasting[:MOST_FACTS]]
        if facts != await self.store.people.facts(pet.bond):
            await self.store.people.set_facts(pet.bond, facts)
        return person

    async def _make(
        self, person: Person, pet: Pet, on: date, watch: Watch, last: Together, friends: tuple[Friend, ...]
    ) -> Day:
        """Outline, schedule, details: each is stored with its ledger row before the next begins."""
        day = await self.store.days.day(pet.bond, on)
        done = await self.store.nights.done(pet.bond, on)
        if day is not None and day.stopgap:
            return await self._replace(person, pet, on, watch, last, friends)
        given = await self.world.given(person, pet, on, friends)
        for stage in MAKING:
            watch(stage)
            if stage in done and day is not None:
                continue
            made = await self.world.stage(stage, given, day)
            async with self.store.transaction(whole=True):
                if await made_since(self.store, pet.bond, on, day) is None:
                    too = last if stage == MAKING[-1] else nothing
                    day = await keep(self.store, made, (stage,), self.clock.now(), too)
                    continue
            # A page was opened: its day stays, or is a stopgap.
            return await self._make(person, pet, on, watch, last, friends)
        assert day is not None  # MAKING is not empty
        logger.info("night before %s done for pet %s: %d items", on, pet.id, len(day.items))
        return day

    async def _replace(
        self, person: Person, pet: Pet, on: date, watch: Watch, last: Together, friends: tuple[Friend, ...]
    ) -> Day:
        """The day that bridged a missed night is being lived: it gives way in one step, to a whole day."""
        day: Day | None = None
        given = await self.world.given(person, pet, on, friends)
        for stage in MAKING:
            watch(stage)
            day = await self.world.stage(stage, given, day)
        assert day is not None  # MAKING is not empty
        day = await keep(self.store, day, MAKING, self.clock.now(), last)
        logger.info("the stopgap of %s was replaced for pet %s", on, pet.id)
        return day
