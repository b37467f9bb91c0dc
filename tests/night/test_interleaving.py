"""Any interleaving of workers dying, leases running out and clocks jumping: each pet has exactly one day."""

import asyncio
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import FakeClock
from tests.night.crew import DAWN, move_in, somebody

from pawsona.domain.day import Day
from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.night.keep import keep
from pawsona.night.plan import plan
from pawsona.night.stages import MAKING
from pawsona.night.worker import NightWorker, Terms
from pawsona.storage import open_store

PATIENT = Terms(waits=(timedelta(minutes=1),) * 60)


@dataclass
class Stepwise:
    """Makes a day as a night does, stage by stage, one stage each time it is let go on; marks every write."""

    store: Store
    clock: FakeClock
    steps: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    waiting: int = 0
    marked: int = 0

    async def live(self, person: Person, pet: Pet, on: date, last: Any) -> Day:
        done = await self.store.nights.done(pet.bond, on)
        day = Day(
            bond=pet.bond, on=on, mode="normal", method="world", outline="A day.", items=(), season="spring",
            weather="rain", mind="steps", made_at=self.clock.now(),
        )  # fmt: skip
        for stage in MAKING:
            self.waiting += 1
            try:
                await self.steps.acquire()
            finally:
                self.waiting -= 1
            if stage not in done:
                async with self.store.transaction():
                    await keep(self.store, day, (stage,), self.clock.now())
                    await self.store.talk.set_mark(pet.bond, f"{stage} {id(self)} {self.marked}", DAWN)
                self.marked += 1
        return day


@dataclass
class Fleet:
    """Workers whose steps a test orders."""

    store: Store
    clock: FakeClock
    crew: list[tuple[Stepwise, asyncio.Task[None]]] = field(default_factory=list)

    def hire(self) -> None:
        night: Any = Stepwise(self.store, self.clock)
        worker = NightWorker(self.store, night, self.clock, f"w{len(self.crew)}", 2, terms=PATIENT)
        self.crew.append((night, asyncio.create_task(worker.drain())))

    async def step(self, which: int) -> None:
        night, _ = self.crew[which % len(self.crew)]
        night.steps.release()
        await self.settled()

    async def kill(self, which: int) -> None:
        _, task = self.crew.pop(which % len(self.crew))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        self.hire()
        await self.settled()

    async def settled(self) -> None:
        for _ in range(4):
            await asyncio.sleep(0.001)

    async def end(self) -> None:
        """Everybody goes on, and the clock too, until nothing is open."""
        while (await self.store.leases.tally(self.clock.now())).open:
            for night, _ in self.crew:
                night.steps.release()
            await self.settled()
            if all(task.done() for _, task in self.crew):
                self.clock.move(minutes=1)
                self.crew.clear()
                self.hire()
        for _, task in self.crew:
            task.cancel()
        await asyncio.gather(*(task for _, task in self.crew), return_exceptions=True)


ACTS = st.one_of(
    st.tuples(st.just("step"), st.integers(0, 2)),
    st.tuples(st.just("step"), st.integers(0, 2)),
    st.tuples(st.just("kill"), st.integers(0, 2)),
    st.tuples(st.just("hire"), st.just(0)),
    st.tuples(st.just("clock"), st.sampled_from((1, 2, 45, 200, -1, -90, -4000))),
)
PETS = 3


@pytest.mark.long
@settings(max_examples=12, deadline=None)
@given(acts=st.lists(ACTS, min_size=6, max_size=24))
def test_workers_die_leases_run_out_clocks_jump_and_each_pet_has_exactly_one_day(acts: list[tuple[str, int]]) -> None:
    async def story(folder: str) -> None:
        store, clock = await open_store(Path(folder) / "pawsona.db"), FakeClock(DAWN)
        await move_in(store, *(somebody(f"p{n}") for n in range(PETS)))
        assert await plan(store, clock.now()) == PETS
        fleet = Fleet(store, clock)
        fleet.hire()
        for act, what in acts:
            if act == "step":
                await fleet.step(what)
            elif act == "kill":
                await fleet.kill(what)
            elif act == "hire" and len(fleet.crew) < 3:
                fleet.hire()
            elif act == "clock":
                clock.moment = min(clock.moment + timedelta(minutes=what), DAWN + timedelta(hours=20))
                await plan(store, DAWN)
                fleet.hire()
            await fleet.settled()
        clock.moment = DAWN + timedelta(hours=21)
        await fleet.end()
        for n in range(PETS):
            bond = Bond(PersonId(f"p{n}"), PetId("mo"))
            rows = await store.export(bond.person)
            written = Counter(row["name"].split()[0] for row in rows["marks"])
            assert written == dict.fromkeys(MAKING, 1), "a stage was written twice, or never"
            assert len(rows["days"]) == 1
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(story(folder))
