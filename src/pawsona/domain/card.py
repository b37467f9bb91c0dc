"""A character card: a persona that somebody wrote for any chat program, and that a pet of ours was adopted from."""

from dataclasses import dataclass
from datetime import datetime

from pawsona.domain.ids import Bond


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The card as it came, and what the pet was told of it."""

    bond: Bond
    document: str
    """Its JSON, character for character: fields that nobody here knows must come out again."""
    image: bytes | None
    """The PNG it came in, without the chunks that held the document."""
    name: str
    """What the card calls the character; the person may call it otherwise."""
    setting: str
    """What became `Pet.setting`. Where the two differ, the person has changed it since."""
    greeting: str
    """Its first words, fit to be shown; empty where the card has none for this person."""
    at: datetime
