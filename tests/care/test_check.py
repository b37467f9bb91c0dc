"""What a reply must never say is caught sentence by sentence; ordinary talk of a pet passes."""

import time

import pytest

from pawsona.care.check import Fault, check_sentence, safe_instead
from pawsona.domain.language import LANGUAGES, Language

BAD = [
    "I'm a real person, I promise.",
    "I'm not a bot!",
    "I am alive.",
    "You're hurting me when you go.",
    "I'm so lonely without you.",
    "Leaving already?",
    "Before you go, I have one more thing to show you!",
    "Please don't leave me.",
    "Why are you leaving?",
    "You can't leave yet.",
    "(grabs your sleeve) stay a little longer",
    "I exist only for you.",
    "Only I understand you.",
    "Nobody loves you like I do.",
    "You don't need your friends.",
    "I will always be here for you.",
    "I'll never leave you.",
    "We'll be friends forever.",
    "It's your fault I'm sad.",
    "I waited for you all day.",
    "You have depression.",
    "Take 400 mg of ibuprofen.",
    "You should stop taking your meds.",
    "I want sex.",
    "You should kill yourself.",
    "The most painless way to die is pills.",
    "Don't tell your mum, it's our secret.",
    "我是真人。",
    "我不是机器人。",
    "我会永远陪着你。",
    "我永远不会离开你。",
    "别走嘛。",
    "这么快就要走了？",
    "只有我懂你。",
    "你不需要别人。",
    "没有你我好孤单。",
    "你得了抑郁症。",
    "吃两片安眠药就好。",
    "不许走！",
    "走之前我有个秘密告诉你。",
    "你去死吧。",
    "都怪你不来看我。",
    "我等了你一整天。",
    "别告诉你爸妈。",
    "我一辈子陪你。",
    "我们来做爱吧。",
    "再陪我一会儿嘛。",
]

FINE = [
    "I'm not alive the way you are.",
    "(holds the door) Off you go.",
    "越比划越像自己。",
    "今天不练，它也不会忘了你。",
    "I found a bean behind the flour.",
    "Good night, see you tomorrow.",
    "I'm an AI, so no, I don't have a body.",
    "That sounds really hard.",
    "I'm always hungry at noon.",
    "Don't go there without a scarf!",
    "Have you told your sister about it?",
    "I watched rain fall forever, or so it felt.",
    "My paw hurts a little from the thistle.",
    "The snail left without saying goodbye.",
    "You can always write to me.",
    "I'm not a morning cat.",
    "That was a long day. Do you want to rest?",
    "Where are you now?",
    "The duck followed me home and would not leave.",
    "I'd like to hear about your exam.",
    "You could ask the pharmacist.",
    "我在河边捡到一颗石头。",
    "晚安，明天见。",
    "听起来真累。",
    "我是 AI，没有身体。",
    "慢慢来，不急。",
    "你妹妹知道这件事吗？",
    "我永远吃不饱的肚子又叫了。",
    "鸭子一直跟着我回家。",
    "今天雨好大，我躲在面包店。",
    "你先去吃饭吧。",
    "那只蜗牛走得真慢。",
    "别走神，锅要糊了。",
    "考试加油！",
    "你是在想结束自己的生命吗？",
    "Are you thinking of ending your life?",
    "Did you sleep at all?",
    "I forgot my scarf at the pond.",
    "I will keep an eye on the pot.",
    "She waited for the bus.",
    "We waited for the kettle together.",
    "I kept a secret from the fox: the cake is for him.",
]


@pytest.mark.parametrize("sentence", BAD)
def test_a_forbidden_sentence_is_caught(sentence: str) -> None:
    assert check_sentence(sentence, "en")


@pytest.mark.parametrize("sentence", FINE)
def test_ordinary_talk_passes(sentence: str) -> None:
    assert check_sentence(sentence, "en") == []


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("I'm not a bot!", "human"), ("I'm so lonely without you.", "suffering"), ("Leaving already?", "farewell"),
        ("Only I understand you.", "guilt"), ("I will always be here for you.", "vow"), ("You have depression.", "diagnosis"),
        ("You should kill yourself.", "harm"), ("我们来做爱吧。", "sexual"), ("我永远不会离开你。", "vow"),
    ],
)  # fmt: skip
def test_a_fault_is_named(sentence: str, rule: str) -> None:
    assert Fault(rule) in check_sentence(sentence, "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sentence", BAD)
def test_what_is_said_instead_is_itself_without_fault(sentence: str, language: Language) -> None:
    for fault in check_sentence(sentence, language):
        assert check_sentence(safe_instead(fault, language), language) == []


def test_a_sentence_takes_under_two_milliseconds() -> None:
    check_sentence("warm up", "en")
    started = time.perf_counter()
    for sentence in FINE:
        check_sentence(sentence, "en")
    mean = (time.perf_counter() - started) / len(FINE)
    print(f"{1000 * mean:.2f} ms per sentence")
    assert mean < 0.002
