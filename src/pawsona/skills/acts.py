"""Acts: what a living companion needs beside the papers' tasks; same contract as the skills."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, get_args

from pawsona.domain.affect import Affect
from pawsona.domain.day import Change, Day, Item
from pawsona.domain.ids import PromiseId
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Strategy, Tier
from pawsona.domain.pet import Friend
from pawsona.domain.promise import Promise
from pawsona.skills.context import Context
from pawsona.skills.contract import Skill
from pawsona.skills.memory import Draft
from pawsona.skills.profiles import Profile
from pawsona.skills.routine import (
    DayInput,
    Detail,
    Outline,
    detail_problems,
    outline_problems,
    schedule_problems,
)


@dataclass(frozen=True, kw_only=True)
class JudgeInput:
    """Analyse-rate (iPET sec. 3.2): what to judge, by which criteria, on which scale."""

    context: Context
    text: str
    criteria: Mapping[str, str]
    """Name -> what it asks."""
    scale: tuple[int, int] = (0, 5)


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The analysis comes before the ratings, so that a model rates what it has read."""

    analysis: str
    ratings: Mapping[str, float]


def _judge(given: JudgeInput, answer: Judgement, profile: Profile) -> Iterator[str]:
    if set(answer.ratings) != set(given.criteria):
        yield f"the ratings are for {sorted(answer.ratings)}, not for {sorted(given.criteria)}"
    low, high = given.scale
    for name, value in answer.ratings.items():
        if not low <= value <= high:
            yield f"{name} is {value}, outside {low} to {high}"


@dataclass(frozen=True, kw_only=True)
class AffectInput:
    """The person's message, and what was felt before."""

    context: Context
    message: str
    history: tuple[Message, ...] = ()
    before: Affect = Affect()


@dataclass(frozen=True, kw_only=True)
class StrategyInput:
    """What the choice of a strategy may look at."""

    context: Context
    message: str
    affect: Affect
    history: tuple[Message, ...] = ()
    tier: Tier = Tier.none
    has_knowledge: bool = False
    """A passage of K answers the message."""
    has_due: bool = False
    """A promise is due."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """The strategy, and whether the message is about the pet's own day (then the skill is `chat.routine`)."""

    strategy: Strategy
    about_day: bool = False
    knowledge_asked: bool = False
    """The person asks for a fact of the world or of their documents."""


@dataclass(frozen=True, kw_only=True)
class PromiseInput:
    """The person's message, its moment, the pet's reply, and what is promised already."""

    context: Context
    message: str
    reply: str = ""
    owed: tuple[Promise, ...] = ()
    before: tuple[Message, ...] = ()
    """The talk up to it, oldest first."""


@dataclass(frozen=True, kw_only=True)
class PromiseDraft:
    """Something to bring up at a moment (aware, on the person's wall clock)."""

    text: str
    due: datetime
    kind: Literal["remind", "ask"] = "remind"
    """`ask`: a question about an event of the person's; its text follows "you wanted me to ask"."""


@dataclass(frozen=True, kw_only=True)
class Promises:
    """What was found; usually nothing."""

    drafts: tuple[PromiseDraft, ...] = ()
    settled: tuple[PromiseId, ...] = ()
    """Owed ones that the message settles: it tells the outcome, says that it is done, or that it need not be."""


def _promises(given: PromiseInput, answer: Promises, profile: Profile) -> Iterator[str]:
    for n, draft in enumerate(answer.drafts, 1):
        # No rule of language: "call 李雷" is a good reminder in English.
        if not draft.text.strip():
            yield f"promise {n}: the promise is empty"
        if draft.due.tzinfo is None:
            yield f"promise {n}: its moment has no time zone"
        elif draft.due <= given.context.now:
            yield f"promise {n}: it is due in the past"
    if not set(answer.settled) <= {promise.id for promise in given.owed}:
        yield "it settles a promise that nobody made"


@dataclass(frozen=True, kw_only=True)
class PlanInput:
    """Does this message change a plan of today or tomorrow?"""

    context: Context
    message: str
    today: Day | None = None

    @property
    def on(self) -> date:
        """The pet's present day, which before three in the morning is still yesterday's."""
        return self.today.on if self.today is not None else self.context.now.date()


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The change, if the message asks for one."""

    change: Change | None = None


def _plan(given: PlanInput, answer: Plan, profile: Profile) -> Iterator[str]:
    if answer.change and answer.change.on < given.context.now.date():
        yield "the change is for a day in the past"


@dataclass(frozen=True, kw_only=True)
class ReconcileInput:
    """A draft, and the memories closest to it."""

    context: Context
    draft: Draft
    near: tuple[Memory, ...]


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """`new`, or what happens to the memory at `index` of `near`: `same` renews it, `replaces` supersedes it."""

    kind: Literal["new", "same", "replaces"]
    index: int | None = None


def _verdict(given: ReconcileInput, answer: Verdict, profile: Profile) -> Iterator[str]:
    if answer.kind == "new":
        return
    if answer.index is None or not 0 <= answer.index < len(given.near):
        yield f"{answer.kind!r} needs the index of one of {len(given.near)} memories"


@dataclass(frozen=True, kw_only=True)
class WholeDay:
    """iPET's Direct Generation baseline: outline, schedule and details in one call."""

    outline: Outline
    items: tuple[Item, ...]


def _whole_day(given: DayInput, answer: WholeDay, profile: Profile) -> Iterator[str]:
    yield from outline_problems(answer.outline.text, given.context, profile)
    yield from schedule_problems(answer.items, given.context, profile)
    for item in answer.items:
        yield from (f"{item.at:%H:%M}: {p}" for p in detail_problems(item.detail or "", given.context, profile))


@dataclass(frozen=True, kw_only=True)
class DetailsInput:
    """All items of a day, told in one call (a third of the tokens)."""

    day: DayInput
    outline: Outline | None
    schedule: tuple[Item, ...]


@dataclass(frozen=True, kw_only=True)
class Details:
    """One detail per item, in order."""

    details: tuple[Detail, ...]


def _details(given: DetailsInput, answer: Details, profile: Profile) -> Iterator[str]:
    if len(answer.details) != len(given.schedule):
        yield f"{len(given.schedule)} items were given and {len(answer.details)} details came back"
    for n, detail in enumerate(answer.details, 1):
        problems = detail_problems(detail.text, given.day.context, profile)
        yield from (f"detail {n}: {p}" for p in problems)


@dataclass(frozen=True, kw_only=True)
class FriendInput:
    """`known` are the friends it has already."""

    context: Context
    known: tuple[Friend, ...] = ()


def _friend(given: FriendInput, answer: Friend, profile: Profile) -> Iterator[str]:
    if answer.name in {friend.name for friend in given.known} | {
        given.context.pet.name,
        given.context.person.name,
    }:
        yield f"the name {answer.name!r} is taken"


@dataclass(frozen=True, kw_only=True)
class CareInput:
    """A message, and the tier that the deterministic screen gave it."""

    context: Context
    message: str
    tier: Tier


@dataclass(frozen=True, kw_only=True)
class CareReading:
    """The tier a model reads in a message."""

    tier: Tier


def _care(given: CareInput, answer: CareReading, profile: Profile) -> Iterator[str]:
    if answer.tier < given.tier:
        yield f"a model may raise the tier, never lower it from {given.tier.name} to {answer.tier.name}"


def _strategy(given: StrategyInput, answer: Choice, profile: Profile) -> Iterator[str]:
    if answer.strategy not in get_args(Strategy):
        yield f"{answer.strategy!r} is none of {get_args(Strategy)}"


def _free(given: object, answer: object, profile: Profile) -> Iterator[str]:
    """The output type says it all: `Affect` checks itself."""
    return iter(())


JUDGE = Skill("judge", JudgeInput, Judgement, _judge)
AFFECT_READ = Skill("affect.read", AffectInput, Affect, _free)
STRATEGY_CHOOSE = Skill("strategy.choose", StrategyInput, Choice, _strategy)
PROMISE_FIND = Skill("promise.find", PromiseInput, Promises, _promises)
PLAN_CHANGE = Skill("plan.change", PlanInput, Plan, _plan)
MEMORY_RECONCILE = Skill("memory.reconcile", ReconcileInput, Verdict, _verdict)
DAY_DIRECT = Skill("day.direct", DayInput, WholeDay, _whole_day)
ROUTINE_DETAILS = Skill("routine.details", DetailsInput, Details, _details)
FRIEND_CREATE = Skill("friend.create", FriendInput, Friend, _friend)
CARE_CLASSIFY = Skill("care.classify", CareInput, CareReading, _care)
