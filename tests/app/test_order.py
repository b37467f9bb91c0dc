"""Turns over several processes: two homes on one store, each with its own memory."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pawsona import Companion
from pawsona.app.home import Home
from pawsona.app.news import News
from pawsona.app.opening import open_home
from pawsona.app.order import RENEWED, STILL, Watch
from pawsona.app.pressure import Pressure
from pawsona.app.talks import Talks
from pawsona.config.settings import load
from pawsona.dialogue.events import Done, Heard, Notice, TurnEvent
from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.domain.shared import Ticket
from pawsona.errors import BusyError, InputError

ONE = Bond(PersonId("p"), PetId("one"))


async def two(folder: Path) -> tuple[Companion, Companion]:
    """One pet as two processes see it."""
    settings = load(home=folder, workers=2, embedder="hashing", language="en")
    first = await Companion.open(folder)
    person, pet = first.person, first.pet
    await first.close()
    return Companion(await open_home(settings), person, pet), Companion(await open_home(settings), person, pet)


def test_turns_of_one_pet_keep_their_order_over_two_processes(tmp_path: Path) -> None:
    async def body() -> None:
        one, other = await two(tmp_path)
        log: list[str] = []

        async def turn(name: str) -> AsyncIterator[TurnEvent]:
            for step in range(3):
                log.append(f"{name}{step}")
                yield Notice(name)
                await asyncio.sleep(0.01)

        async def follow(home: Home, name: str) -> None:
            async for _ in home.talks.follow(one.pet.bond, turn(name)):
                pass

        running = []
        for home, name in ((one.home, "a"), (other.home, "b"), (one.home, "c"), (other.home, "d")):
            running.append(asyncio.create_task(follow(home, name)))
            await asyncio.sleep(0.1)  # so that they come one after the other
        await asyncio.gather(*running)
        assert log == [f"{name}{step}" for name in "abcd" for step in range(3)]
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    asyncio.run(body())


def test_a_turn_that_lost_its_ticket_takes_nobody_elses_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process hangs in the middle of a turn: the next one goes on, and the one after that still waits for it."""

    async def body() -> None:
        one, other = await two(tmp_path)
        bond, log = one.pet.bond, list[str]()
        gates = {name: asyncio.Event() for name in "abcd"}

        async def turn(home: Home, name: str) -> None:
            async with home.talks.order.turn(bond):
                log.append(name)
                await gates[name].wait()

        async def seen(count: int) -> None:
            async with asyncio.timeout(5):
                while len(log) < count:
                    await asyncio.sleep(0.01)

        running = [asyncio.create_task(turn(one.home, "a"))]
        await seen(1)
        await one.home.store.tickets.bury(one.home.process)  # it was taken for dead
        running.append(asyncio.create_task(turn(other.home, "b")))
        await seen(2)
        running.append(asyncio.create_task(turn(one.home, "c")))
        await asyncio.sleep(0.05)
        gates["a"].set()
        await running[0]
        await asyncio.sleep(0.3)
        assert log == ["a", "b"]
        await one.home.store.tickets.bury(one.home.process)  # while it waits: it draws anew
        running.append(asyncio.create_task(turn(other.home, "d")))
        await asyncio.sleep(0.3)
        assert log == ["a", "b"]
        gates["b"].set()
        await seen(3)
        await asyncio.sleep(0.3)
        assert len(log) == 3
        for gate in gates.values():
            gate.set()
        await asyncio.gather(*running)
        assert sorted(log) == list("abcd")
        assert await one.home.store.tickets.first(bond) is None
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    monkeypatch.setattr("pawsona.app.order.RENEWED", 60.0)
    asyncio.run(body())


NOON = datetime(2026, 4, 12, 12, tzinfo=UTC)


def looked(*looks: tuple[float, Ticket]) -> list[bool]:
    """What a waiting turn takes the one before it for, look by look."""
    watch = Watch()
    return [watch.dead(ticket, at) for at, ticket in looks]


def test_a_ticket_that_stands_still_is_a_dead_ones_whatever_any_clock_says() -> None:
    still = Ticket(1, NOON - timedelta(days=1))
    often = [(0.2 * n, still) for n in range(int(STILL * 5) + 2)]
    assert looked(*often)[-2:] == [True, True] and not any(looked(*often)[:-2])
    beating = [(at, Ticket(1, NOON - timedelta(hours=at // RENEWED))) for at, _ in often * 3]
    assert not any(looked(*beating)), "its clock goes backwards, and it lives"
    passed = [(at, Ticket(int(at // 3), NOON)) for at, _ in often]
    assert not any(looked(*passed)), "each of them was first for three seconds only"


def test_whoever_could_not_reach_the_store_takes_nobody_for_dead() -> None:
    """A database that went for long lets nobody renew, and nobody look."""
    still = Ticket(1, NOON)
    assert looked((0.0, still), (0.5, still), (20.0, still), (20.9, still)) == [False] * 4


def test_who_waits_behind_a_process_that_died_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        one, other = await two(tmp_path)
        far = one.home.clock.now() + timedelta(days=300)  # the dead one's clock was wrong
        await one.home.store.tickets.draw(one.pet.bond, "dead", far)
        async with asyncio.timeout(5), other.home.talks.order.turn(one.pet.bond):
            pass
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    monkeypatch.setattr("pawsona.app.order.STILL", 0.2)
    asyncio.run(body())


def test_a_message_that_is_answered_elsewhere_meanwhile_has_one_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process hangs in its reply so long that its ticket runs out; the page asks another one."""

    async def body() -> None:
        one, other = await two(tmp_path)
        hung = one.talk("My sister is called Mei.", "key-1")
        store, add, go = one.home.store, one.home.dialogue.turns.entries, asyncio.Event()

        async def late(*args: Any) -> Any:
            await go.wait()
            return await add(*args)

        monkeypatch.setattr(one.home.dialogue.turns, "entries", late)
        monkeypatch.setattr("pawsona.app.order.RENEWED", 60.0)
        events = asyncio.create_task(_all(hung))
        async with asyncio.timeout(5):
            while not await store.talk.recent(one.pet.bond, 9):
                await asyncio.sleep(0.01)
        await store.tickets.bury(one.home.process)
        again = [event async for event in other.talk("My sister is called Mei.", "key-1")]
        go.set()
        done = (await events)[-1]
        assert isinstance(done, Done) and isinstance(again[-1], Done)
        assert done.message == again[-1].message
        assert len(await store.talk.recent(one.pet.bond, 9)) == 2
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    asyncio.run(body())


def test_a_message_that_is_sent_again_is_heard_once_also_elsewhere(tmp_path: Path) -> None:
    async def body() -> None:
        one, other = await two(tmp_path)
        first = [event async for event in one.talk("My sister is called Mei.", "key-1")]
        again = [event async for event in other.talk("My sister is called Mei.", "key-1")]
        assert isinstance(first[0], Heard) and isinstance(again[0], Heard)
        assert again[0].message.id == first[0].message.id
        assert isinstance(first[-1], Done) and isinstance(again[-1], Done)
        assert again[-1].message == first[-1].message
        assert len(await one.home.store.talk.recent(one.pet.bond, 99)) == 2
        with pytest.raises(InputError):
            [event async for event in one.talk("Hello.", "k" * 201)]
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    asyncio.run(body())


def test_news_reach_a_page_that_is_open_in_another_process(tmp_path: Path) -> None:
    async def body() -> None:
        one, other = await two(tmp_path)
        async with other.home.news.subscribe(one.person.id) as heard:
            one.home.news.tell(one.person.id, News("day", {"pet": one.pet.id}))
            await one.home.news.look()
            await other.home.news.look()
            await other.home.news.look()
            other.home.news.close()
            assert [item.data["pet"] async for item in heard] == [one.pet.id]
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    asyncio.run(body())


def test_one_process_leads_and_another_when_it_is_gone(tmp_path: Path) -> None:
    async def body() -> None:
        one, other = await two(tmp_path)
        assert await one.home.leads()
        assert not await other.home.leads()
        await one.home.aclose()
        assert await other.home.leads()
        await other.home.aclose()

    asyncio.run(body())


async def _slow(gate: asyncio.Event) -> AsyncIterator[TurnEvent]:
    yield Notice("begun")
    await gate.wait()


async def _all(turn: AsyncIterator[TurnEvent]) -> list[TurnEvent]:
    return [event async for event in turn]


def test_what_finds_no_place_is_told_when_to_come_back() -> None:
    async def body() -> None:
        gate, talks = asyncio.Event(), Talks(pressure=Pressure(1))
        bonds = [Bond(PersonId("p"), PetId(str(n))) for n in range(3)]
        running = [asyncio.create_task(_all(talks.follow(bond, _slow(gate)))) for bond in bonds[:2]]
        await asyncio.sleep(0.01)
        with pytest.raises(BusyError) as refused:
            await _all(talks.follow(bonds[2], _slow(gate)))
        assert refused.value.seconds > 0
        gate.set()
        assert [len(events) for events in await asyncio.gather(*running)] == [1, 1]

    asyncio.run(body())


def test_nobody_says_nine_things_before_the_first_is_answered() -> None:
    async def body() -> None:
        gate, talks = asyncio.Event(), Talks()
        running = [asyncio.create_task(_all(talks.follow(ONE, _slow(gate)))) for _ in range(9)]
        await asyncio.sleep(0.01)
        gate.set()
        ends = await asyncio.gather(*running, return_exceptions=True)
        assert [isinstance(end, BusyError) for end in ends] == [False] * 8 + [True]

    asyncio.run(body())
