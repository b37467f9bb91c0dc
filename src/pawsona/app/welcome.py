"""The greeting of a visit: made once, and kept until the hour turns or something is said."""

import asyncio
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from pawsona.dialogue.greeting import Greeting, Greetings
from pawsona.domain.day import Day
from pawsona.domain.ids import Bond
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store

GREETED = 1000
"""Greetings that are kept for the rest of their hour."""


@dataclass
class Welcome:
    """Keeps what is made by `greetings`."""

    store: Store
    clock: Clock
    greetings: Greetings
    _greeted: dict[Bond, tuple[tuple[str, ...], Greeting]] = field(default_factory=dict)
    _greeting: WeakValueDictionary[Bond, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def of(self, person: Person, pet: Pet, day: Day) -> Greeting:
        """The greeting of this visit."""
        last = await self.store.talk.last_of_person(pet.bond)
        hour = f"{person.local(self.clock.now()):%Y-%m-%d %H}"
        key = (person.name, person.language, hour, str(last))
        lock = self._greeting.setdefault(pet.bond, asyncio.Lock())
        async with lock:  # two pages that open at once are greeted alike
            known = self._greeted.pop(pet.bond, None)
            if known is None or known[0] != key:
                known = key, await self.greetings.make(person, pet, day)
            self._greeted[pet.bond] = known
            if len(self._greeted) > GREETED:
                del self._greeted[next(iter(self._greeted))]
            return known[1]

    def forget(self) -> None:
        """Make the next greeting anew: the kept one may quote what is gone."""
        self._greeted.clear()
        self.greetings.forget()
