"""Answers of the acts."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Literal, get_args

from pydantic import Field

from pawsona.domain.affect import DEGREES, STATES, Affect
from pawsona.domain.day import Change
from pawsona.domain.language import is_chinese
from pawsona.domain.message import Strategy, Tier
from pawsona.domain.pet import Friend
from pawsona.minds.llm.activities import kind_of
from pawsona.minds.llm.answers.answer import Answer, Shape
from pawsona.minds.llm.answers.lines import fields, first_of, says_nothing
from pawsona.minds.llm.answers.prose import prose
from pawsona.minds.llm.answers.times import clock, moment
from pawsona.minds.llm.answers.words import key, meant, number, renamed
from pawsona.skills.acts import (
    AffectInput,
    CareInput,
    CareReading,
    Choice,
    FriendInput,
    JudgeInput,
    Judgement,
    Plan,
    PlanInput,
    PromiseDraft,
    PromiseInput,
    Promises,
    StrategyInput,
)

_TIERS = tuple(tier.name for tier in Tier)
_INTENSITY = re.compile(r"(?:intensity|强度)\D{0,12}([0-3])", re.IGNORECASE)
_SETTLED = frozenset({"settled", "了结"})
_SAID = 80
"""Characters of the person's words that a plan keeps."""


class RatingShape(Shape):
    """One criterion; a rating is text, because grammars do not bound numbers."""

    criterion: str = Field(max_length=40)
    rating: str = Field(max_length=12)


class JudgementShape(Shape):
    """Analysis first, so that the ratings follow from it."""

    analysis: str = Field(max_length=1500)
    ratings: list[RatingShape] = Field(max_length=12)


class AffectShape(Shape):
    """A state and 0 to 3."""

    state: str = Field(max_length=20)
    intensity: int = Field(1, ge=0, le=3)


class ChoiceShape(Shape):
    """A strategy, and what the message is about."""

    strategy: str = Field(max_length=20)
    about_day: bool = False
    knowledge_asked: bool = False


class PromiseShape(Shape):
    """One thing to bring up, at a wall-clock moment."""

    text: str = Field(max_length=160)
    due: str = Field(max_length=25)
    kind: str = Field("remind", max_length=12)


class PromisesShape(Shape):
    """Usually none; `settled` are numbers of owed ones, from 1."""

    promises: list[PromiseShape] = Field(max_length=4)
    settled: list[int] = Field(default_factory=list, max_length=8)


class PlanShape(Shape):
    """`day` none: the message changes no plan."""

    day: Literal["none", "today", "tomorrow"]
    time: str = Field("", max_length=8)
    label: str = Field("", max_length=60)
    kind: str = Field("", max_length=12)


class FriendShape(Shape):
    """One more friend."""

    name: str = Field(max_length=40)
    species: str = Field(max_length=40)
    trait: str = Field(max_length=120)
    hobby: str = Field(max_length=120)
    relationship: Literal["friend", "buddy", "bestie"] = "friend"


class CareShape(Shape):
    """The tier a model reads."""

    tier: Literal["none", "concern", "high", "imminent"]


def _felt(text: str, given: AffectInput) -> dict[str, Any]:
    """`key: value` lines, or a sentence that names both."""
    named, said = _word("state", tuple(sorted(STATES)))(text, given), _INTENSITY.search(text)
    return {"intensity": said[1], **named} if said and "intensity" not in renamed(named, ("intensity",)) else named


def _judgement(shape: JudgementShape, given: JudgeInput) -> Judgement:
    names = {key(name): name for name in given.criteria}
    ratings = {}
    for row in shape.ratings:
        value = number(row.rating)
        if key(row.criterion) in names and value is not None:
            ratings[names[key(row.criterion)]] = value
    return Judgement(analysis=prose(shape.analysis), ratings=ratings)


def _rated(text: str, given: JudgeInput) -> dict[str, Any]:
    named = fields(text)
    rows = [{"criterion": name, "rating": named[key(name)][:12]} for name in given.criteria if named.get(key(name))]
    return {"analysis": renamed(named, ("analysis",)).get("analysis", text), "ratings": rows}


def _affect(shape: AffectShape, given: AffectInput) -> Affect:
    state = meant(shape.state, (*STATES, *DEGREES))
    if state not in STATES and state in DEGREES:
        state = DEGREES[state][1]  # "anticipation" and the other families go by their middle degree
    if state not in STATES:
        raise ValueError(f"{state[:20]!r} is no affect")
    return Affect() if state == "neutral" or shape.intensity == 0 else Affect(state, shape.intensity)


def _choice(shape: ChoiceShape, given: StrategyInput) -> Choice:
    strategies: tuple[Strategy, ...] = get_args(Strategy)
    named = [one for one in strategies if one == meant(shape.strategy, strategies)]
    if not named:
        raise ValueError(f"the strategy is none of {', '.join(strategies)}")
    return Choice(strategy=named[0], about_day=shape.about_day, knowledge_asked=shape.knowledge_asked)


def _promises(shape: PromisesShape, given: PromiseInput) -> Promises:
    zone = given.context.now.tzinfo
    drafts = []
    for row in shape.promises:
        due = moment(row.due)
        kind: Literal["remind", "ask"] = "ask" if row.kind.strip().casefold() in {"ask", "问"} else "remind"
        due = due if due.tzinfo else due.replace(tzinfo=zone)
        drafts.append(PromiseDraft(text=prose(row.text), due=due, kind=kind))
    settled = [given.owed[n - 1].id for n in shape.settled if 0 < n <= len(given.owed)]
    return Promises(drafts=tuple(drafts), settled=tuple(dict.fromkeys(settled)))


def _promise_lines(text: str, given: PromiseInput) -> dict[str, Any]:
    """`YYYY-MM-DD HH:MM | what | ask`, one a line, and `settled | 1`; "none"."""
    cells = [[cell.strip(" -*") for cell in line.split("|")] for line in text.splitlines() if "|" in line]
    if not cells and not says_nothing(text):
        raise ValueError("the answer has no lines of the form: YYYY-MM-DD HH:MM | what")
    over = [row for row in cells if row[0].casefold() in _SETTLED]
    made = [{"due": due, "text": what, **({"kind": kind[0]} if kind else {})} for due, what, *kind in cells
            if due.casefold() not in _SETTLED]  # fmt: skip
    return {"promises": made, "settled": [int(n) for row in over for n in re.findall(r"\d{1,2}", row[1])]}


def _plan(shape: PlanShape, given: PlanInput) -> Plan:
    if shape.day == "none" or not shape.label.strip():
        return Plan()
    label = shape.label.strip()
    change = Change(
        on=given.on if shape.day == "today" else given.on + timedelta(days=1),
        at=clock(shape.time) if shape.time.strip() else None,
        label=label,
        kind=kind_of(label, given.context.language, shape.kind),
        said=given.message.strip()[:_SAID],
    )
    return Plan(change=change)


def _friend(shape: FriendShape, given: FriendInput) -> Friend:
    language = given.context.language
    if is_chinese(shape.trait + shape.hobby) != (language == "zh"):
        raise ValueError(f"the friend is not in {'Chinese' if language == 'zh' else 'English'}")
    return Friend(
        name=prose(shape.name),
        species=prose(shape.species),
        trait=prose(shape.trait),
        hobby=prose(shape.hobby),
        relationship=shape.relationship,
    )


def _care(shape: CareShape, given: CareInput) -> CareReading:
    """A model may only raise the tier: below the screen's, the screen's stands."""
    return CareReading(tier=max(Tier[shape.tier], given.tier))


def _named(shape: type[Shape]) -> Callable[[str, Any], dict[str, Any]]:
    """`key: value` lines."""

    def plain(text: str, given: Any) -> dict[str, Any]:
        named = renamed(fields(text, tuple(shape.model_fields)), shape.model_fields)
        if not named:
            raise ValueError("the answer has no lines of the form name: value")
        return named

    return plain


def _word(name: str, words: tuple[str, ...]) -> Callable[[str, Any], dict[str, Any]]:
    """`key: value` lines, or a word of a closed vocabulary somewhere in prose."""

    def plain(text: str, given: Any) -> dict[str, Any]:
        named = fields(text)
        word = meant(renamed(named, (name,)).get(name, ""), words)
        return {**named, name: word if word in words else first_of(text, words)}

    return plain


JUDGEMENT = Answer("judgement", JudgementShape, _judgement, _rated, 900)
AFFECT = Answer("affect", AffectShape, _affect, _felt, 40)
CHOICE = Answer("choice", ChoiceShape, _choice, _named(ChoiceShape), 60)
PROMISES = Answer("promises", PromisesShape, _promises, _promise_lines, 200)
PLAN = Answer("plan", PlanShape, _plan, _named(PlanShape), 100)
FRIEND = Answer("friend", FriendShape, _friend, _named(FriendShape), 200)
CARE = Answer("care", CareShape, _care, _word("tier", _TIERS), 30)
