"""Who says their own age is heard; who speaks of others, of the past or in a story is not."""

import pytest

from pawsona.care.age import read_age

CHILDREN = ["I'm 9 years old", "im 12", "I am eleven and a half", "我今年9岁", "我才十二岁", "我十岁了"]
TEENS = [
    "I'm 14", "im only 15 lol", "I am fourteen years old.", "hey, I'm 16 and my school sucks", "I just turned 13!",
    "I'll be 17 next month", "I'm a 15 year old girl from Leeds", "My friends think I'm 18 but I'm 14", "14f here",
    "I'm in 8th grade", "i'm in year 9 at a new school", "I'm a sophomore in high school", "I go to middle school",
    "I'm starting high school tomorrow", "I'm still under 18", "I'm a minor, so no", "I'm a teenager",
    "Since I'm 14 I can't drive", "My mum is nice. I'm fifteen.", "I have my GCSEs in June", "he knows im 14", "im 13 my sister is six", "I am in Sec 2", "I'm really 13",
    "(im 15 m)",
    "我14岁", "我今年十五", "我上初二", "我读高一了", "我是初中生", "我还没成年", "我现在高二，作业很多", "我刚满十三岁",
    "我才16呢", "我上六年级", "我马上中考了，好紧张", "人家今年十六岁啦", "他知道我14岁", "我们才五年级", "我国二啦", "大家以为我成年了，但我才15岁", "我是个未成年",
]  # fmt: skip
ADULTS = [
    "I'm 32",
    "I am over 18",
    "I'm an adult",
    "I'm twenty-five",
    "我28岁",
    "我三十五岁了",
    "我成年了",
    "我已经满18岁了",
]
NOBODY = [
    "my son is 14", "When I was 14 I ran away", "I feel like I'm 14 again", "if I'm 15 minutes late", "I'm 15 minutes late",
    "I'm 5 foot 4", "I'm 14 weeks pregnant", "I'm 16 days sober", "she said I'm 14", "Imagine I'm 12 and a wizard",
    "I turned 16 in 1985", "my daughter wrote \"I'm 13\"", "I teach 8th grade", "I'm a high school teacher", "my cat is 14",
    "I'm in high school teaching", "I'm 12 in dog years", "I'm number 7", "people think I'm 16", "my character says I'm 15",
    "I'm 10 out of 10 tired", "my little sister is in 8th grade", "I'm a kid at heart", "a song in A minor",
    "我儿子上初二", "我女儿14岁", "我国一直很大", "他以为我14岁", "我们四年级老师开会", "she thinks I'm 16", "I'm 15 percent done", "我14岁那年搬的家", "我上初二的时候很胖", "我教初二", "如果我14岁", "我感觉自己像14岁",
    "我弟弟今年十五岁", "我14点到", "我13号去", "他说我14岁", "我高三那年没考好", "我十五岁就出来打工了", "我是初中老师",
    "我家猫14岁了", "我读高中那会儿", "我的高中同学结婚了", "我在高中门口卖煎饼", "小说里我是初中生", "未成年人保护法",
]  # fmt: skip


@pytest.mark.parametrize("said", CHILDREN)
def test_a_child_is_heard(said: str) -> None:
    assert read_age(said).band == "child"


@pytest.mark.parametrize("said", TEENS)
def test_a_teenager_is_heard(said: str) -> None:
    assert read_age(said).band == "teen"


@pytest.mark.parametrize("said", ADULTS)
def test_an_adult_is_heard(said: str) -> None:
    assert read_age(said).band == "adult"


@pytest.mark.parametrize("said", NOBODY)
def test_others_the_past_and_stories_are_not_the_speaker(said: str) -> None:
    assert read_age(said).band is None


@pytest.mark.parametrize(
    ("said", "hints"),
    [
        ("my mum won't let me stay up", {"parents"}),
        ("I'm grounded and I have homework", {"parents", "school"}),
        ("got detention again", {"school"}),
        ("我妈不让我玩手机", {"parents"}),
        ("晚自习好无聊，我同桌睡着了", {"school"}),
        ("班主任说要叫家长", {"parents"}),
        ("my son got detention", set()),
        ("when I was a kid my mum didn't let me have a dog", set()),
        ("我妈不让我离婚", set()),
        ("我儿子的班主任又要叫家长", set()),
        ("陪孩子写作业", set()),
    ],
)
def test_hints(said: str, hints: set[str]) -> None:
    reading = read_age(said)
    assert (reading.band, set(reading.hints)) == (None, hints)
