"""Promises: due, asked once at a decent hour, closed; and plans that talk changes."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from pawsona.app.opening import assemble
from pawsona.dialogue.turn import Dialogue
from pawsona.domain.safeguards import Safeguards
from pawsona.errors import NotFoundError
from pawsona.skills.acts import Choice
from pawsona.skills.chat import Piece
from pawsona.storage import open_store

Play = Callable[..., None]
ASK = {"en": ("Remind me tomorrow at 10 to call my sister", "sister"), "zh": ("明天十点提醒我给妹妹打电话", "妹妹")}
SEA = {"en": "Let's go to the sea tomorrow!", "zh": "明天去海边吧"}
TODAY = {"en": "Let's go to the market today at 5 pm", "zh": "今天下午五点去集市吧"}


def at(it: Any, day: int, hour: int, minute: int = 0) -> None:
    local = it.companion.person.local(it.clock.now())
    it.clock.moment = local.replace(day=day, hour=hour, minute=minute).astimezone(UTC)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_promise_is_said_yes_to_brought_up_once_when_it_is_due_and_closed(play: Play, language: str) -> None:
    asks, what = ASK[language]

    async def story(it: Any) -> None:
        await it.say(asks)
        [promise] = await it.companion.promises()
        assert it.answered[1].promised == promise and what in promise.text
        assert promise.due == datetime(2026, 4, 13, 2, tzinfo=UTC)  # ten in the morning in Shanghai
        at(it, 13, 9, 30)
        assert what not in (await it.say("嗯" if language == "zh" else "Rain again")).message.text
        at(it, 13, 10, 5)
        assert what in (await it.say("嗯" if language == "zh" else "Rain again")).message.text
        assert what not in (await it.say("好" if language == "zh" else "Fine")).message.text
        closed = await it.companion.close_promise(promise.id)
        assert closed.closed_at == it.clock.now() and closed.asked_at is not None
        assert await it.companion.close_promise(promise.id) == closed
        with pytest.raises(NotFoundError):
            await it.companion.close_promise("nothing")

    play(story, language=language, zone="Asia/Shanghai", start=datetime(2026, 4, 12, 4, tzinfo=UTC))


@pytest.mark.parametrize(("hour", "asked"), [(0, False), (3, False), (7, False), (8, True), (21, True), (22, False)])
def test_it_is_brought_up_only_between_eight_and_ten(play: Play, hour: int, asked: bool) -> None:
    async def story(it: Any) -> None:
        await it.say("Remind me in 2 minutes to water the fern")
        at(it, 14, hour)
        await it.say("Rain again")
        assert (it.answered[1].due is not None) is asked

    play(story, zone="America/Los_Angeles", start=datetime(2026, 4, 12, 19, tzinfo=UTC))


def test_it_waits_for_a_turn_with_room_for_it(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("Remind me in 2 minutes to water the fern")
        it.clock.move(minutes=5)
        it.mind.say("strategy.choose", Choice(strategy="soothing"))
        await it.say("I feel so sad")
        assert it.answered[1].due is None
        await it.say("Remind me tomorrow at 10 to call my sister")
        assert it.answered[1].due is None
        it.mind.say("chat.general", [Piece("Well. "), Piece("And"), RuntimeError()])
        with pytest.raises(RuntimeError):
            await it.say("Rain again")
        assert (await it.store.talk.recent(it.bond, 1))[0].text == "Well."
        assert "fern" in (await it.say("Rain again")).message.text

    play(story)


def test_a_promise_survives_a_restart_and_a_sleeping_machine(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("Remind me tomorrow at 10 to call my sister")
        it.clock.move(days=5)
        again = await open_store(it.path)
        home = assemble(it.home.settings, again, it.home.mind, "", it.home.embedder, it.clock, it.home.rng)
        talk: Dialogue = home.dialogue
        events = [event async for event in talk.say(it.companion.person, it.companion.pet, "Rain again")]
        assert "sister" in events[-1].message.text  # type: ignore[union-attr]
        await again.close()
        assert (await it.companion.promises())[0].asked_at is not None

    play(story)


def test_a_promise_closed_while_the_pet_speaks_stays_closed(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("Remind me in 2 minutes to water the fern")
        it.clock.move(minutes=5)
        turn = it.talk("Rain again")
        await anext(turn)
        [promise] = await it.companion.promises()
        await anext(turn)
        await it.companion.close_promise(promise.id)
        _ = [event async for event in turn]
        [promise] = await it.companion.promises()
        assert promise.closed_at is not None

    play(story)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("made", [False, True])
def test_a_plan_for_tomorrow_is_in_tomorrows_day(play: Play, language: str, made: bool) -> None:
    async def story(it: Any) -> None:
        tomorrow = it.companion.present + timedelta(days=1)
        if made:
            await it.companion.night()
            assert (await it.store.days.day(it.bond, tomorrow)).items
        await it.say(SEA[language])
        assert it.answered[1].change.kind == "sea"
        if not made:
            await it.companion.night()
        day = await it.store.days.day(it.bond, tomorrow)
        assert [item.kind for item in day.items].count("sea") == 1
        assert all(item.detail for item in day.items) and day.items[-1].kind == "sleep"
        await it.companion.night()
        assert await it.store.days.day(it.bond, tomorrow) == day

    play(story, language=language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_todays_day_is_planned_anew_from_now_on(play: Play, language: str) -> None:
    async def story(it: Any) -> None:
        before = await it.companion.today()
        await it.say(TODAY[language])
        after = await it.companion.today()
        past = [item for item in before.items if item.at <= it.clock.now().time()]
        assert list(after.items[: len(past)]) == past
        assert [f"{i.at:%H:%M}" for i in after.items if i.kind == "market" and i not in past] == ["17:00"]
        await it.say(TODAY[language])
        assert await it.companion.today() == after
        assert len(await it.store.days.changes(it.bond, after.on)) == 1

    play(story, language=language)


def test_a_known_change_that_the_day_lacks_is_worked_in_when_it_is_asked_for_again(play: Play) -> None:
    async def story(it: Any) -> None:
        tomorrow = it.companion.present + timedelta(days=1)
        await it.say(SEA["en"])
        [change] = await it.store.days.changes(it.bond, tomorrow)
        # A night that was under way has made the day without it.
        other = await it.home.world.make(it.companion.person, it.companion.pet, date(2026, 5, 20))
        assert "sea" not in {item.kind for item in other.items}
        await it.store.days.put(other.__class__(**{**vars_of(other), "on": tomorrow}))
        await it.say(SEA["en"])
        day = await it.store.days.day(it.bond, tomorrow)
        assert "sea" in {item.kind for item in day.items}
        assert await it.store.days.changes(it.bond, tomorrow) == [change]

    def vars_of(day: Any) -> dict[str, Any]:
        return {name: getattr(day, name) for name in day.__slots__}

    play(story)


def test_the_last_word_on_a_plan_counts(play: Play) -> None:
    async def story(it: Any) -> None:
        for hour in (2, 4, 2):
            await it.say(f"Let's go to the sea today at {hour} pm")
        day = await it.companion.today()
        assert [f"{i.at:%H:%M}" for i in day.items if i.kind == "sea"][:1] == ["14:00"]

    play(story)


def test_ones_own_hours_of_quiet_and_daily_cap_hold_for_what_nobody_asked_for(play: Play) -> None:
    async def story(it: Any) -> None:
        person = it.companion.person.id
        await it.say("My birthday is on April 14")
        await it.sleep()
        at(it, 14, 13)
        await it.store.people.set_safeguards(person, Safeguards(quiet=(time(12), time(15))))
        assert await it.home.promises.due_now(it.companion.person, it.bond) is None
        await it.store.people.set_safeguards(person, Safeguards(unasked=0))
        assert await it.home.promises.due_now(it.companion.person, it.bond) is None
        await it.store.people.set_safeguards(person, Safeguards(unasked=1))
        found = await it.home.promises.due_now(it.companion.person, it.bond)
        assert found is not None
        await it.home.promises.asked(found)
        [day] = await it.store.usage.days(person, it.clock.now().date())
        assert day.unasked == 1

    play(story)


def test_a_reminder_that_was_asked_for_is_no_initiative(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("Remind me tomorrow at 10 to call my sister")
        await it.store.people.set_safeguards(it.companion.person.id, Safeguards(unasked=0))
        at(it, 13, 10, 5)
        due = await it.home.promises.due_now(it.companion.person, it.bond)
        assert due is not None and due.kind == "remind"

    play(story)


@pytest.mark.parametrize(
    ("language", "said", "text", "hour"),
    [
        (
            "en",
            "I have a dentist appointment on Monday at three, can you ask me how it went?",
            "how your dentist appointment went",
            15,
        ),
        ("en", "got a job interview at the bakery on Tuesday at ten, ask me about it", "about your job interview", 10),
        ("en", "I'm seeing my sister tomorrow, ask me how it went", "how it went with your sister", 19),
        ("zh", "我周一三点看牙医，到时候问问我怎么样", "看牙医", 15),
        ("zh", "我后天去医院复查，你到时候问我一下", "去医院复查", 19),
        ("zh", "记得明天问我面试怎么样", "面试怎么样", 19),
    ],
)
def test_what_only_points_is_named(play: Play, language: str, said: str, text: str, hour: int) -> None:
    async def act(s: Any) -> None:
        await s.say(said)
        [promise] = await s.store.promises.all(s.bond)
        assert (promise.text, s.companion.person.local(promise.due).hour) == (text, hour)

    play(act, language=language)
