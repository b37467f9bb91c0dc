"""What the acts are told."""

from collections.abc import Mapping

from pawsona.domain.affect import DEGREES, DYADS
from pawsona.minds.llm.activities import activities
from pawsona.minds.llm.fence import fenced, fenced_list
from pawsona.minds.llm.told.day import timetable
from pawsona.minds.llm.told.who import dialogue, who
from pawsona.skills.acts import (
    AffectInput,
    CareInput,
    FriendInput,
    JudgeInput,
    PlanInput,
    PromiseInput,
    StrategyInput,
)

_STATES = ", ".join(["neutral", *(name for row in DEGREES.values() for name in row), *DYADS])


def judge(given: JudgeInput) -> Mapping[str, str]:
    low, high = given.scale
    criteria = "\n".join(f"- {name}: {asks}" for name, asks in given.criteria.items())
    text = fenced(given.text)
    return {**who(given.context), "text": text, "criteria": criteria, "low": str(low), "high": str(high)}


def affect(given: AffectInput) -> Mapping[str, str]:
    before = given.before.state if given.before.intensity else ""
    said = dialogue(given.history, given.context)
    return {
        **who(given.context), "dialogue": said, "message": fenced(given.message), "before": before, "states": _STATES
    }  # fmt: skip


def strategy(given: StrategyInput) -> Mapping[str, str]:
    return {
        **who(given.context),
        "dialogue": dialogue(given.history, given.context),
        "message": fenced(given.message),
        "affect": given.affect.state,
        "known": "yes" if given.has_knowledge else "",
        "due": "yes" if given.has_due else "",
    }


def promise(given: PromiseInput) -> Mapping[str, str]:
    owed = fenced_list((promise.text for promise in given.owed), numbered=True)
    return {**who(given.context), "message": fenced(given.message), "reply": fenced(given.reply), "owed": owed}


def plan(given: PlanInput) -> Mapping[str, str]:
    today = fenced(timetable(given.today.items)) if given.today else ""
    names = activities(given.context.language)
    return {**who(given.context), "message": fenced(given.message), "today": today, "activities": names}


def friend(given: FriendInput) -> Mapping[str, str]:
    known = fenced(", ".join(f"{friend.name} ({friend.species})" for friend in given.known))
    return {**who(given.context), "known": known}


def care(given: CareInput) -> Mapping[str, str]:
    return {**who(given.context), "message": fenced(given.message), "tier": given.tier.name}
