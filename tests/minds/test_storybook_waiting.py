"""A loss waits while something else is talked about; what it can't do it says; it says hello."""

from dataclasses import replace

import pytest
from tests.minds.talking import NOW, context, rung, say, talk, turn_of

from pawsona.domain.ids import MessageId, PromiseId
from pawsona.domain.language import Language
from pawsona.domain.promise import Promise
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.suggest import suggestions

_LOSS: dict[Language, str] = {"en": "my cat died", "zh": "奶奶昨天走了"}


def _after_loss(language: Language, *messages: str) -> list[tuple[str, str]]:
    replies = talk([_LOSS[language], *messages], language)
    return [(rung(reply), reply.trace.state.get("act", "")) for reply in replies]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "my boss is great"),
        ("en", "I bought a new lamp"),
        ("en", "I made pancakes today, they were delicious"),
        ("zh", "我养了一只猫叫豆豆"),
        ("zh", "我血压有点高，医生让我少吃盐"),
        ("zh", "包子真好吃"),
    ],
)
def test_another_matter_is_no_part_of_a_loss(language: Language, message: str) -> None:
    assert _after_loss(language, message)[1][0] != "frame"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I can't stop crying"),
        ("en", "she always slept on my bed"),
        ("zh", "周五出殡"),
        ("zh", "她九十四了"),
        ("zh", "今天好累"),
    ],
)
def test_what_speaks_of_the_loss_stays_with_it(language: Language, message: str) -> None:
    assert _after_loss(language, message)[1][0] in {"frame", "form", "situation"}


@pytest.mark.parametrize(("language", "message"), [("en", "You are not listening to me"), ("zh", "你没在听我说话")])
def test_who_is_not_heard_gets_an_apology_and_a_question(language: Language, message: str) -> None:
    reply = talk([_LOSS[language], message], language)[1]
    assert reply.trace.state["act"] == "unheard"
    assert reply.text.rstrip().endswith(("?", "？"))
    assert "frame" not in reply.trace.state


@pytest.mark.parametrize(("language", "message"), [("en", "my boss is great"), ("zh", "我养了一只猫叫豆豆")])
def test_suggestions_wait_with_it(language: Language, message: str) -> None:
    grave = {line.text for line in talk_book(language).bank("suggest", "grave")}
    for messages, sad in (([_LOSS[language]], True), ([_LOSS[language], message], False)):
        last = talk(messages, language)[-1]
        said = replace(turn_of("pet", last.text, NOW, 1), trace=last.trace)
        assert bool(grave & set(suggestions(None, [said], language, now=NOW))) == sad


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "Can you set an alarm for 7 tomorrow?"),
        ("en", "set a timer for five minutes"),
        ("en", "could you call my mum?"),
        ("en", "wake me up at six"),
        ("zh", "帮我定个七点的闹钟"),
        ("zh", "倒计时五分钟"),
        ("zh", "给我妈打个电话"),
        ("zh", "明天早上七点叫我起床"),
    ],
)
def test_no_bell_and_no_telephone(language: Language, message: str) -> None:
    assert say(message, language=language).trace.state.get("act") == "no_bell"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "my alarm didn't go off this morning"),
        ("en", "call me Bob"),
        ("en", "can you call me Lin?"),
        ("en", "call the whole thing off"),
        ("en", "I called my mum yesterday"),
        ("zh", "今天闹钟没响"),
        ("zh", "我妈叫我起床了"),
        ("zh", "我给我妈打了个电话"),
    ],
)
def test_to_speak_of_an_alarm_is_not_to_ask_for_one(language: Language, message: str) -> None:
    assert say(message, language=language).trace.state.get("act") != "no_bell"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "Is it going to rain tomorrow?"),
        ("en", "will it be sunny on Saturday?"),
        ("zh", "明天会下雨吗？"),
        ("zh", "周末天气怎么样？"),
    ],
)
def test_it_sees_no_weather(language: Language, message: str) -> None:
    assert say(message, language=language).trace.state.get("act") == "no_forecast"


@pytest.mark.parametrize(
    ("language", "message"), [("en", "Hello Miso, nice to meet you"), ("zh", "Miso你好，很高兴认识你")]
)
def test_who_says_hello_hears_hello(language: Language, message: str) -> None:
    assert say(message, language=language).trace.state.get("act") == "meet"


@pytest.mark.parametrize(
    ("language", "messages"),
    [("zh", ["我牙疼得厉害，明天去拔牙", "我恨我姐"]), ("zh", ["今天又加班到十点", "领导请客"])],
)
def test_a_few_words_of_something_else_are_no_more_of_the_theme(language: Language, messages: list[str]) -> None:
    first, second = talk(messages, language)
    assert rung(second) != "theme" or second.trace.state["theme"] != first.trace.state.get("theme")


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "If I won the lottery I'd buy a boat"), ("en", "I told Anna I'm moving to Spain, but I was joking")],
)
def test_what_is_only_supposed_is_no_news(language: Language, message: str) -> None:
    assert rung(say(message, language=language)) != "situation"


def test_what_did_happen_still_is() -> None:
    assert rung(say("I won the lottery!")) == "situation"


@pytest.mark.parametrize("told", [True, False])
def test_a_question_for_a_place_of_theirs_is_told_or_not_known(told: bool) -> None:
    before = ["外婆的戒指在蓝盒子里"] if told else []
    reply = talk([*before, "外婆的戒指在哪儿？"], "zh")[-1]
    assert rung(reply) == "memory"
    assert ("蓝盒子" in reply.text) == told


def test_a_promise_to_wake_says_that_nothing_rings() -> None:
    bond = context().pet.bond
    promise = Promise(id=PromiseId("x"), bond=bond, text="wake me up", due=NOW, source=MessageId("s"), made_at=NOW)
    reply = say("wake me up at seven tomorrow", promised=promise)
    assert reply.trace.state["act"] == "promised_no_bell"
    assert "wake me up" in reply.text
