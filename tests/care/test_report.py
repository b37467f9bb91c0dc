"""The yearly report: what was counted, in the year asked for, and nothing of anybody."""

from datetime import date

import pytest

from pawsona.care.protocol import Facts
from pawsona.care.ready import Care, care_ready
from pawsona.care.report import Report, report_data, report_page, report_rows
from pawsona.domain.carelog import Tally
from pawsona.domain.document import Grid
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier

FACTS = Facts(date(2027, 7, 1), "1.2.3", "Pets & Co", "care@example.org")
TALLIES = (
    Tally(month="2026-03", event="referral", tier=Tier.high, group="suicide", count=7),
    Tally(month="2026-03", event="referral", tier=Tier.high, group="suicide", minor=True, count=2),
    Tally(month="2026-11", event="referral", tier=Tier.imminent, group="abuse", count=11),
    Tally(month="2026-11", event="break", count=40),
    Tally(month="2026-12", event="referral", tier=Tier.concern, count=5),
)


@pytest.fixture(scope="module")
def care() -> Care:
    return care_ready()


def test_referrals_are_added_up_by_month_tier_and_group(care: Care) -> None:
    found = report_data(Report(2026, TALLIES, True), care, FACTS)
    assert found["referrals"] == {
        "total": 25,
        "minors": 2,
        "by_month": {"2026-03": 9, "2026-11": 11, "2026-12": 5},
        "by_tier": {"concern": 5, "high": 9, "imminent": 11},
        "by_group": {"abuse": 11, "other": 5, "suicide": 9},
    }
    assert found["events"]["break"] == 40 and found["events"]["follow_up"] == 0
    assert found["small_cells"] == 1
    assert {row["pack"] for row in found["recipients"]} == {"us-ca", "us-or", "us-wa"}
    assert found["protocol"] and found["measured"]["rows"]
    assert (found["year"], found["complete"], found["operator"]) == (2026, True, "Pets & Co")


def test_a_year_in_which_nothing_happened_says_zero(care: Care) -> None:
    found = report_data(Report(2026, (), True), care, FACTS)
    assert found["referrals"]["total"] == 0 and found["small_cells"] == 0
    assert report_rows(Report(2026, (), True)) == [("month", "event", "tier", "group", "minors", "count")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_month_and_warns_of_small_numbers(care: Care, language: Language) -> None:
    page = report_page(Report(2026, TALLIES, False), care, FACTS, language)
    first, *_ = page.sections
    grid = next(block for block in first.blocks if isinstance(block, Grid))
    assert len(grid.rows) == 12 and grid.rows[2][1] == "9" and grid.rows[0][1] == "0"
    told = " ".join(block for block in first.blocks if isinstance(block, str))
    assert "25" in told and {"en": "not over", "zh": "还没有结束"}[language] in told
    assert {"en": "Small numbers: 1 of", "zh": "有 1 个在 1 到 4"}[language] in told
    quiet = report_page(Report(2026, (), True), care, FACTS, language).sections[0]
    assert len([block for block in quiet.blocks if isinstance(block, str)]) == 1, "nothing to warn of"


def test_rows_for_a_spreadsheet() -> None:
    head, first, second, *_ = report_rows(Report(2026, TALLIES, True))
    assert head[-1] == "count"
    assert first == ("2026-03", "referral", "high", "suicide", "no", "7")
    assert second[4] == "yes"
