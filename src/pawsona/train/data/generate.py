"""Has a teacher write what a plan asks for: several at once, never twice, and never more than it may cost."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from statistics import fmean

from pawsona.bench.open.instance import Instance
from pawsona.errors import InvalidOutputError, MindError
from pawsona.minds.llm.tokens import estimate
from pawsona.train.data.budget import SpentError
from pawsona.train.data.entry import Entry, FormError, turns_of
from pawsona.train.data.made import Cost, Made
from pawsona.train.data.plan import Plan
from pawsona.train.data.seeds import Seed, seeds
from pawsona.train.data.teachers import Teacher
from pawsona.train.data.told import Asked, Teller

PATIENCE = 5
"""Calls in a row without an answer, after which the run ends: the server is away, and all is kept."""
_SAMPLE = 40
"""Seeds by which a run's size is guessed."""
Progress = Callable[[str, int], None]


@dataclass
class Generation:
    """One run over a plan."""

    plan: Plan
    made: Made
    teacher: Teacher
    teller: Teller
    progress: Progress = lambda what, count: None
    stopped: str = ""
    """Why it ended before its end."""
    _silent: int = 0
    _todo: Iterator[Seed] = field(init=False)

    def __post_init__(self) -> None:
        self.progress("", len(self.made.done))
        self._todo = (seed for seed in seeds(self.plan) if seed.id not in self.made.done)

    async def run(self, at_once: int) -> None:
        """Until the plan is made, or something stops it; what is being asked then is still taken in."""
        from asyncio import TaskGroup

        async with TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(self._work())

    async def _work(self) -> None:
        while not self.stopped and (seed := next(self._todo, None)) is not None:
            await self._tried(seed, self._one)
            self.progress(f"{seed.category} {seed.instance.language}", 1)

    async def _tried(self, seed: Seed, work: Callable[[Seed], Awaitable[None]]) -> None:
        try:
            await self._answered(seed, work)
        except OSError as error:  # the disk, most likely; what is wrong with a server is no such error
            self.stopped = f"the machine refused ({(error.strerror or type(error).__name__).lower()})"

    async def _answered(self, seed: Seed, work: Callable[[Seed], Awaitable[None]]) -> None:
        """Or noted that it was not; the note itself may find the disk full."""
        try:
            await work(seed)
            self._silent = 0
        except SpentError as error:
            self.stopped = str(error)
        except InvalidOutputError:
            self.made.add(seed.id, "failed", Cost(), reason="answer")
        except MindError as error:  # not answered: the next run asks again
            self._silent += 1
            if self._silent >= PATIENCE:
                self.stopped = str(error)

    async def _one(self, seed: Seed) -> None:
        instance = await self._instance(seed)
        if instance is None:
            return
        try:
            asked = await self.teller.asked(instance)
        except (KeyError, ValueError, TypeError, AttributeError, IndexError):
            self.made.add(seed.id, "failed", Cost(), reason="material")
            return
        found = await self.teacher.answer(replace(seed, instance=instance), asked)
        try:
            entry = self._entry(seed, asked, found.value)
        except FormError as error:
            self.made.add(seed.id, "failed", found.cost, reason=error.code)
            return
        self.made.add(seed.id, "answer", found.cost, entry=entry.plain(), instance=instance.plain())

    async def _instance(self, seed: Seed) -> Instance | None:
        """With the teacher's material, which may have been written before a kill; None where it can't be used."""
        if seed.id not in self.made.material:
            found = await self.teacher.material(seed)
            if found is None:
                return seed.instance
            if found.value is None:
                self.made.add(seed.id, "failed", found.cost, reason="material")
                return None
            self.made.add(seed.id, "material", found.cost, input=found.value)
        return replace(seed.instance, input=self.made.material[seed.id])

    def _entry(self, seed: Seed, asked: Asked, answer: str) -> Entry:
        messages = turns_of([*asked.chat, {"role": "assistant", "content": answer.strip()}])
        return Entry(
            id=seed.id, messages=messages, language=asked.language,
            skill=asked.skill, kind=seed.kind, category=seed.category,
            provenance={"source": "made", "generator": self.teacher.name, "prompt": f"{asked.skill}@{asked.version}"},
        )  # fmt: skip


async def forecast(plan: Plan, made: Made, teller: Teller, fresh: bool) -> Cost:
    """About what the rest of a plan takes, by a few of its seeds; answers are half as long as they may be."""
    rest = [seed for seed in seeds(plan) if seed.id not in made.done]
    step = max(1, len(rest) // _SAMPLE)
    asked = [await teller.asked(seed.instance) for seed in islice(rest, 0, None, step)]
    if not asked:
        return Cost()
    sent = fmean(sum(estimate(message["content"]) for message in one.chat) for one in asked)
    came = fmean(one.answer.most / 2 for one in asked)
    times = len(rest)
    more = 400 if fresh else 0  # material is asked for with 250 tokens or so, and has 150
    return Cost(tokens_in=round(times * (sent + more * 0.6)), tokens_out=round(times * (came + more * 0.4)))
