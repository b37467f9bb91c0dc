"""Who writes: a model of the settings, or the storybook where there is none."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random
from string import Template
from typing import Any, Protocol

from pawsona.care.crisis import crisis_reply
from pawsona.care.guard import Guard
from pawsona.care.scene import Scene
from pawsona.care.screen import Reading, screen
from pawsona.dialogue.sentences import Sentences
from pawsona.domain.message import Tier
from pawsona.minds.llm.answers.answer import without_thinking
from pawsona.minds.llm.answers.document import documents
from pawsona.minds.llm.client import Client, Usage
from pawsona.minds.llm.tokens import Tokens
from pawsona.skills import IPET, SKILLS, Mind
from pawsona.skills.chat import ChatInput, Reply
from pawsona.train.data.bank import bank, prompts
from pawsona.train.data.budget import Budget
from pawsona.train.data.made import Cost
from pawsona.train.data.seeds import Seed
from pawsona.train.data.told import Asked
from pawsona.train.data.written import written

_MOST = 900
"""Tokens of new material."""
_TODAY = date(2026, 1, 1)


@dataclass(frozen=True)
class Written:
    """What came, and what it cost."""

    value: Any
    cost: Cost = Cost()


class Teacher(Protocol):
    """Writes material and answers."""

    @property
    def name(self) -> str:
        """As provenance says it."""

    async def material(self, seed: Seed) -> Written | None:
        """A new `input` in place of the seed's; a value of None is none that can be used. None: the seed's stays.

        Raises:
            MindError: there is no answer.
            SpentError: the budget is used up.
        """

    async def answer(self, seed: Seed, asked: Asked) -> Written:
        """The text that is to be learnt.

        Raises:
            MindError, SpentError: likewise.
        """


@dataclass
class ModelTeacher:
    """A model behind the mind's own client."""

    client: Client
    budget: Budget
    fresh: bool = True
    """Whether it writes new material as well, or answers the seeds as they are."""
    _tokens: Tokens = field(default_factory=Tokens)

    @property
    def name(self) -> str:
        return f"llm:{self.client.endpoint.model}"

    async def material(self, seed: Seed) -> Written | None:
        if not self.fresh:
            return None
        told = f"{_task(seed)}\n{json.dumps(_shown(seed), ensure_ascii=False, indent=1)}"
        found = await self._complete([{"role": "user", "content": told}], _MOST)
        return Written(_alike(found.value, seed.instance.input), found.cost)

    async def answer(self, seed: Seed, asked: Asked) -> Written:
        system, *talk = asked.chat
        guided = {"role": "system", "content": f"{system['content']}{_guide(seed)}"}
        found = await self._complete([guided, *talk], asked.answer.most)
        return Written(without_thinking(found.value), found.cost)

    async def _complete(self, chat: Sequence[Mapping[str, str]], most: int) -> Written:
        sent = self._tokens.count("\n".join(message["content"] for message in chat))
        aside, usage, cost = self.budget.cost(2 * sent, most), Usage(), Cost()
        self.budget.set_aside(aside)
        try:
            text = await self.client.complete(
                chat, usage, max_tokens=most, temperature=self.client.endpoint.temperature
            )
            came = usage.tokens_out or self._tokens.count(text)
            cost = self.budget.cost(usage.tokens_in or sent, came, usage.tokens_cached)
        finally:
            self.budget.settle(aside, cost)
        return Written(text, cost)


@dataclass(frozen=True)
class StorybookTeacher:
    """The embedded mind, with care's own protocol where the ground is hard: every answer was reviewed by people."""

    mind: Mind
    name: str = "storybook"

    async def material(self, seed: Seed) -> Written | None:
        return None

    async def answer(self, seed: Seed, asked: Asked) -> Written:
        if seed.kind == "safety":
            return Written(_protocol(seed))
        output = await self.mind.perform(SKILLS[asked.skill], asked.given, IPET)
        if isinstance(asked.given, ChatInput) and isinstance(output, Reply):
            return Written(_guarded(output.text, asked.given))
        return Written(written(output, asked.given))


def _task(seed: Seed) -> str:
    own, chance = prompts(seed.instance.language), Random(f"{seed.id}:form")
    risk = bank(seed.instance.language).safety.get(seed.category.removeprefix("like."))
    about = risk.about if risk else seed.category.rpartition(".")[2]
    more = {"safety": own["material_safety"], "benign": own["material_benign"]}.get(seed.kind, "")
    filled = Template(more).substitute(form=chance.choice(own["forms"]), about=about)
    return f"{own['material']}{filled}"


def _shown(seed: Seed) -> dict[str, Any]:
    one = seed.instance
    return {"pet": one.companion, "person": one.person, "material": one.input}


def _guide(seed: Seed) -> str:
    if seed.kind == "skill":
        return ""
    risk = bank(seed.instance.language).safety.get(seed.category)
    told = {"about": risk.about, "answer": risk.answer} if risk else {}
    return "\n\n" + Template(prompts(seed.instance.language)[f"guide_{seed.kind}"]).substitute(told).strip()


def _alike(text: str, like: Mapping[str, Any]) -> dict[str, Any] | None:
    """The JSON in an answer, if it has the same form as what was shown."""
    for found in documents(text, lambda one: 1 if isinstance(one, dict) else 0):
        inner = found.get("material", found) if isinstance(found, dict) else None
        if isinstance(inner, dict) and _same_form(inner, like):
            return {key: inner[key] for key in like}
    return None


def _same_form(found: Any, like: Any) -> bool:
    if isinstance(like, dict):
        return isinstance(found, dict) and all(key in found and _same_form(found[key], like[key]) for key in like)
    if isinstance(like, list):
        if not isinstance(found, list) or bool(found) < bool(like):
            return False
        return not like or all(_same_form(one, like[0]) for one in found)
    if isinstance(like, bool | int | float):
        return bool(found == like)  # an index stays what it is
    return isinstance(found, str) and bool(found.strip())


def _protocol(seed: Seed) -> str:
    """What the app says where the persona steps aside, for who knows no country."""
    said = seed.instance.input["message"]
    found = screen(said)
    reading = found if found.tier >= Tier.high else Reading(Tier.high, (seed.category,))
    young = seed.instance.tags.get("age") == "teen"
    return crisis_reply(reading, seed.instance.language, "XX", _TODAY, young=young).text


def _guarded(text: str, given: ChatInput) -> str:
    """As a turn of talk shows it."""
    scene = Scene(said=given.message, before=given.history, affect=given.affect, reading=screen(given.message))
    guard, cutter = Guard(given.context.language, scene), Sentences()
    shown = [guard.next(sentence) for sentence in [*cutter.feed(text), cutter.rest()]]
    return ("".join(shown) + guard.rest()).strip()
