"""The port `Mind`: whatever performs skills and acts."""

from collections.abc import AsyncIterator
from typing import Protocol, TypeVar

from pawsona.errors import InvalidOutputError
from pawsona.skills.chat import ChatInput, Piece, Reply
from pawsona.skills.contract import Skill
from pawsona.skills.profiles import Profile

In = TypeVar("In")
Out = TypeVar("Out")


class Mind(Protocol):
    """Performs skills. The app wraps every mind so that answers are validated, repaired once, or replaced."""

    @property
    def name(self) -> str:
        """What messages and days record: "storybook", "llm:qwen3-4b"."""

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        """Do it once.

        Args:
            skill: what to do.
            given: its input.
            profile: whose limits to keep.
            broken: why the last answer to the same input was refused; this call is its one repair.

        Raises:
            MindError: it could not be done.
        """

    def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        """Do a talking skill piece by piece; pieces are cut anywhere, the caller finds the sentences."""
