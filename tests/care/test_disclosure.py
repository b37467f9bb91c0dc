"""It says that it is an AI: at the start, every three hours, and when somebody means the question."""

from datetime import UTC, datetime, timedelta

import pytest

from pawsona.care.disclosure import asks_if_ai, disclosure, disclosure_due

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


def test_the_notice_names_the_pet() -> None:
    assert disclosure("Mikan", "en") == "Mikan is an AI. Its days are made up."
    assert disclosure("团团", "zh") == "团团是 AI，它的生活是想象的。"


def test_the_notice_is_due_at_the_start_and_every_three_hours() -> None:
    then = datetime(2026, 4, 12, tzinfo=UTC)
    assert disclosure_due(None, then)
    assert not disclosure_due(then, then + timedelta(hours=2, minutes=59))
    assert disclosure_due(then, then + timedelta(hours=3))


@pytest.mark.parametrize("message", SINCERE)
def test_a_sincere_question_is_heard(message: str) -> None:
    assert asks_if_ai(message)


@pytest.mark.parametrize("message", NOT)
def test_jokes_and_figures_of_speech_are_no_question(message: str) -> None:
    assert not asks_if_ai(message)
