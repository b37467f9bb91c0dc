"""The home: who lives here, what can be adopted, the person, export and erasure."""

from typing import Annotated, Any
from zoneinfo import available_timezones

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from pawsona.app.adoption import PersonForm, PetForm, name_of, region_of, time_zone_of
from pawsona.app.stored import stored
from pawsona.app.words import LANGUAGE_NAMES, OUTFIT_NAMES, PERSONALITY_NAMES, SPECIES_NAMES, age_names
from pawsona.care.country import countries
from pawsona.domain.language import Language
from pawsona.errors import ForbiddenError, InputError, UnknownError
from pawsona.server import forms, present, wire
from pawsona.server import help as help_texts
from pawsona.server.access import (
    TOKEN_REFUSED,
    HomeDep,
    PersonDep,
    SomebodyDep,
    Visitor,
    VisitorDep,
    guessed_language,
    needs,
    reception_of,
    unless_mistaken,
)
from pawsona.server.visitors import Reception
from pawsona.version import __version__

router = APIRouter(tags=["home"])
_MANAGE = [Depends(needs("manage"))]
_FOR_ALL: dict[str, Any] = {"dependencies": [Depends(unless_mistaken)], "responses": TOKEN_REFUSED}
"""Of routes that strangers may ask."""
_EXPORT = [Depends(needs("export"))]


@router.get("/home", **_FOR_ALL)
async def home(home: HomeDep, visitor: VisitorDep, request: Request) -> wire.HomeWire:
    """Who lives here, and which mind speaks."""
    if visitor.trouble and not isinstance(visitor.trouble, UnknownError):
        raise visitor.trouble
    person = visitor.person
    own = "operate" in visitor.scopes  # whose server this is
    pets = await home.store.people.pets(person.id) if person else []
    return wire.HomeWire(
        version=__version__,
        language=person.language if person else guessed_language(home, request),
        mind=wire.MindWire(name=home.mind.name, kind=home.mind_kind, why=home.mind_reason if own else ""),
        person=present.person(person) if person else None,
        pets=[present.pet(pet, person) for pet in pets] if person else [],
        attachment=home.care.attachment,
        accounts=_accounts(visitor, reception_of(request)),
        forgotten=sum([one.count for pet in pets for one in await home.store.departures.all(pet.bond)]),
    )


def _accounts(visitor: Visitor, desk: Reception | None) -> wire.AccountsWire | None:
    if desk is None:
        return None
    role = visitor.known.account.role if visitor.known else None
    return wire.AccountsWire(role=role, sign_up=desk.accounts.open_to_all, mail=desk.accounts.recovery.possible)


@router.get("/choices", **_FOR_ALL)
async def choices(home: HomeDep, language: Language = "en") -> wire.ChoicesWire:
    """What the adoption form offers."""
    characters = PERSONALITY_NAMES[language].items()
    ages = age_names(language, home.care.rules.duties.guardian_under)
    return wire.ChoicesWire(
        species=[wire.NamedWire(id=id_, name=SPECIES_NAMES[language][id_]) for id_ in home.species],
        personalities=[wire.PersonalityWire(id=id_, name=name, about=about) for id_, (name, about) in characters],
        outfits=[wire.NamedWire(id=id_, name=name) for id_, name in OUTFIT_NAMES[language].items()],
        age_bands=[wire.NamedWire(id=id_, name=name) for id_, name in ages.items()],
        languages=[wire.NamedWire(id=id_, name=name) for id_, name in LANGUAGE_NAMES.items()],
        time_zones=sorted(available_timezones()),
        countries=sorted(countries()),
    )


@router.post("/pets", status_code=201, dependencies=_MANAGE)
async def adopt(form: forms.NewPet, home: HomeDep, visitor: VisitorDep) -> wire.PetWire:
    """Adopt a pet; the first one brings its person along."""
    if visitor.trouble:
        raise visitor.trouble
    owner = visitor.person or (PersonForm(**form.person.model_dump()) if form.person else None)
    if owner is None:
        raise InputError("Say who you are as well: the first pet needs a person.")
    pet_form = PetForm(
        name=form.name,
        species=form.species,
        personality=form.personality,
        outfit=form.outfit,
        setting=form.setting,
    )
    person, pet = await home.adopt(pet_form, owner)
    return present.pet(pet, person)


@router.patch("/person", dependencies=_MANAGE)
async def change_person(change: forms.PersonChange, home: HomeDep, person: PersonDep) -> wire.PersonWire:
    """Change how the person is called, their language, time zone or country."""
    changed = await home.change_person(
        person,
        name=name_of(change.name, "name") if change.name is not None else None,
        language=change.language,
        time_zone=time_zone_of(change.time_zone) if change.time_zone is not None else None,
        region=change.region if change.region is None else region_of(change.region) or "",
    )
    return present.person(changed)


class StoredWire(wire.Wire):
    """What is kept of the person."""

    counts: dict[str, int] = Field(description="How many of each kind.")
    place: str = Field(description="The database's file on the computer that Pawsona runs on; empty with accounts.")
    size: int = Field(description="Bytes, of everybody who lives here.")


@router.get("/stored", dependencies=_EXPORT)
async def what_is_stored(home: HomeDep, person: PersonDep, visitor: VisitorDep) -> StoredWire:
    """What is kept of the person, counted by kind, and where."""
    found = await stored(home, person.id)
    own = "operate" in visitor.scopes
    return StoredWire(counts=dict(found.counts), place=found.place if own else "", size=found.size if own else 0)


@router.get("/export", dependencies=_EXPORT)
async def export(home: HomeDep, person: PersonDep, response: Response) -> dict[str, Any]:
    """Everything that is kept of the person, as one JSON file."""
    response.headers["content-disposition"] = 'attachment; filename="pawsona.json"'
    return await home.store.export(person.id)


@router.delete("/person", status_code=204, dependencies=_MANAGE)
async def erase(home: HomeDep, person: PersonDep, visitor: VisitorDep, confirm: Annotated[str, Query()]) -> None:
    """Erase the person, all pets, memories and messages. `confirm` is the person's name, typed."""
    if visitor.known is not None:
        raise ForbiddenError("Everything is erased with the account, on its page, where the password is asked for.")
    if confirm != person.name:
        raise InputError("The name does not match, so nothing was erased. Type your name exactly.")
    await home.erase(person)


@router.get("/care/resources")
async def help_lines(
    home: HomeDep, person: SomebodyDep, language: Language = "en", region: str | None = None
) -> wire.ResourcesWire:
    """Where help is, for a country or everywhere. Works whatever else does not."""
    where = region_of(region) or (person.region if person else home.settings.region)
    return help_texts.everywhere(home.care.resources, where, language, home.clock.now().date())
