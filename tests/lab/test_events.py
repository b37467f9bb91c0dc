"""Events become findings: what must not count does not, and what is wrong is said before any figure."""

import csv
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from pawsona.cli.main import app
from pawsona.errors import InputError

for needed in ("duckdb", "statsmodels"):
    pytest.importorskip(needed, reason="needs the extra lab (make test-services)")
from pawsona.lab.analysis import analysed, of_files  # noqa: E402
from pawsona.lab.metrics import Measure, measure, measures  # noqa: E402
from pawsona.lab.plan import End, Metric, Plan, plan  # noqa: E402
from pawsona.lab.report import alarms  # noqa: E402
from pawsona.lab.statistics.moments import Pairs  # noqa: E402
from pawsona.lab.tally import Tally, tally  # noqa: E402

pytestmark = pytest.mark.lab
BEGAN = datetime(2026, 3, 8, 12)
IPET = plan("ipet")
Row = tuple[str, timedelta, str, float | None, str | None]
NOW = datetime(2026, 4, 1, tzinfo=UTC)
HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
BASE: list[Row] = [
    ("nobody", timedelta(days=9), "visit", None, None),  # so that everybody's days are over
    *((name, timedelta(0), "exposure", None, arm) for name, arm in zip("abcdef", ["old", "new"] * 3, strict=True)),
]


def written(path: Path, rows: Iterable[Row]) -> Path:
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["person", "at", "kind", "value", "arm"])
        for person, after, kind, value, arm in rows:
            out.writerow([person, (BEGAN + after).isoformat(), kind, value, arm])
    return path


def counted(tmp_path: Path, rows: Iterable[Row], *names: str) -> Tally:
    return tally(
        [written(tmp_path / "events.csv", rows)], ["old", "new"], [measure(name) for name in names], 7, now=NOW
    )


def mean(found: Tally, metric: str, arm: str) -> float:
    return float(found.moments[metric][arm].mean)


def test_numbers_of_persons_are_what_the_words_say(tmp_path: Path) -> None:
    rows: list[Row] = [
        ("a", HOUR, "turn", None, None), ("a", HOUR + 3 * MINUTE, "turn", None, None),
        ("a", 5 * HOUR, "turn", None, None), ("a", -2 * HOUR, "turn", None, None),
        ("b", HOUR, "mood", 0.0, None), ("b", HOUR + 2 * DAY, "mood", 1.0, None),
        ("b", 6 * DAY + HOUR, "visit", None, None), ("b", HOUR, "farewell", 1.0, None),
        ("c", HOUR, "farewell", 0.0, None), ("c", 2 * HOUR, "farewell", 1.0, None),
        ("d", HOUR, "mood", 0.5, None), ("f", DAY, "mood", 0.5, None), ("f", 3 * DAY, "mood", 0.5, None),
    ]  # fmt: skip
    names = ("dialogue_engagement", "usage_minutes", "turns", "retention", "mood_trend", "farewell_honoured")
    found = counted(tmp_path, [*BASE, *rows], *names)
    assert found.persons == {"old": 3, "new": 3}
    assert mean(found, "dialogue_engagement", "old") == pytest.approx(1 / 3)
    assert mean(found, "turns", "old") == 1 and mean(found, "turns", "new") == 0
    assert mean(found, "usage_minutes", "old") == 1  # three minutes of a; four hours are no use
    assert mean(found, "retention", "new") == pytest.approx(1 / 3)
    trend = found.moments["mood_trend"]["new"]
    assert float(trend.n) == 2 and float(trend.mean) == pytest.approx(0.25)  # b's 1 over 2 days, f's 0; d has one
    honoured = found.moments["farewell_honoured"]["old"]
    assert isinstance(honoured, Pairs) and float(honoured.ratio().mean) == 0.5


def test_what_must_not_count_does_not_and_is_told(tmp_path: Path) -> None:
    turn: Row = ("a", HOUR, "turn", None, None)
    rows: list[Row] = [
        turn, turn, ("a", -HOUR, "turn", None, None), ("a", 8 * DAY, "turn", None, None),
        ("b", HOUR, "exposure", None, "old"),
        *(("c", HOUR + timedelta(seconds=n), "turn", None, None) for n in range(2001)),
        ("z", HOUR, "turn", None, None), ("a", HOUR, "dance", None, None), ("", HOUR, "turn", None, None),
    ]  # fmt: skip
    found = counted(tmp_path, [*BASE, *rows], "turns")
    assert found.persons == {"old": 2, "new": 2}  # without c, a bot, and b, who was in both
    assert mean(found, "turns", "old") == 0.5
    left = found.dropped
    assert (left.repeated, left.early, left.late, left.bots) == (1, 1, 1, 1)
    assert (left.in_two_arms, left.never_exposed, left.unknown) == (1, 2, 2)  # z, and nobody


def life(chance: np.random.Generator, arm: str, name: str, engaged: float, mood: float) -> list[Row]:
    rows: list[Row] = [(name, timedelta(0), "exposure", None, arm)]
    if chance.random() < engaged:
        rows += [(name, DAY + timedelta(minutes=2 * n), "turn", None, None) for n in range(4)]
    return rows + [(name, n * DAY + HOUR, "mood", mood * n + chance.normal(0, 0.1), None) for n in range(1, 4)]


def lives(persons: int, engaged: float, mood: float, arms: tuple[str, ...]) -> list[Row]:
    chance = np.random.default_rng(7)
    rows: list[Row] = [("nobody", timedelta(days=9), "visit", None, None)]
    for n in range(persons):
        arm = arms[n % len(arms)]
        is_new = arm == "ipet"
        rows += life(chance, arm, f"p{n}", engaged if is_new else 0.56, mood if is_new else 0.0)
    return rows


def reported(path: Path, *options: str) -> dict[str, object]:
    done = CliRunner().invoke(app, ["lab", "report", "ipet", str(path), "--json", *options])
    assert done.exit_code == 0, done.output
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_an_effect_is_found_and_a_guardrail_stops_it(tmp_path: Path) -> None:
    path = written(tmp_path / "events.csv", lives(1600, 0.75, -0.2, ("dialogue-only", "ipet")))
    figures = reported(path)
    assert figures["broken"] is False and figures["stop"] == ["mood_trend"]
    done = CliRunner().invoke(app, ["lab", "report", "ipet", str(path), "--peek"])
    assert done.exit_code == 0 and "Stop: mood_trend got worse in ipet" in done.stdout and "so far" in done.stdout


def test_uneven_arms_are_said_before_anything(tmp_path: Path) -> None:
    figures = reported(written(tmp_path / "e.csv", lives(900, 0.56, 0, ("dialogue-only", "dialogue-only", "ipet"))))
    assert figures["broken"] is True


def test_an_empty_arm_is_no_crash(tmp_path: Path) -> None:
    path = written(tmp_path / "e.csv", lives(100, 0.56, 0, ("ipet",)))
    asked = plan("ipet")
    found = analysed(
        asked, tally([path], list(asked.arms), [measure(m.name) for m in asked.metrics], 7, now=NOW), peeked=False
    )
    assert found.broken and "Nobody is in dialogue-only" in alarms(found)[0] and not found.findings


def test_a_ratio_of_nothing_is_missing_and_not_zero(tmp_path: Path) -> None:
    asked = Plan(
        title={"en": "x", "zh": "x"}, days=7, arms={"old": 1, "new": 1}, varies={},
        metrics=(Metric(name="farewell_honoured", kind="mean", role="primary", base=0.5, expected=0.6, deviation=1),),
    )  # fmt: skip
    found = analysed(asked, counted(tmp_path, BASE, "farewell_honoured"), peeked=False)
    assert found.missing == (("farewell_honoured", "new"),)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("e.csv", "person,at\na,b\n", "can't be read"),
        ("e.txt", "x", "no file of Parquet"),
        ("e.csv", "person,at,kind,value,arm\na,2026-01-01,turn,,\n", "nobody was exposed"),
        ("e.csv", "person,at,kind,value,arm\na,when it rains,turn,,\n", "can't be read"),
    ],
)
def test_files_that_cant_be_used_say_why(tmp_path: Path, name: str, content: str, says: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=says):
        tally([tmp_path / name], ["old", "new"], [measure("turns")], 7, now=NOW)


def test_a_file_that_is_not_there_is_said_not_to_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file"):
        tally([tmp_path / "nosuch.parquet"], ["old", "new"], [measure("turns")], 7, now=NOW)


def test_every_metric_that_ships_can_be_counted(tmp_path: Path) -> None:
    found = counted(tmp_path, BASE, *measures())
    assert set(found.moments) == set(measures())
    assert all(isinstance(one, Measure) for one in measures().values())
    with pytest.raises(InputError, match="mood_trend"):
        measure("joy")


def test_whose_days_are_not_over_is_not_counted_as_lost(tmp_path: Path) -> None:
    rows: list[Row] = []
    for n in range(100):
        begun = timedelta(days=n % 10)
        rows.append((f"p{n}", begun, "exposure", None, ("old", "new")[n % 2]))
        rows += [
            (f"p{n}", begun + k * DAY + HOUR, "visit", None, None) for k in range(7) if begun + k * DAY <= 10 * DAY
        ]
    found = counted(tmp_path, rows, "retention")
    assert mean(found, "retention", "old") == mean(found, "retention", "new") == 1
    assert sum(found.persons.values()) == 100 and found.dropped.not_through > 0


def test_a_guardrail_hears_of_those_whose_days_are_not_over(tmp_path: Path) -> None:
    late: list[Row] = [(f"late{n}", timedelta(days=8), "exposure", None, "new") for n in range(20)]
    late += [(f"late{n}", timedelta(days=8, hours=1), "crisis", None, None) for n in range(20)]
    path = written(tmp_path / "e.csv", [*BASE, *late])
    waits, hears = (
        tally([path], ["old", "new"], [measure("crisis_share")], 7, now=NOW, early=early)
        for early in ((), ("crisis_share",))
    )
    assert mean(waits, "crisis_share", "new") == 0
    assert mean(hears, "crisis_share", "new") == pytest.approx(20 / 23)


def test_at_its_planned_end_later_persons_and_events_change_nothing(tmp_path: Path) -> None:
    early = lives(200, 0.66, 0, ("dialogue-only", "ipet"))
    late = [
        (f"late {who}", after + 3 * DAY, kind, value, arm)
        for who, after, kind, value, arm in lives(400, 0.9, -1, ("dialogue-only", "ipet"))
    ]
    path, more = written(tmp_path / "e.csv", early), written(tmp_path / "more.csv", [*early, *late])
    ends = (End(persons=100), End(day=(BEGAN + 8 * DAY).date()))
    found = [of_files(IPET.model_copy(update={"end": end}), [more], NOW, peeked=False) for end in ends]
    once = of_files(IPET, [path], NOW, peeked=False)
    for one in found:
        assert not one.peeked and one.tally.ended
        for now, alone in zip(one.findings, once.findings, strict=True):
            assert (now.difference, now.low, now.high) == pytest.approx((alone.difference, alone.low, alone.high))
        assert one.tally.dropped.after_end == 401 - 1 and once.tally.dropped.after_end == 0
    for end in (End(persons=301), End(day=(BEGAN + 80 * DAY).date())):
        asked = IPET.model_copy(update={"end": end})
        assert of_files(asked, [more], NOW, peeked=False).peeked  # not reached: as if somebody had looked
        assert of_files(asked, [more], NOW, peeked=False, until=NOW - timedelta(days=1)).peeked


def test_a_share_that_nobody_has_yet_is_not_known_exactly(tmp_path: Path) -> None:
    path = written(tmp_path / "e.csv", lives(400, 0.56, 0, ("dialogue-only", "ipet")))
    for asked in (IPET, IPET.model_copy(update={"strata": ("mode",)})):
        if asked.strata:
            rows = path.read_text().splitlines()
            path.write_text("\n".join([f"{rows[0]},cohort", *(f"{row},en/normal/new" for row in rows[1:])]))
        for peeked in (True, False):
            found = of_files(asked, [path], NOW, peeked=peeked).findings
            [crisis] = [one for one in found if one.metric.name == "crisis_share"]
            assert crisis.difference == 0 and -0.05 < crisis.low < -0.005 and 0.005 < crisis.high < 0.05


def test_days_are_over_by_the_clock_where_it_is_told(tmp_path: Path) -> None:
    rows: list[Row] = [(f"p{n}", timedelta(0), "exposure", None, ("old", "new")[n % 2]) for n in range(40)]
    path = written(tmp_path / "e.csv", [*rows, *((f"p{n}", 5 * DAY, "turn", None, None) for n in range(40))])
    through = [
        tally([path], ["old", "new"], [measure("turns")], 7, now=NOW, until=until).dropped.not_through
        for until in (None, NOW, (BEGAN + 6 * DAY).replace(tzinfo=UTC))
    ]
    assert through == [40, 0, 40]
    done = CliRunner().invoke(app, ["lab", "report", "ipet", str(path), "--until", "2026-03-20", "--json"])
    assert done.exit_code == 1 and "nobody was exposed" in done.stderr  # its arms are others
    refused = CliRunner().invoke(app, ["lab", "report", "mine", "--until", "2026-03-20"])
    assert refused.exit_code == 1 and "goes with files" in refused.stderr


def test_a_clock_that_is_wrong_ends_nothing(tmp_path: Path) -> None:
    rows: list[Row] = [(f"p{n}", timedelta(0), "exposure", None, ("old", "new")[n % 2]) for n in range(600)]
    rows += [(f"p{n}", HOUR, "visit", None, None) for n in range(600)]
    found = counted(tmp_path, [*rows, ("p1", timedelta(days=26_000), "visit", None, None)], "retention")
    assert found.dropped.not_through == 600 and found.dropped.unknown == 1


def test_an_arm_that_the_plan_has_not_is_still_another_arm(tmp_path: Path) -> None:
    found = counted(tmp_path, [*BASE, ("a", HOUR, "exposure", None, "odl")], "turns")
    assert found.persons["old"] == 2 and found.dropped.in_two_arms == 1
