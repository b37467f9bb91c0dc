import pytest

from pawsona.bench.moodbench.normalise import dataset_score, normalise
from pawsona.errors import InputError


def test_numbers_are_placed_between_least_and_greatest() -> None:
    assert normalise(42.5) == 42.5
    assert normalise(0.5, 0, 1) == 50
    assert normalise(4, 1, 5) == 75
    assert normalise(1, 1, 5) == 0
    assert normalise(-0.5, -1, 1) == 25


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("3/4", 75), ("3 of 4", 75), ("85%", 85), ("A", 100), ("b", 75), ("C", 50), ("D", 25), ("F", 0),
        ("B+", 75 + 25 / 3), ("A+", 100), ("A-", 100 - 25 / 3), ("f-", 0),
    ],
)  # fmt: skip
def test_ratios_and_grades(text: str, score: float) -> None:
    assert normalise(text) == pytest.approx(score)


@pytest.mark.parametrize("raw", [None, True, "", "good", "5/0", "7/5", 101, -1, float("nan"), float("inf"), [], "G"])
def test_what_is_no_score_is_refused(raw: object) -> None:
    with pytest.raises(InputError):
        normalise(raw)


def test_several_methods_are_averaged_by_weight() -> None:
    assert dataset_score([{"score": 1, "max": 1, "weight": 1}, {"score": 0, "weight": 3}]) == 25
    assert dataset_score([80, "B"]) == 77.5
    for wrong in (
        [],
        [{"score": 1, "weight": 0}],
        [{"weight": 1}],
        [{"score": 1, "least": 0}],
        {"score": 1, "weight": -1},
    ):
        with pytest.raises(InputError):
            dataset_score(wrong)
