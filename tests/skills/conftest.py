from datetime import UTC, datetime

import pytest

from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.language import Language
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.skills.context import Context

NOW = datetime(2026, 4, 12, 9, 30, tzinfo=UTC)


def context(language: Language = "en") -> Context:
    person = Person(id=PersonId("p"), name="Lin", language=language, time_zone="UTC", created_at=NOW)
    pet = Pet(id=PetId("t"), person=person.id, name="Mikan", species="cat", personality="sunny", seed=1, adopted_at=NOW)
    return Context(pet=pet, person=person, now=NOW)


@pytest.fixture
def english() -> Context:
    return context("en")


@pytest.fixture
def chinese() -> Context:
    return context("zh")
