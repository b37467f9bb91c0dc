"""The server's sense of time: what is done each minute, by whom, and what a failure leaves undone."""

import asyncio
import logging
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.server.guests import City, Town

from pawsona.app.accounts import Tries
from pawsona.app.home import Home
from pawsona.server import scheduler
from pawsona.storage.account_tables import attempts


class Stumbling:
    """A home that notes what is asked of it; its minute's work fails, and the third minute is its last."""

    store = clock = None

    def __init__(self, *, leads: bool) -> None:
        self.did: list[str] = []
        self.sweep: Any = self
        self.minute: Any = self
        self._leads = leads

    async def leads(self) -> bool:
        if self.did.count("follow") == 3:
            raise asyncio.CancelledError
        return self._leads

    async def tick(self) -> None:
        self._fail("tick")

    async def upkeep(self) -> None:
        self._fail("upkeep")

    async def remind(self) -> None:
        self._fail("remind")

    async def step(self) -> None:
        self._fail("step")

    def _fail(self, name: str) -> None:
        self.did.append(name)
        raise RuntimeError("what a person said")


@pytest.mark.parametrize(
    ("leads", "minute"), [(True, ["tick", "tries", "follow", "look"]), (False, ["upkeep", "remind", "step", "follow"])]
)
def test_one_process_leads_each_follows_and_what_fails_keeps_nothing_else_from_its_turn(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, leads: bool, minute: list[str]
) -> None:
    it = Stumbling(leads=leads)

    def noted(name: str) -> Any:
        async def work(*_: object) -> None:
            it._fail(name)

        return work

    monkeypatch.setattr(scheduler, "TICK", 0.0)
    monkeypatch.setattr(scheduler, "follow", noted("follow"))
    monkeypatch.setattr(scheduler, "look", noted("look"))
    monkeypatch.setattr(Tries, "sweep", noted("tries"))
    home: Home = it  # type: ignore[assignment]
    with caplog.at_level(logging.ERROR), pytest.raises(asyncio.CancelledError):
        asyncio.run(scheduler.keep_time(home))
    assert it.did == minute * 3
    assert "RuntimeError" in caplog.text
    assert "said" not in caplog.text


def test_tries_that_count_no_more_are_forgotten(city: City) -> None:
    async def body(it: Town) -> None:
        for name in ("ann", "nobody"):
            assert (await it.guest().sign_in(name)).status_code == 401
        await a_minute(it.home)
        assert await tries(it.home) == 3  # two names, one address: they count still
        it.clock.moment += timedelta(minutes=16)
        await a_minute(it.home)
        assert await tries(it.home) == 0

    city(body)


async def a_minute(home: Home) -> None:
    """The work of one, as the process that leads does it."""
    for work in scheduler._minute(home, leads=True):
        await work()


async def tries(home: Home) -> int:
    rows = await home.store._database.rows(select(func.count().label("rows")).select_from(attempts))  # type: ignore[attr-defined]
    return int(rows[0].rows)
