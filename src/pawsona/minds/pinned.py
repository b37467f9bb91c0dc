"""A mind per pet: what the home is set to, unless a pet keeps another."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeVar

from pawsona.domain.ids import Bond
from pawsona.errors import InvalidOutputError
from pawsona.skills import Mind, Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply

In = TypeVar("In")
Out = TypeVar("Out")


class Pinned:
    """Asks the mind that the input's pet is pinned to.

    Args:
        mind: for pets that keep none of their own.
        kept: bond -> its mind; whoever pins a pet changes this mapping.
    """

    def __init__(self, mind: Mind, kept: Mapping[Bond, Mind]) -> None:
        self._mind = mind
        self._kept = kept

    @property
    def name(self) -> str:
        return self._mind.name

    def of(self, bond: Bond) -> Mind:
        """The mind of one pet."""
        return self._kept.get(bond, self._mind)

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        return await self.of(_bond(given)).perform(skill, given, profile, broken=broken)

    def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        return self.of(given.context.pet.bond).stream(skill, given, profile)


def _bond(given: Any) -> Bond:
    """Inputs carry their context, those of a schedule inside their day."""
    context = given.context if hasattr(given, "context") else given.day.context
    bond: Bond = context.pet.bond
    return bond
