"""What a person and those around them are called, as far as their home knows it."""

import re
from collections.abc import AsyncIterator, Iterator
from random import Random

from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.person import UNNAMED, Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.train.data.bank import bank
from pawsona.train.data.talk.private import Known, visible
from pawsona.train.data.talk.words import vocabulary

_NAMING = frozenset({"name", "relatives_and_friends", "location"})
"""Topics of memories whose values are names of somebody or some place."""
_CAPITAL = re.compile(r"\b[A-ZÀ-Þ][\w'-]+")
_HAN = re.compile(r"[㐀-鿿]{2,4}")


async def known(store: Store, person: Person, language: Language, chance: Random) -> Known:
    """Other names for the person and their pets; whoever else is known by name is in nothing that is taken."""
    own, pets = bank(language).people, await store.people.pets(person.id)
    named = [person.name] if person.name not in UNNAMED.values() else []
    friends = [friend.name for pet in pets for friend in await store.people.friends(pet.bond)]
    roles = [
        *((name, [row["name"] for row in own["persons"]]) for name in named),
        *((pet.name, own["pets"]) for pet in pets),
        *((name, own["slots"]["friend"]) for name in friends),
    ]  # fmt: skip
    others = {visible(name): str(chance.choice(_unlike(name, names))) for name, names in roles}
    never = {name async for name in _never(store, person, pets)}
    return Known(others, frozenset(visible(name) for name in never) - others.keys())


def _unlike(name: str, names: list[str]) -> list[str]:
    return [one for one in names if one != name]


async def _never(store: Store, person: Person, pets: list[Pet]) -> AsyncIterator[str]:
    contact = (await store.people.safeguards(person.id)).contact
    account = await store.accounts.of(person.id)
    for text in (contact.name if contact else "", contact.reach if contact else "", account.login if account else ""):
        if len(text) > 1:
            yield text
    for part in re.split(r"[\s·]+", person.name):
        if len(part) > 1 and part != person.name:
            yield part
    for pet in pets:
        for memory in await store.memories.all(pet.bond):
            for name in _names(memory):
                yield name


def _names(memory: Memory) -> Iterator[str]:
    """Capitals that are no words, wherever they stand; and what stands where a name is asked for."""
    yield from (word for word in _CAPITAL.findall(memory.text) if word.casefold() not in vocabulary())
    if memory.topic in _NAMING:
        value = memory.slots.get("value", "")
        if _HAN.fullmatch(value) or _CAPITAL.fullmatch(value):
            yield value
