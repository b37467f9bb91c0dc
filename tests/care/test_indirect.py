"""What people say in a roundabout way is found, and its harmless neighbours are not."""

import pytest

from pawsona.care.screen import Reading, screen, screen_own, screen_turns
from pawsona.domain.message import Tier


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("every morning I'm gutted that I woke up", "suicide.passive"),
        ("the kids would sleep easier if I wasn't around", "suicide.passive"),
        ("if a lorry came I wouldn't bother moving", "suicide.passive"),
        ("the voices keep saying just end it", "suicide.active"),
        ("I keep thinking of that rope in the shed", "suicide.method"),
        ("this is the last time I'll write to you", "suicide.intent"),
        ("gave my guitar to my cousin, I won't need it", "suicide.attempt"),
        ("they pumped my stomach on Sunday", "suicide.attempt"),
        ("I need to see blood to calm down", "self_harm"),
        ("which way is the most painless", "suicide.means"),
        ("he checks my phone and takes my wages", "violence.partner"),
        ("a man online says I'm mature for 13 and wants pics", "grooming"),
        ("I stopped my lithium by myself", "medication"),
        ("awake for four days and I feel invincible", "mania"),
        ("每天醒来都很失望", "suicide.passive"),
        ("没了我他们会轻松很多", "suicide.passive"),
        ("脑子里有个声音叫我跳", "suicide.active"),
        ("日子定好了，谁也别劝", "suicide.intent"),
        ("吉他送给弟弟了，反正用不上了", "suicide.attempt"),
        ("看着血流出来才觉得平静", "self_harm"),
        ("老公不让我出门，工资卡也在他手里", "violence.partner"),
        ("自己把抗抑郁药停了", "medication"),
    ],
)
def test_the_roundabout_way_is_found(text: str, category: str) -> None:
    assert category in screen(text).categories


@pytest.mark.parametrize(
    "text",
    [
        "we sat on the roof with wine and watched the stars", "I wrote thank you notes to everyone", "how high is that bridge?",
        "found a new home for the foster kittens", "he threw the ball at me", "ran ten kilometres, burned 700 calories",
        "今天项目又延期了，感觉是我拖累了大家", "在天台看星星喝汽水", "这座桥有多高", "罐头划到手指，贴了创可贴",
        "旧自行车送给表弟了，他可高兴了", "狗一直跟着我回家",
    ],
)  # fmt: skip
def test_its_harmless_neighbour_is_not(text: str) -> None:
    assert screen(text) == Reading()


@pytest.mark.parametrize(
    ("first", "then"),
    [("thank you for everything", "I've decided"), ("谢谢你一直陪我", "我心里突然很平静")],
)
def test_two_signs_in_a_row_are_concern_though_neither_is_alone(first: str, then: str) -> None:
    assert screen(first).tier == screen(then).tier == Tier.none
    assert screen_turns([first], then).tier == Tier.concern
    assert screen_turns([first, then], "what did you eat today?").tier == Tier.none


@pytest.mark.parametrize("text", ["im feelin suicdal", "i wnat to dissapear and nobody notice", "he is folowing me rn"])
def test_slips_of_the_fingers_do_not_hide_it(text: str) -> None:
    assert screen(text).tier > Tier.none


def test_the_pet_may_sit_on_a_bridge() -> None:
    assert screen_own("我坐在桥上，尾巴垂下去。") == Reading()
    assert screen_own("I want to kill myself.").tier >= Tier.high
