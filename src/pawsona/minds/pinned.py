"""A mind per pet: what the home is set to, unless a pet keeps another."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import is_dataclass, replace
from typing import Any, TypeVar, cast

from pawsona.domain.ids import Bond
from pawsona.domain.message import Trace
from pawsona.errors import InvalidOutputError
from pawsona.minds.checked import Checked, closing
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

    def __init__(self, mind: Checked, kept: Mapping[Bond, Mind]) -> None:
        self._mind = mind
        self._kept = kept

    @property
    def name(self) -> str:
        return self._mind.name

    @property
    def trouble(self) -> str:
        """Why the last reply was not that of the mind for all; what a pet keeps of its own doesn't count."""
        return self._mind.trouble

    def change(self, mind: Checked) -> None:
        """Another mind for all who keep none of their own."""
        self._mind = mind

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        kept = self._kept.get(_bond(given))
        if kept is None:
            return await self._mind.perform(skill, given, profile, broken=broken)
        return _signed(await kept.perform(skill, given, profile, broken=broken), kept.name)

    async def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        mind = self._kept.get(given.context.pet.bond, self._mind)
        async with closing(mind.stream(skill, given, profile)) as pieces:
            async for piece in pieces:
                yield piece if mind is self._mind else _signed(piece, mind.name)


def _signed(answer: Out, name: str) -> Out:
    """The answer with its trace saying who made it, where it has a trace."""
    trace = getattr(answer, "trace", None)
    if is_dataclass(answer) and not isinstance(answer, type) and isinstance(trace, Trace):
        return cast(Out, replace(answer, trace=replace(trace, mind=name)))
    return answer


def _bond(given: Any) -> Bond:
    """Inputs carry their context, those of a schedule inside their day."""
    context = given.context if hasattr(given, "context") else given.day.context
    bond: Bond = context.pet.bond
    return bond
