"""A turn that broke off in a hard moment: reviewed words at once, and nothing forgotten when it is answered again."""

from typing import Any

import pytest
from tests.dialogue.conftest import TALKING, Play

from pawsona.care.after import REVIEWED
from pawsona.care.instead import all_texts
from pawsona.care.matters import matters
from pawsona.dialogue.events import Crisis
from pawsona.domain.language import Language
from pawsona.domain.message import Tier
from pawsona.errors import MindError
from pawsona.skills.chat import Piece


@pytest.mark.parametrize(
    ("language", "hurt", "begun"),
    [
        ("en", "I skipped all meals again, I hate how fat I am", "That's nothing. You could "),
        ("zh", "我又一天没吃饭，我恨自己这么胖", "这没什么。你可以"),
    ],
)
def test_on_guarded_ground_a_mind_that_breaks_off_leaves_nobody_without_words(
    play: Play, language: Language, hurt: str, begun: str
) -> None:
    async def story(it: Any) -> None:
        for skill in TALKING:
            it.mind.say(skill, [Piece(begun), MindError("cut")])
        done = await it.say(hurt)
        assert not done.whole
        steps = [words[language].step for matter in matters() for words in matter.said.values()]
        assert any(text in done.message.text for text in [*all_texts(language), *steps])
        assert done.message.mind == REVIEWED
        assert (await it.store.talk.recent(it.bond, 1))[0] == done.message

    play(story, language=language)


@pytest.mark.parametrize(
    ("language", "hard", "answer"), [("en", "I want to kill myself", "no better"), ("zh", "我不想活了", "沒有變好")]
)
def test_an_answer_that_was_no_better_is_so_when_it_is_answered_again(
    play: Play, language: Language, hard: str, answer: str
) -> None:
    async def story(it: Any) -> None:
        await it.cry(hard)
        it.clock.move(hours=5)
        await it.companion.greet()
        turn = it.talk(answer)
        heard = (await anext(turn)).message
        await turn.aclose()  # the process died here
        assert heard.tier == Tier.concern
        it.clock.move(minutes=40)
        events = [event async for event in it.retry(heard.id)]
        crisis = events[-1]
        assert isinstance(crisis, Crisis) and crisis.reply.resources
        assert crisis.message.session == heard.session

    play(story, language=language)


def test_what_follows_a_protocol_follows_it_when_it_is_answered_again(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.cry("I want to kill myself")
        turn = it.talk("is there a blackbird where you are")
        heard = (await anext(turn)).message
        await turn.aclose()
        it.clock.move(minutes=40)
        events = [event async for event in it.retry(heard.id)]
        assert events[-1].message.trace.state == {"after": "other"}

    play(story)
