"""What differs between cohorts, and not between arms, is taken out of an effect."""

import csv
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from tests.app.tried import METRICS, plan

from pawsona.errors import InputError

for needed in ("duckdb", "statsmodels"):
    pytest.importorskip(needed, reason="needs the extra lab (make test-services)")
from pawsona.lab.analysis import of_files  # noqa: E402
from pawsona.lab.statistics.moments import Moments  # noqa: E402
from pawsona.lab.strata import together  # noqa: E402

pytestmark = pytest.mark.lab
BEGAN = datetime(2026, 3, 8, 12)
NOW = datetime(2026, 4, 1, tzinfo=UTC)
TURNS = {"name": "turns", "kind": "mean", "role": "primary", "base": 3, "expected": 4, "deviation": 2}


def test_arms_with_other_shares_of_a_cohort_are_compared_within_it() -> None:
    def of(low: int, high: int) -> dict[str, Moments]:
        return {
            "old": Moments.of(np.r_[np.zeros(low), np.ones(low)]),
            "new": Moments.of(np.r_[np.zeros(high), np.ones(high)]),
        }

    talks = {name: Moments(one.n, one.mean + 10, one.variance) for name, one in of(40, 10).items()}
    joined = together({"quiet": of(10, 40), "talks": talks})
    assert float(joined["old"].mean) == float(joined["new"].mean) == pytest.approx(5.5)
    assert float(joined["old"].n) == 100
    assert together({"": of(10, 40)})["old"].mean == pytest.approx(0.5)


def test_a_cohort_that_only_one_arm_has_tells_nothing() -> None:
    whole = {"old": Moments.told(9, 1, 1), "new": Moments.told(9, 1, 1)}
    assert float(together({"a": whole, "b": {"old": Moments.told(99, 50, 1)}})["old"].mean) == 1


def written(path: Path, columns: tuple[str, ...]) -> Path:
    """Twelve persons an arm; those who speak Chinese talk more, and the new arm has more of them."""
    with path.open("w", newline="") as file:
        out = csv.DictWriter(file, columns, extrasaction="ignore")
        out.writeheader()
        out.writerow({"person": "nobody", "at": (BEGAN + timedelta(days=9)).isoformat(), "kind": "visit"})
        for n in range(24):
            arm, zh = ("old", "new")[n % 2], n % 3 == 0 or (n % 2 == 1 and n % 4 == 1)
            row = {"person": f"p{n}", "at": BEGAN.isoformat(), "cohort": f"{'zh' if zh else 'en'}/normal/new"}
            out.writerow({**row, "kind": "exposure", "arm": arm})
            for k in range(10 * zh + n % 4 // 2 + 1):
                out.writerow({**row, "kind": "turn", "at": (BEGAN + timedelta(minutes=k + 1)).isoformat()})
    return path


def test_from_events(tmp_path: Path) -> None:
    path = written(tmp_path / "e.csv", ("person", "at", "kind", "value", "arm", "cohort"))
    [plain] = of_files(plan(metrics=[TURNS]), [path], NOW, peeked=False).findings
    [within] = of_files(plan(metrics=[TURNS], strata=["language"]), [path], NOW, peeked=False).findings
    assert plain.difference > 3 and abs(within.difference) < 0.5
    assert within.high - within.low < plain.high - plain.low


def test_events_without_cohorts_are_refused_where_the_plan_wants_them(tmp_path: Path) -> None:
    path = written(tmp_path / "e.csv", ("person", "at", "kind", "value", "arm"))
    with pytest.raises(InputError, match="no column `cohort`"):
        of_files(plan(metrics=METRICS, strata=["mode", "tenure"]), [path], NOW, peeked=False)
