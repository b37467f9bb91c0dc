"""One mind out of two: a language model for what only it does well, the storybook for what must be instant.

Before the first word of a reply a message is read five times (affect, strategy, intent, promises, plans). With a
model each reading costs a call and its seconds; the storybook reads in microseconds, and the reply is the model's.
"""

import re
from collections.abc import AsyncIterator, Collection
from typing import TypeVar, cast

from pawsona.errors import InvalidOutputError
from pawsona.skills import Mind, Profile, Skill
from pawsona.skills.acts import Plan, PlanInput
from pawsona.skills.chat import ChatInput, Piece, Reply

In = TypeVar("In")
Out = TypeVar("Out")

INSTANT = frozenset({"affect.read", "strategy.choose", "note.intent", "promise.find", "care.classify"})
"""What stands between a message and the first word of its reply."""
_PERHAPS_A_PLAN = re.compile(
    r"\b(?:let'?s|shall we|(?:what if|why don'?t|how about|could|can|will) (?:we|you and (?:i|me))|with me|instead)\b"
    r"|咱们|我们一?起?去|一起|带你|陪我|改成|不如|要不",
    re.IGNORECASE,
)
"""A plan is changed in words that the storybook may not know, but hardly without one of these."""


class Routed:
    """A mind that leaves some skills to another.

    Args:
        mind: performs everything else, and gives its name.
        other: performs `left`.
        left: names of skills and acts.
    """

    def __init__(self, mind: Mind, other: Mind, left: Collection[str] = INSTANT) -> None:
        self._mind = mind
        self._other = other
        self._left = frozenset(left)

    @property
    def name(self) -> str:
        return self._mind.name

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        if isinstance(given, PlanInput):
            plan = cast(Plan, await self._other.perform(skill, given, profile))
            if plan.change is not None or not _PERHAPS_A_PLAN.search(given.message):
                return cast(Out, plan)
        return await self._for(skill.name).perform(skill, given, profile, broken=broken)

    def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        return self._for(skill.name).stream(skill, given, profile)

    def _for(self, skill: str) -> Mind:
        return self._other if skill in self._left else self._mind
