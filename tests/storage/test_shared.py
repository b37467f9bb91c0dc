"""What several processes on one store share."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import insert, text
from tests.servers import connected

from pawsona.domain.ports import Store
from pawsona.domain.shared import Ticket, Told
from pawsona.storage import open_store
from pawsona.storage.shared import leads

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.servers import Databases
    from tests.storage.conftest import Samples, Story

SHORT, LONG = timedelta(seconds=5), timedelta(minutes=5)


def test_who_came_first_is_first_until_they_leave_or_are_taken_for_dead(
    with_store: Callable[[Story], None], samples: Samples
) -> None:
    async def story(store: Store) -> None:
        bond, now = samples.mo, samples.noon
        first = await store.tickets.draw(bond, "a", now + SHORT)
        second = await store.tickets.draw(bond, "b", now + LONG)
        third = await store.tickets.draw(bond, "a", now + LONG)
        assert first < second < third
        seen = await store.tickets.first(bond)
        assert seen == Ticket(first, now + SHORT)
        assert await store.tickets.keep("a", now + LONG) == 2
        await store.tickets.take_away(bond, seen)  # it was heard of since
        assert await store.tickets.first(bond) == Ticket(first, now + LONG)
        await store.tickets.take_away(bond, Ticket(first, now + LONG))
        assert await store.tickets.first(bond) == Ticket(second, now + LONG)
        await store.tickets.leave(bond, second)
        last = await store.tickets.draw(bond, "b", now + LONG)
        assert third < last
        assert await store.tickets.bury("a") == 1
        assert await store.tickets.first(bond) == Ticket(last, now + LONG)
        assert await store.tickets.first(samples.bo) is None

    with_store(story)


def test_news_are_there_for_everybody_who_looks_until_they_are_old(
    with_store: Callable[[Story], None], samples: Samples
) -> None:
    async def story(store: Store) -> None:
        old = Told(id="1", person=samples.mo.person, kind="day", data={"pet": "mo"}, at=samples.noon)
        new = Told(id="2", person=samples.li.person, kind="promise", data={"id": "x"}, at=samples.noon + LONG)
        await store.board.put([old, new])
        assert await store.board.since(samples.noon) == [old, new]
        assert await store.board.since(samples.noon + SHORT) == [new]
        await store.board.drop(samples.noon + SHORT)
        assert await store.board.since(samples.noon) == [new]

    with_store(story)


def test_one_leads_until_it_resigns_or_is_not_heard_of(with_store: Callable[[Story], None], samples: Samples) -> None:
    async def story(store: Store) -> None:
        now = samples.noon
        assert await store.leads.lead("clock", "a", now, now + SHORT)
        assert not await store.leads.lead("clock", "b", now, now + SHORT)
        assert await store.leads.lead("clock", "a", now, now + LONG)
        assert await store.leads.lead("clock", "b", now + LONG, now + 2 * LONG)
        assert not await store.leads.lead("clock", "a", now + LONG, now + 2 * LONG)
        await store.leads.resign("clock", "b")
        assert await store.leads.lead("clock", "a", now, now + SHORT)

    with_store(story)


@pytest.mark.postgres
def test_of_two_that_begin_at_once_one_leads(served: Databases, samples: Samples) -> None:
    address, now = served.fresh(), samples.noon
    engine = connected(address)
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'")

    async def story() -> None:
        store = await open_store(address)
        with engine.connect() as other, engine.connect() as watch:
            other.exec_driver_sql("BEGIN")
            other.execute(insert(leads).values(name="clock", owner="a", until=now + SHORT))
            asked = asyncio.create_task(store.leads.lead("clock", "b", now, now + SHORT))
            while not watch.execute(waiting).scalar() and not asked.done():
                await asyncio.sleep(0.02)
            other.exec_driver_sql("COMMIT")
            assert not await asked
        await store.close()

    asyncio.run(story())
    engine.dispose()
