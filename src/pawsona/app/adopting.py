"""Adopting from the command line: settings give what was not said."""

import contextlib
from collections.abc import Mapping
from typing import get_args

from pawsona.app.adoption import PersonForm, PetForm, language_named, region_of
from pawsona.app.home import Home
from pawsona.app.household import household
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.person import UNNAMED, AgeBand, Person
from pawsona.domain.pet import Personality, Pet, Species
from pawsona.errors import InputError


async def adopt(
    name: str,
    species: str,
    personality: str,
    person: str | None,
    language: str | None,
    time_zone: str | None,
    region: str | None,
    age: str | None = None,
) -> Pet:
    """Adopt a pet; the first one brings its person along.

    Raises:
        InputError: a value can't be used; nothing was stored.
    """
    settings = load()
    async with contextlib.aclosing(await open_home(settings)) as home:
        form = PetForm(name=name, species=_species(species, home), personality=_personality(personality))
        persons = await household(home.settings, home.store)
        if persons:
            given = {"--person": person, "--language": language, "--time-zone": time_zone, "--age": age}
            as_known(persons[0], {**given, "--region": region and region.upper()})
            return (await home.adopt(form, persons[0]))[1]
        spoken = language_named(language) if language else settings.spoken
        owner = PersonForm(
            name=person or UNNAMED[spoken],
            language=spoken,
            time_zone=time_zone or home.time_zone,
            region=region_of(region) or settings.region,
            age_band=_age(age),
        )
        return (await home.adopt(form, owner))[1]


def as_known(person: Person, given: Mapping[str, str | None]) -> None:
    """Refuse what a further pet's adoption says of its person otherwise than it is known.

    Args:
        person: who lives here.
        given: options with what was given for them.

    Raises:
        InputError: some of them are not as they are known; silence would leave a person talked to in another language.
    """
    known = {
        "--person": person.name,
        "--language": person.language,
        "--time-zone": person.time_zone,
        "--age": person.age_band,
        "--region": person.region,
    }
    others = [option for option, said in given.items() if said is not None and said != known[option]]
    if others:
        raise InputError(
            f"A person lives here already: {', '.join(others)} can be said with the first pet only. "
            "Leave it out; the pages Settings and Care change it."
        )


def _species(text: str, home: Home) -> Species:
    for known in home.species:
        if known == text:
            return known
    raise InputError(f"No {text!r} can be adopted; choose one of {', '.join(home.species)}.")


def _age(text: str | None) -> AgeBand:
    for known in get_args(AgeBand):
        if known == text:
            return known  # type: ignore[no-any-return]
    if text is None:
        return "unknown"
    raise InputError(f"{text!r} is no age band; use teen (13 to 17) or adult (18 and over), or leave it out.")


def _personality(text: str) -> Personality:
    for known in get_args(Personality):
        if known == text:
            return known  # type: ignore[no-any-return]
    raise InputError(f"{text!r} is no personality; use one of {', '.join(get_args(Personality))}.")
