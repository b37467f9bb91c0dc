"""Cards from the command line: files, and settings for what was not said."""

import contextlib
from pathlib import Path

from pawsona.app.adopting import as_known
from pawsona.app.adoption import PersonForm, language_named
from pawsona.app.cards.adoption import CardForm, adopt_card
from pawsona.app.cards.export import card_json, card_png
from pawsona.app.cards.file import LARGEST
from pawsona.app.home import Home
from pawsona.app.household import household
from pawsona.app.newfile import write_new
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.person import UNNAMED, Person
from pawsona.domain.pet import Pet
from pawsona.errors import InputError, NotFoundError


async def take(file: Path, name: str | None, person: str | None, language: str | None) -> Pet:
    """Adopt from a card.

    Raises:
        InputError: the file can't be read or is no card, or another person lives here; nothing was stored.
    """
    content = _read(file)
    async with contextlib.aclosing(await open_home(load())) as home:
        owner = await _owner(home, person, language)
        return (await adopt_card(home, content, CardForm(name=name), owner))[1]


async def give(pet: str | None, png: Path | None) -> str:
    """A pet's card as JSON, and on wish as a picture in a new file that only its owner can read.

    Raises:
        NotFoundError: there is no such pet.
        InputError: there are several, and none was named.
        SetupError: the file is there already, or its folder can't be written.
    """
    async with contextlib.aclosing(await open_home(load())) as home:
        person, found = await home.pet_named(pet) if pet is not None else await _only(home)
        if png is not None:
            write_new(png, await card_png(home, person, found), "--png")
        return await card_json(home, person, found)


async def _only(home: Home) -> tuple[Person, Pet]:
    pets = await home.runner.pets()
    if not pets:
        raise NotFoundError("no pet lives here yet. Adopt one: pawsona adopt NAME")
    if len(pets) > 1:
        names = ", ".join(repr(pet.name) for _, pet in pets)
        raise InputError(f"Several pets live here: {names}. Name the one whose card you want.")
    return pets[0]


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST + 1)  # one more than a card may have: it is refused for that
    except OSError as error:
        raise InputError(
            f"{str(file)!r} can't be read ({(error.strerror or 'unknown reason').lower()}). Name a PNG or JSON file."
        ) from None


async def _owner(home: Home, name: str | None, language: str | None) -> PersonForm | Person:
    persons = await household(home.settings, home.store)
    if persons:
        as_known(persons[0], {"--person": name, "--language": language})
        return persons[0]
    spoken = home.settings.spoken if language is None else language_named(language)
    region = home.settings.region
    return PersonForm(name=name or UNNAMED[spoken], language=spoken, time_zone=home.time_zone, region=region)
