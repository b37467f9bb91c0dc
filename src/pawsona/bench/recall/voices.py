"""Two people's talk, summarised for one after the other: a mind is made for one person's words."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pawsona.bench.recall.conversation import Turn
from pawsona.domain.ids import MessageId
from pawsona.errors import InvalidOutputError
from pawsona.skills import Mind, Profile, Skill
from pawsona.skills.acts import MEMORY_RECONCILE, ReconcileInput, Verdict
from pawsona.skills.chat import ChatInput, Piece, Reply
from pawsona.skills.memory import MEMORY_SUMMARISE, SummariseInput, Summary

In = TypeVar("In")
Out = TypeVar("Out")


@dataclass
class Voices:
    """A mind that hears a dialogue once per speaker, each time as that person's talk with the other.

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
        answer: Any
        if isinstance(given, SummariseInput):
            speakers = dict.fromkeys(self.turns[message.id].speaker for message in given.dialogue)
            parts = [await self.mind.perform(MEMORY_SUMMARISE, self._heard(given, one), profile) for one in speakers]
            answer = Summary(drafts=tuple(draft for part in parts for draft in part.drafts))
            return skill.validate(given, answer, profile)
        if isinstance(given, ReconcileInput):
            answer = await self._reconciled(given, profile)
            return skill.validate(given, answer, profile)
        return await self.mind.perform(skill, given, profile, broken=broken)

    def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        return self.mind.stream(skill, given, profile)

    async def _reconciled(self, given: ReconcileInput, profile: Profile) -> Verdict:
        """What one tells contradicts nothing that the other told."""
        speaker = self._of(given.draft.sources)
        own = [at for at, memory in enumerate(given.near) if self._of(memory.sources) == speaker]
        if not own:
            return Verdict(kind="new")
        among = replace(given, near=tuple(given.near[at] for at in own))
        verdict = await self.mind.perform(MEMORY_RECONCILE, among, profile)
        return verdict if verdict.index is None else replace(verdict, index=own[verdict.index])

    def _heard(self, given: SummariseInput, speaker: str) -> SummariseInput:
        """The dialogue as one speaker's, who is known by their own memories."""
        dialogue = tuple(
            replace(message, role="person" if self.turns[message.id].speaker == speaker else "pet")
            for message in given.dialogue
        )
        known = tuple(memory for memory in given.known if self._of(memory.sources) == speaker)
        context = replace(given.context, person=replace(given.context.person, name=speaker))
        return replace(given, dialogue=dialogue, known=known, context=context)

    def _of(self, sources: Sequence[MessageId]) -> str:
        return self.turns[sources[0]].speaker if sources else ""
