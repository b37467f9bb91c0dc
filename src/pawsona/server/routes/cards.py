"""Character cards: a pet adopted from one, and a pet given out as one."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from pawsona.app.adoption import PersonForm
from pawsona.app.cards import LARGEST, CardForm, adopt_card, card_json, card_png, look_at
from pawsona.app.cards.refusal import refusal
from pawsona.domain.language import Language
from pawsona.domain.person import AgeBand
from pawsona.domain.pet import Outfit, Personality, Species
from pawsona.errors import InputError
from pawsona.server import present, wire
from pawsona.server.access import CompanionDep, HomeDep, SomebodyDep, needs

router = APIRouter(tags=["cards"], dependencies=[Depends(needs("manage"))])

_FILE = {"schema": {"type": "string", "format": "binary"}}
_BODY = {"requestBody": {"required": True, "content": {"image/png": _FILE, "application/json": {"schema": {}}}}}
_ANSWER: dict[int | str, dict[str, Any]] = {200: {"content": {"application/json": {}, "image/png": _FILE}}}


class NewCard(wire.Wire):
    """What shall be otherwise than the card has it; the first pet needs its person's name as well."""

    name: str | None = None
    species: Species | None = None
    personality: Personality | None = None
    outfit: list[Outfit] = Field(default_factory=list)
    person: str | None = None
    language: Language = "en"
    time_zone: str = "UTC"
    age_band: AgeBand = "unknown"
    region: str | None = None

    def owner(self) -> PersonForm:
        """Who adopts, where nobody lives here yet."""
        if self.person is None:
            raise InputError("Say who you are as well (`person`): the first pet needs a person.")
        return PersonForm(
            name=self.person,
            language=self.language,
            time_zone=self.time_zone,
            age_band=self.age_band,
            region=self.region,
        )


@router.post("/cards", status_code=201, openapi_extra=_BODY)
async def adopt(
    asked: Annotated[NewCard, Query()], request: Request, home: HomeDep, person: SomebodyDep
) -> wire.PetWire:
    """Adopt the character of a card: the body is the file, PNG or JSON, of version 1, 2 or 3."""
    owner = person or asked.owner()
    content = await _file(request, owner.language)
    form = CardForm(name=asked.name, species=asked.species, personality=asked.personality, outfit=asked.outfit)
    theirs, pet = await adopt_card(home, content, form, owner)
    return present.pet(pet, theirs)


class PersonaWire(wire.Wire):
    """Whom a card would bring; `name` is empty where the card has none."""

    name: str
    species: Species
    personality: Personality


@router.post("/cards/look", openapi_extra=_BODY)
async def look(request: Request, home: HomeDep, language: Language = "en") -> PersonaWire:
    """Read a card before it is adopted: the body is the file. Nothing is kept of it."""
    persona = await look_at(home, await _file(request, language), language)
    return PersonaWire(name=persona.name, species=persona.species, personality=persona.personality)


async def _file(request: Request, language: Language) -> bytes:
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > LARGEST:
            raise refusal("large", language, most=LARGEST // 2**20)
    return bytes(content)


@router.get("/pets/{pet}/card", response_class=Response, responses=_ANSWER)
async def give_out(companion: CompanionDep, format: Literal["json", "png"] = "json") -> Response:
    """The pet as a card: the one it came with and what was changed since, or a new one of version 3."""
    home, person, pet = companion.home, companion.person, companion.pet
    headers = {"content-disposition": f'attachment; filename="card.{format}"'}
    if format == "png":
        return Response(await card_png(home, person, pet), media_type="image/png", headers=headers)
    return Response(await card_json(home, person, pet), media_type="application/json", headers=headers)
