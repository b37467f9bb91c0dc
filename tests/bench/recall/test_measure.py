"""Rankings and scores whose worth can be counted by hand, and oracles."""

import random
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawsona.bench.recall.bm25 import BM25, Windowed, raw, tuned
from pawsona.bench.recall.conversation import Question
from pawsona.bench.recall.measure import worth
from pawsona.bench.recall.roc import roc

SITTING_OF = {f"{s}:{t}": f"S{s}" for s in range(1, 5) for t in range(1, 21)}


def question(*evidence: str) -> Question:
    return Question(
        id="q", ask="?", category="1", asked_at=datetime(2026, 1, 1, tzinfo=UTC), evidence=frozenset(evidence),
        sittings=frozenset(SITTING_OF[one] for one in evidence),
    )  # fmt: skip


def test_a_ranking_is_worth_the_evidence_in_its_first_places() -> None:
    ranking = [(f"1:{n}", 10.0 - n) for n in range(1, 8)] + [("3:1", 1.0), ("2:2", 0.5)]
    found = worth(question("1:2", "1:7", "3:1", "4:1"), ranking, SITTING_OF)
    assert found["recall@5"] == 0.25
    assert found["recall@10"] == 0.75
    assert found["any@5"] == 1.0
    assert found["all@10"] == 0.0
    assert found["session recall@1"] == pytest.approx(1 / 3)
    assert found["session recall@3"] == pytest.approx(2 / 3)
    assert found["top"] == 9.0


def test_a_perfect_ranking_is_worth_everything_and_an_empty_one_nothing() -> None:
    asked = question("1:1", "2:1")
    perfect = worth(asked, [("2:1", 2.0), ("1:1", 1.0)], SITTING_OF)
    assert {value for name, value in perfect.items() if name not in ("top", "session recall@1", "session all@1")} == {
        1.0
    }
    assert set(worth(asked, [], SITTING_OF).values()) == {0.0}


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30), st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_the_area_is_the_share_of_pairs_in_the_right_order(known: list[int], unknown: list[int]) -> None:
    pairs = [(a, b) for a in known for b in unknown]
    wanted = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs) / len(pairs)
    assert roc(known, unknown).area == pytest.approx(wanted)


def test_the_curve_is_drawn_for_a_terminal_and_a_page() -> None:
    rng = random.Random(1)
    curve = roc([rng.gauss(1, 1) for _ in range(50)], [rng.gauss(0, 1) for _ in range(50)])
    drawn = curve.drawn().splitlines()
    assert drawn[0].startswith("  1 |")
    assert f"{curve.area:.3f}" in drawn[-1]
    assert curve.svg().startswith("<svg ")
    with pytest.raises(ValueError, match="both"):
        roc([], [1.0])


def test_bm25_is_the_formula() -> None:
    # Three texts of 2, 1 and 3 words; "cat" is in two: idf = ln(1 + (3 - 2 + .5) / (2 + .5)), average length 2.
    first, second, third = BM25(["cat dog", "bird", "cat cat mouse"], raw).scores("cat?")
    assert first == pytest.approx(0.4700036 * 1 * 2.2 / (1 + 1.2 * 1.0), abs=1e-6)
    assert second == 0.0
    assert third == pytest.approx(0.4700036 * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 1.5)), abs=1e-6)
    assert BM25([], raw).scores("cat") == []


def test_words_are_stemmed_and_chinese_ones_paired() -> None:
    assert tuned("She was running to the ladies' parties!") == ["run", "lady", "party"]
    assert tuned("running") == tuned("runs") == ["run"]
    assert tuned("我喜欢蓝色的雨伞") == ["喜欢", "欢蓝", "蓝色", "雨伞"]
    assert raw("雨伞 it's") == ["雨", "伞", "it's"]


def test_a_window_helps_an_answer_whose_words_are_in_the_question_before_it() -> None:
    texts = ["How old is your daughter?", "Nine. Ten in May.", "Nice weather.", "Indeed, nice."]
    scores = Windowed(texts, ["S1", "S1", "S2", "S2"]).scores("age of the daughter")
    assert scores[1] > scores[2] == scores[3] == 0.0
