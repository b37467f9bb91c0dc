"""Days, feedback, changes and the ledger of lines that is worked out from stored rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, time, timedelta
from typing import TYPE_CHECKING

from pawsona.domain.day import Change, Feedback
from pawsona.domain.ids import FeedbackId
from pawsona.domain.message import Trace
from pawsona.domain.ports import Store

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]
MONDAY = date(2026, 4, 13)


def test_a_day_comes_back_whole_and_is_replaced_whole(with_store: WithStore, samples: Samples) -> None:
    stopgap = samples.day(MONDAY, "milk.1", stopgap=True, trace=Trace(("rain.2",)))
    real = samples.day(MONDAY, "milk.7", outline="下雨，在家看书。")

    async def story(store: Store) -> None:
        await store.days.put(stopgap)
        assert await store.days.day(samples.mo, MONDAY) == stopgap
        assert await store.days.ledger(samples.mo) == {"milk.1": MONDAY, "rain.2": MONDAY}
        await store.days.put(real)
        assert await store.days.day(samples.mo, MONDAY) == real
        assert await store.days.ledger(samples.mo) == {"milk.7": MONDAY}
        assert await store.days.day(samples.mo, MONDAY + timedelta(days=1)) is None

    with_store(story)


def test_the_ledger_holds_the_last_use_in_talk_or_a_day(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.days.put(samples.day(MONDAY, "milk.1"))
        await store.days.put(samples.day(MONDAY - timedelta(days=3), "milk.1", "nap.1"))
        await store.talk.add(samples.message("m1", trace=Trace(("nap.1",))))  # 12 April
        assert await store.days.ledger(samples.mo) == {"milk.1": MONDAY, "nap.1": date(2026, 4, 12)}

    with_store(story)


def test_the_days_that_tell_a_line_are_found_by_it(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        first, other, last = (MONDAY + timedelta(days=n) for n in (0, 1, 7))
        await store.days.put(samples.day(last, trace=Trace(("mem=a",))))
        await store.days.put(samples.day(first, "mem=a"))
        await store.days.put(samples.day(other, "mem=ab"))
        await store.talk.add(samples.message("m1", at=samples.noon + timedelta(days=2), trace=Trace(("mem=a",))))
        assert [day.on for day in await store.days.telling(samples.mo, "mem=a")] == [first, last]
        await store.days.put(samples.day(first, "milk.1"))
        assert [day.on for day in await store.days.telling(samples.mo, "mem=a")] == [last]

    with_store(story)


def test_days_before_a_date_are_told_newest_first(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        for n in range(4):
            await store.days.put(samples.day(MONDAY + timedelta(days=n)))
        before = await store.days.before(samples.mo, MONDAY + timedelta(days=3), 2)
        assert [day.on - MONDAY for day in before] == [timedelta(days=2), timedelta(days=1)]
        assert await store.days.dates(samples.mo) == [MONDAY + timedelta(days=n) for n in range(4)]

    with_store(story)


def test_feedback_can_be_taken_back(with_store: WithStore, samples: Samples) -> None:
    given = Feedback(
        id=FeedbackId("f2"), bond=samples.mo, on=MONDAY, item=0, kind="fishing", reaction="doting", text="好可爱",
        reply="嘿嘿", at=samples.noon,
    )  # fmt: skip
    earlier = replace(given, id=FeedbackId("f9"), reaction=None, at=samples.noon - timedelta(hours=1))

    async def story(store: Store) -> None:
        await store.days.add_feedback(given)
        await store.days.add_feedback(earlier)
        assert await store.days.feedback(samples.mo) == [earlier, given]
        assert await store.days.delete_feedback(samples.mo, FeedbackId("f9"))
        assert not await store.days.delete_feedback(samples.mo, FeedbackId("f9"))
        assert await store.days.feedback(samples.mo) == [given]

    with_store(story)


def test_changes_of_a_day_come_in_the_order_they_were_said(with_store: WithStore, samples: Samples) -> None:
    sea = Change(on=MONDAY, at=time(10), label="go to the sea", kind="beach", said="let's go to the sea")
    tea = Change(on=MONDAY, at=None, label="喝茶", kind="tea", said="再喝杯茶吧")

    async def story(store: Store) -> None:
        await store.days.add_change(samples.mo, sea)
        await store.days.add_change(samples.mo, tea)
        assert await store.days.changes(samples.mo, MONDAY) == [sea, tea]
        assert await store.days.changes(samples.mo, MONDAY + timedelta(days=1)) == []

    with_store(story)


def test_a_stage_of_a_night_is_done_once(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.nights.record(samples.mo, MONDAY, "outline", samples.noon)
        await store.nights.record(samples.mo, MONDAY, "outline", samples.noon)
        await store.nights.record(samples.mo, MONDAY, "schedule", samples.noon)
        assert await store.nights.done(samples.mo, MONDAY) == {"outline", "schedule"}
        assert await store.nights.done(samples.mo, MONDAY + timedelta(days=1)) == frozenset()

    with_store(story)
