"""The language of cues."""

import pytest

from pawsona.care.cues import Cue, compile_cue
from pawsona.domain.language import Language
from pawsona.errors import ContentError


def finds(source: str, form: str, language: Language = "en", **sets: list[str]) -> bool:
    cue: Cue = compile_cue(source, language, sets, "here")
    return cue.may_match(form) and cue.pattern.search(form) is not None


def test_words_match_whole() -> None:
    assert finds("hit me", " he hit me | ")
    assert not finds("hit me", " he hit men | ")
    assert finds("anorexi*", " anorexia | ")


def test_gaps_stay_within_a_sentence() -> None:
    assert finds("want ~2 die", " i want to just die | ")
    assert not finds("want ~2 die", " i want to really just die | ")
    assert not finds("want ~2 die", " i want | die | ")


def test_an_optional_token_may_be_missing() -> None:
    assert finds("set ?all|both free", " set free | ")
    assert finds("set ?all|both free", " set both free | ")


def test_numbers_sets_and_anchors() -> None:
    assert finds("took ##", " took 40 | ")
    assert not finds("took ##", " took 4 | ")
    assert finds("<kin> left", " my sister left | ", kin=["brother", "sister"])
    assert finds("^ die $", " die | ")
    assert not finds("^ die $", " to die | ")


def test_chinese_gaps_count_characters() -> None:
    assert finds("想 ~2 死", "我想去死", "zh")
    assert not finds("想 ~1 死", "我想|死", "zh")


@pytest.mark.parametrize("source", ["~3", "<nobody> left", "a ~x b"])
def test_a_wrong_cue_names_its_place(source: str) -> None:
    with pytest.raises(ContentError, match=r"screen\.yaml: rules\[3\]"):
        compile_cue(source, "en", {}, "screen.yaml: rules[3]")
