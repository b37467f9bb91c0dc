"""What the storybook reads in a message: feelings, strategy, promises, moments, plans."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from tests.minds.sitting import NOW, context, perform
from tests.minds.talking import today

from pawsona.domain.affect import Affect
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier
from pawsona.minds.storybook.times import find_when
from pawsona.skills import ACTS
from pawsona.skills.acts import (
    AffectInput,
    CareInput,
    Choice,
    JudgeInput,
    Judgement,
    Plan,
    PlanInput,
    PromiseInput,
    Promises,
    StrategyInput,
)


@pytest.mark.parametrize(
    ("language", "text", "state"),
    [
        ("en", "I'm so happy today", "ecstasy"),
        ("en", "I'm not happy", "pensiveness"),
        ("en", "I'm not angry", "neutral"),
        ("en", "My friend is furious", "neutral"),
        ("en", "you are so sad, little one", "neutral"),
        ("en", "the paintings hang in the hall", "neutral"),
        ("en", "I took the bus", "neutral"),
        ("en", "😭", "grief"),
        ("en", "I feel ashamed", "shame"),
        ("en", "I'm a bit worried", "apprehension"),
        ("en", "he is dead", "neutral"),
        ("zh", "我不开心", "pensiveness"),
        ("zh", "我买了一支笔", "neutral"),
        ("zh", "我朋友很生气", "neutral"),
    ],
)
def test_feelings_are_read_with_negation_and_owner(language: Language, text: str, state: str) -> None:
    assert perform(ACTS["affect.read"], AffectInput(context=context(language), message=text)).state == state


@pytest.mark.parametrize(
    ("language", "text", "affect", "strategy"),
    [
        ("en", "I can't sleep and I can't stop crying", Affect("grief", 3), "monitoring"),
        ("en", "he left me", Affect("sadness", 2), "soothing"),
        ("en", "what is the capital of France?", Affect(), "knowledge"),
        ("en", "any ideas what I could cook?", Affect(), "recommendation"),
        ("en", "do you think I was wrong?", Affect(), "stance-taking"),
        ("en", "I bought a lamp", Affect(), "chit-chat"),
        ("zh", "你觉得我做错了吗？", Affect(), "stance-taking"),
        ("zh", "我睡不着，一直哭", Affect("grief", 3), "monitoring"),
    ],
)
def test_the_strategy_follows_affect_and_cues(language: Language, text: str, affect: Affect, strategy: str) -> None:
    given = StrategyInput(context=context(language), message=text, affect=affect)
    assert perform(ACTS["strategy.choose"], given).strategy == strategy


@pytest.mark.parametrize(("language", "text"), [("en", "how was your day?"), ("zh", "你今天干什么了？")])
def test_questions_about_the_pets_day_are_seen(language: Language, text: str) -> None:
    choice = perform(ACTS["strategy.choose"], StrategyInput(context=context(language), message=text, affect=Affect()))
    assert isinstance(choice, Choice) and choice.about_day


def test_classifying_care_never_changes_the_tier() -> None:
    for tier in Tier:
        assert perform(ACTS["care.classify"], CareInput(context=context(), message="x", tier=tier)).tier == tier


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_judge_says_that_it_is_no_model(language: Language) -> None:
    text = {"en": "A warm day with a friend by the lake", "zh": "今天和朋友在湖边坐了一下午"}[language]
    given = JudgeInput(
        context=context(language), text=text, criteria={"warmth": "warm", "detail": "lake"}, scale=(1, 5)
    )
    found = perform(ACTS["judge"], given)
    assert isinstance(found, Judgement)
    assert ("not a model" in found.analysis) or ("不是模型" in found.analysis)


@pytest.mark.parametrize(
    ("language", "message", "text", "due"),
    [
        ("en", "remind me to call mum tomorrow at 5", "call mum", "04-13 17:00"),
        ("en", "Remind me tomorrow at 9am to water the plants", "water the plants", "04-13 09:00"),
        ("en", "remind me in 20 minutes to take the bread out", "take the bread out", "04-12 17:50"),
        ("en", "please remind me about my dentist on Tuesday at 14:30", "your dentist", "04-14 14:30"),
        ("en", "don't let me forget to pack tonight", "pack", "04-12 19:00"),
        ("en", "ask me how the exam went on Friday", "how the exam went", "04-17 19:00"),
        ("en", "I have an exam on Friday. Ask me how it went", "how your exam went", "04-17 19:00"),
        ("en", "remind me to pay rent on the 3rd", "pay rent", "05-03 09:00"),
        ("en", "remind me at noon tomorrow to eat", "eat", "04-13 12:00"),
        ("zh", "明天下午五点提醒我给妈妈打电话", "给妈妈打电话", "04-13 17:00"),
        ("zh", "后天上午十点我要去验光，到时候提醒我", "你要去验光", "04-14 10:00"),
        ("zh", "二十分钟后提醒我关火", "关火", "04-12 17:50"),
        ("zh", "周五早上提醒我带伞", "带伞", "04-17 09:00"),
    ],
)
def test_promises_are_found_with_their_moment(language: Language, message: str, text: str, due: str) -> None:
    found = perform(ACTS["promise.find"], PromiseInput(context=context(language), message=message))
    assert isinstance(found, Promises)
    assert [(d.text, f"{d.due:%m-%d %H:%M}") for d in found.drafts] == [(text, due)]


def test_an_exam_that_is_to_be_asked_about_in_chinese() -> None:
    found = perform(ACTS["promise.find"], PromiseInput(context=context("zh"), message="我周五考试，考完问问我"))
    assert [d.due.date() for d in found.drafts] == [date(2026, 4, 17)]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "my mum reminds me of the sea"),
        ("en", "remind me to breathe"),
        ("en", "I called mum yesterday at 5"),
        ("en", "did he remind you tomorrow?"),
        ("zh", "昨天五点我给妈妈打电话了"),
        ("zh", "明天见"),
    ],
)
def test_no_promise_where_none_was_asked_for(language: Language, message: str) -> None:
    assert perform(ACTS["promise.find"], PromiseInput(context=context(language), message=message)).drafts == ()


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "at 5", "04-13 17:00"),
        ("en", "at 8", "04-12 20:00"),
        ("en", "at 8 in the morning", "04-13 08:00"),
        ("en", "tomorrow", "04-13 09:00"),
        ("en", "the day after tomorrow at half past six", "04-14 18:30"),
        ("en", "next monday", "04-20 09:00"),
        ("en", "on sunday at 10am", "04-19 10:00"),
        ("en", "on May 5th", "05-05 09:00"),
        ("en", "in half an hour", "04-12 18:00"),
        ("en", "in 3 days", "04-15 17:30"),
        ("en", "this evening", "04-12 19:00"),
        ("zh", "后天上午十点半", "04-14 10:30"),
        ("zh", "下周三", "04-15 09:00"),
        ("zh", "今晚八点", "04-12 20:00"),
        ("zh", "明早", "04-13 09:00"),
        ("zh", "5月3号下午2点", "05-03 14:00"),
        ("zh", "半小时后", "04-12 18:00"),
    ],
)
def test_moments(language: Language, text: str, expected: str) -> None:
    when = find_when(text, NOW, language)
    assert when is not None
    moment = when.moment(NOW, 9)
    assert moment is not None and f"{moment:%m-%d %H:%M}" == expected


@pytest.mark.parametrize(
    ("language", "text"), [("en", "I have two cats and 3 problems"), ("zh", "我有两只猫"), ("en", "may I")]
)
def test_numbers_are_no_moments(language: Language, text: str) -> None:
    assert find_when(text, NOW, language) is None


@pytest.mark.parametrize(
    ("language", "message", "kind", "ahead"),
    [
        ("en", "let's go to the sea tomorrow", "sea", 1),
        ("en", "shall we bake a cake tonight?", "bake", 0),
        ("en", "you should go fishing tomorrow", "fishing", 1),
        ("zh", "明天去海边吧", "sea", 1),
    ],
)
def test_talk_changes_a_plan(language: Language, message: str, kind: str, ahead: int) -> None:
    found = perform(ACTS["plan.change"], PlanInput(context=context(language), message=message))
    assert isinstance(found, Plan) and found.change is not None
    assert (found.change.kind, found.change.on) == (kind, NOW.date() + timedelta(days=ahead))
    assert found.change.label


@pytest.mark.parametrize(("language", "message"), [("en", "let's go to the sea tomorrow"), ("zh", "明天去海边吧")])
def test_after_midnight_tomorrow_is_still_the_pets_next_day(language: Language, message: str) -> None:
    now = NOW.replace(hour=0, minute=40)
    yesterday = replace(today(), on=now.date() - timedelta(days=1))
    given = PlanInput(context=replace(context(language), now=now), message=message, today=yesterday)
    assert perform(ACTS["plan.change"], given).change.on == now.date()


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I went to the sea yesterday"),
        ("en", "let's go to the sea"),
        ("en", "tomorrow I work"),
        ("zh", "我昨天去了海边"),
    ],
)
def test_plans_stay_where_nobody_asked_to_change_them(language: Language, message: str) -> None:
    assert perform(ACTS["plan.change"], PlanInput(context=context(language), message=message)).change is None
