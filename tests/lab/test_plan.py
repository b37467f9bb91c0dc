"""A plan says how many persons it needs, and a wrong one what is wrong with it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pawsona.cli.main import app
from pawsona.errors import InputError
from pawsona.lab.plan import End, plan

pytest.importorskip("statsmodels", reason="needs the extra lab (make test-services)")
from pawsona.lab.needs import days, needs, outlook

pytestmark = pytest.mark.lab


def test_the_papers_own_experiment() -> None:
    asked = plan("ipet")
    assert asked.days == 7 and asked.by_engagement_alone
    by_name = {need.metric.name: need for need in needs(asked)}
    assert 400 < by_name["dialogue_engagement"].persons < 520  # two primaries share alpha
    assert "deviation" in by_name["usage_minutes"].metric.assumed
    seen = outlook(by_name["dialogue_engagement"].metric, 1000)
    assert (seen.difference, seen.low, seen.high) == pytest.approx((0.10, 0.057, 0.142), abs=0.001)
    assert days(asked, 500, 200) == 5 + 6


def test_a_plan_without_an_end_is_what_it_was_before_there_were_ends() -> None:
    assert plan("ipet").digest == "b995a1e1ff8cf78b"  # of experiments that run somewhere
    assert plan("ipet").model_copy(update={"end": End(persons=5)}).digest != plan("ipet").digest


def test_as_json() -> None:
    done = CliRunner().invoke(app, ["lab", "plan", "ipet", "--a-day", "100", "--json"])
    figures = json.loads(done.stdout)
    assert done.exit_code == 0 and figures["by_engagement_alone"] is True
    assert {one["name"] for one in figures["metrics"]} >= {"dialogue_engagement", "usage_minutes"}


def test_for_a_person() -> None:
    done = CliRunner().invoke(app, ["lab", "plan", "ipet"])
    assert (
        done.exit_code == 0 and "well-being primary" in done.stdout and "decide by the primary metrics" in done.stdout
    )


WHOLE = """
title: {en: A greeting, zh: 问候}
days: 14
arms: {old: 1, new: 1}
varies: {greeting: [own, plain]}
metrics:
  - {name: mood_trend, kind: mean, role: primary, base: 0.1, expected: 0.2, deviation: 0.5}
"""


def test_a_plan_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(WHOLE, "utf-8")
    assert not plan(str(path)).by_engagement_alone


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("deviation: 0.5", "deviation: 0", "greater than 0"),
        (", deviation: 0.5", "", "deviation of one person"),
        ("expected: 0.2", "expected: 0.1", "the same"),
        ("role: primary", "role: secondary", "no metric is primary"),
        ("role: primary", "role: guardrail", "which way is worse"),
        ("arms: {old: 1, new: 1}", "arms: {old: 1}", "two arms"),
        ("[own, plain]", "[plain]", "one value for each arm"),
        ("days: 14", "days: 0", "greater than or equal to 1"),
        ("days: 14", "days: 14\nbudget: 3", "budget"),
        ("kind: mean", "kind: share, x: 1", "x"),
        ("name: mood_trend", "name: joy", "no metric 'joy'"),
        ("kind: mean", "kind: share", "is a mean, not a share"),
        ("title:", "title: [", "line"),
    ],
)
def test_a_plan_that_cant_be_says_where(tmp_path: Path, old: str, new: str, says: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(WHOLE.replace(old, new), "utf-8")
    with pytest.raises(InputError, match=says):
        plan(str(path))


def test_no_plan_of_that_name() -> None:
    with pytest.raises(InputError, match="ipet"):
        plan("nothing")
