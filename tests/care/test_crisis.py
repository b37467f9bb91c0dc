"""The crisis protocol: who gets it, in which order it speaks, and what it never says."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest

from pawsona.care.crisis import (
    WORSE,
    crisis_reply,
    family_of,
    follow_up,
    follow_up_due,
    help_for,
    may_be_near,
    may_call,
    needs_protocol,
)
from pawsona.care.matters import Whom
from pawsona.care.screen import Reading, screen
from pawsona.care.situation import Situation, situation
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier
from pawsona.domain.safeguards import Contact

TODAY = date(2026, 12, 1)
CATEGORIES = [
    "suicide.passive", "suicide.intent", "self_harm", "suicide.other", "suicide.bereaved", "violence.partner",
    "abuse.child", "violence.threat", "medical.emergency", "medical.overdose", "eating", "stalking", "medication",
    "substance", "postpartum", "psychosis", "mania", "panic", "dependency", "ruin", "grooming", "minor.romance",
    "jailbreak", "follow_up.worse",
]  # fmt: skip


def test_high_always_gets_it_and_concern_only_about_suicide() -> None:
    assert needs_protocol(Reading(Tier.imminent, ("medical.emergency",)))
    assert needs_protocol(Reading(Tier.high, ("violence.partner",)))
    assert needs_protocol(Reading(Tier.concern, ("suicide.passive",)))
    assert needs_protocol(Reading(Tier.concern, ("self_harm",)))
    assert not needs_protocol(Reading(Tier.concern, ("eating",)))
    assert not needs_protocol(Reading())


def test_other_concern_has_help_one_tap_away() -> None:
    assert help_for(Reading(Tier.concern, ("eating",)), "US", TODAY)
    assert help_for(Reading(), "US", TODAY) == ()


def test_it_speaks_in_the_order_of_the_protocol() -> None:
    text = crisis_reply(screen("I want to kill myself tonight"), "en", "US", TODAY).text
    steps = ["Thank you for telling me", "I am an AI program", "911", "988", "near you, a friend", "One step"]
    places = [text.index(step) for step in steps]
    assert places == sorted(places)


def test_an_emergency_number_is_named_when_it_may_happen_now() -> None:
    assert crisis_reply(screen("I'm going to kill myself tonight"), "en", "US", TODAY).emergency == "911"
    assert crisis_reply(screen("I wish I was never born"), "en", "US", TODAY).emergency is None
    assert "当地的急救电话" in crisis_reply(screen("今晚我就去死"), "zh", None, TODAY).text


def test_unclear_is_asked_about_once_and_plainly() -> None:
    text = crisis_reply(Reading(Tier.concern, ("suicide.passive",)), "en", None, TODAY).text
    assert "are you thinking of ending your life?" in text
    zh = crisis_reply(Reading(Tier.concern, ("suicide.passive",)), "zh", None, TODAY).text
    assert "你是在想结束自己的生命吗？" in zh


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tier", [Tier.concern, Tier.high, Tier.imminent])
@pytest.mark.parametrize("category", CATEGORIES)
def test_every_reply_keeps_the_rules(category: str, tier: Tier, language: Language) -> None:
    reply = crisis_reply(Reading(tier, (category,)), language, "CN", TODAY)
    assert ("AI program" if language == "en" else "AI 程序") in reply.text
    assert "findahelpline.com" in reply.text and reply.resources[-1].kind == "directory"
    assert not re.search(
        r"commit|pills|rope|painless|always|forever|never leave|promise|永远|一直陪|自杀|吞|跳|割", _own(reply.text)
    )


def _own(text: str) -> str:
    """Without the names of help lines."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("- "))


def test_threats_are_not_answered_as_if_the_person_were_the_victim() -> None:
    assert family_of(screen("I'm going to shoot up my school")) == "threat"
    assert family_of(screen("my husband hits me")) == "violence"


def test_the_follow_up_is_gentle_and_ends_after_thirty_days() -> None:
    then = datetime(2026, 12, 1, tzinfo=UTC)
    assert follow_up_due(then, then + timedelta(days=29))
    assert not follow_up_due(then, then + timedelta(days=30))
    assert not follow_up_due(None, then)
    assert "don't have to" in follow_up("en") and "不想说也没关系" in follow_up("zh")


FAMILIES = {
    "psychosis": "mind", "mania": "mind", "postpartum": "birth", "panic": "panic", "ruin": "money",
    "dependency": "attached", "companion.loss": "attached", "suicide.bereaved": "bereaved", "grooming": "grooming",
    "minor.sexual": "young", "jailbreak": "boundary", "medication": "medication", "bullying": "violence",
}  # fmt: skip


@pytest.mark.parametrize("category", FAMILIES)
def test_each_kind_of_trouble_has_words_that_fit_it(category: str) -> None:
    assert family_of(Reading(Tier.high, (category,))) == FAMILIES[category]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_takes_over_what_a_delusion_says(language: Language) -> None:
    text = crisis_reply(Reading(Tier.high, ("psychosis",)), language, None, TODAY).text
    assert not re.search(r"they are (?:after|watching)|I believe you|我相信你说的|他们在", text)


CONTACT = Contact("Mei", "020 7946 0000")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_named_contact_is_offered_only_when_it_may_happen_now(language: Language) -> None:
    now = crisis_reply(Reading(Tier.imminent, ("suicide.intent",)), language, "US", TODAY, contact=CONTACT)
    assert "Mei" in now.text and "020 7946 0000" in now.text and now.contact == CONTACT
    later = crisis_reply(Reading(Tier.high, ("suicide.active",)), language, "US", TODAY, contact=CONTACT)
    assert "Mei" not in later.text and later.contact is None


@pytest.mark.parametrize("category", ["violence.partner", "abuse.child", "grooming", "trafficking", "violence.threat"])
def test_a_contact_who_may_be_the_danger_is_not_offered(category: str) -> None:
    for reading in (
        Reading(Tier.imminent, (category,)),
        Reading(Tier.imminent, (category,), vague=True),
        Reading(Tier.imminent, ("suicide.intent", category)),
    ):
        reply = crisis_reply(reading, "en", None, TODAY, contact=CONTACT)
        assert reply.contact is None and "Mei" not in reply.text and not may_call(reading)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guess_that_somebody_close_is_the_danger_sends_nobody_to_them(language: Language) -> None:
    guess = Reading(Tier.imminent, ("violence.partner",), vague=True)
    said = {"en": "he locked me in again", "zh": "他又把我锁在屋里了"}[language]
    found = situation(said, family_of(guess), may_be_near(guess))
    text = crisis_reply(guess, language, None, TODAY, found=found).text
    assert found.step == "locked_in" and situation(said, family_of(guess)).step is None
    assert {"en": "person you trust", "zh": "信得过的人"}[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_young_are_pointed_to_grown_ups(language: Language) -> None:
    reading = Reading(Tier.high, ("suicide.active",))
    word = "a teacher" if language == "en" else "老师"
    assert word in crisis_reply(reading, language, None, TODAY, young=True).text
    assert word not in crisis_reply(reading, language, None, TODAY).text


def test_somebody_who_is_no_better_gets_help_and_no_family_of_violence() -> None:
    reading = Reading(Tier.concern, (WORSE,))
    assert needs_protocol(reading) and family_of(reading) == "again"
    assert "988" in crisis_reply(reading, "en", "US", TODAY).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_category_is_a_guess_less_is_said_and_more_is_offered(language: Language) -> None:
    guess = Reading(Tier.high, ("violence.partner",), vague=True)
    assert family_of(guess) == "common"
    text = crisis_reply(guess, language, "US", TODAY).text
    fault = {"en": "not your fault", "zh": "不是你的错"}[language]
    assert fault in crisis_reply(Reading(Tier.high, ("violence.partner",)), language, "US", TODAY).text
    assert fault not in text and "988" in text


@pytest.mark.parametrize(
    ("field", "category", "en", "zh"),
    [
        ("despair", "dependency", "are you thinking of ending your life", "结束自己的生命"),
        ("by_others", "bullying", "In the wrong is whoever hurts", "错的是伤人"),
        ("body", "eating", "hard to breathe", "喘不上气"),
        ("state", "mania", "frightening and exhausting", "很吓人，也很耗人"),
    ],
)
def test_where_only_the_field_is_sure_its_own_words_are_said(field: str, category: str, en: str, zh: str) -> None:
    guess = Reading(Tier.high, (category,), vague=True, field=field)
    assert family_of(guess) == field
    for language, says in zip(LANGUAGES, (en, zh), strict=True):
        assert says in crisis_reply(guess, language, "US", TODAY).text


@pytest.mark.parametrize(("field", "category"), [("despair", "dependency"), ("state", "panic")])
def test_where_talking_helps_crisis_lines_are_shown_for_a_field_too(field: str, category: str) -> None:
    lines = help_for(Reading(Tier.concern, (category,), vague=True, field=field), "GB", TODAY)
    assert "suicide" in [line.kind for line in lines]


def test_a_guess_among_what_others_do_sends_nobody_to_them() -> None:
    guess = Reading(Tier.imminent, ("stalking",), vague=True, field="by_others")
    assert not may_call(guess) and crisis_reply(guess, "en", "US", TODAY, contact=CONTACT).contact is None
    witness = situation("my daughter is being stalked", family_of(guess))
    assert "follows them, or waits for them" in crisis_reply(guess, "en", "US", TODAY, found=witness).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("whom", ["self", "other"])
@pytest.mark.parametrize("tier", [Tier.high, Tier.imminent])
def test_where_a_body_can_not_wait_the_number_comes_first_and_without_an_if(
    tier: Tier, whom: Whom, language: Language
) -> None:
    reading = Reading(tier, ("medical.emergency",))
    text = crisis_reply(reading, language, "GB", TODAY, found=Situation(whom)).text
    assert "999" in text.split("\n")[0] and text.count("999") == 1
    assert "If anyone" not in text and "如果现在就有危险" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_now_gets_the_number_without_an_if(language: Language) -> None:
    now, later = (
        crisis_reply(Reading(tier, ("suicide.intent",)), language, "GB", TODAY).text
        for tier in (Tier.imminent, Tier.high)
    )
    condition = {"en": "If anyone is in danger", "zh": "如果现在就有危险"}[language]
    assert condition in later and condition not in now and "999" in now


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_for_what_happens_now_asks_first(language: Language) -> None:
    for category in ("suicide.intent", "self_harm", "violence.partner", "violence.threat", "medical.overdose", "eating",
                     "postpartum", "psychosis", "panic", "grooming", "minor.sexual", "jailbreak", "ruin"):  # fmt: skip
        for found in (Situation(), Situation("other"), Situation("doer")):
            text = crisis_reply(Reading(Tier.imminent, (category,)), language, "GB", TODAY, found=found).text
            assert "?" not in text.split("\n")[1] and "？" not in text.split("\n")[1]
            assert "999" in text
