"""The wrapper that every mind works in: answers are validated, repaired once with the reason, or replaced.

A replaced answer is marked in its trace (`Trace.fallback`), so that pages and logs can say so. What is too long for
the mind is asked in parts, each of which is validated, repaired or replaced by itself; where a server refuses even a
short part, the whole of that one input is left to who stands in.
"""

import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from pawsona.dialogue.sentences import Sentences
from pawsona.domain.message import Trace
from pawsona.errors import InvalidOutputError, MindError, TooLongError
from pawsona.minds.parts import divided, joined, short
from pawsona.skills import Mind, Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply

logger = logging.getLogger(__name__)

In = TypeVar("In")
Out = TypeVar("Out")


class TooSmallError(MindError):
    """The mind's server has no room for even a short part, so hardly for the others of the same input.

    `told` is whether the log has it already: nobody was asked, for the server refused as much a while ago.
    """

    def __init__(self, sentence: str, *, told: bool) -> None:
        super().__init__(sentence)
        self.told = told


class Checked:
    """A mind whose answers keep the skills' rules.

    Args:
        mind: who is asked first.
        fallback: who answers when that fails twice; None where the mind itself is the last resort.
    """

    def __init__(self, mind: Mind, fallback: Mind | None = None) -> None:
        self.trouble = ""
        """Why the fallback stood in when a reply was last streamed; empty when it did not."""
        self._mind = mind
        self._fallback = fallback

    @property
    def name(self) -> str:
        return self._mind.name

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        try:
            return await self._whole_or_parts(skill, given, profile, broken)
        except MindError as error:
            if self._fallback is None:
                raise
            if not (isinstance(error, TooSmallError) and error.told):
                self._tell(skill.name, error, self._fallback)
            return await self._stood_in(self._fallback, skill, given, profile)

    async def _whole_or_parts(
        self, skill: Skill[In, Out], given: In, profile: Profile, broken: InvalidOutputError | None
    ) -> Out:
        try:
            return await self._attempt(skill, given, profile, broken)
        except TooLongError as error:
            if error.refused and short(given):
                raise TooSmallError(str(error), told=not error.asked) from None
            parts = divided(given, error.parts)
            if self._fallback is None or not parts:
                raise
            logger.info("%s is asked at %s in %d parts", self.name, skill.name, len(parts))
            return cast(Out, joined([await self._part(self._fallback, skill, part, profile) for part in parts]))

    async def _part(self, fallback: Mind, skill: Skill[In, Out], part: In, profile: Profile) -> Out:
        """The answer to one part; a part that fails is the only one that is stood in for."""
        try:
            return await self._whole_or_parts(skill, part, profile, None)
        except TooSmallError:
            raise
        except MindError as error:
            self._tell(skill.name, error, fallback)
            return await self._stood_in(fallback, skill, part, profile)

    async def _stood_in(self, fallback: Mind, skill: Skill[In, Out], given: In, profile: Profile) -> Out:
        answer = await fallback.perform(skill, given, profile)
        return _marked(skill.validate(given, answer, profile), fallback.name)

    async def _attempt(
        self, skill: Skill[In, Out], given: In, profile: Profile, broken: InvalidOutputError | None
    ) -> Out:
        try:
            answer = await self._mind.perform(skill, given, profile, broken=broken)
            return skill.validate(given, answer, profile)
        except InvalidOutputError as error:
            if self._fallback is None or broken is not None:
                raise
            return await self._repaired(skill, given, profile, error)

    async def _repaired(self, skill: Skill[In, Out], given: In, profile: Profile, broken: InvalidOutputError) -> Out:
        try:
            answer = await self._mind.perform(skill, given, profile, broken=broken)
        except TooLongError:
            if short(given):  # the reason made it too long; without, there was room
                raise broken from None
            raise
        return skill.validate(given, answer, profile)

    async def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        """Pieces of the first mind that says a whole sentence; once one was shown, nobody else takes over.

        Less than a sentence is shown by nobody, so it is held here: a mind that breaks off in it is stood in for.
        """
        held: list[Piece] = []
        cutter, begun, spoken = Sentences(), False, False
        try:
            async with closing(self._mind.stream(skill, given, profile)) as pieces:
                async for piece in pieces:
                    held.append(piece)
                    spoken = spoken or bool(piece.text.strip())
                    begun = begun or bool(cutter.feed(piece.text))
                    while begun and held:
                        yield held.pop(0)
            if not spoken:
                raise MindError(f"{self.name} said nothing")
            for piece in held:
                yield piece
            self.trouble = ""
            return
        except MindError as error:
            if begun or self._fallback is None:
                raise
            self.trouble = _why(error)
            self._tell(skill.name, error, self._fallback)
        async with closing(self._fallback.stream(skill, given, profile)) as pieces:
            async for piece in pieces:
                trace = replace(piece.trace, fallback=self._fallback.name) if piece.trace else None
                yield Piece(piece.text, trace)

    def _tell(self, skill: str, error: MindError, fallback: Mind) -> None:
        logger.warning("%s failed at %s (%s); %s steps in", self.name, skill, _why(error), fallback.name)


@asynccontextmanager
async def closing(pieces: AsyncIterator[Piece]) -> AsyncIterator[AsyncIterator[Piece]]:
    """Who stops listening stops the mind at once, not when its stream happens to be collected."""
    try:
        yield pieces
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()


def _why(error: MindError) -> str:
    """For the log: a broken rule may quote what a person said, through the answer that repeated it."""
    return (
        f"its answer broke {len(error.problems)} of the rules" if isinstance(error, InvalidOutputError) else str(error)
    )


def _marked(answer: Out, name: str) -> Out:
    """The answer with every trace in it saying who stepped in: its own, and those of its items."""
    if isinstance(answer, tuple):
        return cast(Out, tuple(_marked(part, name) for part in answer))
    if not is_dataclass(answer) or isinstance(answer, type):
        return answer
    if isinstance(answer, Trace):
        return cast(Out, replace(answer, fallback=name))
    changed = {field.name: _marked(getattr(answer, field.name), name) for field in fields(answer)}
    return cast(Out, replace(answer, **changed))
