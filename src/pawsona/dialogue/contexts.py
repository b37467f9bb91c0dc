"""The context of a skill: who the pet is, what is known of the person, the moment, the lines used so far."""

import asyncio
from dataclasses import dataclass

from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.skills.context import Context


@dataclass
class Contexts:
    """Gathers P, U, F and the ledger for one bond."""

    store: Store
    clock: Clock

    async def of(self, person: Person, pet: Pet) -> Context:
        facts, friends, ledger = await asyncio.gather(
            self.store.people.facts(pet.bond), self.store.people.friends(pet.bond), self.store.days.ledger(pet.bond)
        )
        return Context(
            pet=pet,
            person=person,
            now=person.local(self.clock.now()),
            facts=tuple(facts),
            friends=tuple(friends),
            ledger=ledger,
        )
