"""A server with accounts on which an experiment runs."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from fastapi import Request
from tests.conftest import CountingRng, FakeClock

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm, person_from
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.account import SCOPES
from pawsona.domain.ids import PersonId
from pawsona.domain.person import Person
from pawsona.domain.trial import Happening, Trial
from pawsona.lab.plan import Plan
from pawsona.server.access import Visitor, visitor_of
from pawsona.server.app import create_app

METRICS = [{"name": "mood_trend", "kind": "mean", "role": "primary", "base": 0.1, "expected": 0.2, "deviation": 0.5}]


def plan(**given: Any) -> Plan:
    varies = given.pop("varies", {"world": ["hidden", "shown"]})
    arms = given.pop("arms", {"old": 1, "new": 1})
    whole = {"title": {"en": "A test", "zh": "试验"}, "days": 7, "arms": arms, "varies": varies, "metrics": METRICS}
    return Plan.model_validate({**whole, **given})


@dataclass
class Trying:
    home: Home
    clock: FakeClock
    rng: CountingRng

    async def begin(self, asked: Plan, name: str = "mine", salt: str = "salt") -> Trial:
        """What `start` does once it has found nothing wrong."""
        stored = asked.model_dump(mode="json")
        trial = Trial(name=name, plan=stored, digest=asked.digest, salt=salt, started_at=self.clock.now())
        await self.home.store.trials.start(trial)
        await self.home.experiments.read()
        return trial

    async def join(self, *, agrees: bool = True, **given: Any) -> Companion:
        form = PersonForm(**{"name": "Lin", "age_band": "adult", **given})
        return await self._adopts(person_from(form, self.clock, self.rng), agrees)

    async def of_each_arm(self, asked: Plan, name: str = "mine", salt: str = "salt") -> dict[str, Companion]:
        """One person in each arm."""
        dealt = asked.experiment(name, salt)
        found: dict[str, Companion] = {}
        while set(found) != set(asked.arms):
            person = person_from(PersonForm(name="Lin", age_band="adult"), self.clock, self.rng)
            if (arm := dealt.arm(person.id)) is not None and arm not in found:
                found[arm] = await self._adopts(person, True)
        return found

    async def _adopts(self, person: Person, agrees: bool) -> Companion:
        await self.home.store.people.add_person(person)
        if agrees:
            await self.home.store.consents.give(person.id, "experiments", "1", self.clock.now())
        return Companion(self.home, *await self.home.adopt(PetForm(name="Mikan"), person))

    async def counted(self, companion: Companion) -> list[Happening]:
        rows = (await self.home.store.export(companion.person.id))["happenings"]
        return [Happening(id=r["happening_id"], at=r["at"], kind=r["kind"], value=r["value"]) for r in rows]

    async def kinds(self, companion: Companion) -> list[str]:
        return [one.kind for one in await self.counted(companion)]


Body = Callable[[Trying], Awaitable[None]]


def trying(folder: Path, clock: FakeClock, rng: CountingRng, body: Body, *, auth: str = "accounts") -> None:
    """Open a server, run a test body, and close it."""

    async def whole() -> None:
        settings = load(home=folder, language="en", embedder="hashing").model_copy(update={"auth": auth})
        home = await open_home(settings, clock=clock, rng=rng)
        try:
            await body(Trying(home, clock, rng))
        finally:
            await home.aclose()

    asyncio.run(whole())


def client(it: Trying) -> httpx.AsyncClient:
    """The real API; who asks is told by a header, as accounts will by their sessions."""
    app = create_app(it.home, schedule=False)

    async def visitor(request: Request) -> Visitor:
        return Visitor(await it.home.store.people.person(PersonId(request.headers["x-person"])), SCOPES)

    app.dependency_overrides[visitor_of] = visitor
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8717")


async def get(http: httpx.AsyncClient, of: Companion, path: str) -> Any:
    found = await http.get(f"/api/v1/pets/{of.pet.id}/{path}", headers={"x-person": of.person.id})
    assert found.status_code == 200, found.text
    return found.json()
