"""An instance as the chat that the product would send: a model learns to answer the prompts it will be asked."""

from dataclasses import dataclass
from typing import Any

from pawsona.bench.live.mind import felt
from pawsona.bench.open.given import given_of
from pawsona.bench.open.instance import Instance
from pawsona.domain.language import Language
from pawsona.minds.llm.answers import ANSWERS, Answer
from pawsona.minds.llm.conversation import conversation
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import IPET, Mind
from pawsona.skills.chat import ChatInput


@dataclass(frozen=True)
class Asked:
    """A chat that ends with the person, and how its answer is read."""

    skill: str
    language: Language
    given: Any
    chat: list[dict[str, str]]
    answer: Answer
    version: str
    """Of the prompt."""


@dataclass(frozen=True)
class Teller:
    """Puts instances into prompts.

    Args:
        prompts: the product's.
        reader: reads the person's feeling and chooses the strategy, as a turn of talk does.
    """

    prompts: Prompts
    reader: Mind

    async def asked(self, instance: Instance) -> Asked:
        """One of them.

        Raises:
            KeyError, ValueError, TypeError: the instance lacks something.
        """
        given = given_of(instance)
        if isinstance(given, ChatInput):
            given = await felt(self.reader, given, instance.skill, IPET)
        return asked(instance.skill, instance.language, given, self.prompts)


def asked(skill: str, language: Language, given: Any, prompts: Prompts) -> Asked:
    """A skill's input as a chat; what is not plain text is asked for as JSON."""
    prompt, answer = prompts.of(skill, language), ANSWERS[skill]
    chat = conversation(prompt, skill, given, "json" if answer.schema else "text")
    return Asked(skill, language, given, chat, answer, prompt.version)


def teller() -> Teller:
    """With the product's prompts, each of them checked."""
    prompts = Prompts()
    prompts.check()
    return Teller(prompts, Storybook())
