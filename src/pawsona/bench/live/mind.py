"""A mind under test: it performs skills as it does in the product, except that nobody stands in for it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, TypeVar

from pawsona.app.home import Home
from pawsona.bench.open.forms import form_of
from pawsona.bench.open.given import given_of
from pawsona.bench.open.instance import Instance
from pawsona.domain.affect import Affect
from pawsona.errors import InvalidOutputError, MindError
from pawsona.minds.checked import Checked, closing
from pawsona.minds.llm.mind import Record
from pawsona.minds.routed import Routed
from pawsona.skills import PROFILES, SKILLS, Mind, Profile, Skill
from pawsona.skills.acts import AFFECT_READ, STRATEGY_CHOOSE, AffectInput, StrategyInput
from pawsona.skills.chat import ChatInput, Piece, Reply

In = TypeVar("In")
Out = TypeVar("Out")

_SUPPORT = "chat.support"


class Nobody:
    """Stands in for a failing mind by failing: so the mind has its one repair, and then the item is missing."""

    name = "nobody"

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        raise MindError(f"there was no valid answer to {skill.name!r}")

    def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        raise MindError(f"there was no answer to {skill.name!r}")


def mind_of(home: Home, record: Record) -> Mind:
    """The mind that a home is set to; what its calls cost is told to `record`."""
    assert home.pinning is not None  # `open_home` gives one
    storybook, choice = home.workshop.storybook(), home.pinning.choice
    if not choice.models:
        return storybook
    return Checked(Routed(home.workshop.language_model(choice, record), storybook), fallback=Nobody())


async def answered(mind: Mind, instance: Instance, profile: str) -> Any:
    """One instance; the answer is plain JSON like the open set's references.

    Raises:
        MindError: there is no valid answer.
    """
    skill, limits = SKILLS[instance.skill], PROFILES[profile]
    given = given_of(instance)
    if isinstance(given, ChatInput):
        return await _said(mind, skill, await felt(mind, given, instance.skill, limits), limits)
    return form_of(instance.skill).plain(await mind.perform(skill, given, limits))


async def _said(mind: Mind, skill: Skill[Any, Any], given: ChatInput, profile: Profile) -> str:
    """A reply as it streams, whole."""
    async with closing(mind.stream(skill, given, profile)) as pieces:
        return "".join([piece.text async for piece in pieces])


async def felt(mind: Mind, given: ChatInput, skill: str, profile: Profile) -> ChatInput:
    """The person's affect and the strategy are read first, as talk does."""
    context, message, history = given.context, given.message, given.history
    asked = AffectInput(context=context, message=message, history=history, before=Affect())
    affect = await mind.perform(AFFECT_READ, asked, profile)
    chosen = StrategyInput(context=context, message=message, affect=affect, history=history)
    choice = await mind.perform(STRATEGY_CHOOSE, chosen, profile)
    quiet = skill == _SUPPORT and choice.strategy == "chit-chat"
    return replace(given, affect=affect, strategy="soothing" if quiet else choice.strategy)
