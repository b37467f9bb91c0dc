"""A person, a pet and a Sunday afternoon, for tests of what the storybook performs."""

import asyncio
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.language import Language
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import IPET, Skill
from pawsona.skills.context import Context

# A Sunday afternoon.
NOW = datetime(2026, 4, 12, 17, 30, tzinfo=ZoneInfo("Europe/Berlin"))
MIND = Storybook()


def context(language: Language = "en", now: datetime = NOW) -> Context:
    name = "Lin" if language == "en" else "小林"
    person = Person(id=PersonId("u"), name=name, language=language, time_zone="Europe/Berlin", created_at=NOW)
    pet = Pet(
        id=PetId("p"), person=person.id, name="年糕" if language == "zh" else "Miso", species="rabbit",
        personality="gruff", seed=11, adopted_at=NOW,
    )  # fmt: skip
    return Context(pet=pet, person=person, now=now)


def perform(skill: Skill[Any, Any], given: Any) -> Any:
    return skill.validate(given, asyncio.run(MIND.perform(skill, given, IPET)), IPET)
