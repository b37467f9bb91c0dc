"""A turn that broke off in a hard moment: reviewed words at once, and nothing forgotten when it is answered again."""

from typing import Any

import pytest
from tests.dialogue.conftest import TALKING, Play

from pawsona.care.after import REVIEWED
from pawsona.care.instead import all_texts
from pawsona.domain.language import Language
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
        assert any(text in done.message.text for text in all_texts(language))
        assert done.message.mind == REVIEWED
        assert (await it.store.talk.recent(it.bond, 1))[0] == done.message

    play(story, language=language)
