"""The population of `benchmarks/population.py`, short: ten persons and three days with a real server over HTTP."""

import pytest

for needed in ("duckdb", "statsmodels"):
    pytest.importorskip(needed, reason="needs the extra lab (make test-services)")
from population import lived  # noqa: E402
from townsfolk import truths  # noqa: E402

pytestmark = pytest.mark.program


def test_everybody_who_may_is_in_one_arm_and_nobody_else_is() -> None:
    found = lived(persons=10, days=3, seed=7)
    assert found["counted_persons"] == 10 and found["turns"] > 0
    assert 0 < found["exposed"] == found["eligible"] < 10
    assert set(found["wrong"].values()) == {0}
    assert found["arms"] == {} and found["metrics"] == {}  # an arm of fewer than ten: nothing of it is told


def test_what_is_known_of_a_person_is_reckoned_from_their_behaviour() -> None:
    control, other = truths("dialogue-only"), truths("ipet")
    assert control["dialogue_engagement"] == pytest.approx(1 - 0.75 * 0.85**6)
    assert 1.9 < control["turns"] / (0.25 * 4.6) < 2.0  # two things said in a row, cut off at ten
    assert other["turns"] > control["turns"] and other["retention"] == control["retention"]
