"""Words are NLTK's and jieba's own, whatever we do to find them faster."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bench.core.originals import original
from tests.shared import shared

from pawsona.bench.core.overlap import rouge_l
from pawsona.bench.core.stem import stem, stems
from pawsona.bench.core.tokens import jieba
from pawsona.bench.core.words import ABBREVIATIONS, words

SETS = Path(__file__).parents[3] / "src/pawsona/bench/safety/content"
PLAIN = (
    "Yes no (smiles) \"Hi\" don't I'll cannot 3.5 10:30 end. stop? Oh! wait... --- well, it's friends' 'tis gonna “soft” "
    "‘so’ $5 50% a&b c/d re: ~ * #tag @me café naïve"
).split()
SHORT = "Mr. Dr. e.g. U.S. J. 3. a.m.".split()
INSIDE = '(Done.) "Go." what.? go.*'.split()
PIECES = st.one_of(*(st.lists(st.sampled_from(PLAIN + more), max_size=12) for more in (SHORT, INSIDE)))
"""Not both: where the word after an abbreviation ends inside itself, Punkt takes the abbreviation for the end."""


@cache
def punkt() -> Any:
    """With our abbreviations instead of the trained model."""
    parameters = original("nltk.tokenize.punkt").PunktParameters()
    parameters.abbrev_types = set(ABBREVIATIONS)
    return original("nltk.tokenize.punkt").PunktSentenceTokenizer(parameters)


@cache
def porter() -> Any:
    return original("nltk.stem.porter").PorterStemmer()


def nltk_words(text: str) -> list[str]:
    tokenizer = original("nltk.tokenize.destructive").NLTKWordTokenizer()
    return [word for sentence in punkt().tokenize(text) for word in tokenizer.tokenize(sentence)]


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_english_words_are_nltks(pieces: list[str]) -> None:
    text = " ".join(pieces)
    assert words(text) == nltk_words(text)


def texts(name: str) -> Iterator[str]:
    for line in (SETS / name).read_text("utf-8").splitlines():
        yield json.loads(line)["reference"]


def test_written_english_is_cut_and_stemmed_as_the_originals_do() -> None:
    rouge = original("rouge_score.tokenizers").DefaultTokenizer(use_stemmer=True)
    for text in texts("scenarios_en.jsonl"):
        assert words(text) == nltk_words(text)
        assert stems(text) == rouge.tokenize(text)
    for word in "skies dying news proceed allied tied flies agreed hopping falling hoping rational radically analogy sky by".split():
        assert stem(word) == porter().stem(word), word


@settings(max_examples=150, deadline=None)
@given(st.text("aeioulstynrd", min_size=1, max_size=9))
def test_any_word_has_nltks_stem(word: str) -> None:
    assert stem(word) == porter().stem(word)


def test_chinese_words_are_jiebas() -> None:
    cut = jieba().cut
    for text in (
        *texts("scenarios_zh.jsonl"),
        *texts("scenarios_en.jsonl"),
        "",
        " \n",
        "A股涨了3.5%，OK？\r\n哈哈哈哈",
        "𠮷野家　店",
    ):
        assert cut(text) == original("jieba").lcut(text)


@settings(max_examples=200, deadline=None)
@given(
    st.text(
        st.sampled_from("今天天气很好我们去公园散步吧妈妈说研究生命起源乒乓球拍卖完了的了在ab1 ，。\n"), max_size=24
    )
)
def test_any_run_of_characters_is_cut_as_jieba_cuts_it(text: str) -> None:
    assert jieba().cut(text) == original("jieba").lcut(text)


@pytest.mark.long
def test_pet_benchs_references_are_cut_as_nltk_cuts_them() -> None:
    path = shared("data/petbench/data.zip")
    from pawsona.bench.petbench.data import load

    references = [item.reference for item in load(path).items[::12]]
    assert [text for text in references if words(text) != nltk_words(text)] == []
    found = {word for text in references for word in re.findall("[a-z0-9]+", text.lower())}
    assert [word for word in found if stem(word) != porter().stem(word)] == []


def test_an_endless_answer_is_cut_in_parts() -> None:
    """What a model repeats has no blanks, or no known words; it is cut in parts, and all of it comes out."""
    assert len(words("go.)" * 20_000)) > 20_000
    assert "".join(jieba().cut("啊哦" * 20_000)) == "啊哦" * 20_000
    assert rouge_l(["word", "another"] * 30_000, ["word"] * 10) > 0
