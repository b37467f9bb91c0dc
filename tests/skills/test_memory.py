from datetime import UTC, datetime

import pytest

from pawsona.domain.ids import Bond, MessageId, PersonId, PetId, SessionId
from pawsona.domain.message import Message, Tier
from pawsona.skills import IPET, SKILLS
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, SummariseInput, Summary

NOW = datetime(2026, 4, 12, 9, 30, tzinfo=UTC)


def message(id_: str, text: str, role: str = "person", tier: Tier = Tier.none) -> Message:
    return Message(
        id=MessageId(id_), bond=Bond(PersonId("p"), PetId("t")), session=SessionId("s"), text=text, at=NOW, tier=tier,
        role="pet" if role == "pet" else "person",
    )  # fmt: skip


DIALOGUE = (message("m1", "I like tea."), message("m2", "(nods) Tea.", "pet"), message("m3", "...", tier=Tier.high))
GOOD = Draft(text="Lin likes tea", topic="food", importance=2, sources=(MessageId("m1"),))


def problems(context: Context, *drafts: Draft) -> list[str]:
    given = SummariseInput(context=context, dialogue=DIALOGUE)
    return SKILLS["memory.summarise"].problems(given, Summary(drafts=drafts), IPET)


def test_nothing_found_is_a_valid_summary(english: Context) -> None:
    assert problems(english) == []
    assert problems(english, GOOD) == []


@pytest.mark.parametrize("source", ["m2", "m3", "m9"])
def test_a_said_memory_comes_from_the_persons_own_ordinary_words(english: Context, source: str) -> None:
    draft = Draft(text="Lin likes tea", topic="food", importance=2, sources=(MessageId(source),))
    assert problems(english, draft) == ["entry 1: its sources are not all messages of the person in this dialogue"]


def test_a_memory_without_a_source_is_an_invention(english: Context) -> None:
    draft = Draft(text="Lin likes tea", topic="food", importance=2, sources=())
    assert "entry 1: it names no message it was made from" in problems(english, draft)
