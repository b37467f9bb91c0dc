"""An experiment's page: alarms first, each drawing with its table, day by day with intervals that may be looked at."""

import csv
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import isfinite
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from pawsona.cli.main import app

for needed in ("duckdb", "statsmodels"):
    pytest.importorskip(needed, reason="needs the extra lab (make test-services)")
from pawsona.app.printed import as_html, as_text  # noqa: E402
from pawsona.domain.document import Chart, Grid  # noqa: E402
from pawsona.domain.language import LANGUAGES, Language  # noqa: E402
from pawsona.lab.analysis import Analysis, analysed, of_files  # noqa: E402
from pawsona.lab.daily import MOST, Look, looks, told_days  # noqa: E402
from pawsona.lab.metrics import measure, measures  # noqa: E402
from pawsona.lab.page_report import report_figures, report_page  # noqa: E402
from pawsona.lab.plan import plan  # noqa: E402
from pawsona.lab.tally import tally  # noqa: E402
from pawsona.lab.words import Words  # noqa: E402

pytestmark = pytest.mark.lab
BEGAN = datetime(2026, 3, 2, 8, tzinfo=UTC)
NOW = datetime(2026, 6, 1, tzinfo=UTC)
IPET = plan("ipet")
ARMS = list(IPET.arms)


def events(path: Path, persons: int, engaged: tuple[float, float], *, joining: int = 6) -> Path:
    """So many persons who join over some days; a share of each arm talks."""
    chance = Random(5)
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["person", "at", "kind", "value", "arm"])
        for number in range(persons):
            arm, at = number % 2, BEGAN + timedelta(days=number % joining, minutes=number)
            out.writerow([f"p{number}", at.isoformat(), "exposure", None, ARMS[arm]])
            if chance.random() < engaged[arm]:
                talked = at + timedelta(hours=chance.randrange(1, 100))
                for turn in range(chance.randrange(1, 6)):
                    out.writerow([f"p{number}", (talked + timedelta(minutes=turn)).isoformat(), "turn", None, None])
                out.writerow([f"p{number}", talked.isoformat(), "mood", chance.uniform(-1, 1), None])
        out.writerow(["nobody", (BEGAN + timedelta(days=7 + joining)).isoformat(), "visit", None, None])
    return path


def found_in(path: Path, *, peeked: bool = False) -> Analysis:
    counted = tally([path], ARMS, [measure(one.name) for one in IPET.metrics], IPET.days, now=NOW)
    return analysed(IPET, counted, peeked=peeked)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Analysis, tuple[Look, ...]]:
    path = events(tmp_path_factory.mktemp("lab") / "events.csv", 900, (0.3, 0.6))
    return found_in(path), looks(IPET, [path], NOW)


Told = tuple[Analysis, tuple[Look, ...]]


def test_each_day_is_reckoned_from_what_was_known_then(told: Told) -> None:
    found, days = told
    assert [look.on for look in days] == [BEGAN.date() + timedelta(days=7 + n) for n in range(7)]
    widths = []
    for look in days:
        engaged = [one for one in look.findings if one.metric.name == "dialogue_engagement"]
        widths += [one.high - one.low for one in engaged]
    assert len(widths) >= 5 and all(map(isfinite, widths))
    assert all(b <= a for a, b in zip(widths, widths[1:], strict=False))
    [fixed] = [one for one in found.findings if one.metric.name == "dialogue_engagement"]
    assert widths[-1] > fixed.high - fixed.low  # what may be looked at every day is wider


def test_a_long_experiment_is_looked_at_now_and_then(tmp_path: Path) -> None:
    days = looks(IPET, [events(tmp_path / "e.csv", 400, (0.5, 0.5), joining=60)], NOW)
    assert MOST / 2 < len(days) <= MOST
    assert days[-1].on == BEGAN.date() + timedelta(days=67)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_it_all_in_its_language(told: Told, language: Language) -> None:
    page = report_page(*told, NOW, Words(language))
    text, html = as_text(page), as_html(page)
    assert html.count("<svg") == sum(isinstance(block, Chart) for one in page.sections for block in one.blocks) >= 3
    assert ("guardrail" in text) == (language == "en") and ("护栏" in text) == (language == "zh")
    grids = [block for one in page.sections for block in one.blocks if isinstance(block, Grid)]
    assert all({len(row) for row in grid.rows} == {len(grid.head)} for grid in grids)
    assert "-0.0 pp" not in text and "pp … +0.0 pp" not in text  # nobody had a crisis: nothing is known of it
    assert "{" not in text and "style=" not in html and "<script" not in html


def test_what_is_wrong_stands_before_what_was_found(told: Told) -> None:
    found, days = told
    uneven = replace(found, mismatch=1e-9, tally=replace(found.tally, persons={ARMS[0]: 500, ARMS[1]: 400}))
    text = as_text(report_page(uneven, days, NOW, Words("en")))
    assert text.index("no figure here may be believed") < text.index("dialogue engagement |")
    empty = replace(found, mismatch=None, findings=(), tally=replace(found.tally, persons={ARMS[0]: 5, ARMS[1]: 0}))
    text = as_text(report_page(empty, (), NOW, Words("en")))
    assert f"Nobody is in {ARMS[1]}" in text and "There is nothing to compare yet." in text


def test_intervals_that_do_not_exist_yet_are_not_drawn(tmp_path: Path) -> None:
    path = events(tmp_path / "few.csv", 40, (0.5, 0.5))
    found = found_in(path, peeked=True)
    html = as_html(report_page(found, looks(IPET, [path], NOW), NOW, Words("en")))
    assert "no interval yet" in html and "inf" not in html and "nan" not in html
    assert "fewer than 100 persons" in html


def crises(path: Path, behind: dict[int, tuple[int, int]]) -> Path:
    """Day on which persons meet it -> how many in each arm, and how many of them in the other arm have a crisis."""
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["person", "at", "kind", "value", "arm"])
        for day, (persons, hard) in behind.items():
            for number in range(2 * persons):
                who, at = f"p{day} {number}", BEGAN + timedelta(days=day)
                out.writerow([who, at.isoformat(), "exposure", None, ARMS[number % 2]])
                if number % 2 and number // 2 < hard:
                    out.writerow([who, (at + timedelta(hours=1)).isoformat(), "crisis", None, None])
    return path


def days_of(path: Path, until: datetime) -> list[str]:
    days = looks(IPET, [path], NOW, until)
    return [f"{on:%m-%d}" for on, _ in told_days(days, IPET.metrics[3], ARMS[1])]


def test_no_day_and_no_share_points_to_one_person(tmp_path: Path) -> None:
    few, many = crises(tmp_path / "few.csv", {0: (3, 1), 5: (17, 0)}), crises(tmp_path / "many.csv", {0: (40, 12)})
    end = BEGAN + timedelta(days=13)
    for path, shown in ((few, False), (many, True)):
        found, days = of_files(IPET, [path], end, peeked=True, until=end), looks(IPET, [path], NOW, end)
        rows = {row[:3]: row[3] for row in report_figures(found, days)}
        assert (rows["crisis_share", ARMS[1], "difference"] is not None) is shown
        assert any(table == "day crisis_share" for table, _, _ in rows) is shown
        text = as_text(report_page(found, days, NOW, Words("en")))
        assert ("<10 |" in text) is not shown and ("watched all the same" in text) is not shown
    [crisis] = [
        one for one in of_files(IPET, [few], end, peeked=True, until=end).findings if one.metric.name == "crisis_share"
    ]
    assert crisis.few and crisis.behind[1].hits == 1
    assert days_of(few, end) == []
    steps = crises(tmp_path / "steps.csv", {0: (40, 12), 8: (1, 1), 10: (30, 11)})
    assert days_of(steps, BEGAN + timedelta(days=12)) == [
        "03-09",
        "03-13",
        "03-14",
    ]  # between them one came, then one was hard


def test_few_events_that_did_not_count_are_not_told_apart(told: Told) -> None:
    found, days = told
    assert found.tally.dropped.never_exposed == 1
    rows = {row[:3]: row[3] for row in report_figures(*told)}
    assert rows["dropped", "never_exposed", "count"] is None and rows["dropped", "bots", "count"] == 0
    assert "never met what is different | <10" in as_text(report_page(found, days, NOW, Words("en")))


def test_figures_for_a_spreadsheet_are_those_of_the_page(told: Told) -> None:
    rows = {row[:3]: row[3] for row in report_figures(*told)}
    assert rows["persons", ARMS[0], "met"] == 450 and rows["persons", ARMS[1], "dealt"] == 450
    [one] = [one for one in told[0].findings if one.metric.name == "dialogue_engagement"]
    assert rows["dialogue_engagement", ARMS[1], "difference"] == pytest.approx(one.difference, rel=0.01)
    assert any(table == "day dialogue_engagement" for table, _, _ in rows)


def test_every_metric_has_a_name_in_both_languages() -> None:
    assert all(Words(language)(f"metrics.{name}") for name in measures() for language in LANGUAGES)


def test_the_command_writes_page_and_table_in_the_language_asked_for(tmp_path: Path) -> None:
    path = events(tmp_path / "events.csv", 60, (0.3, 0.6))
    page, table = tmp_path / "out.html", tmp_path / "out.csv"
    words = ["lab", "report", "ipet", str(path), "--html", str(page), "--csv", str(table), "--language", "zh", "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["arms"] == {ARMS[0]: 30, ARMS[1]: 30}
    html = page.read_text("utf-8")
    assert "对话参与率" in html and "style-src 'sha256-" in html and 'lang="zh-Hans"' in html
    assert "dialogue_engagement,ipet,difference," in table.read_text("utf-8")
    refused = CliRunner().invoke(app, [*words[:5], str(tmp_path / "no" / "out.html")])
    assert refused.exit_code == 1 and "name another file" in refused.stderr
