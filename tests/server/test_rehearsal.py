"""A first turn that nobody waits for but the first."""

import asyncio
import gc
import threading
from datetime import UTC, datetime

import pytest
from tests.server.conftest import Serve, Served

from pawsona.care.reader import Reader
from pawsona.domain.language import LANGUAGES, Language
from pawsona.minds.storybook.mind import Storybook
from pawsona.server import rehearsal
from pawsona.server.rehearsal import SAID, Rehearsal


@pytest.fixture(autouse=True)
def unheld(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "_HELD", set())


def test_it_is_held_once_and_leaves_nothing(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    held = []
    hold = rehearsal.hold

    def counted(*given: object) -> None:
        held.append(given[0])
        hold(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(rehearsal, "hold", counted)

    async def body(it: Served) -> None:
        pet = await it.adopt()
        assert held == []
        assert (await it.http.get(f"{pet}/messages")).json()["messages"] == []
        await asyncio.gather(*(it.say(pet, text) for text in ("Hello.", "I walked home.", "It rains.")))
        assert held == ["en"]
        assert {person.name for person in await it.home.store.people.persons()} == {"Lin"}
        told = (await it.http.get(f"{pet}/messages")).json()["messages"]
        assert len(told) == 6 and not any(SAID["en"] in one["text"] for one in told)

    served(body)
    assert gc.isenabled()


def test_one_that_fails_costs_nobody_a_turn(
    served: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("what a person said")

    monkeypatch.setattr(rehearsal, "hold", broken)

    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "Hello.")
        assert len((await it.http.get(f"{pet}/messages")).json()["messages"]) == 2

    served(body)
    assert "no first turn was rehearsed" in caplog.text and "said" not in caplog.text
    assert gc.isenabled()


def test_the_loop_goes_on_meanwhile(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(it: Served) -> None:
        entered, free = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def slow(*_: object) -> None:
            loop.call_soon_threadsafe(entered.set)
            assert free.wait(30)

        monkeypatch.setattr(rehearsal, "hold", slow)
        it_is: Rehearsal = it.app.state.rehearsal
        waiting = asyncio.create_task(it_is.over("zh"))
        await entered.wait()
        assert (await it.http.get("/healthz")).status_code == 200
        waiting.cancel()  # who hangs up ends it for nobody else
        other = asyncio.create_task(it_is.over("zh"))
        await asyncio.sleep(0)
        free.set()
        await other
        assert rehearsal._HELD == {"zh"}

    served(body)


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_a_whole_turn_in_each_language(language: Language, asks: bool, caplog: pytest.LogCaptureFixture) -> None:
    rehearsal.hold(language, datetime(2026, 5, 4, 12, tzinfo=UTC), Reader(), Storybook(), asks)
    assert not caplog.records
