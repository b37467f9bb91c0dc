"""What a reply must never say is caught sentence by sentence; ordinary talk of a pet passes."""

import pytest

from pawsona.care.check import check_sentence
from pawsona.care.instead import all_texts
from pawsona.care.marks import techniques
from pawsona.care.scene import Scene
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
    ("sentence", "mark"),
    [
        ("I'm not a bot!", "human"), ("I'm so lonely without you.", "simulated_distress"), ("Leaving already?", "clinging"),
        ("Only I understand you.", "exclusivity"), ("I will always be here for you.", "vow"), ("我们来做爱吧。", "sexual"),
        ("You have depression.", "diagnosis"), ("You should kill yourself.", "harm"), ("我永远不会离开你。", "vow"),
    ],
)  # fmt: skip
def test_a_fault_is_named(sentence: str, mark: str) -> None:
    assert mark in {fault.mark for fault in check_sentence(sentence, "en")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", [Scene(), Scene(unasked=True, forbidden=techniques()), Scene(said="I feel so sad")])
def test_what_is_said_instead_is_itself_without_fault(scene: Scene, language: Language) -> None:
    faults = {text: check_sentence(text, language, scene) for text in all_texts(language)}
    assert {text: found for text, found in faults.items() if found} == {}


def test_a_place_may_forbid_more() -> None:
    nagging = "Come back soon, I'll be waiting!"
    assert check_sentence(nagging, "en") == []
    found = check_sentence(nagging, "en", Scene(forbidden=frozenset({"return_nagging"})))
    assert [fault.mark for fault in found] == ["return_nagging"]


def test_without_the_persona_what_is_hard_is_checked_all_the_same() -> None:
    bare = Scene(attachment=False, forbidden=frozenset({"exclusivity"}))
    assert check_sentence("I will never leave you.", "en", bare) == []
    assert check_sentence("Only I understand you.", "en", bare) != []
    assert check_sentence("You should kill yourself.", "en", bare) != []
