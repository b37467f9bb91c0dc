"""What is kept where a model is heard beside the rules."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.minds.sitting import NOW, context

from pawsona.domain.ids import MemoryId, MessageId, SessionId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Role
from pawsona.domain.sheet import Floats
from pawsona.minds.storybook.judging import ABOUT, WEIGHTS, WORTH, Weights, weighed
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import IPET, SKILLS
from pawsona.skills.memory import Draft, SummariseInput


class Sure:
    """A listener that is as sure of every line.

    Args:
        odds: that there is nothing to keep.
        importance: for how long else.
        sure: of that.
    """

    def __init__(self, odds: float, importance: int = 2, sure: float = 9.0) -> None:
        self.said = np.full(4 + len(ABOUT), -sure, np.float32)
        self.said[1 + importance] = 0.0
        self.said[0] = odds
        self.heard: list[tuple[str, str]] = []

    async def hear(self, lines: Sequence[tuple[str, str]]) -> Floats:
        self.heard += lines
        return np.tile(self.said, (len(lines), 1))


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


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_says_how_long(language: Language) -> None:
    for importance in (0, 1, 2):
        [draft, *_] = kept(Sure(-15.0, importance), ("person", WEIGHED[language]), language=language)
        assert draft.importance == importance


def test_where_it_is_hardly_sure_the_rules_decide() -> None:
    [alone, *_] = kept(None, ("person", WEIGHED["en"]))
    [both, *_] = kept(Sure(-5.0, 1, sure=0.1), ("person", WEIGHED["en"]))
    assert both.importance == alone.importance == 2


def test_what_somebody_is_stays_for_good_and_a_mood_is_todays() -> None:
    [draft, *_] = kept(None, ("person", WEIGHED["en"]))
    passing, lasting = Sure(-5.0, 0).said, Sure(-5.0, 2).said
    assert weighed(replace(draft, topic="birthday"), passing, WEIGHTS["en"]).importance == 2
    assert weighed(replace(draft, topic="mood"), lasting, WEIGHTS["en"]).importance == 0


def test_passing_is_said_only_where_it_is_likely() -> None:
    """Of two that are as likely the one whose loss would cost more."""
    draft = kept(None, ("person", WEIGHED["en"]))[0]
    heard = np.zeros(4 + len(ABOUT), np.float32)
    even = Weights(heard=1.0, told=0.0, said=0.0, passing=0.0, lasting=0.0)
    heard[WORTH] = (0.5, -9.0, 0.0)
    assert weighed(draft, heard, even).importance == 2
    heard[WORTH] = (3.0, -9.0, 0.0)
    assert weighed(draft, heard, even).importance == 0


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
