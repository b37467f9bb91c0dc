"""Experiments that run here: who is in them, which arm they have, what is counted of them.

The arm follows from the stored plan and the person's id alone, so every process deals it alike. What is counted is
written in the transaction of the thing itself: it can't be lost, doubled, or stand for a turn that never was. At home
(`auth = "home"`) nobody is in an experiment and nothing is counted.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pawsona.care.crisis import follow_up_due
from pawsona.care.minors import is_minor
from pawsona.dialogue.followup import HARD
from pawsona.dialogue.sessions import SILENCE
from pawsona.domain.day import Day
from pawsona.domain.ids import PersonId, new_id
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.domain.trial import Exposure, Happening, Trial
from pawsona.lab.assignment import Experiment
from pawsona.lab.metrics import Kind
from pawsona.lab.plan import Plan
from pawsona.lab.varied import AS_CONFIGURED, Variable

logger = logging.getLogger(__name__)

READ_EVERY = timedelta(seconds=10)
"""How soon a process notices that another started or stopped an experiment."""
WRAP_UP, BACK = timedelta(minutes=5), timedelta(minutes=15)
"""A break that was suggested is not taken where somebody writes between these; before, they finish a thought."""
IN_A_DAY: tuple[Variable, ...] = ("details", "mode")
"""What a day is made with, and met where the day is."""


@dataclass(frozen=True)
class Running:
    """An experiment that runs."""

    trial: Trial
    plan: Plan
    dealt: Experiment

    @classmethod
    def of(cls, trial: Trial) -> "Running | None":
        """None where the stored plan is not the one that was started: nobody can say what its arms mean."""
        plan = Plan.model_validate(trial.plan)
        if plan.digest != trial.digest:
            logger.error("the plan of experiment %s was changed after its start: nobody is in it", trial.name)
            return None
        return cls(trial, plan, plan.experiment(trial.name, trial.salt))


@dataclass
class Experiments:
    """The port `Lab`."""

    store: Store
    clock: Clock
    rng: Rng
    at_home: bool
    """Nobody is in an experiment."""
    spoken: frozenset[str] = frozenset()
    """Names of those with minds or prompts of their own, as of the last minute's work."""
    _running: tuple[Running, ...] = ()
    _read_at: datetime | None = None
    _checked: dict[str, Running | None] = field(default_factory=dict)

    async def value(self, person: Person, name: Variable) -> str | None:
        return await self._set(person, name, self.clock.now())

    async def dealt(self, person: Person, name: Variable) -> str | None:
        return await self._set(person, name, None)

    async def of_pet(self, pet: Pet, name: Variable, *, new: bool) -> str | None:
        if new:
            person = await self.store.people.person(pet.person)
            found = None if person is None else await self._set(person, name, pet.adopted_at)
        else:
            found = await self._kept(pet, name)
        return None if found == AS_CONFIGURED else found

    async def shown(self, person: Person, day: Day | None) -> Day | None:
        if day is None or await self.value(person, "world") == "hidden":
            return None
        for name in IN_A_DAY:
            await self._set(person, name, day.made_at)
        return day

    async def count(self, person: Person, *counted: tuple[Kind, float | None]) -> None:
        running = [one for one in await self.running() if one.dealt.arm(person.id) is not None]
        if not running or not await self._may_be_in(person):
            return
        left = {one.trial for one in await self.store.trials.exposures(person.id) if one.left_at is not None}
        if all(one.trial.name in left for one in running):
            return
        kinds = {kind for kind, _ in counted}
        if "turn" in kinds:
            await self._came_back(person.id)
        for kind, value in counted:
            if kind != "visit":
                await self._add(person.id, kind, value)
        if kinds & {"turn", "visit"} and await self._recent(person.id, "visit", SILENCE) is None:
            await self._add(person.id, "visit", None)
        if "crisis" in kinds:
            await self.store.trials.leave(person.id, self.clock.now())

    async def running(self) -> Sequence[Running]:
        """Those that run, as of some seconds ago."""
        now = self.clock.now()
        if self.at_home:
            return ()
        if self._read_at is None or not timedelta() <= now - self._read_at < READ_EVERY:
            await self.read()
        return self._running

    async def read(self) -> None:
        """See what runs now."""
        self._read_at = self.clock.now()
        open_ = [trial for trial in await self.store.trials.all() if trial.stopped_at is None]
        self._checked = {t.name: self._checked.get(t.name) or Running.of(t) for t in open_}
        self._running = tuple(one for one in self._checked.values() if one is not None)

    async def _set(self, person: Person, name: Variable, met: datetime | None) -> str | None:
        """What the arm sets.

        Args:
            person: whose arm.
            name: what is varied.
            met: when what they meet now was made; before the start it can't differ. None: they don't meet it now.
        """
        for one in await self.running():
            arm = one.dealt.arm(person.id) if name in one.plan.varies else None
            if arm is None or (met is not None and met < one.trial.started_at):
                continue
            if not await self._may_be_in(person):
                return None
            exposures = {e.trial: e for e in await self.store.trials.exposures(person.id)}
            before = exposures.get(one.trial.name)
            if before is not None and before.left_at is not None:
                return None
            if before is None and met is not None:
                await self._expose(person, one, arm)
            return one.plan.value(name, arm)
        return None

    async def _kept(self, pet: Pet, name: Variable) -> str | None:
        """What a pet began with, though its person may be in the experiment no more: a hard week is no time."""
        for one in await self.running():
            if name in one.plan.varies and pet.adopted_at >= one.trial.started_at:
                arms = {e.trial: e.arm for e in await self.store.trials.exposures(pet.person)}
                return one.plan.value(name, arms[one.trial.name]) if one.trial.name in arms else None
        return None

    async def _expose(self, person: Person, one: Running, arm: str) -> None:
        now = self.clock.now()
        cohort = await self._cohort(person, one.trial, now)
        await self.store.trials.expose(Exposure(person=person.id, trial=one.trial.name, arm=arm, at=now, cohort=cohort))

    async def _cohort(self, person: Person, trial: Trial, now: datetime) -> str:
        today = person.local(now).date()
        pets = await self.store.people.pets(person.id)
        told = [memory for pet in pets for memory in await self.store.memories.latest(pet.bond, today, 1)]
        mode = "memory" if told else "normal"
        return "/".join((person.language, mode, "new" if person.created_at >= trial.started_at else "old"))

    async def _may_be_in(self, person: Person) -> bool:
        """Only grown-ups who said yes, and nobody in the thirty days after a hard talk."""
        if is_minor(person):
            if await self.store.trials.exposures(person.id):  # talk showed it since: they should never have been in
                await self.store.trials.drop(person.id, self.clock.now() + timedelta(seconds=1))
            return False
        if not await self.store.consents.given(person.id, "experiments"):
            return False
        hard = await self.store.talk.last_mark(person.id, HARD)
        return hard is None or not follow_up_due(hard, self.clock.now())

    async def _came_back(self, person: PersonId) -> None:
        """A break that was suggested counts as taken until somebody goes on writing."""
        suggested = await self._recent(person, "break", BACK)
        if suggested is not None and suggested.value and self.clock.now() - suggested.at > WRAP_UP:
            await self.store.trials.set_value(person, suggested.id, 0.0)

    async def _recent(self, person: PersonId, kind: Kind, within: timedelta) -> Happening | None:
        return await self.store.trials.recent(person, kind, self.clock.now() - within)

    async def _add(self, person: PersonId, kind: Kind, value: float | None) -> None:
        now = self.clock.now()
        happening = Happening(id=new_id(now, self.rng.token()), at=now, kind=kind, value=value)
        await self.store.trials.count(person, happening)
