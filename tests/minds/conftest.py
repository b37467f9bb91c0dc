"""What the storybook's tests share: a pet, a person, and a life lived from stored days alone."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from pawsona.domain.day import Day, Season, Tastes, Weather
from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.language import Language
from pawsona.domain.person import Person
from pawsona.domain.pet import Personality, Pet, Species
from pawsona.minds.storybook.days import make_details, make_outline, make_schedule
from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.library import CONTENT
from pawsona.skills import ACTS, SKILLS
from pawsona.skills.acts import DetailsInput
from pawsona.skills.context import Context
from pawsona.skills.profiles import IPET, Profile
from pawsona.skills.routine import DayInput, ScheduleInput

START = date(2026, 3, 30)
SKIES: Mapping[Season, tuple[Weather, ...]] = {
    "spring": ("sun", "cloud", "rain", "wind", "fog", "sun", "cloud"),
    "summer": ("sun", "sun", "cloud", "rain", "wind", "sun", "cloud"),
    "autumn": ("sun", "cloud", "rain", "wind", "fog", "rain", "cloud"),
    "winter": ("sun", "cloud", "snow", "wind", "fog", "snow", "cloud"),
}
SEASONS: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")


def a_pet(species: Species = "cat", personality: Personality = "sunny", seed: int = 7) -> Pet:
    born = datetime(2026, 3, 29, tzinfo=UTC)
    return Pet(
        id=PetId("pet"), person=PersonId("lin"), name="Mochi", species=species, personality=personality, seed=seed,
        adopted_at=born,
    )  # fmt: skip


def a_person(language: Language) -> Person:
    name = "Lin" if language == "en" else "小林"
    born = datetime(2026, 3, 29, tzinfo=UTC)
    return Person(id=PersonId("lin"), name=name, language=language, time_zone="UTC", created_at=born)


def season_of(on: date) -> Season:
    return SEASONS[(on.month % 12 + 1) // 3 - 1] if on.month != 12 and on.month > 2 else "winter"


def given_for(
    on: date,
    pet: Pet,
    language: Language,
    past: Sequence[Day] = (),
    ledger: Mapping[str, date] | None = None,
    **more: Any,
) -> DayInput:
    season = season_of(on)
    weather = SKIES[season][roll(pet.seed, on, "sky") % 7]
    now = datetime.combine(on, time(6), UTC)
    context = Context(pet=pet, person=a_person(language), now=now, ledger=ledger or {})
    fields: dict[str, Any] = {"mode": "normal", "season": season, "weather": weather, **more}
    return DayInput(context=context, past=tuple(past), **fields)


def lived(given: DayInput, profile: Profile = IPET) -> Day:
    """One day, through the three stages, as the night does it."""
    outline = make_outline(given, profile)
    SKILLS["routine.outline"].validate(given, outline, profile)
    wanted = ScheduleInput(day=given, outline=outline)
    items = SKILLS["routine.schedule"].validate(wanted, make_schedule(wanted, profile), profile).items
    asked = DetailsInput(day=given, outline=outline, schedule=items)
    details = ACTS["routine.details"].validate(asked, make_details(asked, profile), profile).details
    told = (
        replace(item, detail=detail.text, short=detail.short, trace=detail.trace)
        for item, detail in zip(items, details, strict=True)
    )
    context = given.context
    return Day(
        bond=context.pet.bond, on=context.now.date(), mode=given.mode, method="world", outline=outline.text,
        items=tuple(told), season=given.season, weather=given.weather, mind="storybook", made_at=context.now,
        trace=outline.trace,
    )  # fmt: skip


def simulate(
    days: int, pet: Pet, language: Language, start: date = START, tastes: Tastes | None = None, **more: Any
) -> list[Day]:
    """Live some days in a row; what was used is known from the stored days alone."""
    life: list[Day] = []
    ledger: dict[str, date] = {}
    for n in range(days):
        given = given_for(start + timedelta(n), pet, language, life[:-8:-1], ledger, tastes=tastes or {}, **more)
        day = lived(given)
        life.append(day)
        ledger |= dict.fromkeys(day.lines, day.on)
    return life


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The shipped English content, to be spoilt."""
    shutil.copytree(CONTENT / "en", tmp_path / "en")
    shutil.copy(CONTENT / "activities.yaml", tmp_path / "activities.yaml")
    return tmp_path
