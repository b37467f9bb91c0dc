"""Two people's talk, summarised for one after the other: the storybook is made for one person's words."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pawsona.bench.recall.conversation import Turn
from pawsona.domain.ids import MessageId
from pawsona.errors import InvalidOutputError
from pawsona.skills import Mind, Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply
from pawsona.skills.memory import MEMORY_SUMMARISE, SummariseInput, Summary

In = TypeVar("In")
Out = TypeVar("Out")


@dataclass
class Voices:
    """A mind that summarises a dialogue once per speaker, each time as that person's talk with the other.

    Args:
        mind: who does it.
        turns: whose each stored message is.
    """

    mind: Mind
    turns: Mapping[MessageId, Turn]

    @property
    def name(self) -> str:
        return self.mind.name

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        if skill.name != MEMORY_SUMMARISE.name or not isinstance(given, SummariseInput):
            return await self.mind.perform(skill, given, profile, broken=broken)
        speakers = dict.fromkeys(self.turns[message.id].speaker for message in given.dialogue)
        parts = [await self.mind.perform(MEMORY_SUMMARISE, self._heard(given, one), profile) for one in speakers]
        both: Any = Summary(drafts=tuple(draft for part in parts for draft in part.drafts))
        return skill.validate(given, both, profile)

    def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        return self.mind.stream(skill, given, profile)

    def _heard(self, given: SummariseInput, speaker: str) -> SummariseInput:
        """The dialogue as one speaker's."""
        dialogue = tuple(
            replace(message, role="person" if self.turns[message.id].speaker == speaker else "pet")
            for message in given.dialogue
        )
        context = replace(given.context, person=replace(given.context.person, name=speaker))
        return replace(given, dialogue=dialogue, context=context)
