"""Giving a pet out as a card: the one it came with, what has changed since written over it; or a new one."""

import asyncio
import base64
import json
from collections.abc import Collection, Mapping
from copy import deepcopy
from datetime import datetime
from typing import Any

from pawsona.app.cards.document import Fields, data_of, read_document, written
from pawsona.app.cards.likeness import personality_of, species_of
from pawsona.app.cards.lorebook import undecorated
from pawsona.app.cards.macros import templated
from pawsona.app.cards.persona import OURS, own_of
from pawsona.app.cards.picture import put_together
from pawsona.app.cards.portrait import portrait
from pawsona.app.home import Home
from pawsona.domain.card import Card
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet, Species
from pawsona.world.profile import profile_text

_TEXTS = (
    "name", "description", "personality", "scenario", "first_mes", "mes_example", "creator_notes", "system_prompt",
    "post_history_instructions", "creator", "character_version",
)  # fmt: skip
"""What a card must have, if only empty."""
_BACKFILLED = "This card is of version 3; a program that reads version 3 shows more of it."


async def card_json(home: Home, person: Person, pet: Pet) -> str:
    """The pet's card as JSON; the very text it came as, if nothing has changed since."""
    card = await home.store.cards.card(pet.bond)
    return await _text(home, person, pet, card)


async def card_png(home: Home, person: Person, pet: Pet) -> bytes:
    """The pet's card in its picture, for readers of its version; a card of version 3 for older readers as well."""
    card = await home.store.cards.card(pet.bond)
    text = await _text(home, person, pet, card)
    image = card.image if card is not None and card.image is not None else portrait()
    return await asyncio.to_thread(carried, text, image)


async def _text(home: Home, person: Person, pet: Pet, card: Card | None) -> str:
    if card is not None:
        return await asyncio.to_thread(rewritten, card, pet, person, home.clock.now(), home.species)
    context = await home.contexts.of(person, pet)
    return written(_new(pet, profile_text(context), person, home.clock.now()))


def rewritten(card: Card, pet: Pet, person: Person, now: datetime, known: Collection[Species]) -> str:
    """The card's text with what the person has changed, and nothing else, written over it."""
    document = read_document(card.document, person.language)
    root = deepcopy(document.root)
    if pet.name != card.name:
        _rename(root, pet.name)
    if pet.setting != card.setting:
        _describe(root, templated(pet.setting, person.name))
    _tell_apart(data_of(root), document.fields, pet, card, known)
    if root == document.root:
        return card.document
    if document.version == 3:
        data_of(root)["modification_date"] = int(now.timestamp())
    return written(root)


def carried(text: str, image: bytes) -> bytes:
    """A picture with a card in it."""
    root = json.loads(text)
    newest = root.get("spec") == "chara_card_v3"
    texts = {"chara": written(_backfilled(root)), "ccv3": text} if newest else {"chara": text}
    return put_together(image, {keyword: base64.b64encode(each.encode()) for keyword, each in texts.items()})


def _rename(root: dict[str, Any], name: str) -> None:
    for holder in (data_of(root), root):  # programs repeat the fields of version 1 beside those of version 2
        for field in ("name", "nickname"):
            if holder.get(field):
                holder[field] = name
    data_of(root)["name"] = name


def _describe(root: dict[str, Any], description: str) -> None:
    for holder in (data_of(root), root):
        if "description" in holder or holder is not root:
            holder["description"] = description


def _tell_apart(data: dict[str, Any], fields: Fields, pet: Pet, card: Card, known: Collection[Species]) -> None:
    """Keep what a reader of ours would not find by itself."""
    own = own_of(fields)
    found = {"species": species_of(fields, known), "personality": personality_of(fields), **own}
    told = {"species": pet.species, "personality": pet.personality}
    mine = {field: value for field, value in told.items() if found[field] != value}
    if pet.setting != card.setting and "setting" in own:
        mine["setting"] = data["description"]
    if mine:
        data["extensions"] = {**(data.get("extensions") or {}), OURS: {**own, **mine}}


def _new(pet: Pet, profile: str, person: Person, now: datetime) -> dict[str, Any]:
    """A card of version 3 for a pet that came without one."""
    texts = dict.fromkeys(_TEXTS, "")
    setting = templated(pet.setting, person.name)
    data: dict[str, Any] = texts | {
        "name": pet.name,
        "description": templated(profile, person.name),
        "alternate_greetings": [],
        "group_only_greetings": [],
        "tags": [pet.species, pet.personality],
        "extensions": {OURS: {"species": pet.species, "personality": pet.personality, "setting": setting}},
        "creation_date": int(pet.adopted_at.timestamp()),
        "modification_date": int(now.timestamp()),
    }
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}


def _backfilled(root: Mapping[str, Any]) -> dict[str, Any]:
    """The same card for readers of version 2, with a word about it where they show the creator's notes."""
    data: dict[str, Any] = deepcopy(root["data"])
    notes = data.get("creator_notes")
    data["creator_notes"] = f"{notes}\n\n{_BACKFILLED}" if notes else _BACKFILLED
    for entry in (data.get("character_book") or {}).get("entries") or []:
        if isinstance(entry.get("content"), str):
            entry["content"] = undecorated(entry["content"])
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}
