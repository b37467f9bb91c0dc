"""A reply is asked for before anybody may hear it: while the disk is waited for that keeps the message.

Nothing of it is checked, shown or stored here: whoever listens does that. Where nobody comes to listen, because the
disk failed or the person left, the mind is hung up on.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from typing import Any

from pawsona.dialogue.promises import PromiseLedger
from pawsona.dialogue.understanding import Understood
from pawsona.skills import SKILLS, Mind, Profile
from pawsona.skills.chat import Piece


class Asking:
    """What a stored message means, and the reply of a mind to it, both under way; to be closed.

    Args:
        understood: finds out what it means.
        mind: replies.
        profile: the limits of its reply.
        promises: know what the reply brings up.
    """

    def __init__(
        self, understood: Coroutine[Any, Any, Understood], mind: Mind, profile: Profile, promises: PromiseLedger
    ) -> None:
        self._mind, self._profile, self._promises = mind, profile, promises
        self._understood = asyncio.create_task(understood)
        self._stream: AsyncIterator[Piece] | None = None
        self._closed = False
        self._first = asyncio.create_task(self._begin())

    async def understood(self) -> Understood:
        """What it means, from when on the mind is asked; raises what came between."""
        return await self._understood

    async def pieces(self) -> AsyncGenerator[Piece, None]:
        """The reply. Who stops listening stops the mind: a model would go on writing for nobody."""
        try:
            first = await self._first
            if first is not None and self._stream is not None:
                yield first
                async for piece in self._stream:
                    yield piece
        finally:
            await self._hang_up()

    async def aclose(self) -> None:
        """Hang up; what the reply was to bring up is in nobody's mouth any more."""
        if self._closed:
            return
        self._closed = True
        self._understood.cancel()
        self._first.cancel()
        understood, _ = await asyncio.gather(self._understood, self._first, return_exceptions=True)
        await self._hang_up()
        if isinstance(understood, Understood) and understood.given.due is not None:
            self._promises.release(understood.given.due)

    async def _begin(self) -> Piece | None:
        understood = await self._understood
        self._stream = self._mind.stream(SKILLS[understood.skill], understood.given, self._profile)
        return await anext(self._stream, None)

    async def _hang_up(self) -> None:
        if isinstance(self._stream, AsyncGenerator):
            await self._stream.aclose()
