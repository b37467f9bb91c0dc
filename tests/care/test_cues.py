"""The language of cues."""

from pathlib import Path

import pytest

from pawsona.care import normal
from pawsona.care.cues import Cue, compile_cue
from pawsona.care.marks import TURN, marks, named, turn_marks
from pawsona.care.normal import plain
from pawsona.care.rulebook import plain_rules, rules
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

FILES = Path(__file__).parent


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_index_leaves_out_no_cue_that_matches_and_adds_none(language: Language) -> None:
    said = [line for line in (FILES / f"sentences_{language}.yaml").read_text("utf-8").splitlines() if line]
    known = rules()
    matched = 0
    for line in said:
        form = getattr(plain(line, known.vocabulary), language)
        near = {id(cue) for cue, _ in known.of[language].near(form)}
        there = [cue for cue, _ in known.of[language].rows if cue.pattern.search(form)]
        assert near >= {id(cue) for cue in there}
        assert near == {id(cue) for cue, _ in known.of[language].rows if cue.may_match(form)}
        matched += len(there)
    assert matched > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_turn_is_can_be_read_alone(language: Language) -> None:
    said = [line for line in (FILES / f"sentences_{language}.yaml").read_text("utf-8").splitlines() if line]
    assert all(turn_marks(line) == marks(line) & named(TURN) for line in said)
    assert any(turn_marks(line) for line in said)


def test_for_the_pets_own_words_roundabout_ways_are_not_looked_for() -> None:
    for language in LANGUAGES:
        every, own = ({id(cue): rule for cue, rule in found.of[language].rows} for found in (rules(), plain_rules()))
        assert own == {at: rule for at, rule in every.items() if not rule.indirect}
        assert 0 < len(own) < len(every)


def test_only_texts_that_a_message_may_have_are_kept_in_memory() -> None:
    normal.forget_words()
    plain("x" * 4001, frozenset())
    assert normal._lately.cache_info().currsize == 0
    plain("x" * 4000, frozenset())
    assert normal._lately.cache_info().currsize == 1
