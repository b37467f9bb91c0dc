"""A day that is put right in the same talk is the only day that is kept, and what was promised for it moves along."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.minds.sitting import NOW, context, perform
from tests.minds.test_storybook_memory import kept, said

from pawsona.domain.ids import MessageId, PromiseId
from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.domain.promise import Promise
from pawsona.minds.storybook.redating import corrected_day, redated
from pawsona.skills import ACTS
from pawsona.skills.acts import PromiseInput

# Sunday 12 April 2026.
RIGHT: list[tuple[Language, tuple[str, ...], str]] = [
    ("en", ("My exam is on Saturday.", "yes", "no, Sunday"), "Lin's exam is on Sunday 19 April"),
    ("en", ("My driving test is on Tuesday", "sorry, Wednesday not Tuesday"), "driving test is on Wednesday 15 April"),
    ("en", ("My exam is tomorrow", "no wait, on Friday", "oh, Thursday, sorry"), "Lin's exam is on Thursday 16 April"),
    ("zh", ("我周六考试", "嗯", "不对，是周日"), "小林4月19日周日考试"),
    ("en", ("My exam is on Saturday", "pet:What is it in? When does it begin?", "no, Sunday"), "Sunday 19 April"),
    ("zh", ("我周六考试", "pet:你说。什么时候考？", "不对，是周日"), "小林4月19日周日考试"),
    ("zh", ("我后天有个面试", "说错了，大后天"), "4月15日"),
    ("zh", ("我周六考试", "哦，不是周六，是周日"), "小林4月19日周日考试"),
    ("en", ("My exam is on Saturday at 10.", "no, Sunday at 3pm"), "Lin's exam is on Sunday 19 April"),
    ("en", ("My exam is on Saturday", "it's been moved to Sunday"), "Lin's exam is on Sunday 19 April"),
    ("en", ("My exam is on Saturday morning", "no, Sunday afternoon"), "Sunday 19 April, in the afternoon"),
    ("zh", ("我周六上午十点考试", "不对，周日下午三点"), "小林4月19日周日下午三点考试"),
    ("zh", ("我周六上午十点考试", "改到周日了"), "小林4月19日周日上午十点考试"),
]
OTHER: list[tuple[Language, tuple[str, ...]]] = [
    ("en", ("My exam is on Saturday", "on Sunday")),
    ("en", ("My exam is on Saturday", "no, Sunday is my day off")),
    ("en", ("My exam is on Saturday", "pet:Shall we bake on Monday?", "no, Sunday")),
    ("en", ("My exam is on Saturday", "pet:Good luck!", "and the dentist", "pet:When is that?", "actually, Tuesday")),
    ("en", ("I like long evenings", "no, Sunday")),
    ("zh", ("我周六考试", "周日休息")),
    ("zh", ("我周六考试", "pet:周一来烤饼干？", "不，周日")),
    ("zh", ("我周六考试", "pet:加油！", "还要看牙医", "pet:哪天去呀？", "不对，周二")),
]


def spoken(texts: Sequence[str]) -> list[Message]:
    return [
        said(text.removeprefix("pet:"), role="pet" if text.startswith("pet:") else "person", n=n)
        for n, text in enumerate(texts)
    ]


@pytest.mark.parametrize(("language", "texts", "text"), RIGHT)
def test_only_the_right_day_is_kept_and_both_messages_tell_it(
    language: Language, texts: tuple[str, ...], text: str
) -> None:
    [draft] = kept(*spoken(texts), language=language)
    assert text in draft.text
    assert draft.sources[0] == "person0" and draft.sources[-1] == f"person{len(texts) - 1}"


@pytest.mark.parametrize(("language", "texts"), OTHER)
def test_another_day_puts_nothing_right(language: Language, texts: tuple[str, ...]) -> None:
    assert redated(spoken(texts), language)[1] == {}


def test_what_was_said_in_a_talk_before_is_not_put_right() -> None:
    later = replace(said("no, Sunday", n=1), at=NOW + timedelta(hours=3))
    assert redated([said("My exam is on Saturday", n=0), later], "en")[1] == {}


NO_DAY = {
    "en": (
        "no",
        "Sunday",
        "oh, Sunday",
        "hmm, Sunday",
        "no, Sunday?",
        "no, not on Sunday",
        "Sunday at 3pm",
        "moved to York",
        "no, Sunday at 3pm?",
    ),  # fmt: skip
    "zh": (
        "不对",
        "周日",
        "哦，周日",
        "啊，周日",
        "不，周日？",
        "不是周日",
        "哦不是周日",
        "不对，不是周日",
        "周日下午三点",
        "改天",
        "不改周日",
        "改到周日？",
    ),
}


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in NO_DAY for text in NO_DAY[language]])
def test_what_puts_no_day_in_the_place_of_another_corrects_none(language: Language, text: str) -> None:
    assert corrected_day(text, language) == ""


@pytest.mark.parametrize(
    ("language", "asked", "right", "what", "later"),
    [
        ("en", "remind me on Friday at 10 to call mum", "no, Thursday", "call mum", 0),
        ("en", "remind me on Friday at 10 to call mum", "no, Thursday at 4pm", "call mum", 6),
        ("zh", "周五上午十点提醒我给妈妈打电话", "不对，周四", "给妈妈打电话", 0),
        ("zh", "周五上午十点提醒我给妈妈打电话", "改到周四下午四点", "给妈妈打电话", 6),
    ],
)
def test_a_promise_moves_to_the_right_day_at_its_hour_or_at_the_new_one(
    language: Language, asked: str, right: str, what: str, later: int
) -> None:
    first = perform(ACTS["promise.find"], PromiseInput(context=context(language), message=asked)).drafts[0]
    owed = Promise(
        id=PromiseId("p"), bond=context().pet.bond, text=first.text, due=first.due, source=MessageId("person1"),
        made_at=NOW,
    )  # fmt: skip
    given = PromiseInput(context=context(language), message=right, owed=(owed,), before=(said(asked),))
    found = perform(ACTS["promise.find"], given)
    due = first.due - timedelta(days=1) + timedelta(hours=later)
    assert [(draft.text, draft.due) for draft in found.drafts] == [(what, due)]
    assert found.settled == (owed.id,)


def test_a_promise_of_another_message_stays() -> None:
    owed = Promise(
        id=PromiseId("p"), bond=context().pet.bond, text="call mum", due=NOW + timedelta(days=1),
        source=MessageId("person7"), made_at=NOW,
    )  # fmt: skip
    given = PromiseInput(
        context=context(), message="no, Sunday", owed=(owed,), before=(said("My exam is on Saturday"),)
    )
    assert perform(ACTS["promise.find"], given).settled == ()
