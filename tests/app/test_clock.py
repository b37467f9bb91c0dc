"""A clock that jumps between turns: nothing fails, nothing is lost, and time goes on in the order of what was said."""

import pytest
from tests.app.conftest import Life
from tests.conftest import FakeClock

from pawsona import Companion
from pawsona.errors import NotFoundError


@pytest.mark.long
@pytest.mark.parametrize(
    "jumps",
    [
        [{"days": -1}],
        [{"days": 366}],
        [{"days": -366}, {"days": 366}],
        [{"days": 366}, {"days": -366}],
        [{"hours": -3}],
    ],
    ids=str,
)
def test_talk_goes_on_after_the_clock_jumped(live: Life, clock: FakeClock, jumps: list[dict[str, float]]) -> None:
    async def body(it: Companion) -> None:
        said = ["My sister is called Mei."]
        await it.say(said[0])
        for number, jump in enumerate(jumps):
            clock.move(**jump)
            await it.home.tick()
            assert await it.today()
            assert (await it.greet()).say
            said.append(f"This is number {number}.")
            assert (await it.say(said[-1])).reply
            await it.home.tick()
        stored = (await it.home.store.export(it.person.id))["messages"]
        assert sorted(m["text"] for m in stored if m["role"] == "person") == sorted(said)
        assert len(stored) == 2 * len(said)
        await it.night()
        sessions = (await it.home.store.export(it.person.id))["sessions"]
        assert all(session["closed_at"] for session in sessions)

    live(body)


def test_a_home_opened_on_an_earlier_day_than_it_was_closed_still_works(live: Life, clock: FakeClock) -> None:
    async def late(it: Companion) -> None:
        await it.say("My sister is called Mei.")
        await it.night()

    async def early(it: Companion) -> None:
        assert len(await it.memories()) == 1
        assert "Mei" in (await it.say("What is my sister's name?")).reply
        assert await it.night()

    live(late)
    clock.move(days=-40)
    live(early)


def test_a_year_away_expires_what_was_passing_and_keeps_what_lasts(live: Life, clock: FakeClock) -> None:
    async def then(it: Companion) -> None:
        await it.say("My sister is called Mei.")
        await it.say("I have a headache today.")
        await it.night()
        assert len(await it.memories()) == 2

    async def now(it: Companion) -> None:
        await it.night()
        assert [m.retention for m in await it.memories()] == ["permanent"]
        assert len((await it.home.store.export(it.person.id))["memories"]) == 1

    live(then)
    clock.move(days=366)
    live(now)


def test_a_day_that_comes_again_is_lived_once_and_read_in_the_order_of_talk(live: Life, clock: FakeClock) -> None:
    async def body(it: Companion) -> None:
        said = ["My sister is called Mei.", "She lives in Lyon.", "I like tea."]
        await it.say(said[0])
        tomorrow = await it.night()
        clock.move(days=1)
        lived = await it.today()
        assert lived == tomorrow
        await it.say(said[1])
        clock.move(days=-1)
        await it.say(said[2])
        await it.home.tick()
        clock.move(days=1)
        await it.home.tick()
        assert (await it.today()).made_at == lived.made_at  # no second night made it anew
        stored = await it.home.store.export(it.person.id)
        assert [(row["on_date"], row["stage"]) for row in stored["nights"]] == sorted(
            {(row["on_date"], row["stage"]) for row in stored["nights"]}
        )
        heard = [message.text for message in await it.home.store.talk.recent(it.pet.bond, 9)]
        assert [text for text in heard if text in said] == said
        assert len({row["message_id"] for row in stored["messages"]}) == 6
        assert all(row["started_at"] <= row["last_at"] for row in stored["sessions"])
        assert all(row["created_at"] <= row["renewed_at"] for row in stored["memories"])

    live(body)


def test_what_was_forgotten_before_the_clock_jumped_back_is_gone_all_the_same(live: Life, clock: FakeClock) -> None:
    async def body(it: Companion) -> None:
        await it.say("My sister is called Mei.")
        await it.night()
        [memory] = await it.memories()
        await it.home.undo.keep(await it.forget(memory.id))
        clock.move(days=-1)
        with pytest.raises(NotFoundError):
            await it.home.undo.take(it.pet.bond, memory.id)
        assert await it.home.sweep.step()

    live(body)


def test_a_disclosure_that_lies_ahead_is_made_anew(live: Life, clock: FakeClock) -> None:
    async def body(it: Companion) -> None:
        assert (await it.say("Hello")).notices
        assert not (await it.say("Hello again")).notices
        clock.move(days=-366)
        assert (await it.say("Hello once more")).notices

    live(body)
