"""The ledger of nights: at least one attempt, exactly one effect, and nobody waits for a pet that always fails."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dialogue.conftest import Moving

from pawsona.domain.day import Day
from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.errors import LeaseLostError, MindError
from pawsona.night.keep import keep
from pawsona.night.plan import PAGE, plan, shard
from pawsona.night.stages import MAKING
from pawsona.night.worker import NightWorker, Terms
from pawsona.storage import open_store

Play = Callable[..., None]
DAWN = datetime(2026, 4, 13, 4, tzinfo=UTC)
PATIENT = Terms(waits=(timedelta(minutes=1),) * 60)


def somebody(name: str, zone: str = "UTC", visited: timedelta = timedelta(days=1)) -> tuple[Person, Pet]:
    at = DAWN - visited
    person = Person(id=PersonId(name), name=name, language="en", time_zone=zone, created_at=at)
    return person, Pet(
        id=PetId("mo"), person=person.id, name="Mo", species="cat", personality="sunny", seed=1, adopted_at=at
    )


async def move_in(store: Store, *them: tuple[Person, Pet]) -> None:
    async with store.transaction():
        for person, pet in them:
            await store.people.add_person(person)
            await store.people.add_pet(pet)


@dataclass
class Stepwise:
    """Makes a day as a night does, stage by stage, one stage each time it is let go on; marks every write."""

    store: Store
    clock: Moving
    steps: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    waiting: int = 0
    marked: int = 0

    async def live(self, person: Person, pet: Pet, on: date) -> Day:
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
    clock: Moving
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


@settings(max_examples=12, deadline=None)
@given(acts=st.lists(ACTS, min_size=6, max_size=24))
def test_workers_die_leases_run_out_clocks_jump_and_each_pet_has_exactly_one_day(acts: list[tuple[str, int]]) -> None:
    async def story(folder: str) -> None:
        store, clock = await open_store(Path(folder) / "pawsona.db"), Moving(DAWN)
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


def with_pets(*them: tuple[Person, Pet]) -> Callable[[Callable[[Store], Any]], None]:
    def run(story: Callable[[Store], Any]) -> None:
        async def whole(folder: str) -> None:
            store = await open_store(Path(folder) / "pawsona.db")
            try:
                await move_in(store, *them)
                await story(store)
            finally:
                await store.close()

        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(whole(folder))

    return run


def test_whose_day_begins_first_comes_first_then_who_was_here_last_and_sleepers_not_at_all() -> None:
    them = [
        somebody("berlin", "Europe/Berlin"),
        somebody("sleeper", visited=timedelta(days=9)),
        somebody("long ago", visited=timedelta(days=5)),
        somebody("yesterday", visited=timedelta(days=1)),
        somebody("tokyo", "Asia/Tokyo"),
        somebody("not yet", "America/New_York"),
    ]

    async def story(store: Store) -> None:
        later = DAWN + timedelta(minutes=1)
        assert await plan(store, DAWN) == 5 and await plan(store, DAWN) == 0
        leases = await store.leases.claim("w", DAWN, later, 9)
        assert [one.bond.person for one in leases] == ["not yet", "tokyo", "berlin", "yesterday", "long ago"]
        assert leases[0].on == date(2026, 4, 12) and leases[1].on == date(2026, 4, 13)

    with_pets(*them)(story)


def test_planning_goes_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    import pawsona.night.plan as planning

    assert PAGE >= 100
    monkeypatch.setattr(planning, "PAGE", 2)

    async def story(store: Store) -> None:
        assert await plan(store, DAWN) == 5
        assert (await store.leases.tally(DAWN)).open == 5

    with_pets(*(somebody(f"p{n}") for n in range(5)))(story)


def test_a_worker_that_comes_back_late_cant_write() -> None:
    person, pet = somebody("ann")

    async def story(store: Store) -> None:
        await plan(store, DAWN)
        [first] = await store.leases.claim("first", DAWN, DAWN + timedelta(minutes=1), 9)
        assert await store.leases.claim("second", DAWN, DAWN + timedelta(minutes=1), 9) == []
        with store.leases.held(first):
            await store.talk.set_mark(pet.bond, "in time", DAWN)
        after = DAWN + timedelta(minutes=2)
        [second] = await store.leases.claim("second", after, after + timedelta(minutes=1), 9)
        assert second.token == first.token + 1 and second.attempts == 2
        with store.leases.held(first):
            with pytest.raises(LeaseLostError):
                await store.talk.set_mark(pet.bond, "late", DAWN)
            with pytest.raises(LeaseLostError):
                async with store.transaction():
                    await store.talk.set_mark(pet.bond, "late", DAWN)
        assert await store.talk.mark(pet.bond, "late") is None
        assert await store.talk.mark(pet.bond, "in time") == DAWN
        with pytest.raises(LeaseLostError):
            await store.leases.finish(first)
        await store.leases.fail(first, "Late", None)
        await store.leases.finish(second)
        assert (await store.leases.tally(after)).done == 1

    with_pets((person, pet))(story)


def test_a_clock_that_was_set_back_by_a_year_keeps_nobody_from_its_night() -> None:
    async def story(store: Store) -> None:
        ahead = DAWN + timedelta(days=365)
        await plan(store, DAWN)
        assert len(await store.leases.claim("w", ahead, ahead + timedelta(minutes=1), 1)) == 1
        assert len(await store.leases.claim("other", DAWN, DAWN + timedelta(minutes=1), 1)) == 1

    with_pets(somebody("ann"))(story)


def test_a_pet_that_always_fails_is_set_aside_listed_and_released(play: Play) -> None:
    async def story(it: Any) -> None:
        it.mind.always("routine.outline", lambda given: MindError("the server is gone"))
        it.clock.move(days=1)
        for _ in range(5):
            assert await it.home.runner.run_due() == []
            it.clock.move(minutes=61)
        [one] = await it.store.leases.quarantined()
        assert (one.bond, one.attempts, one.error) == (it.bond, 5, "MindError")
        it.mind.directed.clear()
        assert await it.home.runner.run_due() == []
        assert await it.store.leases.release(it.bond) == 1 and await it.store.leases.release(it.bond) == 0
        assert [day.bond for day in await it.home.runner.run_due()] == [it.bond]
        assert await it.store.leases.quarantined() == []

    play(story, start=DAWN)


def test_a_pet_that_kills_its_worker_is_set_aside_and_takes_nobody_with_it() -> None:
    async def story(store: Store) -> None:
        clock, terms = Moving(DAWN), Terms()
        await plan(store, DAWN)

        class Deadly:
            async def live(self, person: Person, pet: Pet, on: date) -> Any:
                await asyncio.sleep(0.001)
                if person.id == "p1":
                    lives[-1].cancel()  # the whole worker, with whatever else it was at
                    await asyncio.Event().wait()

        lives: list[asyncio.Task[None]] = []
        night: Any = Deadly()
        for _ in range(2 * terms.attempts):
            lives.append(asyncio.create_task(NightWorker(store, night, clock, "w", 4, terms=terms).drain()))
            await asyncio.gather(lives[-1], return_exceptions=True)
            clock.move(minutes=2)
        [one] = await store.leases.quarantined()
        assert (one.bond.person, one.error) == ("p1", "WorkerDied")
        assert (await store.leases.tally(clock.now())).done == 5

    with_pets(*(somebody(f"p{n}") for n in range(6)))(story)


def test_the_shard_of_a_zone_knows_when_its_day_began() -> None:
    one = shard("Asia/Kolkata", datetime(2026, 4, 12, 21, 29, tzinfo=UTC))
    assert one.on == date(2026, 4, 12) and one.due == datetime(2026, 4, 11, 21, 30, tzinfo=UTC)
    assert shard("Asia/Kolkata", one.due + timedelta(days=1)).on == date(2026, 4, 13)
