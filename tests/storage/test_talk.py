"""Messages keep their order and their traces; sessions, affects and marks come back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.affect import Affect
from pawsona.domain.ids import MemoryId, MessageId, SessionId
from pawsona.domain.message import Message, Tier, Trace
from pawsona.domain.ports import Entry, Store
from pawsona.errors import ConflictError, NotFoundError

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]


def ids(messages: list[Message]) -> list[str]:
    return [message.id for message in messages]


def test_a_message_comes_back_whole(with_store: WithStore, samples: Samples) -> None:
    said = samples.message(
        "m2", "我懂，慢慢来。", role="pet", tier=Tier.concern, answers=MessageId("m1"), strategy="soothing",
        affect=Affect("sadness", 2), memories=(MemoryId("a"),), mind="storybook",
        trace=Trace(("soothe.4", "end.1"), {"asked": "work"}, "storybook"),
    )  # fmt: skip

    async def story(store: Store) -> None:
        await store.talk.add(said)
        assert await store.talk.message(samples.mo, said.id) == said

    with_store(story)


def test_messages_of_one_moment_stay_in_order(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        for name in ("c", "a", "b"):
            await store.talk.add(samples.message(name))
        assert ids(await store.talk.recent(samples.mo, 10)) == ["c", "a", "b"]
        assert ids(await store.talk.recent(samples.mo, 2)) == ["a", "b"]
        assert ids(await store.talk.recent(samples.mo, 2, before=MessageId("b"))) == ["c", "a"]
        assert ids(await store.talk.of_session(samples.session())) == ["c", "a", "b"]

    with_store(story)


def test_messages_are_fetched_in_the_order_of_the_ids(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        for name in ("a", "b"):
            await store.talk.add(samples.message(name))
        wanted = [MessageId("b"), MessageId("gone"), MessageId("a")]
        assert ids(await store.talk.messages(samples.mo, wanted)) == ["b", "a"]

    with_store(story)


def test_since_includes_its_moment(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        for hour in range(3):
            await store.talk.add(samples.message(f"m{hour}", at=samples.noon + timedelta(hours=hour)))
        assert ids(await store.talk.since(samples.mo, samples.noon + timedelta(hours=1))) == ["m1", "m2"]

    with_store(story)


def test_only_the_person_counts_as_having_spoken(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        assert await store.talk.last_of_person(samples.mo) is None
        await store.talk.add(samples.message("m1"))
        await store.talk.add(samples.message("m2", role="pet", at=samples.noon + timedelta(minutes=1)))
        assert await store.talk.last_of_person(samples.mo) == samples.noon

    with_store(story)


def test_a_message_is_added_once(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.talk.add(samples.message("m1", trace=Trace(("hello.1",))))
        with pytest.raises(ConflictError) as caught:
            await store.talk.add(samples.message("m1", "a secret word"))
        assert "secret" not in repr(caught.value) + str(caught.value.__cause__)

    with_store(story)


def test_sessions_open_move_and_close(with_store: WithStore, samples: Samples) -> None:
    later = samples.noon + timedelta(hours=2)
    first, second = samples.session("s1"), samples.session("s2", started_at=later, last_at=later)

    async def story(store: Store) -> None:
        assert await store.talk.last_session(samples.mo) is None
        await store.talk.open_session(second)
        await store.talk.open_session(first)
        assert await store.talk.last_session(samples.mo) == second
        assert await store.talk.session(samples.mo, first.id) == first
        assert await store.talk.session(samples.mo, SessionId("s9")) is None
        assert await store.talk.open_sessions(samples.mo) == [first, second]
        closed = replace(first, last_at=later, closed_at=later)
        await store.talk.touch_session(closed)
        assert await store.talk.open_sessions(samples.mo) == [second]
        with pytest.raises(NotFoundError):
            await store.talk.touch_session(samples.session("s9"))

    with_store(story)


def test_lines_are_dated_where_the_person_is(with_store: WithStore, samples: Samples) -> None:
    late = datetime(2026, 4, 12, 23, 30, tzinfo=UTC)  # already the 13th in Shanghai

    async def story(store: Store) -> None:
        await store.talk.add(samples.message("m1", at=late, trace=Trace(("hello.1", "hello.1"))))
        assert await store.days.ledger(samples.mo) == {"hello.1": date(2026, 4, 13)}

    with_store(story)


def test_deleting_messages_takes_their_lines_and_index_along(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.talk.add(samples.message("m1", trace=Trace(("hello.1",))))
        await store.talk.add(samples.message("m2", trace=Trace(("hello.2",))))
        given = [Entry("turn", name, "coffee", samples.vector(1)) for name in ("m1", "m2")]
        await store.index.put(samples.mo, given, "e")
        await store.talk.delete(samples.mo, [MessageId("m1")])
        assert ids(await store.talk.recent(samples.mo, 9)) == ["m2"]
        assert list(await store.days.ledger(samples.mo)) == ["hello.2"]
        assert [hit.ref for hit in await store.index.match(samples.mo, "coffee", ["turn"], 9)] == ["m2"]
        near = await store.index.nearest(samples.mo, samples.vector(1), "e", ["turn"], 9)
        assert [hit.ref for hit in near] == ["m2"]

    with_store(story)


def test_turns_without_a_living_memory_are_forgettable(with_store: WithStore, samples: Samples) -> None:
    def source(name: str) -> tuple[MessageId, ...]:
        return (MessageId(name),)

    async def story(store: Store) -> None:
        for name in ("free", "kept", "pinned", "expired"):
            await store.talk.add(samples.message(name))
        await store.talk.add(samples.message("young", at=samples.noon + timedelta(days=40)))
        past = date(2026, 4, 20)
        await store.memories.add(samples.memory("a", sources=source("kept"), expires_on=None))
        await store.memories.add(samples.memory("b", sources=source("pinned"), expires_on=past, pinned=True))
        await store.memories.add(samples.memory("c", sources=source("expired"), expires_on=past))
        month = samples.noon + timedelta(days=30)
        assert await store.talk.forgettable(samples.mo, month) == ["free", "expired"]

    with_store(story)


def test_affects_are_told_since_a_moment(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        for state in ("joy", "fear"):
            await store.talk.add_affect(samples.mo, samples.noon, Affect(state, 1))
        assert await store.talk.affects(samples.mo, samples.noon + timedelta(seconds=1)) == []
        found = await store.talk.affects(samples.mo, samples.noon)
        assert found == [(samples.noon, Affect("joy", 1)), (samples.noon, Affect("fear", 1))]

    with_store(story)


def test_a_mark_is_set_moved_and_taken_away(with_store: WithStore, samples: Samples) -> None:
    later = samples.noon + timedelta(days=1)

    async def story(store: Store) -> None:
        await store.talk.set_mark(samples.mo, "greeted", samples.noon)
        await store.talk.set_mark(samples.mo, "greeted", later)
        assert await store.talk.mark(samples.mo, "greeted") == later
        assert await store.talk.mark(samples.mo, "disclosed") is None
        await store.talk.set_mark(samples.mo, "greeted", None)
        assert await store.talk.mark(samples.mo, "greeted") is None

    with_store(story)


def test_a_moment_without_a_time_zone_is_refused(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(ValueError, match="time zone"):
            await store.talk.set_mark(samples.mo, "greeted", datetime(2026, 4, 12))

    with_store(story)
