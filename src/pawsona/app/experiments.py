"""Experiments that run here: who is in them, which arm they have, what is counted of them.

The arm follows from the stored plan and the person's id alone, so every process deals it alike. What is counted is
written in the transaction of the thing itself: it can't be lost, doubled, or stand for a turn that never was. At home
(`auth = "home"`) nobody is in an experiment and nothing is counted.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pawsona.care.crisis import follow_up_due
from pawsona.care.minors import is_minor
from pawsona.dialogue.followup import HARD
from pawsona.dialogue.sessions import SILENCE
from pawsona.domain.consent import VERSIONS
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
REMEMBERED = 50_000
"""Arms kept in memory: each is soon dealt anew, and always the same."""
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
    _arms: dict[str, str | None] = field(default_factory=dict)

    def arm(self, person: PersonId) -> str | None:
        """The arm of a person; None where they are held out, or belong to another of its layer."""
        if person not in self._arms:
            if len(self._arms) >= REMEMBERED:
                self._arms.clear()
            self._arms[person] = self.dealt.arm(person)
        return self._arms[person]

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
    _seen: str = ""
    _read_at: datetime | None = None
    _checked: dict[str, Running | None] = field(default_factory=dict)

    async def value(self, person: Person, name: Variable) -> str | None:
        return (await self._set(person, {name: self.clock.now()})).get(name)

    async def dealt(self, person: Person, name: Variable) -> str | None:
        return (await self._set(person, {name: None})).get(name)

    async def of_pet(self, pet: Pet, name: Variable, *, new: bool) -> str | None:
        if new:
            person = await self.store.people.person(pet.person)
            found = None if person is None else (await self._set(person, {name: pet.adopted_at})).get(name)
        else:
            found = await self._kept(pet, name)
        return None if found == AS_CONFIGURED else found

    async def shown(self, person: Person, day: Day | None) -> Day | None:
        if day is None:
            return None
        met: dict[Variable, datetime | None] = {"world": self.clock.now(), **dict.fromkeys(IN_A_DAY, day.made_at)}
        return None if (await self._set(person, met)).get("world") == "hidden" else day

    async def count(self, person: Person, *counted: tuple[Kind, float | None]) -> None:
        running = [one.trial.name for one in await self.running() if one.arm(person.id) is not None]
        met = await self._met(person) if running else None
        if met is None or all(name in met and met[name].left_at for name in running):
            return
        kinds = {kind for kind, _ in counted}
        given: list[tuple[Kind, float | None]] = [one for one in counted if one[0] != "visit"]
        if kinds & {"turn", "visit"}:
            lately = await self.store.trials.recent(person.id, ("visit", "break"), self.clock.now() - SILENCE)
            if all(one.kind != "visit" for one in lately):
                given.append(("visit", None))
            if "turn" in kinds:
                await self._came_back(person.id, lately)
        if given:
            await self.store.trials.count(person.id, [self._happening(kind, value) for kind, value in given])
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
        self._read_at, before = self.clock.now(), self._seen
        self._seen = await self.store.trials.changed()
        if self._seen == before:
            return
        open_ = [trial for trial in await self.store.trials.all() if trial.stopped_at is None]
        self._checked = {t.name: self._checked.get(t.name) or Running.of(t) for t in open_}
        self._running = tuple(one for one in self._checked.values() if one is not None)

    async def _set(self, person: Person, asked: Mapping[Variable, datetime | None]) -> dict[Variable, str]:
        """What the arms of a person set.

        Args:
            person: whose arms.
            asked: what is varied, and when what they meet of it now was made: before the start it can't differ, and
                what is hidden is not met. None: they don't meet it now.
        """
        dealt = {name: one for name, made in asked.items() if (one := await self._dealt(person, name, made))}
        met = await self._met(person) if dealt else None
        found: dict[Variable, str] = {}
        if met is None:
            return found
        for name, (running, arm) in dealt.items():
            before = met.get(running.trial.name)
            if before is not None and before.left_at is not None:
                continue
            found[name] = running.plan.value(name, arm)
            hidden = found.get("world") == "hidden" and name in IN_A_DAY
            if before is None and asked[name] is not None and not hidden:
                await self._expose(person, running, arm)
        return found

    async def _dealt(self, person: Person, name: Variable, made: datetime | None) -> tuple[Running, str] | None:
        for one in await self.running():
            arm = one.arm(person.id) if name in one.plan.varies else None
            if arm is not None and (made is None or made >= one.trial.started_at):
                return one, arm
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

    async def _met(self, person: Person) -> Mapping[str, Exposure] | None:
        """What somebody met so far; None where they may be in no experiment.

        Only grown-ups who said yes are, and nobody in the thirty days after a hard talk.
        """
        part = await self.store.trials.part(person.id, HARD, VERSIONS["experiments"])
        if is_minor(person):
            if part.met:  # talk showed it since: they should never have been in
                await self.store.trials.drop(person.id, self.clock.now() + timedelta(seconds=1))
            return None
        agrees, hard = part.agreed_at is not None, follow_up_due(part.hard_at, self.clock.now())
        return part.met if agrees and not hard else None

    async def _came_back(self, person: PersonId, lately: Sequence[Happening]) -> None:
        """A break that was suggested counts as taken until somebody goes on writing."""
        now = self.clock.now()
        for one in lately:
            if one.kind == "break" and one.value and WRAP_UP < now - one.at < BACK:
                await self.store.trials.set_value(person, one.id, 0.0)

    def _happening(self, kind: Kind, value: float | None) -> Happening:
        now = self.clock.now()
        return Happening(id=new_id(now, self.rng.token()), at=now, kind=kind, value=value)
