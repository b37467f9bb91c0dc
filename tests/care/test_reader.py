"""The reader: what it makes of meanings that no rule names, and how it and the rules are weighed."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from pawsona.care import reader as room
from pawsona.care import screen as read_by
from pawsona.care.categories import family
from pawsona.care.reader import Array, Reader, taught
from pawsona.care.screen import screen, screen_turns
from pawsona.domain.message import Tier
from pawsona.embed import TaughtMiniLM
from pawsona.errors import ContentError


class Saying:
    """A model of sentences that is as sure of everything."""

    def __init__(self, risk: float, tier: Tier = Tier.high, category: int = 10) -> None:
        self.heard: list[str] = []
        self.numbers = np.zeros(39, dtype=np.float32)
        self.numbers[[0, category + 1, 35 + tier]] = (risk, 5, 5)

    def read(self, texts: Sequence[str]) -> Array:
        self.heard += texts
        return np.stack([self.numbers for _ in texts])


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    model = TaughtMiniLM.open(tmp_path_factory.mktemp("home"))
    assert model is not None
    return Reader(model)


def test_it_raises_what_no_rule_found() -> None:
    said = "the tea is cold again"
    assert screen(said).tier == Tier.none
    found = screen(said, Reader(Saying(30)))
    assert found.tier == Tier.high and found.categories == ("violence.partner",)


def test_explicit_words_stand_whatever_it_makes_of_them() -> None:
    found = screen("I am going to kill myself tonight", Reader(Saying(-30)))
    assert found.tier == Tier.imminent and found.about_suicide


def test_a_roundabout_finding_falls_where_it_hears_nothing() -> None:
    said = "nobody would notice if I disappeared"
    assert screen(said).tier > Tier.none
    assert screen(said, Reader(Saying(-30))).tier == Tier.none


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("我一个小时前吃了三十片扑热息痛", "medical.overdose"),
        ("I've been drinking a bottle of vodka every day and can't stop", "medical.overdose"),
        ("a man online wants me to send pictures, I'm 13", "grooming"),
        ("我12岁，网上认识的叔叔要我脱衣服视频", "abuse.child"),
        ("有声音叫我伤害宝宝", "postpartum"),
        ("我老想把宝宝扔下去", "postpartum"),
        ("I keep thinking about throwing the baby out of the window", "postpartum"),
        ("a voice tells me to hurt my baby", "postpartum"),
        ("他强迫我跟他睡", "assault.sexual"),
        ("he forces me to sleep with him", "assault.sexual"),
    ],
)
def test_what_is_gravest_stands_though_it_hears_nothing(said: str, category: str) -> None:
    found = screen(said, Reader(Saying(-30)))
    assert found.tier >= Tier.high and category in found.categories


def test_a_grave_finding_that_falls_is_reason_to_be_careful() -> None:
    for said in ("a man online wants me to send pictures", "别找我"):
        assert screen(said).tier >= Tier.high
        found = screen(said, Reader(Saying(-30)))
        assert found.tier == Tier.none and found.careful


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("I'm bleeding a lot and can't stop it", "medical.emergency"),
        ("I took too many sleeping pills and feel dizzy", "medical.overdose"),
        ("I feel like jumping in front of the train", "suicide.method"),
        ("血止不住了", "medical.emergency"),
    ],
)
def test_what_plain_words_name_is_no_guess(said: str, category: str) -> None:
    found = screen(said, Reader(Saying(30, Tier.high, 29)))
    assert family(found.categories[0]) == family(category) and not found.vague


def test_it_never_lowers_an_explicit_tier() -> None:
    said = "I am going to kill myself tonight"
    assert screen(said, Reader(Saying(30, Tier.concern))).tier == Tier.imminent


def test_chinese_reaches_the_model_in_english_words() -> None:
    model = Saying(0)
    Reader(model).read("妈妈今天做了饺子")
    assert model.heard == ["mom today do dumplings"]


def test_a_long_text_is_read_in_parts_that_overlap_or_end_with_a_sentence() -> None:
    model = Saying(0)
    Reader(model).read("word " * 400 + ". A last sentence.")
    assert len(model.heard) > 5 and model.heard[-1].endswith("a last sentence.")


def test_nothing_is_read_into_an_empty_text() -> None:
    assert Reader().read(" \u200b ").tier == Tier.none


def test_what_was_answered_is_not_read_again_with_the_next_message() -> None:
    model = Saying(30)
    assert screen_turns(["before"], "after", Reader(model)).tier == Tier.high

    class Before(Saying):
        def read(self, texts: Sequence[str]) -> Array:
            sign = np.array([1 if "before" in text else -1 for text in texts], dtype=np.float32)
            return np.stack([self.numbers * s for s in sign])

    assert screen_turns(["before"], "after", Reader(Before(30))).tier == Tier.none


def test_a_disclosure_in_pieces_is_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_by, "SUSPECT", -99)

    class Pieces(Saying):
        def read(self, texts: Sequence[str]) -> Array:
            return np.stack([self.numbers * (1 if text.count("piece") == 3 else -1) for text in texts])

    assert screen_turns(["piece", "piece"], "piece", Reader(Pieces(30))).tier == Tier.high


def test_without_a_model_spelling_alone_is_weighed() -> None:
    assert {"en.spelling", "zh.spelling"} <= set(taught().mixes)
    assert screen("what a lovely day, the cat slept on my lap", Reader()).tier == Tier.none


def test_a_file_that_is_not_the_measured_one_stops_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(room.FOLDER, tmp_path / "reader")
    with (tmp_path / "reader" / "weights.npz").open("ab") as file:
        file.write(b"x")
    monkeypatch.setattr(room, "FOLDER", tmp_path / "reader")
    taught.cache_clear()
    try:
        with pytest.raises(ContentError, match="is not the file that was measured"):
            taught()
    finally:
        taught.cache_clear()


def test_what_is_too_little_for_a_tier_is_reason_to_be_careful() -> None:
    """A roundabout finding that the reader half hears, and a risk just below an alarm."""
    mix = taught().mixes["en.both"]
    said = "I think about food all day and hate myself after"
    silent = Reader(Saying(0)).read(said, found="eating").risk
    found = screen(said, Reader(Saying((-3 - silent) / mix["sentences"])))
    assert found.tier == Tier.none and found.careful and found.leaning
    assert screen(said, Reader(Saying((-0.5 - silent) / mix["sentences"]))).tier == Tier.concern
    assert not screen("nobody would notice if I disappeared", Reader(Saying(-30))).careful
    assert not screen("the tea is cold again", Reader(Saying(-30))).careful
    silent = Reader(Saying(0)).read("zz").risk
    barely = Saying((-silent - mix["careful"] / 2) / mix["sentences"])
    assert screen("zz", Reader(barely)).leaning == "violence.partner"


@pytest.mark.parametrize(
    "said",
    [
        "i keep hoping something happens to me on the way to work so it's not my fault",
        "he took my keys and my bank card again, says i'll get them back when i learn",
        "我把存折和密码都交给妹妹了，以后家里就靠她了，我这边没什么放不下的了",
        "他又把门反锁了，我的手机也在他那儿",
    ],
)
def test_meant_without_any_word_for_it(reader: Reader, said: str) -> None:
    assert screen(said, reader).tier > Tier.none


@pytest.mark.parametrize(
    "said",
    [
        "this level is killing me, i died nine times at the same boss",
        "making soup, the knife needs sharpening",
        "笑死我了，我家猫把自己卡在纸箱里",
        "今天考试考得想死，晚上吃顿火锅就好了",
    ],
)
def test_ordinary_talk_is_ordinary(reader: Reader, said: str) -> None:
    assert screen(said, reader).tier == Tier.none


def test_a_category_between_two_is_a_guess() -> None:
    torn = Saying(30)
    torn.numbers[[1 + 10, 1 + 24]] = 5
    assert screen("the tea is cold again", Reader(torn)).vague
    torn.numbers[[1 + 10, 1 + 24]] = 15, 0
    assert not screen("the tea is cold again", Reader(torn)).vague


def test_where_the_family_is_a_guess_its_field_may_be_none() -> None:
    torn = Saying(30)
    torn.numbers[1 + 10] = 0
    torn.numbers[[1 + 21, 1 + 23, 1 + 24]] = 20
    found = screen("the tea is cold again", Reader(torn))
    assert found.vague and found.field == "body"
    torn.numbers[[1 + 10, 1 + 1, 1 + 27]] = 20
    assert screen("the tea is cold again", Reader(torn)).field == ""


def test_who_is_not_woken_and_who_wishes_not_to_wake_are_told_apart() -> None:
    assert "medical.emergency" in screen("grandpa isn't waking up").categories
    assert "medical.emergency" not in screen("I keep wishing I just wouldn't wake up one morning").categories


def test_what_the_rules_name_counts_for_the_category() -> None:
    torn = Saying(30)
    torn.numbers[[1 + 10, 1 + 2]] = 5
    found = screen("nobody would notice if I disappeared", Reader(torn))
    assert found.categories[0].startswith("suicide.") and not found.vague


def test_the_same_text_is_always_read_the_same(reader: Reader) -> None:
    assert reader.read("I gave my dog away today") == reader.read("I gave my dog away today")
