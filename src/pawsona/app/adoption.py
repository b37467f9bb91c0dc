"""Adopting: a person, a pet, its friends and its first day."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pawsona.care.country import country
from pawsona.dialogue.hearing import visible
from pawsona.domain.ids import PersonId, PetId, new_id
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.person import AgeBand, Person
from pawsona.domain.pet import OUTFITS, Outfit, Personality, Pet, Species
from pawsona.domain.ports import Clock, Rng
from pawsona.errors import InputError

LONGEST_NAME = 40
LONGEST_SETTING = 500


@dataclass(frozen=True, kw_only=True)
class PersonForm:
    """What a person says of themselves when they adopt."""

    name: str
    language: Language = "en"
    time_zone: str = "UTC"
    age_band: AgeBand = "unknown"
    region: str | None = None


@dataclass(frozen=True, kw_only=True)
class PetForm:
    """Who the pet shall be."""

    name: str
    species: Species = "cat"
    personality: Personality = "sunny"
    outfit: Sequence[Outfit] = field(default_factory=tuple)
    setting: str = ""


DEFAULT_PET: dict[Language, str] = {"en": "Mikan", "zh": "团团"}


def name_of(text: str, what: str) -> str:
    """A name as it will be shown; emoji are names too.

    Raises:
        InputError: nothing visible is left, or it is too long.
    """
    name = " ".join(visible(text).split())
    if not name:
        raise InputError(f"The {what} is empty. Give it at least one visible character.")
    if len(name) > LONGEST_NAME:
        raise InputError(f"The {what} has {len(name)} characters; at most {LONGEST_NAME} fit on its label.")
    return name


def time_zone_of(name: str) -> str:
    """A time zone's name, checked.

    Raises:
        InputError: no such zone.
    """
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InputError(
            f"There is no time zone {_brief(name)}. Use a name such as Europe/Berlin or Asia/Shanghai."
        ) from None
    return name


def language_named(code: str) -> Language:
    """The language of a code.

    Raises:
        InputError: it is none of ours.
    """
    for known in LANGUAGES:
        if known == code:
            return known
    raise InputError(f"{code!r} is no language of ours; use one of {', '.join(LANGUAGES)}.")


def region_of(code: str | None) -> str | None:
    """An ISO 3166 country code in capitals, or None.

    Raises:
        InputError: there is no such country.
    """
    if not code:
        return None
    if (known := country(code)) is None:
        raise InputError(f"{_brief(code)} is no country code. Use two letters such as US or CN.")
    return known


def _brief(text: str) -> str:
    """What was typed, as far as a sentence can quote it."""
    return repr(text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…")


def person_from(form: PersonForm, clock: Clock, rng: Rng) -> Person:
    """The person of a form.

    Raises:
        InputError: a field can't be used; the sentence says which.
    """
    if form.language not in LANGUAGES:
        raise InputError(f"{form.language!r} is no language of ours; use en or zh.")
    if form.age_band not in get_args(AgeBand):
        raise InputError(f"{form.age_band!r} is no age band; use one of {', '.join(get_args(AgeBand))}.")
    if form.age_band == "child":
        raise InputError("Pawsona is for people of 13 and over.")
    now = clock.now()
    return Person(
        id=PersonId(new_id(now, rng.token())),
        name=name_of(form.name, "name"),
        language=form.language,
        time_zone=time_zone_of(form.time_zone),
        created_at=now,
        region=region_of(form.region),
        age_band=form.age_band,
    )


def pet_from(form: PetForm, person: Person, hobbies: Sequence[str], clock: Clock, rng: Rng) -> Pet:
    """The pet of a form; its seed and hobbies come by chance.

    Raises:
        InputError: a field can't be used; the sentence says which.
    """
    now, seed = clock.now(), rng.seed()
    start = seed % max(1, len(hobbies))
    pet = Pet(
        id=PetId(new_id(now, rng.token())),
        person=person.id,
        name="",
        species=form.species,
        personality=form.personality,
        seed=seed,
        adopted_at=now,
        hobbies=tuple([*hobbies[start:], *hobbies[:start]][:3]),
    )
    return changed(pet, form)


def changed(pet: Pet, form: PetForm) -> Pet:
    """A pet with the name, outfit and setting of a form.

    Raises:
        InputError: one of them can't be used.
    """
    unknown = [item for item in form.outfit if item not in OUTFITS]
    if unknown:
        raise InputError(f"There is no {unknown[0]!r} to wear; use some of {', '.join(OUTFITS)}.")
    return replace(
        pet,
        name=name_of(form.name, "pet's name"),
        outfit=tuple(dict.fromkeys(form.outfit)),
        setting=visible(form.setting)[:LONGEST_SETTING],
    )
