"""Back-pressure towards the model servers: so many questions at a time, fewer while a server has too much to do.

A night can wait, so nobody stands in for a busy model: the question waits and is asked again. How many may be in flight
goes up by one for each round that went well and down by half when the server is busy (Jacobson's rule for TCP,
additive increase and multiplicative decrease); an answer that takes several times as long as usual counts as half a no.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import TypeVar

from pawsona.errors import InvalidOutputError, MindBusyError
from pawsona.skills import Mind, Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply

In = TypeVar("In")
Out = TypeVar("Out")

TRIES = 8
"""With the waits between them, about four minutes; then the storybook stands in for this one question."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds."""
SLOW = 4.0
"""So many times the usual duration."""
MEMORY = 0.1
"""How much the latest duration counts in the usual one."""


@dataclass
class Pace:
    """One for each process that asks.

    Args:
        most: questions in flight at most.
        sleep: how it waits; a test doesn't.
    """

    most: int
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    limit: float = 0.0
    """How many may be in flight now."""
    in_flight: int = 0
    refused: int = 0
    """How often a server was busy."""
    _usual: float = 0.0
    _cut: float = 0.0
    """When the limit was last cut: what was asked before says nothing new."""
    _free: asyncio.Condition = field(default_factory=asyncio.Condition)
    _chance: Random = field(default_factory=Random)

    def __post_init__(self) -> None:
        self.limit = self.limit or float(self.most)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Ask inside, as soon as there is room.

        Raises:
            MindBusyError: passed on.
        """
        async with self._free:
            await self._free.wait_for(lambda: self.in_flight < max(1, int(self.limit)))
            self.in_flight += 1
        begun = monotonic()
        try:
            yield
            self._answered(begun, monotonic())
        except MindBusyError:
            self.refused += 1
            self._less(0.5, begun)
            raise
        finally:
            async with self._free:
                self.in_flight -= 1
                self._free.notify_all()

    def wait(self, tries: int) -> float:
        """Seconds before the next try; a little by chance, so that not everybody comes back at once."""
        return min(LONGEST_WAIT, FIRST_WAIT * 2.0**tries) * (0.5 + self._chance.random())

    def _answered(self, begun: float, ended: float) -> None:
        took = ended - begun
        if self._usual and took > SLOW * self._usual:
            self._less(0.75, begun)
        else:
            self.limit = min(float(self.most), self.limit + 1 / max(1.0, self.limit))
        self._usual = took if not self._usual else (1 - MEMORY) * self._usual + MEMORY * took

    def _less(self, share: float, begun: float) -> None:
        """Once for what was in flight together."""
        if begun >= self._cut:
            self._cut = monotonic()
            self.limit = max(1.0, self.limit * share)


class Paced:
    """A mind that is asked no faster than it can answer."""

    def __init__(self, mind: Mind, pace: Pace) -> None:
        self._mind = mind
        self.pace = pace

    @property
    def name(self) -> str:
        return self._mind.name

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        for tries in range(TRIES - 1):
            try:
                async with self.pace.turn():
                    return await self._mind.perform(skill, given, profile, broken=broken)
            except MindBusyError:
                await self.pace.sleep(self.pace.wait(tries))
        async with self.pace.turn():
            return await self._mind.perform(skill, given, profile, broken=broken)

    def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        """Talk waits for nobody."""
        return self._mind.stream(skill, given, profile)
