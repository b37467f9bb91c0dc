"""The ledger of nights: at least one attempt, exactly one effect, and nobody waits for a pet that always fails."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from tests.conftest import FakeClock
from tests.night.crew import DAWN, somebody, with_pets

from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.errors import LeaseLostError, MindError, StorageError
from pawsona.night.plan import PAGE, plan, shard
from pawsona.night.worker import NightWorker, Terms

Play = Callable[..., None]


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
        clock, terms = FakeClock(DAWN), Terms()
        await plan(store, DAWN)

        class Deadly:
            async def live(self, person: Person, pet: Pet, on: date, last: Any) -> Any:
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


def test_a_ledger_that_is_away_for_a_moment_costs_no_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(store: Store) -> None:
        await plan(store, DAWN)
        renew, asked, renewed = store.leases.renew, [], asyncio.Event()

        async def once_away(leases: Any, until: datetime) -> None:
            if not leases:  # a busy machine is slow to claim the first
                return
            asked.append(leases)
            if len(asked) == 1:
                raise StorageError("the database is away")
            await renew(leases, until)
            renewed.set()

        class Long:
            async def live(self, person: Person, pet: Pet, on: date, last: Any) -> None:
                await asyncio.wait_for(renewed.wait(), 5)

        night: Any = Long()
        worker = NightWorker(store, night, FakeClock(DAWN), "w", 4, terms=Terms(lease=timedelta(milliseconds=30)))
        monkeypatch.setattr(store.leases, "renew", once_away)
        await worker.drain()
        assert worker.mistake is None and len(asked) >= 2 and [len(held) for held in asked[:2]] == [1, 1]
        assert (await store.leases.tally(DAWN)).done == 1

    with_pets(somebody("ann"))(story)


def test_a_failure_that_can_not_be_noted_stops_no_other_pet(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(store: Store) -> None:
        clock = FakeClock(DAWN)
        await plan(store, DAWN)

        async def away(lease: Any, error: str, again: Any) -> None:
            raise StorageError("the database is away")

        class Failing:
            async def live(self, person: Person, pet: Pet, on: date, last: Any) -> None:
                if person.id == "p1":
                    raise MindError("the server is gone")
                await asyncio.sleep(0.01)

        night: Any = Failing()
        with monkeypatch.context() as patch:
            patch.setattr(store.leases, "fail", away)
            await NightWorker(store, night, clock, "w", 1).drain()
        tally = await store.leases.tally(clock.now())
        assert (tally.done, tally.open) == (5, 1)
        clock.move(minutes=2)
        [again] = await store.leases.claim("w", clock.now(), clock.now() + timedelta(minutes=1), 9)
        assert again.bond.person == "p1" and again.attempts == 2

    with_pets(*(somebody(f"p{n}") for n in range(6)))(story)


def test_the_shard_of_a_zone_knows_when_its_day_began() -> None:
    one = shard("Asia/Kolkata", datetime(2026, 4, 12, 21, 29, tzinfo=UTC))
    assert one.on == date(2026, 4, 12) and one.due == datetime(2026, 4, 11, 21, 30, tzinfo=UTC)
    assert shard("Asia/Kolkata", one.due + timedelta(days=1)).on == date(2026, 4, 13)
