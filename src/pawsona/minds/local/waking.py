"""A mind whose model server is started when it is first asked, and again when it has ended."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from pawsona.errors import InvalidOutputError, MindError, SetupError
from pawsona.minds.checked import closing
from pawsona.skills import Mind, Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply

In = TypeVar("In")
Out = TypeVar("Out")


class Waking:
    """Loading a model takes seconds: a home opens without it, and the storybook speaks if it can't be loaded.

    Args:
        name: the mind's.
        wake: gives the mind that is awake, at once if it is awake already.
    """

    def __init__(self, name: str, wake: Callable[[], Awaitable[Mind]]) -> None:
        self.name = name
        self._wake = wake

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        return await (await self._awake()).perform(skill, given, profile, broken=broken)

    async def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        mind = await self._awake()
        async with closing(mind.stream(skill, given, profile)) as pieces:
            async for piece in pieces:
                yield piece

    async def _awake(self) -> Mind:
        try:
            return await self._wake()
        except SetupError as error:
            raise MindError(str(error)) from error
