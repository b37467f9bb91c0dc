"""Character cards as rows."""

from typing import Any

from pawsona.domain.card import Card
from pawsona.storage.connection import Row
from pawsona.storage.rows.people import bond_of, bond_row


def card_row(card: Card) -> dict[str, Any]:
    """A card as a row."""
    return bond_row(card.bond) | {
        "document": card.document,
        "image": card.image,
        "name": card.name,
        "setting": card.setting,
        "greeting": card.greeting,
        "at": card.at,
    }


def card_of(row: Row) -> Card:
    """A row as a card."""
    return Card(
        bond=bond_of(row),
        document=row["document"],
        image=row["image"],
        name=row["name"],
        setting=row["setting"],
        greeting=row["greeting"],
        at=row["at"],
    )
