"""What a life has in the ledger of nights; the ids of days are everybody's, the moments its own."""

from datetime import datetime, timedelta

from tests.storage.once import ON

from pawsona.domain.ids import Bond, PetId
from pawsona.domain.lease import Lease, Shard
from pawsona.domain.ports import Store
from pawsona.errors import LeaseLostError


async def begin(store: Store, bond: Bond, number: int, noon: datetime) -> None:
    await store.talk.set_mark(bond, "visited", noon + timedelta(minutes=9 - number))
    await store.talk.set_mark(bond, "forgot", noon + timedelta(minutes=9 - number))
    for days in (0, 1, 2, 3, 4) if number == 1 else (0, 1, 2, 3, 4, 9):
        await plan(store, bond, days, noon + timedelta(hours=number))
    await store.leases.fail(lease(bond, 4), "Failed", None)


async def change(store: Store, bond: Bond, noon: datetime) -> None:
    later = noon + timedelta(days=1)
    [taken] = await store.leases.claim("w", later, later + timedelta(minutes=1), 1)
    assert taken.bond == bond
    await store.leases.release(bond)
    await store.leases.renew([lease(bond, 1)], later + timedelta(minutes=5))
    await store.leases.finish(lease(bond, 1))
    await store.leases.fail(lease(bond, 2), "Failed", later)
    await store.leases.fail(lease(bond, 3), "Failed", None)
    try:
        with store.leases.held(lease(bond, 9)):  # others' alone
            await store.talk.set_mark(bond, "held", noon)
    except LeaseLostError:
        pass
    await store.talk.set_mark(bond, "visited", None)
    await plan(store, bond, 9, noon + timedelta(hours=1))


async def asleep(store: Store, bond: Bond, noon: datetime) -> list[bool]:
    """Whether it is asked to forget, as moments go by."""
    moments = [noon + timedelta(minutes=number, seconds=1) for number in (*range(10), 60 * 24 * 9)]
    before = Bond(bond.person, PetId(bond.pet[:-1]))
    long_ago, ever = noon - timedelta(days=9), noon + timedelta(days=99)
    asked = [(moment, ever) for moment in moments] + [(ever, moment) for moment in (long_ago, *moments)]
    return [bond in await store.due.asleep("Asia/Shanghai", *given, before, 1) for given in asked]


async def plan(store: Store, bond: Bond, days: int, due: datetime) -> None:
    """A night for this bond alone: the page begins right before it."""
    shard = Shard(
        zone="Asia/Shanghai",
        on=ON + timedelta(days=days),
        due=due + timedelta(days=days),
        awake_since=due - timedelta(days=9),
    )
    page = await store.leases.plan(shard, Bond(bond.person, PetId(bond.pet[:-1])), 1)
    assert page.last in (bond, None)


def lease(bond: Bond, days: int) -> Lease:
    return Lease(bond=bond, on=ON + timedelta(days=days), token=0, attempts=0)
