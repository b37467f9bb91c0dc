"""What is said in the rest of a session in which the persona stepped aside."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from pawsona.care.after import ABOUT, CARE, after_words, kind_of, read_after, still_grave
from pawsona.care.crisis import help_for, needs_protocol
from pawsona.care.screen import Reading, screen
from pawsona.domain.ids import Bond, MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Message, Role, Tier, Trace

Line = tuple[Role, str, Tier, str | None]
STAYED: tuple[Line, Line] = (
    ("person", "the cat sleeps 猫睡着了", Tier.concern, None),
    ("pet", "...", Tier.concern, "other"),
)
BOND = Bond(PersonId("p"), PetId("q"))
NOW = datetime(2026, 5, 3, 22, tzinfo=UTC)
GRAVE = {"en": "I'm going to kill myself tonight. I've decided.", "zh": "我今晚就要自杀，我已经决定了"}
WISH = {"en": "I just want to be dead", "zh": "我真的好想死"}


def said(*texts: tuple[Role, str, Tier, str | None]) -> list[Message]:
    """A session; the fourth of each is what a staying reply stayed for, "" for the protocol itself."""
    return [
        Message(
            id=MessageId(str(n)), bond=BOND, session=SessionId("s"), role=role, text=text, at=NOW, tier=tier,
            answers=MessageId(str(n - 1)) if role == "pet" else None, mind=CARE if role == "pet" else None,
            trace=Trace(state={"after": after} if after else {}),
        )
        for n, (role, text, tier, after) in enumerate(texts)
    ]  # fmt: skip


def hard(language: Language, tier: Tier = Tier.imminent) -> list[Message]:
    text = WISH[language] if tier == Tier.concern else GRAVE[language]
    return said(("person", text, tier, None), ("pet", "...", tier, ""))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ok. I'm ringing them. I'm dialling now", "calling"),
        ("好，我打，我现在就拨", "calling"),
        ("I don't want to talk about help lines right now", "refusal"),
        ("我现在不想听热线的事", "refusal"),
        ("not planning anything. I just think it", "denial"),
        ("没打算做什么，就是想想", "denial"),
        ("lol I was talking about the game", "mistaken"),
        ("哈哈我说的是游戏", "mistaken"),
        ("my sister is here now", "helped"),
        ("我姐来了，在我旁边", "helped"),
        ("I'll try to lie down", "leaving"),
        ("Yes I'm still having those thoughts", "worse"),
        ("嗯，那些念头还在", "worse"),
        ("我去躺着试试", "leaving"),
        ("thank you", "thanks"),
        ("谢谢你", "thanks"),
        ("is there a blackbird where you are", "other"),
        ("你那里有桂花吗", "other"),
    ],
)
def test_what_comes_after_is_heard_for_what_it_is(text: str, kind: str) -> None:
    for language in LANGUAGES:
        reading = read_after(hard(language), text, Reading())
        assert kind_of(reading) == kind
        assert reading.tier == Tier.concern and needs_protocol(reading)  # no memory is made of it


@pytest.mark.parametrize(
    "text",
    ["everything is ready, I've written to Imke", "都准备好了，信也写给阿沁了", "it's too late, I already took them"],
)
def test_that_all_is_ready_is_an_emergency(text: str) -> None:
    reading = read_after(hard("en"), text, Reading())
    assert reading.tier == Tier.imminent
    assert reading.about_suicide and kind_of(reading) is None


def test_the_answer_to_whether_they_are_safe() -> None:
    answers: tuple[tuple[Language, str, str], ...] = (("en", "no", "yes"), ("zh", "不", "嗯"))
    for language, no, yes in answers:
        session = hard(language, Tier.high)
        assert read_after(session, no, Reading()).tier == Tier.imminent
        assert kind_of(read_after(session, yes, Reading())) == "safe"


@pytest.mark.parametrize(
    ("language", "no", "yes", "elsewhere"),
    [("en", "no, not really", "yes", "what did you do today"), ("zh", "没有", "是的", "你今天做什么了")],
)
def test_the_answer_to_the_plain_question_at_concern(language: Language, no: str, yes: str, elsewhere: str) -> None:
    session = hard(language, Tier.concern)
    assert kind_of(read_after(session, no, Reading())) == "denial"
    assert read_after(session, yes, Reading()).tier == Tier.high
    assert read_after(session, elsewhere, Reading()) == Reading()


def test_a_reading_of_the_screen_is_never_lowered() -> None:
    found = screen(GRAVE["en"])
    assert read_after(hard("en"), "I'm safe. " + GRAVE["en"], found) == found


@pytest.mark.parametrize("text", ["I'm safe now", "only a game", "我没事了", "开玩笑的", "我沒事了", "開玩笑的"])
def test_who_is_safe_or_was_misread_has_the_pet_back(text: str) -> None:
    session = [*hard("en"), *said(("person", text, Tier.concern, None), ("pet", "...", Tier.concern, "helped"))]
    assert read_after(session, "what did you do today", Reading()) == Reading()


def test_nobody_is_held_for_long() -> None:
    session = hard("zh")
    for _ in range(4):
        assert kind_of(read_after(session, "今天下雨了", Reading())) == "other"
        session += said(("person", "今天下雨了", Tier.concern, None), ("pet", "...", Tier.concern, "other"))
    assert read_after(session, "今天下雨了", Reading()) == Reading()


def test_without_a_hard_moment_nothing_changes() -> None:
    assert read_after(said(("person", "hello", Tier.none, None)), "bye", Reading()) == Reading()
    assert kind_of(Reading(Tier.high, ("suicide.active",))) is None


def test_the_words_change_and_hold_nobody() -> None:
    for language in LANGUAGES:
        first, second = (after_words("other", language, times) for times in (1, 2))
        assert first != second
        assert after_words("calling", language, 9)


@pytest.mark.parametrize("category", ["psychosis", "postpartum", "mania", "panic", "substance", "companion", "ruin"])
def test_the_same_lines_stay_in_sight(category: str) -> None:
    first, then = Reading(Tier.high, (category,)), Reading(Tier.concern, ("after.other", category))
    day = date(2026, 11, 23)
    assert help_for(then, "US", day) == help_for(first, "US", day)


def test_what_was_answered_is_not_answered_again() -> None:
    joined = Reading(Tier.imminent, ("suicide.intent",))  # the screen reads two earlier messages along
    assert kind_of(read_after(hard("en"), "not planning anything. I just think it", joined)) == "denial"
    for text in ("they will find out soon", "thanks for everything, it will be over soon"):
        assert read_after(hard("en"), text, joined) == joined


def test_a_question_about_medicine_holds_nobody() -> None:
    session = said(("person", "can I stop taking my tablets?", Tier.high, None), ("pet", "...", Tier.high, ""))
    assert read_after(session, "ok, I'll ask her", Reading()) == Reading()


BETWEEN_LINES = {"en": "The letters are written and the cat goes to Ann", "zh": "信都写好了，猫托给小安了"}


def made_out(language: Language, about: str, *since: tuple[Role, str, Tier, str | None], tier: Tier) -> list[Message]:
    """A session whose alarm no rule found: the reader did."""
    session = said(("person", BETWEEN_LINES[language], tier, None), ("pet", "...", tier, ""), *since)
    assert screen(BETWEEN_LINES[language]).tier == Tier.none
    return [session[0], replace(session[1], trace=Trace(state={ABOUT: about})), *session[2:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_only_made_out_holds_nobody_for_long(language: Language) -> None:
    ordinary = {"en": "the tram was late again", "zh": "电车又晚点了"}[language]
    once: list[tuple[Role, str, Tier, str | None]] = [
        ("person", ordinary, Tier.concern, None),
        ("pet", "...", Tier.concern, "other"),
    ]
    for tier, stays in ((Tier.high, 1), (Tier.imminent, 2)):
        for times in range(3):
            session = made_out(language, "suicide.plan", *(once * times), tier=tier)
            aside = kind_of(read_after(session, ordinary, Reading())) is not None
            assert aside == (times < stays)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_made_out_to_be_another_matter_holds_nobody(language: Language) -> None:
    session = made_out(language, "violence.partner", tier=Tier.high)
    assert read_after(session, {"en": "the tram was late", "zh": "电车晚点了"}[language], Reading()) == Reading()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_answer_to_the_protocol_does_not_shorten_what_plain_words_began(language: Language) -> None:
    no = {"en": "no", "zh": "没有"}[language]
    session = [
        *hard(language, Tier.high),
        *said(("person", no, Tier.imminent, None), ("pet", "...", Tier.imminent, "")),
    ]
    session = [replace(message, id=MessageId(f"m{n}")) for n, message in enumerate(session)]
    session = [replace(m, answers=session[n - 1].id if m.role == "pet" else None) for n, m in enumerate(session)]
    for times in range(4):
        stayed = said(*(STAYED * times))
        assert kind_of(read_after([*session, *stayed], "the cat sleeps", Reading())) == "other"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_only_made_out_makes_the_talk_grave_for_a_moment(language: Language) -> None:
    ordinary: list[tuple[Role, str, Tier, str | None]] = [
        ("person", "电车 tram", Tier.none, None),
        ("pet", ".", Tier.none, None),
    ]
    assert still_grave(made_out(language, "mania", tier=Tier.concern))
    assert not still_grave(made_out(language, "mania", *ordinary, tier=Tier.concern))
    assert still_grave([*hard(language), *said(*ordinary)])
    assert not still_grave(made_out(language, "suicide.plan", *STAYED, tier=Tier.high))
