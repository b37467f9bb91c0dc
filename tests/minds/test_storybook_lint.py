"""The lint: each fault that spoils a day is found in the text, not in the plan."""

import pytest

from pawsona.domain.language import Language
from pawsona.minds.storybook import lint
from pawsona.minds.storybook.stock import Guard

EN = lint.compile_words(
    {
        "weather": {"rain": ["rain", "puddle", "clouds"], "cloud": ["clouds"], "sun": ["sunny"]},
        "season": {"winter": ["frost"]},
        "when": {"morning": ["morning"], "night": ["stars"]},
    },
    ["waited for you"],
    "en",
)
ZH = lint.compile_words({"weather": {"rain": ["下雨", "雨点"]}, "season": {}, "when": {}}, ["寂寞"], "zh")


def test_a_word_of_weather_needs_its_guard() -> None:
    assert list(lint.guard_problems("It sits in the rain.", {}, EN))
    assert not list(lint.guard_problems("It sits in the rain.", {"weather": frozenset({"rain"})}, EN))


def test_a_guard_that_allows_more_than_the_word_is_not_enough() -> None:
    assert list(lint.guard_problems("In the rain.", {"weather": frozenset({"rain", "sun"})}, EN))


def test_a_word_may_be_true_in_several_weathers() -> None:
    assert not list(lint.guard_problems("The clouds hang.", {"weather": frozenset({"rain", "cloud"})}, EN))


def test_words_are_whole_words_in_english_and_characters_in_chinese() -> None:
    assert not list(lint.guard_problems("The train strains.", {}, EN))
    assert list(lint.guard_problems("外头雨点真大。", {}, ZH))


def test_hours_and_seasons_are_guarded_too() -> None:
    assert list(lint.guard_problems("Frost on the stars.", {"when": frozenset({"night"})}, EN)) == [
        "says 'frost', which needs the guard season: ['winter']"
    ]


def test_a_label_s_own_words_say_when_it_may_be_used() -> None:
    assert lint.implied_guard("Clouds in the morning", EN) == Guard(
        weather=frozenset({"rain", "cloud"}), when=frozenset({"morning"})
    )


def test_unknown_slots_and_stray_braces_are_found() -> None:
    assert list(lint.slot_problems("{P} and {Q}", {"P"})) == ["has the unknown slot {Q}"]
    assert list(lint.slot_problems("{P} and {", {"P"}))


@pytest.mark.parametrize(
    ("tell", "language"),
    [
        ("it ate a bun", "en"),
        ("I ate a bun.", "en"),
        ("{P} and I ate", "en"),
        ("吃了包子", "zh"),
        ("我吃了包子。", "zh"),
    ],
)
def test_a_tell_is_in_the_first_person_and_stays_open(tell: str, language: Language) -> None:
    assert list(lint.tell_problems(tell, language))


def test_a_good_tell_passes() -> None:
    assert not list(lint.tell_problems("I ate a bun", "en"))
    assert not list(lint.tell_problems("我吃了个包子", "zh"))


def test_reproach_is_never_said() -> None:
    assert list(lint.style_problems("It waited for you all day.", EN))
    assert list(lint.style_problems("它有点寂寞。", ZH))


def test_ascii_punctuation_has_no_place_in_chinese() -> None:
    assert list(lint.style_problems("它说,好吧。", ZH))
    assert not list(lint.style_problems("{P}说：“好吧。”", ZH))


def test_lengths_are_counted_in_words_and_characters() -> None:
    assert list(lint.length_problems("{P} sleeps.", "vignette", "en"))
    assert list(lint.length_problems("{P}睡了。", "vignette", "zh"))


def test_a_name_that_may_be_lower_case_does_not_begin_a_sentence() -> None:
    assert list(lint.opening_problems("Good. {bean} grows.", {"bean"}, "en"))
    assert not list(lint.opening_problems("Good for {bean}.", {"bean"}, "en"))
    assert not list(lint.opening_problems("{bean}发芽了。", {"bean"}, "zh"))


def test_texts_are_cut_into_sentences_in_both_languages() -> None:
    assert lint.sentences("One. Two! Three", "en") == ["One.", "Two!", "Three"]
    assert lint.sentences("一。二！三", "zh") == ["一。", "二！", "三"]
