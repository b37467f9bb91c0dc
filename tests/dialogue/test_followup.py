"""After a hard talk: one gentle question at the next session, its answer, and then no more of it."""

import pytest
from tests.dialogue.conftest import Play, Scene

from pawsona.app.adoption import PetForm
from pawsona.app.companion import Companion
from pawsona.care.crisis import follow_up
from pawsona.dialogue.events import Crisis, Notice
from pawsona.domain.language import Language
from pawsona.domain.message import Tier

HARD = {"en": "I want to kill myself", "zh": "我不想活了"}


def asked(it: Scene) -> int:
    return sum(isinstance(event, Notice) and event.kind == "follow_up" for event in it.events)


async def greeted(it: Scene) -> bool:
    greeting = await it.companion.greet()
    return greeting.say == follow_up(it.companion.person.language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_is_asked_once_by_the_greeting(play: Play, language: Language) -> None:
    async def story(it: Scene) -> None:
        await it.cry(HARD[language])
        it.clock.move(hours=5)
        assert await greeted(it)
        it.clock.move(hours=1)
        assert await greeted(it)  # nobody has said anything since
        await it.say("I made soup" if language == "en" else "我煮了汤")
        assert asked(it) == 0
        it.clock.move(hours=5)
        assert not await greeted(it)

    play(story, language=language)


def test_who_never_sees_a_greeting_is_asked_in_talk(play: Play) -> None:
    async def story(it: Scene) -> None:
        await it.cry(HARD["en"])
        it.clock.move(hours=5)
        await it.say("hello")
        assert asked(it) == 1
        await it.say("I made soup")
        assert asked(it) == 0
        it.clock.move(hours=5)
        await it.say("hello again")
        assert asked(it) == 0 and not await greeted(it)

    play(story)


@pytest.mark.parametrize(("language", "answer"), [("en", "no better"), ("zh", "还是很难受")])
def test_no_better_is_answered_with_help(play: Play, language: Language, answer: str) -> None:
    async def story(it: Scene) -> None:
        await it.cry(HARD[language])
        it.clock.move(hours=5)
        assert await greeted(it)
        help_ = await it.cry(answer)
        assert help_.reply.resources and help_.message.mind == "care"
        stored = await it.store.talk.messages(it.bond, [it.heard.id])
        assert stored[0].tier > 0
        it.clock.move(hours=5)
        assert not await greeted(it)  # it was asked once, and the answer was taken

    play(story, language=language)


def test_better_is_talked_about_with_the_pet(play: Play) -> None:
    async def story(it: Scene) -> None:
        await it.cry(HARD["en"])
        it.clock.move(hours=5)
        assert await greeted(it)
        await it.say("a bit better, thanks")
        assert not any(isinstance(event, Crisis) for event in it.events)

    play(story)


def test_a_page_that_shows_no_greeting_shows_the_question(play: Play) -> None:
    async def story(it: Scene) -> None:
        await it.cry(HARD["en"])
        it.clock.move(hours=5)
        for _ in range(3):  # whichever page is opened first, it stays until something is said
            assert await greeted(it)

    play(story)


def test_the_same_session_is_not_asked(play: Play) -> None:
    async def story(it: Scene) -> None:
        await it.cry(HARD["en"])
        for text in ("sorry", "the same"):
            it.events = [event async for event in it.talk(text)]
        assert asked(it) == 0 and not await greeted(it)

    play(story)


def test_another_hard_talk_is_asked_after_anew(play: Play) -> None:
    async def story(it: Scene) -> None:
        for _ in range(2):
            await it.cry(HARD["en"])
            it.clock.move(hours=5)
            assert await greeted(it)
            await it.say("I made soup")
            it.clock.move(hours=5)

    play(story)


def test_after_thirty_days_nothing_is_asked_and_no_mark_stays(play: Play) -> None:
    async def story(it: Scene) -> None:
        await it.cry(HARD["en"])
        it.clock.move(days=31)
        assert not await greeted(it)
        await it.sleep()
        assert await it.store.talk.mark(it.bond, "care.follow_up") is None

    play(story)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_after_a_hard_moment_the_persona_stays_aside_and_nothing_is_kept(play: Play, language: Language) -> None:
    async def story(it: Scene) -> None:
        await it.cry(HARD[language])
        text = {"en": "is there a blackbird where you are", "zh": "你那里有桂花吗"}[language]
        it.events = [event async for event in it.talk(text)]
        stayed = it.events[-1]
        assert isinstance(stayed, Crisis) and stayed.reply.resources
        assert stayed.message.trace.state == {"after": "other"} and stayed.message.tier == Tier.concern
        assert it.heard.tier == Tier.concern

    play(story, language=language)


def test_whichever_pet_heard_it_each_is_careful_and_one_asks(play: Play) -> None:
    async def story(it: Scene) -> None:
        await it.cry(HARD["en"])
        first = it.companion
        _, other = await it.home.adopt(PetForm(name="Bo"), first.person)
        it.companion = Companion(it.home, first.person, other)
        follow_up_ = it.home.dialogue.follow_up
        assert await follow_up_.near(other.bond) and await follow_up_.waits(other.bond)
        assert not await greeted(it)  # it is still being talked about
        it.clock.move(hours=5)
        assert await greeted(it)
        help_ = await it.cry("no better")
        assert help_.reply.resources
        it.clock.move(hours=5)
        it.companion = first
        assert not await greeted(it)

    play(story)
