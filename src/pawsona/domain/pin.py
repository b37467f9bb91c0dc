"""Which mind a pet speaks with, since when: a companion is not changed under its person (design sec. 4)."""

from dataclasses import dataclass
from datetime import datetime

from pawsona.domain.ids import Bond


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """One entry of a pet's history of minds; the last one holds."""

    bond: Bond
    at: datetime
    mind: str
    """Its name: "storybook", "llm:qwen3-4b"."""
    base_url: str = ""
    """Where it answers; empty for the storybook."""
    model: str = ""
    prompts: str = ""
    """The digest of the prompts it was asked with; empty for the storybook."""
    key_variable: str = ""
    """The environment variable with the server's key, where one was named."""
    night_model: str | None = None
    """What does its nights; empty where the talking model does, None where nobody noted it (before version 0025)."""
    night_base_url: str = ""
    night_key_variable: str = ""
    held: bool = False
    """The person chose it for this pet: what the home is set to does not change it."""
    announced: bool = False
    """The person has been told."""

    @property
    def talks(self) -> tuple[str, str]:
        """Who speaks."""
        return self.mind, self.base_url

    @property
    def nights(self) -> tuple[str, str] | None:
        """Who writes memories and days; None where nobody noted it."""
        if self.night_model is None:
            return None
        return (f"llm:{self.night_model}", self.night_base_url) if self.night_model else self.talks

    @property
    def night_mind(self) -> str | None:
        """Its name alone, as `mind` is the talking one's."""
        return self.nights[0] if self.nights else None

    def same(self, other: "Pin") -> bool:
        """Whether two entries stand for the same minds and prompts; what was not noted is no change."""
        noted = self.nights is not None and other.nights is not None
        alike = self.talks == other.talks and self.prompts == other.prompts
        return alike and not (noted and self.nights != other.nights)
