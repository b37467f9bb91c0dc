"""What a person must be told of their pet before it speaks."""

from typing import Protocol

from pawsona.domain.language import Language
from pawsona.domain.pet import Pet


class Announcer(Protocol):
    """Knows what the person has not been told yet: that their pet speaks through another mind now."""

    async def news(self, pet: Pet, language: Language) -> str:
        """One sentence, or nothing."""

    async def told(self, pet: Pet) -> None:
        """The sentence is out."""
