"""A judge's answer is read as it stands: prose and 7 of 5 are no ratings."""

import pytest

from pawsona.bench.core.rubric import Rubric
from pawsona.bench.live.ratings import RatingsError, ratings_in

RUBRIC = Rubric(name="r-1", prompt="{answer}", scale={"1": (0, 1), "overall": (1, 5)})


def test_ratings_are_read_and_the_mark_is_of_5() -> None:
    found = ratings_in('Well: {"analysis": "kind", "ratings": {"1": 1, "overall": 4}}', RUBRIC)
    assert found.analysis == "kind"
    assert found.ratings == {"1": 1.0, "overall": 4.0}
    assert found.mark == 4.0


@pytest.mark.parametrize(
    "said",
    [
        "I'd say it is rather good, perhaps a four.",
        '{"analysis": "", "ratings": {"1": 1, "overall": 7}}',
        '{"analysis": "", "ratings": {"overall": 4}}',
        '{"analysis": "", "ratings": {"1": true, "overall": 4}}',
        "[4]",
        "",
    ],
)
def test_what_is_no_rating_is_said_and_not_guessed(said: str) -> None:
    with pytest.raises(RatingsError, match='"overall" from 1 to 5'):
        ratings_in(said, RUBRIC)
