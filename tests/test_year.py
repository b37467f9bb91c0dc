"""A year in short: six weeks over a clock change, with a person who talks on most days (`benchmarks/year.py`)."""

import asyncio

import pytest
from year import ZONES, live

from pawsona.domain.language import LANGUAGES, Language


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_six_weeks_keep_their_promises(language: Language) -> None:
    year = asyncio.run(live(language, 42, "dragon"))
    assert year.wrong_expiries == []
    assert year.strange_bodies == []
    assert sum(month.starved for month in year.months.values()) == 0
    assert sum(month.days for month in year.months.values()) == 42
    assert year.expired > 0, f"nothing ran out in {ZONES[language]}"
