"""Adopting a pet from a card: the persona for the pet, the lorebook for its knowledge, the whole card for later."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.cards.file import CardFile, read_card
from pawsona.app.cards.lorebook import lore
from pawsona.app.cards.persona import Persona, persona_of
from pawsona.app.cards.refusal import refusal
from pawsona.app.home import Home
from pawsona.dialogue.documents import passages_of
from pawsona.dialogue.hearing import visible
from pawsona.domain.card import Card
from pawsona.domain.ids import DocumentId, new_id
from pawsona.domain.language import Language
from pawsona.domain.note import Document
from pawsona.domain.person import Person
from pawsona.domain.pet import Outfit, Personality, Pet, Species
from pawsona.domain.ports import Entry


@dataclass(frozen=True, kw_only=True)
class CardForm:
    """What the person wants otherwise than the card has it."""

    name: str | None = None
    species: Species | None = None
    personality: Personality | None = None
    outfit: Sequence[Outfit] = ()


@dataclass(frozen=True)
class _Read:
    """A file that was read: the card, its persona, its lorebook."""

    file: CardFile
    persona: Persona
    name: str
    title: str
    lore: Sequence[str]
    """Passages."""

    def card(self, pet: Pet) -> Card:
        return Card(
            bond=pet.bond,
            document=self.file.document.text,
            image=self.file.image,
            name=self.persona.name,
            setting=pet.setting,
            greeting=self.persona.greeting,
            at=pet.adopted_at,
        )


async def look_at(home: Home, content: bytes, language: Language) -> Persona:
    """Whom a card would bring; nothing is stored.

    Raises:
        InputError: the file is no card.
    """

    def look() -> Persona:
        fields = read_card(content, language).document.fields
        return persona_of(fields, called=None, user="", language=language, known=home.species)

    return await asyncio.to_thread(look)


async def adopt_card(home: Home, content: bytes, form: CardForm, owner: PersonForm | Person) -> tuple[Person, Pet]:
    """Bring the character of a card home.

    Raises:
        InputError: the file is no card, or a field can't be used; nothing was stored.
    """
    read = await asyncio.to_thread(_read, content, form, owner, home.species)
    pet_form = PetForm(
        name=read.name,
        species=form.species or read.persona.species,
        personality=form.personality or read.persona.personality,
        outfit=form.outfit,
        setting=read.persona.setting,
    )

    async def keep(person: Person, pet: Pet) -> None:
        await home.store.cards.put(read.card(pet))
        if read.lore:
            await _keep_lore(home, pet, f"{read.title}.md", read.lore)

    return await home.adopt(pet_form, owner, within=keep)


async def _keep_lore(home: Home, pet: Pet, name: str, passages: Sequence[str]) -> None:
    """Found by its words at once; its vectors come by and by, so that nobody waits minutes for a long lorebook."""
    now, bond = home.clock.now(), pet.bond
    document = Document(
        id=DocumentId(new_id(now, home.rng.token())), bond=bond, name=name, passages=len(passages), at=now
    )
    await home.store.notes.add_document(document, passages)
    entries = [Entry("passage", f"{document.id}:{number}", text) for number, text in enumerate(passages)]
    await home.store.index.put(bond, entries, home.embedder.name)


def _read(content: bytes, form: CardForm, owner: PersonForm | Person, known: Collection[Species]) -> _Read:
    """Everything that takes time for a large card."""
    file = read_card(content, owner.language)
    fields = file.document.fields
    persona = persona_of(fields, called=form.name, user=owner.name, language=owner.language, known=known)
    name = form.name or persona.name
    if not name:
        raise refusal("name", owner.language)
    book = fields.character_book
    title = visible(book.name if book else "")[:100].replace("/", " ").strip()
    return _Read(file, persona, name, title or name.replace("/", " "), passages_of(lore(book, name, owner.name)))
