"""All that a person told of themselves, as far as it is kept: what a question about oneself may draw on."""

from dataclasses import dataclass

from pawsona.domain.memory import Memory
from pawsona.domain.message import Message


@dataclass(frozen=True, slots=True)
class Known:
    """Without what has expired, what was only inferred, and crisis."""

    memories: tuple[Memory, ...] = ()
    """The living ones that the person said, newest first."""
    fresh: tuple[Message, ...] = ()
    """Both sides' words since the last memories were made, oldest first."""
