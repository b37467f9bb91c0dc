"""The context of a skill at the present moment: who the pet is, what is known of the person, the lines used so far."""

from dataclasses import dataclass

from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.skills.context import Context
from pawsona.world.gather import context_of


@dataclass
class Contexts:
    """Gathers P, U, F and the ledger for one bond."""

    store: Store
    clock: Clock

    async def of(self, person: Person, pet: Pet) -> Context:
        return await context_of(self.store, person, pet, person.local(self.clock.now()))
