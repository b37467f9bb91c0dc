"""Brief reads that the event loop asks a server itself: the same answers, and a thread wherever anything is odd."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, cast

import pytest
from sqlalchemy import func, select
from tests.storage.test_served import asked, hang_up

from pawsona.domain.ports import Entry, Store
from pawsona.errors import StorageError
from pawsona.storage import index, onloop, scope
from pawsona.storage.prepared import Prepared
from pawsona.storage.roundtrip import RoundTrip
from pawsona.storage.schema import persons
from pawsona.storage.store import SqlStore
from pawsona.storage.workers import Threads

if TYPE_CHECKING:
    from tests.servers import Databases
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]
pytestmark = pytest.mark.postgres
_REFUSED = Prepared(lambda: select(func.factorial(-1).label("n")).where(scope.of_them(persons)))
_SLOW = Prepared(lambda: select(persons.c.name, func.pg_sleep(0.2).label("n")).where(scope.of_them(persons)))


@pytest.fixture
def new_address(served: Databases) -> Callable[[], str]:
    """Here only a server's."""
    return served.fresh


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What went over the wire by the loop, and what went to a thread."""
    done: list[str] = []
    sent, hopped = RoundTrip.__init__, Threads.run

    def trip(self: RoundTrip, driver: Any, given: Any) -> None:
        done.append(f"loop {len(given)}")
        sent(self, driver, given)

    async def run(self: Threads, work: Callable[[], Any]) -> Any:
        done.append("thread")
        return await hopped(self, work)

    monkeypatch.setattr(RoundTrip, "__init__", trip)
    monkeypatch.setattr(Threads, "run", run)
    return done


def two(store: Store, samples: Samples) -> list[Awaitable[Any]]:
    return [store.people.person(samples.mo.person), store.people.pet(samples.mo)]


async def both(store: Store, samples: Samples) -> list[Any]:
    return list(await asyncio.gather(*two(store, samples)))


def test_what_was_asked_before_needs_no_thread_and_what_is_asked_at_once_goes_at_once(
    with_store: WithStore, samples: Samples, seen: list[str]
) -> None:
    async def story(store: Store) -> None:
        first = await both(store, samples)
        seen.clear()
        assert await both(store, samples) == first == [samples.person(), samples.pet(samples.mo)]
        assert seen == ["loop 2"]
        assert await store.people.person(samples.li.person) is not None
        assert seen == ["loop 2", "loop 1"]

    with_store(story)


def test_a_server_that_hung_up_is_asked_again_by_a_thread(
    address: str, with_store: WithStore, samples: Samples, seen: list[str]
) -> None:
    async def story(store: Store) -> None:
        for _ in range(2):
            expected = await both(store, samples)
        hang_up(address)
        seen.clear()
        assert await both(store, samples) == expected
        assert seen == ["loop 2", "thread"]

    with_store(story)


def test_a_refusal_is_told_to_who_asked_and_to_nobody_else(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        database, ann = cast(SqlStore, store)._database, samples.mo.person
        expected = await store.people.person(ann)
        for _ in range(3):
            wrong, right = await asyncio.gather(
                database.find(_REFUSED, ann), store.people.person(ann), return_exceptions=True
            )
            assert isinstance(wrong, StorageError)
            assert right == expected

    with_store(story)


def test_who_stops_waiting_disturbs_nobody(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        expected = await both(store, samples)
        for rounds in range(6):
            gone, stays = (asyncio.ensure_future(one) for one in two(store, samples))
            for _ in range(rounds):
                await asyncio.sleep(0)
            gone.cancel()
            assert await stays == expected[1]
        assert await both(store, samples) == expected

    with_store(story)


def test_closing_waits_for_what_is_under_way(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        database, ann = cast(SqlStore, store)._database, samples.mo.person
        expected = await database.find(_SLOW, ann)
        waiting = asyncio.ensure_future(database.find(_SLOW, ann))
        await asyncio.sleep(0)
        await store.close()
        assert asked(address, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()") == [(1,)]
        assert await waiting == expected != []
        with pytest.raises(StorageError, match="closed"):
            await store.people.person(ann)

    with_store(story)


def test_a_statement_that_is_new_goes_to_a_thread_first(
    with_store: WithStore, samples: Samples, seen: list[str]
) -> None:
    async def story(store: Store) -> None:
        database = cast(SqlStore, store)._database
        seen.clear()
        for _ in range(2):
            await database.find(_SLOW, samples.mo.person)
        assert seen == ["thread", "loop 1"]

    with_store(story)


def test_many_at_once_get_what_is_theirs(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        people = [samples.mo.person, samples.li.person] * (3 * onloop.MOST)
        for _ in range(3):
            found = await asyncio.gather(*map(store.people.person, people))
            assert [person.id for person in found if person] == people

    with_store(story)


@pytest.mark.parametrize(("small", "way"), [(1000, ["loop 1"]), (8, ["loop 1", "thread"])])
def test_a_sheet_that_lies_there_needs_a_thread_only_where_it_is_large(
    with_store: WithStore,
    samples: Samples,
    seen: list[str],
    monkeypatch: pytest.MonkeyPatch,
    small: int,
    way: list[str],
) -> None:
    async def story(store: Store) -> None:
        told = [Entry("turn", f"t{n}", f"apple {n}", samples.vector(9, n), samples.noon) for n in range(9)]
        await store.index.put(samples.mo, told, "e")
        expected = (await store.index.sheet(samples.mo, "e", 4)).vectors.tolist()
        assert await cast(Any, store.index).lay_by(samples.mo, "e")
        cast(Any, store.index).clear()
        await store.index.sheet(samples.mo, "e", 4)  # so that the statement is prepared
        cast(Any, store.index).clear()
        seen.clear()
        monkeypatch.setattr(index, "SMALL", small)
        assert (await store.index.sheet(samples.mo, "e", 4)).vectors.tolist() == expected
        assert seen == way
        seen.clear()
        assert (await store.index.sheet(samples.mo, "e", 4)).vectors.tolist() == expected
        assert seen == ["loop 1"]  # only whether it is still so

    with_store(story)
