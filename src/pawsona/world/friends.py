"""F: the pet's social circle, made once and kept (iPET sec. 2.3)."""

import logging
from dataclasses import dataclass

from pawsona.domain.person import Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.ports import Clock, Store
from pawsona.errors import MindError
from pawsona.skills import IPET, Mind
from pawsona.skills.acts import FRIEND_CREATE, FriendInput
from pawsona.skills.context import Context

logger = logging.getLogger(__name__)

FEWEST, MOST = 3, 5


@dataclass
class Friends:
    """Makes a pet's friends."""

    store: Store
    mind: Mind
    clock: Clock

    async def ensure(self, person: Person, pet: Pet) -> list[Friend]:
        """The pet's friends; three to five are made where it has none. The seed says how many.

        Raises:
            MindError: not even one could be made.
        """
        known = await self.store.people.friends(pet.bond)
        if known:
            return known
        made: list[Friend] = []
        for _ in range(FEWEST + pet.seed % (MOST - FEWEST + 1)):
            try:
                made.append(await self._another(person, pet, made))
            except MindError:
                if not made:
                    raise
                logger.warning("pet %s has %d friends, another could not be made", pet.id, len(made))
                break
        await self.store.people.add_friends(pet.bond, made)
        return made

    async def _another(self, person: Person, pet: Pet, made: list[Friend]) -> Friend:
        context = Context(pet=pet, person=person, now=person.local(self.clock.now()), friends=tuple(made))
        given = FriendInput(context=context, known=tuple(made))
        return FRIEND_CREATE.validate(given, await self.mind.perform(FRIEND_CREATE, given, IPET), IPET)
