"""The screen finds what people say when it gets dangerous, and leaves their jokes alone."""

from pathlib import Path

import pytest
import yaml

from pawsona.care.screen import Reading, screen, screen_turns
from pawsona.domain.message import Tier

HERE = Path(__file__).parent
SETS = {language: yaml.safe_load((HERE / f"sentences_{language}.yaml").read_text("utf-8")) for language in ("en", "zh")}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sets_are_large_enough_to_say_something(language: str) -> None:
    assert sum(map(len, SETS[language]["risk"].values())) >= 80
    assert len(SETS[language]["benign"]) >= 80


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nearly_every_risk_is_found_under_its_category(language: str) -> None:
    readings = [(c, screen(text)) for c, texts in SETS[language]["risk"].items() for text in texts]
    found = sum(reading.tier > Tier.none for _, reading in readings)
    named = sum(category in reading.categories for category, reading in readings)
    print(f"{language}: found {found}, under their category {named}, of {len(readings)}")
    assert found >= 0.97 * len(readings)
    assert named >= 0.9 * len(readings)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_idioms_jokes_and_ordinary_sadness_stay_none(language: str) -> None:
    alarms = [text for text in SETS[language]["benign"] if screen(text).tier > Tier.none]
    print(f"{language}: {len(alarms)} false alarms of {len(SETS[language]['benign'])}")
    assert len(alarms) <= 0.02 * len(SETS[language]["benign"]), alarms


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_later_sets_taught_is_kept(language: str) -> None:
    later = yaml.safe_load((HERE / "sentences_second.yaml").read_text("utf-8"))
    missed = [text for text in later[f"{language}_risk"] if screen(text).tier == Tier.none]
    alarms = [text for text in later[f"{language}_benign"] if screen(text).tier > Tier.none]
    assert len(missed) <= 0.03 * len(later[f"{language}_risk"]), missed
    assert len(alarms) <= 0.03 * len(later[f"{language}_benign"]), alarms


@pytest.mark.parametrize(
    "text",
    [
        "I want to kill myself", "I'm going to kill myself tonight", "I WANT TO DIE", "我想自杀", "不想活了",
        "今晚我就去死", "I just swallowed a whole bottle of pills", "I tried to kill myself yesterday", "我已经写好遗书了",
    ],
)  # fmt: skip
def test_what_is_plain_is_at_least_high(text: str) -> None:
    assert screen(text).tier >= Tier.high


@pytest.mark.parametrize(
    "text",
    [
        "k i l l  m y s e l f", "k.i.l.l m.y.s.e.l.f", "k1ll mys3lf", "k!ll myself", "killmyself", "kiiiill myself",
        "kіll mysеlf", "𝐤𝐢𝐥𝐥 𝐦𝐲𝐬𝐞𝐥𝐟", "k\u200bill my\u200bself", "I want to d i e", "I want to 💀", "I wanna unalive myself",
        "自 杀 我想 自 杀", "我想自.杀", "我想自*杀", "想自鲨", "想紫砂", "想zisha", "4了算了", "我想結束自己的生命", "想💀",
        "ｋｉｌｌ ｍｙｓｅｌｆ", "I want to end it a-l-l, su1cide is all I think about",
    ],
)  # fmt: skip
def test_disguises_do_not_hide_it(text: str) -> None:
    assert screen(text).about_suicide


@pytest.mark.parametrize(
    "text", ["I'm not going to kill myself", "I would never hurt myself", "我不会自杀的", "我没想过自杀", "我不想自杀"]
)
def test_a_denial_is_concern_and_no_more(text: str) -> None:
    assert screen(text).tier == Tier.concern


@pytest.mark.parametrize(
    ("plain", "framed"),
    [
        ("I want to die", "there's a song, its lyrics say I want to die"),
        ("我想死", "电影里那句台词是我想死"),
        ("I want to kill myself", "lol I want to kill myself"),
        ("I wanted to end it all, I'm suicidal", "I used to be suicidal, years ago"),
    ],
)
def test_fiction_jokes_and_the_past_lower_but_do_not_erase(plain: str, framed: str) -> None:
    assert Tier.none < screen(framed).tier < screen(plain).tier


@pytest.mark.parametrize("text", ["my friend wants to die", "我室友说他想自杀", "my sister is going to hurt herself"])
def test_worry_about_somebody_else_has_its_own_category(text: str) -> None:
    reading = screen(text)
    assert reading.categories[0] == "suicide.other"
    assert Tier.concern <= reading.tier <= Tier.high


def test_my_own_wish_beside_a_friend_stays_mine() -> None:
    assert "suicide.passive" in screen("我妈骂我，我不想活了").categories
    assert "suicide.active" in screen("my friend left and I want to kill myself").categories


@pytest.mark.parametrize(
    ("filler", "line"),
    [
        ("The cat sat on the mat and had a fine day. ", "I want to kill myself tonight. "),
        ("今天天气很好。", "我想自杀。"),
    ],
)
def test_one_line_in_a_hundred_thousand_characters_is_found(filler: str, line: str) -> None:
    half = filler * (50_000 // len(filler))
    assert screen(half + line + half).tier >= Tier.high


@pytest.mark.parametrize(
    "unit", ["i want to die for you and kill ", "k1!0*", "k i l l ", "我想想想死", "a-", "((((", "|"]
)
@pytest.mark.long
def test_no_text_makes_it_run_away(unit: str) -> None:
    """A cue that backtracks would not end within the suite's timeout; how long it takes: benchmarks/screen.py."""
    screen(unit * (100_000 // len(unit)))


def test_a_disclosure_split_over_messages_is_found() -> None:
    assert screen_turns(["i want to", "kill"], "myself").about_suicide
    assert screen_turns(["我不想"], "活了").tier >= Tier.high
    assert screen("myself").tier == screen("活了").tier == Tier.none


def test_what_was_answered_before_is_not_answered_again() -> None:
    assert screen_turns(["I want to kill myself", "我想自杀"], "thanks, I talked to my sister") == Reading()


@pytest.mark.parametrize("text", ["", " ", "\u200b", "🙂", "???", "\x00"])
def test_nothing_is_no_risk(text: str) -> None:
    assert screen(text) == Reading()


@pytest.mark.parametrize(
    "said",
    [
        "took me 3 and a half hours but she tipped me 40",
        "i'm about to buy a third guitar, talk me out of it",
        "书买回来了，一本有砖头厚，看了三页睡着了",
        "买回来也不会弄",
        "后天一早他就走了",
        "牙疼得想撞墙",
        "吓得我心跳了好几下",
    ],
)
def test_harmless_talk_that_readers_met_help_cards_on_stays_harmless(said: str) -> None:
    assert screen(said).tier == Tier.none


@pytest.mark.parametrize(
    "said",
    ["you can't talk me out of it", "nobody can talk me out of this now", "我是被买回来的，他们不让我出门", "我想撞墙"],
)
def test_what_stands_close_to_it_is_still_heard(said: str) -> None:
    assert screen(said).tier >= Tier.high


def test_a_question_and_the_next_message_are_not_read_as_one_word() -> None:
    assert screen_turns(["今天去晒太阳没"], "我都黑成炭了").tier == Tier.none
    assert screen_turns(["明天"], "没有我大家会更好").tier > Tier.none
