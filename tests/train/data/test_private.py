"""What tells who somebody is: planted identifiers of many kinds, and plain talk that must stay."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from pawsona.domain.language import LANGUAGES
from pawsona.train.data.talk.private import Known, reason, visible

PLANTED = Path(__file__).parent / "private"
CLEAN = yaml.safe_load((PLANTED / "clean.yaml").read_text("utf-8"))


def rows(language: str) -> Any:
    return yaml.safe_load((PLANTED / f"{language}.yaml").read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_planted_identifier_keeps_its_text_out_and_nothing_else_does(language: str) -> None:
    planted = [(row["said"], str(secret)) for row in rows(language) for secret in row["secrets"]]
    assert len(planted) >= 100
    assert [said.format(secret) for said, secret in planted if reason(visible(said.format(secret))) is None] == []
    assert [row["said"] for row in rows(language) if reason(visible(row["said"].format(row["plain"])))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_talk_stays(language: str) -> None:
    out = [text for text in CLEAN[language] if reason(visible(text)) is not None]
    assert len(CLEAN[language]) == 40 and len(out) <= 2


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Miriam is tired. MIRIAM sleeps, says miriam.", "Rosa is tired. Rosa sleeps, says Rosa."),
        ("Sleep well, Quill!", "Sleep well, Pip!"),
        ("Mіriam is tired.", None),  # the second letter is Cyrillic
        ("M\u200biriam is tired.", "Rosa is tired."),
        ("I will sleep, will you?", "I will sleep, will you?"),
        ("晓鸥今天好累。", "文娟今天好累。"),
        ("曉鷗今天好累。", None),  # rare characters: nobody knows what they are
        ("Mother saw Halvard.", None),
        ("My brother is at home.", "My brother is at home."),
    ],
)
def test_names_that_are_known_give_way_to_others(text: str, hidden: str | None) -> None:
    names = Known({"Miriam": "Rosa", "Quill": "Pip", "晓鸥": "文娟"}, frozenset({"Halvard", "brother-in-arms"}))
    assert names.hidden(text) == hidden


def test_a_name_that_is_a_word_leaves_out_what_may_be_either() -> None:
    names = Known({"Will": "Jonas", "年糕": "豆豆"}, frozenset({"cafe"}))
    assert names.hidden("Will, are you there?") == "Jonas, are you there?"
    assert names.hidden("I will sleep.") is None
    assert names.hidden("我在吃年糕。") is None
    assert names.hidden("The cafe is open.") is None
    assert names.hidden("I sleep.") == "I sleep."
