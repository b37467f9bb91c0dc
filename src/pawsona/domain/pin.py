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
    held: bool = False
    """The person chose it for this pet: what the home is set to does not change it."""
    announced: bool = False
    """The person has been told."""
