"""The context of a skill at the present moment: who the pet is, what is known of the person, the lines used so far."""

from dataclasses import dataclass, replace
from datetime import timedelta

from pawsona.domain.asked import asked
from pawsona.domain.ids import Bond
from pawsona.domain.message import Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.memory.occasions import occasions
from pawsona.skills.context import Context
from pawsona.world.gather import context_of


@dataclass
class Contexts:
    """Gathers P, U, F and the ledger for one bond, and what day it is for the person."""

    store: Store
    clock: Clock

    async def of(self, person: Person, pet: Pet) -> Context:
        """The context of this moment."""
        context, away = await asked(self.store, self.here(person, pet), self.away(pet.bond))
        return replace(context, away=away)

    async def here(self, person: Person, pet: Pet) -> Context:
        """The same without `away`."""
        now = person.local(self.clock.now())
        context, dated = await asked(
            self.store, context_of(self.store, person, pet, now), self.store.memories.dated(pet.bond, now.date())
        )
        return replace(context, occasions=occasions(dated, person, now.date()))

    async def away(self, bond: Bond, session: Session | None = None) -> timedelta | None:
        """From the last word of the talk before to the first one of this, or to now. A clock set back makes it 0.

        Args:
            bond: whose talk.
            session: the one that is under way; looked up where it is not given.
        """
        session = session or await self.store.talk.last_session(bond)
        begun = session.started_at if session is not None and session.closed_at is None else None
        last = await self.store.talk.last_of_person(bond, begun)
        return None if last is None else max(timedelta(), (begun or self.clock.now()) - last)
