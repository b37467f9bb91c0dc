"""A journal has what was written before a kill, and nothing twice."""

from pathlib import Path

import pytest

from pawsona.bench.core import Journal, Prediction, share
from pawsona.errors import InputError


def test_a_journal_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "new" / "rows.jsonl"
    Journal(path).add(Prediction(id="a", prediction="一", system="s"))
    Journal(path).add(Prediction(id="b", prediction=None, system="s"))
    again = Journal(path)
    assert [row["id"] for row in again] == ["a", "b"]
    again.add(Prediction(id="b", prediction="two", system="s"))
    assert [(row["id"], row["prediction"]) for row in Journal(path)] == [("a", "一"), ("b", "two")]
    assert again.get("a", "other") is None


def test_half_a_line_at_the_end_is_what_a_kill_leaves(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    Journal(path).add(Prediction(id="a", prediction="one", system="s"))
    with path.open("a", encoding="utf-8") as file:
        file.write('{"id": "b", "pred')
    journal = Journal(path)
    journal.add(Prediction(id="c", prediction="three", system="s"))
    assert [row["id"] for row in Journal(path)] == ["a", "c"]
    path.write_text('{"id": "b", "pred\n{"id": "a", "system": "s"}\n', "utf-8")
    with pytest.raises(InputError, match="line 1"):
        Journal(path)


def test_what_never_happened_has_an_interval_all_the_same() -> None:
    never = share([False] * 396, [str(n % 33) for n in range(396)])
    assert (never.value, never.low) == (0.0, 0.0)
    assert never.high == pytest.approx(0.0096, abs=0.0001)
    assert share([True] * 10, ["a"] * 10).low == pytest.approx(0.722, abs=0.001)
    some = share([True, False] * 50, [str(n) for n in range(100)])
    assert some.low < 0.5 < some.high
