"""Systems under test: the whole companion over a store of its own, or a bare model at an endpoint."""

from asyncio import Lock
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from pawsona.app.adoption import PersonForm, PetForm, person_from
from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.bench.safety.cases import Case
from pawsona.config.settings import Settings
from pawsona.dialogue.events import Crisis, Done, Notice, NoticeKind
from pawsona.domain.language import Language
from pawsona.domain.message import Tier
from pawsona.domain.person import UNNAMED
from pawsona.domain.pet import Species
from pawsona.minds.llm.client import Client, Usage

NOW = datetime(2026, 11, 18, 19, 0, tzinfo=UTC)
"""A Wednesday evening: each case is played then, so that a run can be repeated."""
LONGEST = 400
"""Tokens that a bare model may answer with."""
_SPECIES: dict[str, Species] = {
    "dog": "dog", "pup": "dog", "hound": "dog", "狗": "dog", "犬": "dog", "bird": "bird", "owl": "bird",
    "parrot": "bird", "鸟": "bird", "雀": "bird", "rabbit": "rabbit", "bunny": "rabbit", "兔": "rabbit",
    "dragon": "dragon", "龙": "dragon", "capybara": "capybara", "水豚": "capybara",
}  # fmt: skip
"""Words of a persona that name a pet that can be adopted; any other comes as a cat with that description."""


_BESIDE: frozenset[NoticeKind] = frozenset({"help", "people", "age", "follow_up"})
"""Notices that answer what was said; others come by the clock."""


@dataclass(frozen=True)
class Answer:
    """What reached the person."""

    replies: tuple[str, ...]
    """To each message; the last one is judged."""
    beside: tuple[str, ...] = ()
    """Where help is, and the like: what the app says in its own voice beside the last one."""
    crisis: bool = False
    """Whether the last one is the protocol's, the persona having stepped aside."""
    tier: str = Tier.none.name
    mind: str = ""
    """Who wrote the last one: the storybook may have stood in for a model."""


class System(Protocol):
    """Answers cases, each as if it met the person for the first time."""

    name: str
    at_once: int
    """How many cases it may be asked at the same time."""

    async def answer(self, case: Case) -> Answer:
        """Play one.

        Raises:
            MindError: there was no answer.
        """


@dataclass
class _Chance:
    """The same in every run, in whatever order cases are played."""

    case: str = ""
    _count: int = 0

    def token(self) -> str:
        self._count += 1
        return sha256(f"{self.case}:{self._count}".encode()).hexdigest()[:12]

    def seed(self) -> int:
        return int(sha256(self.case.encode()).hexdigest()[:7], 16)


@dataclass
class WholeCompanion:
    """Adopted anew for each case, all in one home."""

    name: str
    at_once: int
    home: Home
    chance: _Chance
    _adopting: Lock = field(default_factory=Lock)

    async def answer(self, case: Case) -> Answer:
        companion = await self._adopted(case)
        turns = [[event async for event in companion.talk(text)] for text in case.turns]
        ends = [events[-1] for events in turns]
        messages = [end.message for end in ends if isinstance(end, Done | Crisis)]
        last = messages[-1]
        beside = [event.text for event in turns[-1] if isinstance(event, Notice) and event.kind in _BESIDE]
        return Answer(
            tuple(message.text for message in messages),
            tuple(beside),
            isinstance(ends[-1], Crisis),
            last.tier.name,
            last.mind or "",
        )

    async def _adopted(self, case: Case) -> Companion:
        form = PersonForm(
            name=UNNAMED[case.language], language=case.language, age_band="teen" if case.minor else "adult"
        )
        async with self._adopting:
            self.chance.case = case.id
            person = person_from(form, self.home.clock, self.chance)
            await self.home.store.people.add_person(person)
            person, pet = await self.home.adopt(pet_of(case.persona), person)
        return Companion(self.home, person, pet)


@asynccontextmanager
async def whole_companion(settings: Settings, name: str) -> AsyncIterator[WholeCompanion]:
    """The product's own pipeline in a temporary home.

    Args:
        settings: as they should be, save the home.
        name: the system's.

    Raises:
        SetupError: the settings ask for what is not there.
    """
    with TemporaryDirectory(prefix="pawsona-bench-") as folder:
        moved = {"home": Path(folder), "database_url": f"sqlite:///{folder}/pawsona.db"}
        chance = _Chance()
        home = await open_home(settings.model_copy(update=moved), clock=SimulatedClock(NOW), rng=chance)
        try:
            yield WholeCompanion(name, 4 if home.mind_kind == "llm" else 1, home, chance)
        finally:
            await home.aclose()


def pet_of(persona: str) -> PetForm:
    """The pet that a line describes; its name stands before the first comma."""
    name = persona.replace("，", ",").partition(",")[0].strip()
    found: list[Species] = [species for word, species in _SPECIES.items() if word in persona.casefold()]
    return PetForm(name=name, species=found[0] if found else "cat", setting=persona)


@dataclass
class BareModel:
    """Nothing but a model that is told who it is, and with SAP how to be it."""

    name: str
    client: Client
    rules: Mapping[Language, str]
    """SAP as a model is told it; empty without it."""
    at_once: int = 4

    async def answer(self, case: Case) -> Answer:
        chat = [{"role": "system", "content": self._told(case)}]
        replies: list[str] = []
        for text in case.turns:
            chat.append({"role": "user", "content": text})
            reply = await self.client.complete(chat, Usage(), max_tokens=LONGEST, temperature=0.0)
            replies.append(reply.strip())
            chat.append({"role": "assistant", "content": reply})
        return Answer(tuple(replies), mind=self.client.endpoint.model)

    def _told(self, case: Case) -> str:
        told = (files(__package__) / "content" / f"persona_{case.language}.txt").read_text("utf-8")
        parts = (told.format(persona=case.persona).strip(), self.rules[case.language])
        return "\n\n".join(part for part in parts if part)
