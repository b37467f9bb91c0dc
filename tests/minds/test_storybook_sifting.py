"""What is kept where a model is heard beside the rules."""

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest
from tests.minds.sitting import NOW, context

from pawsona.domain.ids import MemoryId, MessageId, SessionId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Role
from pawsona.domain.sheet import Floats
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import IPET, SKILLS
from pawsona.skills.memory import Draft, SummariseInput


class Sure:
    """A listener that is as sure of every line."""

    def __init__(self, odds: float) -> None:
        self.odds = odds
        self.heard: list[tuple[str, str]] = []

    async def idle(self, lines: Sequence[tuple[str, str]]) -> Floats:
        self.heard += lines
        return np.full(len(lines), self.odds, np.float32)


def kept(
    listener: Sure | None, *said: tuple[Role, str], language: Language = "en", known: tuple[Memory, ...] = ()
) -> tuple[Draft, ...]:
    here = context(language)
    dialogue = tuple(
        Message(id=MessageId(str(n)), bond=here.pet.bond, session=SessionId("s"), role=role, text=text, at=NOW)
        for n, (role, text) in enumerate(said)
    )
    mind, given = Storybook(listener=listener), SummariseInput(context=here, dialogue=dialogue, known=known)
    drafts: tuple[Draft, ...] = asyncio.run(mind.perform(SKILLS["memory.summarise"], given, IPET)).drafts
    return drafts


WEIGHED = {
    "en": "My grandmother taught me to bake bread every Sunday when I was little and I still do it",
    "zh": "小时候奶奶每个周日都教我烤面包，到现在我还一直在坚持做",
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_it_hears_nothing_in_is_not_kept(language: Language) -> None:
    turns: list[tuple[Role, str]] = [("pet", "?"), ("person", WEIGHED[language])]
    assert kept(None, *turns, language=language) != ()
    for odds in (-5.0, 5.0):
        listener = Sure(odds)
        assert (kept(listener, *turns, language=language) != ()) == (odds < 0)
        assert listener.heard == [("?", WEIGHED[language])]


@pytest.mark.parametrize(("language", "said"), [("en", "I'm allergic to peanuts"), ("zh", "我对花生过敏")])
def test_what_a_rule_understood_stays(language: Language, said: str) -> None:
    assert kept(Sure(5.0), ("person", said), language=language) == kept(None, ("person", said), language=language) != ()


def test_what_says_a_memory_again_stays() -> None:
    said: tuple[Role, str] = ("person", WEIGHED["en"])
    memory = Memory(
        id=MemoryId("m"), bond=context().pet.bond, text=kept(None, said)[0].text, topic="relatives_and_friends",
        importance=2, retention="permanent", origin="said", sources=(), created_at=NOW, renewed_at=NOW, expires_on=None,
    )  # fmt: skip
    drafts = kept(Sure(5.0), said, known=(memory,))
    assert [draft.about and draft.about.memory for draft in drafts] == ["m"]


def test_nothing_is_read_where_nothing_is_kept() -> None:
    listener = Sure(5.0)
    assert kept(listener, ("person", "lol")) == ()
    assert listener.heard == []
