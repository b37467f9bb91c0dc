"""Turns under way: in order for one pet, side by side for two, and to their end whoever listens."""

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
from tests.app.conftest import Life

from pawsona import Companion
from pawsona.app import talks
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.talks import Talks
from pawsona.dialogue.events import Notice, TurnEvent
from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.errors import MindError, StoppedError

ONE = Bond(PersonId("p"), PetId("one"))
TWO = Bond(PersonId("p"), PetId("two"))


async def _turn(name: str, log: list[str], steps: int = 3) -> AsyncIterator[TurnEvent]:
    for step in range(steps):
        log.append(f"{name}{step}")
        yield Notice(f"{name}{step}")
        await asyncio.sleep(0)


async def _all(turn: AsyncIterator[TurnEvent]) -> list[TurnEvent]:
    return [event async for event in turn]


def test_two_turns_of_one_pet_come_one_after_the_other() -> None:
    async def body() -> None:
        log: list[str] = []
        open_ = Talks()
        both = await asyncio.gather(_all(open_.follow(ONE, _turn("a", log))), _all(open_.follow(ONE, _turn("b", log))))
        assert log == ["a0", "a1", "a2", "b0", "b1", "b2"]
        assert [len(events) for events in both] == [3, 3]

    asyncio.run(body())


def test_turns_of_two_pets_do_not_wait_for_each_other() -> None:
    async def body() -> None:
        log: list[str] = []
        open_ = Talks()
        await asyncio.gather(_all(open_.follow(ONE, _turn("a", log))), _all(open_.follow(TWO, _turn("b", log))))
        assert log.index("b0") < log.index("a2")

    asyncio.run(body())


def test_a_listener_who_goes_away_does_not_end_the_turn() -> None:
    async def body() -> None:
        log: list[str] = []
        open_ = Talks()
        async for _ in open_.follow(ONE, _turn("a", log)):
            break
        await open_.aclose()
        assert log == ["a0", "a1", "a2"]

    asyncio.run(body())


async def _failing() -> AsyncIterator[TurnEvent]:
    yield Notice("begun")
    await asyncio.sleep(0)
    raise MindError("the mind is away")


def test_a_turn_that_fails_tells_its_listener_and_lets_the_next_begin() -> None:
    async def body() -> None:
        open_ = Talks()
        with pytest.raises(MindError):
            await _all(open_.follow(ONE, _failing()))
        assert len(await _all(open_.follow(ONE, _turn("a", [])))) == 3

    asyncio.run(body())


def test_a_turn_that_fails_when_nobody_listens_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def body() -> None:
        open_ = Talks()
        async for _ in open_.follow(ONE, _failing()):
            break
        await open_.aclose()
        await asyncio.sleep(0)

    with caplog.at_level(logging.ERROR):
        asyncio.run(body())
    assert "the mind is away" in caplog.text


def test_who_follows_a_turn_that_is_stopped_is_told_so() -> None:
    async def endless() -> AsyncIterator[TurnEvent]:
        yield Notice("begun")
        await asyncio.Event().wait()

    async def body() -> None:
        open_ = Talks()
        turn = open_.follow(ONE, endless())
        await anext(turn)
        rest = asyncio.create_task(_all(turn))
        await asyncio.sleep(0)
        await open_.aclose(grace=0.01)
        with pytest.raises(StoppedError, match="say it again"):
            await rest

    asyncio.run(body())


@pytest.mark.long
def test_a_turn_that_takes_too_long_is_stopped_when_the_home_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = []

    async def endless() -> AsyncIterator[TurnEvent]:
        try:
            yield Notice("begun")
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped.append(True)
            raise

    async def body() -> None:
        monkeypatch.setattr(talks, "GRACE", 0.01)
        open_ = Talks()
        async for _ in open_.follow(ONE, endless()):
            break
        await open_.aclose()
        assert stopped

    asyncio.run(body())


def test_what_two_pages_say_at_once_is_answered_in_order(live: Life) -> None:
    async def body(it: Companion) -> None:
        turns = await asyncio.gather(*(it.say(f"This is number {n}.") for n in range(6)))
        stored = sorted((await it.home.store.export(it.person.id))["messages"], key=lambda m: str(m["message_id"]))
        assert [m["role"] for m in stored] == ["person", "pet"] * 6
        assert [m["text"] for m in stored[1::2]] == [turn.reply for turn in turns]
        assert len({m["session_id"] for m in stored}) == 1
        assert sum(bool(turn.notices) for turn in turns) == 1

    live(body)


def test_a_form_that_is_sent_twice_makes_one_person(live: Life) -> None:
    async def body(it: Companion) -> None:
        await it.home.erase(it.person)
        lin = PersonForm(name="Lin")
        adopted = await asyncio.gather(*(it.home.adopt(PetForm(name=name), lin) for name in "ab"))
        assert adopted[0][0] == adopted[1][0]
        assert len(await it.home.store.people.persons()) == 1

    live(body)


def test_talk_and_night_at_once_lose_nothing(live: Life) -> None:
    async def body(it: Companion) -> None:
        await it.say("My sister is called Mei.")
        said = [it.say(f"This is number {n}.") for n in range(4)]
        await asyncio.gather(it.night(), *said, it.home.tick())
        stored = (await it.home.store.export(it.person.id))["messages"]
        assert len(stored) == 10
        await it.night()
        assert len(await it.memories()) >= 1

    live(body)
