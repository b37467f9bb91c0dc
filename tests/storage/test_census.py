"""Counts over everybody: what each person did is known here, and the database must find the same."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import true
from tests.storage.conftest import NOON, Samples, Story

from pawsona.domain.account import Account
from pawsona.domain.affect import Affect
from pawsona.domain.call import Call
from pawsona.domain.census import Census, Group, NightCount, Steps
from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.domain.ports import Store
from pawsona.domain.tenant import DEFAULT, Tenant
from pawsona.errors import ConflictError
from pawsona.storage import scope

MONDAY = date(2026, 4, 6)
HOUR = timedelta(hours=1)


class Town:
    """Moves persons in and lets them do things, by hours since their adoption."""

    def __init__(self, store: Store, samples: Samples) -> None:
        self.store, self.samples, self.said = store, samples, 0

    async def move_in(self, name: str, days: int, *hours: float) -> Bond:
        """Somebody who adopted so many days after noon and said something at each of these hours."""
        bond, since = Bond(PersonId(name), PetId("pet")), NOON + timedelta(days=days)
        await self.store.people.add_person(self.samples.person(name, created_at=since))
        await self.store.people.add_pet(self.samples.pet(bond, adopted_at=since))
        await self.store.talk.open_session(self.samples.session(bond=bond))
        for hour in hours:
            for role in ("person", "pet"):
                self.said += 1
                given: dict[str, Any] = {"bond": bond, "at": since + hour * HOUR, "role": role}
                await self.store.talk.add(self.samples.message(f"m{self.said}", **given))
        return bond


@pytest.fixture
def town(with_store: Callable[[Story], None], samples: Samples) -> Callable[[Callable[[Town], Any]], None]:
    return lambda tale: with_store(lambda store: tale(Town(store, samples)))


def test_persons_stand_in_the_ranges_of_their_turns_and_entries(town: Any) -> None:
    async def tale(of: Town) -> None:
        bond = await of.move_in("many", 0, *range(5))
        await of.move_in("few", 0, 1)
        for name in "ab":
            await of.store.memories.add(of.samples.memory(name, bond=bond))
        found = await of.store.census.groups((0, 1, 5), (0, 2))
        assert found == [Group(0, 0, 2), Group(1, 0, 1), Group(2, 1, 1)]  # Ann and Lin say nothing
        assert await of.store.census.persons() == 4
        assert await of.store.census.pets() == 5
        assert await of.store.census.active(NOON + 2 * HOUR) == 1

    town(tale)


def test_cohorts_are_weeks_of_adoption_and_weeks_of_each_own_stay(town: Any) -> None:
    async def tale(of: Town) -> None:
        first = await of.move_in("first", -6, 0, 24 * 6.9, 24 * 7)  # adopts on the Monday
        await of.move_in("second", 1, 0, 1, 24 * 20)
        await of.move_in("before", -30, 24 * 33)  # adopted before the Monday: in no week
        for state in ("joy", "grief", "joy", "neutral"):
            await of.store.talk.add_affect(first, NOON - timedelta(days=5), Affect(state, int(state != "neutral")))
        found = await of.store.census.cohorts(MONDAY)
        assert found.sizes == {0: 3, 1: 1}  # Ann and Lin adopt on the Sunday
        assert [(one.cohort, one.week, one.persons, one.turns) for one in found.stays] == [
            (0, 0, 1, 2), (0, 1, 1, 1), (1, 0, 1, 2), (1, 2, 1, 1),
        ]  # fmt: skip
        [mood] = found.moods
        assert (mood.cohort, mood.week, mood.persons, mood.mean) == (0, 0, 1, 0.25)

    town(tale)


def test_each_step_counts_those_of_the_step_before(town: Any) -> None:
    async def tale(of: Town) -> None:
        whole = await of.move_in("whole", 1, 0, 25, 24 * 8)
        await of.move_in("week", 1, 0, 24 * 1.5, 24 * 7)
        await of.move_in("skips", 1, 0, 24 * 8)  # a second week without a next day is no further step
        await of.move_in("talks", 1, 0, 49)
        await of.move_in("late", 9, 0, 25)
        silent = await of.move_in("silent", 1)
        for bond in (whole, silent):
            await of.store.memories.add(of.samples.memory("kept", bond=bond, retention="permanent"))
        assert await of.store.census.steps(NOON + timedelta(days=2)) == Steps(7, 4, 2, 2, 1)
        assert await of.store.census.steps(NOON - timedelta(days=99)) == Steps(0, 0, 0, 0, 0)

    town(tale)


def test_calls_and_nights_are_counted_by_day(town: Any) -> None:
    async def tale(of: Town) -> None:
        bond = await of.move_in("one", 0)
        call = Call(
            bond=bond, at=NOON, skill="chat.general", prompt="1", model="small", tokens_in=10, tokens_cached=4,
            tokens_out=3, first_ms=1.0, ms=2.0, retries=0, outcome="ok",
        )  # fmt: skip
        await of.store.calls.add(call)
        await of.store.calls.add(replace(call, outcome="failed"))
        await of.store.calls.add(replace(call, bond=of.samples.mo, at=NOON + 24 * HOUR, model="large"))
        small, large = await of.store.census.spent(NOON)
        assert (small.on, small.model, small.persons, small.calls, small.failed) == (NOON.date(), "small", 1, 2, 1)
        assert (small.tokens_in, small.tokens_cached, small.tokens_out) == (20, 8, 6)
        assert (large.model, large.calls) == ("large", 1)
        assert await of.store.census.callers(NOON) == 2
        assert await of.store.census.spent(NOON + 48 * HOUR) == []
        for stage in ("outline", "schedule", "details"):
            await of.store.nights.record(bond, NOON.date(), stage, NOON)
        await of.store.nights.record(of.samples.mo, NOON.date(), "outline", NOON)
        assert await of.store.census.nights(MONDAY) == [NightCount(NOON.date(), 2, 1)]

    town(tale)


MOSS = Tenant("moss")


async def counted(census: Census) -> list[Any]:
    """Everything that can be counted."""
    return [
        await census.persons(), await census.pets(), await census.active(NOON - 99 * HOUR),
        await census.groups((0, 1, 5), (0, 2)), await census.cohorts(MONDAY), await census.steps(NOON + 999 * HOUR),
        await census.spent(NOON - 99 * HOUR), await census.callers(NOON - 99 * HOUR), await census.nights(MONDAY),
    ]  # fmt: skip


async def two_products(of: Town) -> None:
    """Three persons of one product, one of the other, beside Ann and Lin, who have no account."""
    for n, (name, tenant) in enumerate({"a": MOSS, "b": MOSS, "c": MOSS, "d": DEFAULT}.items()):
        bond = await of.move_in(name, 0, *range(1, 2 + n))
        await of.store.accounts.add(
            Account(person=bond.person, login="lin" if n in (0, 3) else name, role="person", password="p", made_at=NOON, tenant=tenant)
        )  # fmt: skip
        await of.store.calls.add(
            Call(
                bond=bond, at=NOON, skill="chat.general", prompt="1", model="small", tokens_in=10 ** n, tokens_cached=0,
                tokens_out=1, first_ms=1.0, ms=2.0, retries=0, outcome="ok",
            )
        )  # fmt: skip
        await of.store.nights.record(bond, NOON.date(), "outline", NOON)
        await of.store.talk.add_affect(bond, NOON + HOUR, Affect("joy", 1))


def test_a_tenant_is_counted_by_itself(town: Any) -> None:
    async def tale(of: Town) -> None:
        await two_products(of)
        census = of.store.census
        assert [await census.of(one).persons() for one in (MOSS, DEFAULT, Tenant("fern"), None)] == [3, 3, 0, 6]
        moss, rest, nobody, everybody = [await counted(census.of(one)) for one in (MOSS, DEFAULT, Tenant("fern"), None)]
        for part in range(len(moss)):
            assert moss[part] != everybody[part] and rest[part] != everybody[part], part
        assert [one.tokens_in for one in moss[6]] == [111] and [one.tokens_in for one in rest[6]] == [1000]
        assert nobody[:3] == [0, 0, 0] and nobody[6:] == [[], 0, []]
        with pytest.raises(ConflictError):
            account = await of.store.accounts.of(PersonId("a"))
            assert account is not None
            await of.store.accounts.add(replace(account, person=PersonId("ann")))

    town(tale)


def test_no_count_goes_without_its_filter(town: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each use of the filter is taken away in turn, and its count must be another."""

    async def tale(of: Town) -> None:
        await two_products(of)
        before, uses, spared = await counted(of.store.census.of(MOSS)), 0, -1
        plain = scope.of_tenant

        def once(table: Any, tenant: Any) -> Any:
            nonlocal uses
            uses += 1
            return true() if uses - 1 == spared else plain(table, tenant)

        monkeypatch.setattr(scope, "of_tenant", once)
        assert await counted(of.store.census.of(MOSS)) == before
        for spared in range(uses):
            every, uses = uses, 0
            assert await counted(of.store.census.of(MOSS)) != before, f"use {spared} of {every}"

    town(tale)
