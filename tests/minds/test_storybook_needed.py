"""What themes are found by is made only where a reply comes to them, and the reply is the same."""

import asyncio
from collections.abc import Mapping

import numpy as np
import pytest
from tests.minds.talking import NOW, context

from pawsona.domain.language import Language
from pawsona.domain.ports import Vector
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.clauses import parts_of
from pawsona.minds.storybook.talk.likeness import file_of, nearest, read
from pawsona.minds.storybook.talk.reply import reply_as_needed, reply_to
from pawsona.skills.chat import ChatInput

SAID: list[tuple[Language, str, bool]] = [
    ("en", "can you set an alarm for 7?", False),
    ("en", "are you a real animal or just a program", True),
    ("en", "the bus was late, and then the lift broke down", True),
    ("en", "mm", True),
    ("zh", "你记得我的名字吗？", False),
    ("zh", "今天公交又晚点了，电梯也坏了", True),
]


def vectors(given: ChatInput) -> Mapping[str, Vector]:
    """Of each part that of a theme, another for each."""
    language = given.context.language
    learned = read(file_of(language), talk_book(language).themes.values())
    assert learned is not None
    return {text: Vector(learned.vectors[len(text)].astype("<f4").tobytes()) for text in parts_of(given)}


@pytest.mark.parametrize(("language", "message", "needed"), SAID)
def test_a_reply_is_the_same_and_the_vectors_are_made_once_at_most(
    language: Language, message: str, needed: bool
) -> None:
    given = ChatInput(context=context(language, now=NOW), message=message)
    asked: list[str] = []

    async def of_themes() -> Mapping[str, Vector]:
        asked.append(message)
        return vectors(given)

    reply = asyncio.run(reply_as_needed(given, "chat.general", None, of_themes))
    assert reply == reply_to(given, "chat.general", None, vectors(given))
    assert asked == [message] * needed


def test_the_nearest_of_each_theme_is_its_greatest_score() -> None:
    scores = np.array([0.1, -0.4, -0.2, 0.9], np.float32)
    assert nearest(scores, [2, 0, 1, 1, 0]).tolist() == np.array([0.1, 0, -0.2, 0.9, 0], np.float32).tolist()
    assert nearest(scores[:0], [0, 0]).tolist() == [0, 0]
