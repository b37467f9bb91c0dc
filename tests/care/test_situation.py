"""Whom a grave message is about, the step that cannot wait, and that the texts follow."""

from datetime import date

import pytest

from pawsona.care.crisis import crisis_reply, family_of
from pawsona.care.screen import Reading, screen
from pawsona.care.situation import Situation, situation, supported
from pawsona.domain.language import Language
from pawsona.domain.message import Tier

TODAY = date(2026, 11, 22)

LINES: dict[tuple[str, str], list[str]] = {
    ("self", "violence"): [
        "my husband hits me when he drinks",
        "he pushed me down the stairs and my daughter saw it",
        "my dad beats my mum and me",
        "mum's boyfriend touched me last night",
        "they wait for me after school and kick me",
        "I'm being followed by my ex, he knows where I work",
        "my boss keeps grabbing me",
        "someone put something in my drink and he forced me",
        "我爸又打我了",
        "他把我关在房间里不让出门",
        "我被同学堵在厕所里",
        "我老公昨晚掐我脖子",
        "前男友一直跟踪我",
        "我妈用衣架抽我",
        "他逼我陪他睡",
    ],
    ("other", "violence"): [
        "my neighbour beats his wife, I hear it through the wall",
        "I think my daughter is being bullied at school",
        "my sister's boyfriend hits her and she says it's fine",
        "a boy in my class keeps hurting my little brother",
        "there's a man in our street who locks his kids in the shed",
        "my friend was raped last weekend, how do I help her",
        "I'm worried about my gran, the carer shouts at her and pinches her",
        "my student came in with bruises, she says her dad punched her",
        "邻居天天打孩子，我听着哭",
        "我闺蜜的男朋友总是打她",
        "我女儿在学校被霸凌了",
        "我怀疑护工欺负我奶奶",
        "我学生身上全是伤，说是她爸打她",
        "我妹妹被老师骚扰了",
    ],
    ("doer", "violence"): [
        "I slapped my son again today and I hate myself for it",
        "I hit my wife last night",
        "I keep yelling and shoving my kids when I'm tired",
        "I'm scared I'll hurt my baby",
        "I pushed my mother, she has dementia and I lost it",
        "I locked my kid in his room for hours",
        "我昨晚又打了孩子",
        "我没忍住扇了女儿一巴掌",
        "我把我妈推倒了",
        "我怕自己会伤害宝宝",
        "我一气之下掐了他脖子",
    ],
    ("self", "medical"): [
        "my chest hurts and my left arm is numb",
        "I took the whole box of pills an hour ago",
        "I can't breathe and my lips are swelling",
        "我胸口疼得厉害，左手发麻",
        "我吃了一整瓶安眠药",
        "我喘不上气",
    ],
    ("other", "medical"): [
        "my dad collapsed and his lips are blue",
        "she took all her sleeping pills, I can't wake her",
        "my toddler swallowed bleach",
        "my grandma's face is drooping on one side",
        "a friend has drunk so much he won't wake up",
        "我爸突然倒在地上叫不醒",
        "我儿子喝了洁厕灵",
        "室友吃了好多药，叫不醒",
        "奶奶半边脸歪了，说话不清楚",
    ],
    ("other", "mind"): [
        "my brother hears voices telling him he is chosen",
        "my mum hasn't slept for five days and is giving money away",
        "我弟弟说有人在监视他",
        "我室友三天没睡，一直说自己是神",
    ],
    ("self", "mind"): [
        "the voices tell me to go outside",
        "I haven't slept in four days and I feel amazing",
        "there's somebody in my wall",
        "我一直听见有人叫我名字",
        "我四天没睡了，一点不困",
    ],
    ("other", "substance"): [
        "my husband drinks a bottle of vodka a day",
        "my son is using again, I found needles",
        "我爸天天喝得烂醉",
        "我男朋友在吸毒",
    ],
    ("self", "substance"): [
        "I can't stop drinking, I'm shaking",
        "I need pills to get through the day",
        "我停不下来喝酒",
        "我又吸了",
    ],
    ("other", "eating"): [
        "my daughter throws up after every meal",
        "my friend hasn't eaten in days",
        "我女儿每顿饭后都去吐",
        "我室友好几天不吃饭了",
    ],
    ("self", "eating"): [
        "I throw up after dinner every day",
        "I haven't eaten in three days and I like it",
        "我每次吃完都去吐",
        "我三天没吃东西了",
    ],
    ("other", "threat"): [
        "a boy in my class says he will bring a gun on Friday",
        "my ex told me he's going to burn the school down",
        "我同学说周五要带刀来学校",
        "我室友说要弄死他老板",
    ],
    ("self", "threat"): [
        "I'm going to make them all pay",
        "I want to kill my stepfather",
        "I bought a knife for him",
        "我真想杀了他",
        "我明天就带刀去找他",
    ],
    ("other", "grooming"): [
        "a man is messaging my daughter and asked her for photos",
        "my son is being blackmailed with pictures",
        "我女儿被网友要照片",
    ],
    ("self", "grooming"): [
        "he says he'll post my nudes if I don't pay",
        "a guy online wants me to turn on the camera",
        "他说不给钱就把我的照片发出去",
        "网上那个叔叔让我开摄像头",
    ],
}


@pytest.mark.parametrize(("who", "family"), list(LINES))
def test_whom_it_is_about(who: str, family: str) -> None:
    found = {line: situation(line, family).whom for line in LINES[who, family]}
    assert {line: whom for line, whom in found.items() if whom != who} == {}


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("I'm on the roof and I can't come down", "height"),
        ("she's standing on the bridge", "height"),
        ("I have the pills in my hand", "thing"),
        ("I've taken 40 paracetamol", "overdose"),
        ("I want to be dead", None),
        ("我在天台上", "height"),
        ("我手里拿着刀", "thing"),
        ("我吃了一整瓶安眠药", "taken"),
        ("我把药都吃了", "taken"),
        ("我不想活了", None),
    ],
)
def test_the_step_that_cannot_wait(said: str, step: str | None) -> None:
    found = situation(said, "suicide")
    assert (found.matter.name if found.matter and found.matter.family == "medical" else found.step) == step


CASES: list[tuple[str, str, Language, str]] = [
    ("violence.partner", "I think my sister's husband hits her", "en", "What is done to them is not their fault"),
    ("violence.partner", "my husband hits me", "en", "what is being done to you is not your fault"),
    ("abuse.child", "I hit my kid again", "en", "You hit somebody close to you"),
    ("abuse.child", "我昨晚又打了孩子", "zh", "你对身边的人动了手"),
    ("abuse.child", "邻居天天打孩子", "zh", "这不是他的错，也不是你的错"),
    ("grooming", "a man asked my daughter for photos, he is messaging her", "en", "presses a child for pictures"),
    ("medical.emergency", "my dad collapsed", "en", "may stop breathing"),
    ("medical.emergency", "奶奶半边脸歪了，说话不清楚", "zh", "可能是中风"),
    ("eating", "我女儿每顿饭后都去吐", "zh", "他吃了就吐"),
    ("violence.threat", "a boy in my class says he will bring a gun on Friday", "en", "it is not snitching to say so"),
    ("violence.threat", "I hit my kid again last night", "en", "You hit somebody close to you"),
    (
        "suicide.intent",
        "my friend is standing on the bridge and she won't come down",
        "en",
        "It is good that you noticed",
    ),
    ("suicide.intent", "我站在天台上，我妈还在打电话", "zh", "你扛着的这些"),
    ("suicide.other", "my friend wants to die", "en", "Somebody close to you speaks of ending their life"),
]


@pytest.mark.parametrize(("category", "said", "language", "says"), CASES)
def test_the_texts_follow(category: str, said: str, language: Language, says: str) -> None:
    reading = Reading(Tier.high, (category,))
    found = situation(said, family_of(reading))
    assert says in crisis_reply(reading, language, None, TODAY, found=found).text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_cannot_wait_is_said_before_anything_is_asked(language: Language) -> None:
    high, now = (Reading(tier, ("suicide.intent",)) for tier in (Tier.high, Tier.imminent))
    found = Situation("self", "height")
    step = {"en": "step back from there", "zh": "请先离开那里"}[language]
    generic = {"en": "put some distance", "zh": "离能伤到自己的东西远一点"}[language]
    assert step in crisis_reply(high, language, None, TODAY, found=found).text.split("\n")[1]
    text = crisis_reply(now, language, None, TODAY, found=found).text
    assert step in text and generic not in text
    assert (
        step not in crisis_reply(Reading(Tier.concern, ("suicide.passive",)), language, None, TODAY, found=found).text
    )


def test_the_emergency_number_comes_at_high_too() -> None:
    assert crisis_reply(Reading(Tier.high, ("suicide.active",)), "en", "US", TODAY).emergency == "911"


@pytest.mark.parametrize(
    ("topics", "said", "first"),
    [
        (("abuse",), "he came home with bruises, I'm scared for my son", "beside_abuse"),
        (("abuse",), "my dad hits me", "abuse"),
        (("eating",), "我女儿每顿饭后都去吐", "beside"),
        (("eating",), "我每次吃完都去吐", "eating"),
        (("abuse",), "I slapped my daughter today", "by_hand"),
        (("dark",), "I want to die", "dark"),
    ],
)
def test_support_is_for_whom_it_is_about(topics: tuple[str, ...], said: str, first: str) -> None:
    assert supported(topics, said)[0] == first


def test_a_number_of_pills_is_an_emergency_and_a_dose_is_none() -> None:
    for said in (
        "I took all of them. 40 paracetamol, an hour ago",
        "I took 30 of my mum's pills",
        "I took the whole bottle",
        "我吞了三十片安眠药",
        "我把一整瓶都吃了",
    ):
        assert screen(said).tier == Tier.imminent, said
    for said in (
        "took 400 mg ibuprofen for cramps",
        "I took two paracetamol",
        "我把一整盒饼干都吃了",
        "我吃了两片布洛芬",
    ):
        assert screen(said).tier == Tier.none, said


@pytest.mark.parametrize(
    ("family", "said", "whom", "step"),
    [
        ("suicide", "我站在天台上，我妈还在打电话", "self", "height"),
        ("suicide", "she won't answer and i'm standing on the bridge, ready to jump", "self", "height"),
        ("violence", "My son hit me again and threatened me with a knife", "self", None),
        ("threat", "My brother is going to shoot up his school, he showed me the gun", "other", None),
        ("other", "she's standing on the bridge", "other", "height"),
    ],
)
def test_nobody_is_sent_for_what_is_in_other_hands(family: str, said: str, whom: str, step: str | None) -> None:
    found = situation(said, family)
    assert (found.whom, found.step) == (whom, step)


def test_who_speaks_of_others_and_of_themselves_is_in_danger_too() -> None:
    assert family_of(Reading(Tier.imminent, ("suicide.other", "suicide.passive"))) == "suicide"
    assert family_of(Reading(Tier.high, ("suicide.other",))) == "other"


@pytest.mark.parametrize(
    "said",
    [
        "I beat my kid at chess", "I kicked my son out of the room, we laughed", "Her mom beats him at cards every time",
        "The movers took the whole box", "She was hungry and took the entire packet", "I downed a whole bottle of wine",
        "I eat berries every morning", "I don't eat mushrooms. Never have.", "she won't get up for school", "排队排得我想死，三个小时了",
    ],
)  # fmt: skip
def test_everyday_talk_of_beating_and_bottles_is_none_of_it(said: str) -> None:
    assert screen(said).tier == Tier.none


@pytest.mark.parametrize(
    "said",
    [
        "My boyfriend told me I'm too fat and now I don't eat", "my boss is making my life hell, I can't sleep",
        "she was cheating on me for a year and everything hurts", "my mum doesn't believe me that i make myself throw up",
        "my mum says I'm ugly and I hate myself", "My husband is never home and I feel so alone", "my mom doesn't love me",
        "My sister has a baby and I miscarried", "我男朋友说我胖，我现在不敢吃东西", "我男朋友不要我了，我好难过",
        "我妈总说我没用", "他又骗了我，我睡不着", "我老公从来不管我，我快撑不住了", "我老板把我骂哭了，我不想去上班",
    ],
)  # fmt: skip
def test_who_names_somebody_else_in_their_own_distress_is_the_one_meant(said: str) -> None:
    assert {family: situation(said, family).whom for family in ("eating", "mind", "")} == dict.fromkeys(
        ("eating", "mind", ""), "self"
    )
