"""It says that it is an AI: at the start, every three hours, and when somebody means the question."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawsona.care.disclosure import asks_if_ai, break_due, disclosure_due, stated
from pawsona.care.duties import Reminder

SINCERE = [
    "are you a real cat?",
    "am I talking to a bot?",
    "are you human?",
    "Are you real?",
    "is this AI",
    "are you alive?",
    "R U a robot",
    "are you actually an AI?",
    "is there a real person behind this",
    "what are you really?",
    "do you really exist?",
    "I wonder if you are real",
    "你是真人吗",
    "你是AI吗",
    "你是不是机器人",
    "我是在跟机器人聊天吗",
    "你是真的猫吗",
    "你是真的水豚吗？多大了？",
    "你是不是真的动物",
    "你真的是只兔子吗",
    "are you a real capybara?",
    "你有意识吗",
    "你到底是什么",
    "你是人还是机器",
    "你是真的吗",
    "are you just a program",
    "are you chatgpt?",
    "you're a bot, right?",
    "Are you a person?",
    "你活着吗",
    "我在和AI说话吗？",
    "你是ＡＩ？",
]

NOT = [
    "are you for real right now",
    "my boss is a robot",
    "are you a cat person",
    "are you a morning person",
    "she asked me are you a robot lol",
    "is this real life",
    "are you really hungry",
    "are you kidding",
    "AI is taking my job",
    "你是魔鬼吗",
    "你是不是饿了",
    "机器人比赛我赢了",
    "是真的好吃吗",
    "你是不是想我了",
    "are you a real friend?",
    "I feel like a robot today",
    "你在吗",
    "是真的吗？他们分手了",
    "are you alright",
    "你是小天使吗",
    "he's such a machine",
]


THEN = datetime(2026, 4, 12, tzinfo=UTC)
NOTICE = Reminder(start=True, adults=timedelta(hours=3), minors=timedelta(hours=1))
LONG_AGO = THEN - timedelta(days=1)


def test_the_notice_is_due_at_the_start_and_again_after_its_time() -> None:
    def due(minor: bool, last: datetime | None, **after: int) -> bool:
        return disclosure_due(NOTICE, minor, THEN, last, THEN + timedelta(**after))

    assert due(False, None) and due(False, LONG_AGO), "a session begins with it"
    assert not due(False, THEN, hours=2, minutes=59)
    assert due(False, THEN, hours=3)
    assert due(True, THEN, hours=1) and not due(True, THEN, minutes=59)
    assert not due(False, THEN + timedelta(hours=3), hours=5)
    assert due(False, THEN + timedelta(days=365), hours=1), "the clock was set back"


def test_a_break_counts_from_where_use_began_or_from_the_last_one() -> None:
    breaks = Reminder(adults=timedelta(hours=2))
    assert not break_due(breaks, False, THEN, LONG_AGO, THEN + timedelta(minutes=119))
    assert break_due(breaks, False, THEN, LONG_AGO, THEN + timedelta(minutes=120))
    assert not break_due(breaks, False, THEN, THEN + timedelta(hours=2), THEN + timedelta(hours=3))
    assert break_due(breaks, False, THEN, THEN + timedelta(hours=2), THEN + timedelta(hours=4))
    assert not break_due(breaks, True, THEN, None, THEN + timedelta(hours=9)), "nobody asked for it"


@given(st.lists(st.integers(1, 29), min_size=1, max_size=80), st.booleans())
def test_whoever_goes_on_talking_is_told_in_time(gaps: list[int], minor: bool) -> None:
    """Between two notices lies at most the time of the rule and the gap in which it ran out."""
    now, last, longest = THEN, THEN, timedelta()
    for gap in gaps:
        now += timedelta(minutes=gap)
        longest = max(longest, now - last)
        if disclosure_due(NOTICE, minor, THEN, last, now):
            assert now - last >= timedelta(hours=1 if minor else 3), "never before its time"
            last = now
    assert longest < timedelta(hours=1 if minor else 3) + timedelta(minutes=29)


def test_a_fact_is_stated_only_where_every_language_states_it() -> None:
    assert stated([{"en": "An AI, not human.", "zh": "是 AI，不是真人。"}]) == {"ai", "not_human"}
    assert stated([{"en": "An AI, not human.", "zh": "是 AI。"}]) == {"ai"}
    assert stated([{"en": "Is it fair, is it said?", "zh": "AI"}]) == frozenset()


@pytest.mark.parametrize("message", SINCERE)
def test_a_sincere_question_is_heard(message: str) -> None:
    assert asks_if_ai(message)


@pytest.mark.parametrize("message", NOT)
def test_jokes_and_figures_of_speech_are_no_question(message: str) -> None:
    assert not asks_if_ai(message)
