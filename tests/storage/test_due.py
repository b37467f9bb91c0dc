"""Whose turn it is, of everybody, page by page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from pawsona.domain.due import FORGOT
from pawsona.domain.ids import SessionId
from pawsona.domain.message import Session
from pawsona.domain.ports import Store

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]
ZONE = "Asia/Shanghai"


def test_only_open_sessions_that_are_silent_are_told_each_once(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        noon, minute = samples.noon, timedelta(minutes=1)
        heard = {"a": -9, "b": -5, "c": -5, "d": 0, "e": 30, "over": -9}
        for name, at in heard.items():
            for bond in (samples.mo, samples.li):
                moment = noon + at * minute
                await store.talk.open_session(
                    samples.session(SessionId(name), bond=bond, started_at=noon - 60 * minute, last_at=moment,
                                    closed_at=moment if name == "over" else None)
                )  # fmt: skip
        for limit in (1, 3, 99):
            found: list[Session] = []
            last = None
            while page := await store.due.silent(noon - 5 * minute, noon + 5 * minute, last, limit):
                found += page
                last = page[-1]
            assert [(one.id, one.bond.person) for one in found] == [
                (name, who) for name, who in (
                    ("a", "ann"), ("a", "lin"), ("b", "ann"), ("c", "ann"), ("b", "lin"), ("c", "lin"),
                    ("e", "ann"), ("e", "lin"),
                )
            ]  # fmt: skip
        assert not await store.due.silent(noon - 10 * minute, noon + 60 * minute, None, 99)

    with_store(story)


def test_who_sleeps_and_has_not_forgotten_today_is_told(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        noon, day = samples.noon, timedelta(days=1)
        week, later = noon + 7 * day, noon + 8 * day
        assert await store.due.asleep(ZONE, noon - day, later, None, 99) == []
        all_ = [samples.bo, samples.mo, samples.li]
        assert await store.due.asleep(ZONE, week, later, None, 99) == all_
        assert await store.due.asleep(ZONE, week, later, samples.bo, 1) == [samples.mo]
        assert await store.due.asleep("Europe/Berlin", week, later, None, 99) == []
        await store.talk.set_mark(samples.bo, "visited", week)
        await store.talk.set_mark(samples.mo, FORGOT, later)
        await store.talk.add(samples.message("m1", bond=samples.li, at=week, role="pet"))
        assert await store.due.asleep(ZONE, week, later, None, 99) == [samples.li]
        await store.talk.add(samples.message("m2", bond=samples.li, at=week))
        assert await store.due.asleep(ZONE, week, later, None, 99) == []
        assert await store.due.asleep(ZONE, later, later + day, None, 99) == all_

    with_store(story)
