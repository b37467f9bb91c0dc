"""A server that goes and comes back: what was kept is known, what was not is done again or told, and nobody is mixed up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Connection, text
from tests.servers import connected

from pawsona.domain.ports import Entry, Store
from pawsona.errors import ConflictError, DiskFullError, StorageError, StoreBusyError
from pawsona.storage import commits, open_store, postgres

if TYPE_CHECKING:
    from tests.servers import Databases
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]
pytestmark = pytest.mark.postgres


@pytest.fixture
def new_address(served: Databases) -> Callable[[], str]:
    """Here only a server's."""
    return served.fresh


def asked(address: str, query: str) -> list[Any]:
    """Past the store."""
    engine = connected(address)
    try:
        with engine.connect() as connection:
            found = connection.execute(text(query))
            return list(found.all()) if found.returns_rows else []
    finally:
        engine.dispose()


def hang_up(address: str) -> None:
    """The server ends every connection to this database, as it does when it is restarted."""
    asked(
        address,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


async def names(store: Store, samples: Samples) -> list[str]:
    return [message.id for message in await store.talk.recent(samples.mo, 99)]


def test_the_pool_mends_itself(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        for n in range(3):
            await store.talk.add(samples.message(f"m{n}"))
            hang_up(address)
            assert await names(store, samples) == [f"m{m}" for m in range(n + 1)]
            hang_up(address)
            async with store.transaction():
                await store.talk.set_mark(samples.mo, "greeted", samples.noon)
            hang_up(address)
        await store.talk.add(samples.message("last"))
        assert len(await names(store, samples)) == 4

    with_store(story)


def test_a_transaction_whose_connection_is_lost_keeps_nothing_and_says_so(
    address: str, with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(StorageError, match="try it again|can't be reached"):
            async with store.transaction():
                await store.talk.add(samples.message("m1"))
                hang_up(address)
                await store.talk.add(samples.message("m2"))
        assert await names(store, samples) == []
        await store.talk.add(samples.message("m3"))
        assert await names(store, samples) == ["m3"]

    with_store(story)


@contextmanager
def lost_answer(address: str, *, before: bool) -> Iterator[list[str]]:
    """The next COMMIT loses its connection: before it arrives, or after it was done and before the answer is back."""
    plain = postgres.control
    done: list[str] = []

    def control(connection: Connection, statement: str) -> None:
        if done or "COMMIT" not in statement:
            return plain(connection, statement)
        done.append(statement)
        if not before:
            plain(connection, statement)
        hang_up(address)
        plain(connection, "SELECT 1")  # finds that nobody is there

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres, "control", control)
        yield done


@pytest.mark.parametrize("before", [True, False])
def test_a_commit_without_an_answer_is_looked_up(
    address: str, with_store: WithStore, samples: Samples, before: bool
) -> None:
    async def story(store: Store) -> None:
        with lost_answer(address, before=before) as lost:
            await store.talk.add(samples.message("m1"))  # done again if it was not kept; said twice it would conflict
        assert lost and await names(store, samples) == ["m1"]
        with lost_answer(address, before=before) as lost:
            if before:
                with pytest.raises(StorageError):
                    await both(store, samples)
            else:
                await both(store, samples)
        assert lost and await names(store, samples) == ["m1"] + ([] if before else ["m2", "m3"])

    with_store(story)


async def both(store: Store, samples: Samples) -> None:
    async with store.transaction():
        await store.talk.add(samples.message("m2"))
        await store.talk.add(samples.message("m3", role="pet"))


def test_a_server_that_stays_away_is_told_of_in_one_sentence(served: Databases, samples: Samples) -> None:
    address = served.fresh()

    async def story() -> None:
        store = await open_store(address, mending_seconds=0.2)
        served.run(f"ALTER DATABASE {served.latest} ALLOW_CONNECTIONS false")
        hang_up_from_outside(served)
        with pytest.raises(StorageError) as caught:
            await store.people.persons()
        assert "postgres:" not in str(caught.value) and str(caught.value).count(".") == 0
        served.run(f"ALTER DATABASE {served.latest} ALLOW_CONNECTIONS true")
        assert await store.people.persons() == []
        await store.close()

    asyncio.run(story())


def hang_up_from_outside(served: Databases) -> None:
    served.run(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{served.latest}'")


def test_persons_do_not_wait_for_each_other_and_one_persons_calls_do(
    address: str, with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        other = await open_store(address, busy_seconds=0.1)
        async with store.transaction():
            await store.talk.add(samples.message("m1"))
            await store.index.put(samples.mo, [Entry("turn", "m1", "tea")], "e")
            await other.talk.add(samples.message("x1", bond=samples.li))
            await other.index.put(samples.li, [Entry("turn", "x1", "tea")], "e")
            with pytest.raises(StorageError, match="locked by another"):
                await other.talk.add(samples.message("m2", bond=samples.bo))
            await store.talk.add(samples.message("m3"))
        await other.talk.add(samples.message("m2", bond=samples.bo))
        await other.close()

    with_store(story)


def test_many_processes_number_one_persons_messages_without_a_gap(
    address: str, with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        others = [await open_store(address) for _ in range(3)]
        await asyncio.gather(*(each.talk.add(samples.message(f"{n}")) for n, each in enumerate([store, *others] * 10)))
        assert [position for (position,) in asked(address, "SELECT position FROM messages ORDER BY 1")] == [
            *range(1, 41)
        ]
        for other in others:
            await other.close()

    with_store(story)


def test_more_transactions_than_connections_take_turns(address: str, samples: Samples) -> None:
    async def story() -> None:
        store = await open_store(address, connections=2)
        await samples.settle(store)

        async def turn(n: int) -> None:
            async with store.transaction():
                await store.talk.add(samples.message(f"q{n:02}"))
                await asyncio.sleep(0)
                await store.people.persons()
                await store.talk.add(samples.message(f"r{n:02}", role="pet"))

        await asyncio.gather(*(turn(n) for n in range(20)), *(names(store, samples) for _ in range(20)))
        assert len(await names(store, samples)) == 40
        await store.close()

    asyncio.run(story())


def test_what_was_deleted_is_in_no_table_no_index_and_no_statistic(
    address: str, with_store: WithStore, samples: Samples
) -> None:
    word = "Zanzibarquixote"

    async def story(store: Store) -> None:
        for n in range(40):
            await store.talk.add(samples.message(f"m{n}", f"{word} {n % 3}"))
            await store.index.put(samples.mo, [Entry("turn", f"m{n}", f"{word} {n}")], "e")
        asked(address, "ANALYZE")
        kept = "SELECT count(*) FROM pg_stats WHERE schemaname = 'public' AND pg_stats::text LIKE '%Zanzibar%'"
        assert asked(address, kept) == [(0,)]
        await store.people.erase_person(samples.mo.person)
        tables = [name for (name,) in asked(address, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        assert len(tables) > 25
        for name in tables:
            assert asked(address, f"SELECT count(*) FROM \"{name}\" t WHERE t::text LIKE '%{word}%'") == [(0,)], name

    with_store(story)


def test_text_that_the_server_could_not_hold_is_kept_without_what_it_can_not(
    with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        await store.talk.add(samples.message("m1", "before\0after"))
        [found] = await store.talk.recent(samples.mo, 9)
        assert found.text == "before\ufffdafter"

    with_store(story)


def test_counts_only_grow(address: str) -> None:
    asked(address, "INSERT INTO tallies VALUES ('2026-04', 'protocol', 1, 'x', false, 3)")
    for statement in ("DELETE FROM tallies", "UPDATE tallies SET count = 2", "UPDATE tallies SET month = '2026-05'"):
        with pytest.raises(Exception, match="counts only grow"):
            asked(address, statement)
    asked(address, "UPDATE tallies SET count = 4")


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("UniqueViolation", ConflictError, "stored already"),
        ("ForeignKeyViolation", ConflictError, "not here"),
        ("DiskFull", DiskFullError, "full; free some space"),
        ("LockNotAvailable", StoreBusyError, "locked by another process"),
        ("DeadlockDetected", StoreBusyError, "collided"),
        ("TooManyConnections", StoreBusyError, "max_connections"),
        ("InvalidPassword", StorageError, "refuses this user"),
        ("InvalidCatalogName", StorageError, "createdb"),
        ("InsufficientPrivilege", StorageError, "owner"),
        ("CannotConnectNow", StoreBusyError, "can't be reached"),
        ("ReadOnlySqlTransaction", StorageError, "only reads"),
        ("InternalError_", StorageError, "XX000"),
    ],
)
def test_every_code_has_its_sentence(name: str, kind: type[Exception], sentence: str) -> None:
    import psycopg

    told = postgres.translate(getattr(psycopg.errors, name)("near 'what I said'"), "the PostgreSQL database 'x' at y")
    assert type(told) is kind and sentence in str(told) and "what I said" not in str(told)


def test_notes_of_commits_do_not_pile_up(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        for n in range(20):
            await store.talk.add(samples.message(f"m{n}"))
        asked(address, "UPDATE commits SET at = at - interval '2 days'")

    with_store(story)
    with_store(lambda store: asyncio.sleep(0))
    assert asked(address, "SELECT count(*) FROM commits") == [(0,)]


def test_a_connection_that_was_lost_is_ended_before_its_commit_is_looked_up(address: str) -> None:
    engine = postgres.engine(_url(address), busy_seconds=1)
    with closing(engine.connect()) as one:
        session = postgres.session(one)
        commits.commit(one, engine, 1)
        assert one.info["committed"] == 1
        assert commits.kept(engine, session, 1, 1) and not commits.kept(engine, session, 2, 1)
        with pytest.raises(Exception, match="terminat|clos"):
            postgres.control(one, "SELECT 1")
    engine.dispose()


def _url(address: str) -> Any:
    from pawsona.storage.opening import database_url

    return database_url(address)
