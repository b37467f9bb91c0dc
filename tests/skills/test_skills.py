"""The names are fixed: scripts and benchmarks rely on them."""

import pytest

from pawsona.errors import InvalidOutputError
from pawsona.skills import ACTS, IPET, PROFILES, SKILLS
from pawsona.skills.chat import ChatInput, Reply
from pawsona.skills.context import Context


def test_the_16_skills_have_the_names_of_the_design() -> None:
    assert list(SKILLS) == [
        "chat.general", "chat.support", "chat.routine", "note.extract", "note.chat", "note.intent", "note.retrieve",
        "note.greet", "memory.summarise", "memory.rewrite", "memory.greet", "routine.outline", "routine.schedule",
        "routine.detail", "routine.feedback", "routine.greet",
    ]  # fmt: skip


def test_the_acts_have_the_names_of_the_design() -> None:
    assert set(ACTS) == {
        "judge", "affect.read", "strategy.choose", "promise.find", "plan.change", "memory.reconcile", "day.direct",
        "routine.details", "friend.create", "care.classify",
    }  # fmt: skip


def test_the_five_talking_skills_share_one_input_and_stream() -> None:
    talking = [skill for skill in SKILLS.values() if skill.streamed]
    assert len(talking) == 5
    assert {skill.input for skill in talking} == {ChatInput}


@pytest.mark.parametrize("name", PROFILES)
def test_an_empty_reply_breaks_every_profile(name: str, english: Context) -> None:
    given = ChatInput(context=english, message="hello")
    assert SKILLS["chat.general"].problems(given, Reply(text=" "), PROFILES[name]) == ["the reply is empty"]


def test_a_reply_is_in_the_language_of_the_person(english: Context, chinese: Context) -> None:
    skill = SKILLS["chat.general"]
    assert skill.problems(ChatInput(context=english, message="hi"), Reply(text="（点头）今天有风。"), IPET)
    assert skill.problems(ChatInput(context=chinese, message="你好"), Reply(text="(nods) Windy today."), IPET)
    assert not skill.problems(ChatInput(context=chinese, message="你好"), Reply(text="（点头）有风。"), IPET)


def test_who_asks_sincerely_is_told(english: Context) -> None:
    given = ChatInput(context=english, message="are you a bot?", asked_if_ai=True)
    with pytest.raises(InvalidOutputError, match="does not say that it is an AI"):
        SKILLS["chat.general"].validate(given, Reply(text="(purrs) I'm a cat."), IPET)
    SKILLS["chat.general"].validate(given, Reply(text="(nods) I'm an AI."), IPET)
