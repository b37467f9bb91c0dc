"""BLEU and ROUGE are those of the field's own implementations, and of H2HTalk's scorer to the last digit."""

import json
import warnings
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bench.core.originals import original
from tests.shared import shared

from pawsona.bench.core.overlap import WEIGHTS, bleu, bleu_each, common, rouge, rouge_l
from pawsona.bench.core.tokens import jieba

TOKENS = st.lists(st.sampled_from("a b c d e".split()), max_size=14)


def sentence_bleu(*given: Any, **more: Any) -> float:
    return float(original("nltk.translate.bleu_score").sentence_bleu(*given, **more))


class Blanks:
    """A tokeniser for rouge-score, which otherwise drops what is no Latin letter."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


def test_the_scorer_of_h2htalk_gives_the_same() -> None:
    path = shared("golden/text_metrics.jsonl")
    cut = jieba().cut
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert len(rows) == 320
    for row in rows:
        one, other = cut(row["hypothesis"]), cut(row["reference"])
        assert (len(one), len(other)) == (row["hyp_tokens"], row["ref_tokens"]), row["id"]
        found = [*bleu(one, other), rouge(one, other, 1), rouge(one, other, 2), rouge_l(one, other)]
        names = ("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rouge2", "rougeL")
        assert found == pytest.approx([row[name] for name in names], abs=1e-9), row["id"]


@settings(max_examples=60, deadline=None)
@given(TOKENS.filter(bool), TOKENS.filter(bool))
def test_nltk_and_rouge_score_agree(one: list[str], other: list[str]) -> None:
    smooth = original("nltk.translate.bleu_score").SmoothingFunction().method1
    theirs = [sentence_bleu([other], one, weights=weights, smoothing_function=smooth) for weights in WEIGHTS]
    assert bleu(one, other) == pytest.approx(theirs, abs=1e-12)
    scorer = original("rouge_score.rouge_scorer").RougeScorer(["rouge1", "rouge2", "rougeL"], tokenizer=Blanks())
    scores = scorer.score(" ".join(other), " ".join(one))
    assert rouge(one, other, 1) == pytest.approx(scores["rouge1"].fmeasure)
    assert rouge(one, other, 2) == pytest.approx(scores["rouge2"].fmeasure)
    assert rouge_l(one, other) == pytest.approx(scores["rougeL"].fmeasure)


@settings(max_examples=60, deadline=None)
@given(TOKENS.filter(lambda some: len(some) > 3), TOKENS.filter(bool))
def test_sacrebleu_agrees(one: list[str], other: list[str]) -> None:
    theirs = original("sacrebleu.metrics.bleu").BLEU(
        smooth_method="floor", smooth_value=0.1, tokenize="none", effective_order=False
    )
    score = theirs.sentence_score(" ".join(one), [" ".join(other)]).score / 100
    if set(one) & set(other):  # without a shared word NLTK stops, and sacreBLEU smooths
        assert bleu(one, other)[3] == pytest.approx(score, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(TOKENS.filter(bool), TOKENS.filter(bool))
def test_each_order_alone_is_nltks_with_one_weight_and_no_smoothing(one: list[str], other: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = [tuple(float(at == order) for at in range(4)) for order in range(4)]
        theirs = [sentence_bleu([other], one, weights=weights) for weights in alone]
    assert bleu_each(one, other) == pytest.approx(theirs, abs=1e-12)


@given(TOKENS, TOKENS)
def test_the_common_subsequence_is_as_long_as_its_definition_says(one: list[str], other: list[str]) -> None:
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    assert common(one, other) == table[-1][-1] == common(other, one)


def test_an_empty_text_is_worth_nothing_and_the_reference_itself_everything() -> None:
    whole = list("abcdefg")
    for one, other in (([], whole), (whole, []), ([], [])):
        assert bleu(one, other) == (0, 0, 0, 0)
        assert rouge_l(one, other) == rouge(one, other, 1) == 0
    assert bleu(whole, whole) == pytest.approx((1, 1, 1, 1))
    assert bleu(whole[:3], whole[:3])[3] < 1, "too short for a four-gram"
    assert rouge_l(whole, whole) == 1
