"""The minute's work, which asks only for what is due: a leader may have a hundred thousand pets to look after."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from pawsona.app.news import News
from pawsona.app.seldom import Seldom
from pawsona.domain.ids import Bond, PersonId, PromiseId
from pawsona.errors import PawsonaError

if TYPE_CHECKING:
    from pawsona.app.home import Home

RENEWED = timedelta(seconds=50)
"""So often a leader says that it still leads: a lead holds for three times as long."""
PLANNED = timedelta(minutes=10)
"""So often every time zone is planned anew: somebody may have come back to a pet that slept."""
ASLEEP = timedelta(hours=1)
"""So often pets are looked for that sleep and have not forgotten today."""
Owed = tuple[Bond, PromiseId, datetime]


@dataclass
class Minute:
    """Remembers from minute to minute what need not be asked again."""

    home: "Home"
    _seldom: Seldom = field(default_factory=lambda: Seldom({"plan": PLANNED, "asleep": ASLEEP}))
    _planned: dict[str, date] = field(default_factory=dict)
    _told: set[Owed] = field(default_factory=set)

    async def work(self) -> None:
        """What one process does for all."""
        home, now = self.home, self.home.clock.now()
        async with self._leading():
            await home.runner.close_sessions()
            if self._seldom.due("plan", now):
                self._planned.clear()
            lived = await home.runner.run_due(self._planned)
            if lived or (self._seldom.due("asleep", now) and await home.runner.forget_asleep()):
                home.sweep.note()
            await self.remind()
            await home.reindexer.step()
            await home.sweep.step()

    async def remind(self) -> None:
        """Let pages that are open in this process know of promises that have fallen due since the last look."""
        owed = {one for person in self.home.news.persons for one in await self._owed(person)}
        for bond, promise, _ in owed - self._told:
            self.home.news.tell_here(bond.person, News("promise", {"pet": bond.pet, "id": promise}))
        self._told = owed

    async def _owed(self, id_: PersonId) -> list[Owed]:
        store, found = self.home.store, []
        if (person := await store.people.person(id_)) is not None:
            for pet in await store.people.pets(id_):
                if (due := await self.home.promises.due_now(person, pet.bond)) is not None:
                    found.append((pet.bond, due.id, due.due))
        return found

    @asynccontextmanager
    async def _leading(self) -> AsyncIterator[None]:
        """Go on leading, however long it takes."""
        renewing = asyncio.create_task(self._lead_on())
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _lead_on(self) -> None:
        while True:
            await asyncio.sleep(RENEWED.total_seconds())
            with suppress(PawsonaError):  # the lead holds for two more
                await self.home.leads()
