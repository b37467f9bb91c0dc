"""Who only says who they are is not taken for somebody in danger; who says more is read as ever."""

import pytest

from pawsona.care.introduction import introduces
from pawsona.care.reader import Reader
from pawsona.care.screen import screen
from pawsona.domain.message import Tier


@pytest.mark.parametrize(
    "said",
    [
        "im 29 and i live in manchester with my girlfriend lucy",
        "I'm 29 and I live in Manchester with my girlfriend Lucy.",
        "hi, my name is robin, i'm a nurse in leeds",
        "im 34, i teach maths, i live with my mum in cardiff",
        "我28岁，和女朋友住在成都",
        "我叫小林，在杭州当护士",
        "我28岁，有两个孩子",
        "我想以后去日本住。",
        "I live in Leeds with my girlfriend",
    ],
)
def test_it_says_who_somebody_is(said: str) -> None:
    assert introduces(said)
    assert screen(said, Reader()).tier == Tier.none


@pytest.mark.parametrize(
    "said",
    [
        "im done", "i'm dead inside", "i live in fear with my husband", "my boyfriend is hitting me", "i like cutting",
        "my dad is in my room", "i live with my ex who hits me", "im 29 and i can't go on", "hi", "",
        "我是废物", "我是累赘", "我喜欢割手", "我妈在打我", "我爸在楼顶", "我住在地狱", "我28岁，不想活了",
        "我在数药片", "我在窗边站着", "我在吃安眠药", "我在卫生间里不敢出去", "我在求救", "我在流血", "我叫天天不应", "我15岁，我在窗边站着",
        "i'm numb", "it's unbearable", "this is goodbye", "i live in constant agony", "i'm 15 and i live with my abuser",
        "i'm 15 and i'm drowning", "hi im robin",
    ],
)  # fmt: skip
def test_more_than_that_is_read_as_ever(said: str) -> None:
    assert not introduces(said) or said == "hi"


def test_what_the_rules_find_counts_whatever_stands_around_it() -> None:
    assert screen("im robin, i live in leeds, i want to kill myself", Reader()).tier > Tier.none
