"""What is known of the person as a whole, and what they told on certain days: a few things of different kinds."""

from collections.abc import Sequence
from datetime import date

from pawsona.memory.moments import Period, period
from pawsona.minds.storybook.talk.inquiry import Inquiries
from pawsona.minds.storybook.talk.known import Thing, things
from pawsona.minds.storybook.talk.told import given_back, mark, without
from pawsona.minds.storybook.talk.turn import Said, Turn

_ORDER = (
    ("location",), ("occupation", "work"), ("relatives_and_friends", "emotional_life"),
    ("hobbies", "entertainment", "idol_chasing"), ("food",), ("academic", "travel"), ("health_status",),
    ("emotional_state", "personality", "sleep_habits"), ("birthday", "age", "zodiac", "mbti"), ("other_events",),
)  # fmt: skip
"""One of each of these at first."""
_TENDER = frozenset({"loss", "breakup", "lost_job"})
"""What stands in no list beside a favourite tea."""
_NEVER = frozenset({"name", "gender", "mood", "virtual_interaction"})
_MOST = 5
"""Things told at once."""


def portrait(turn: Turn, sheet: Inquiries) -> Said | None:
    """A few things of what is known; asked on, other ones."""
    whole = sheet.portrait.find(turn.text) is not None
    further = _last_asked(turn) == "portrait" and sheet.further.find(turn.text) is not None
    if not whole and not further:
        return None
    known = [thing for thing in things(turn) if _tells(thing, turn.given.context.now.date())]
    fresh = [thing for thing in known if mark(thing) not in turn.state.woven]
    if further and not fresh:
        return without(turn, "all_told", "portrait")
    return given_back(turn, "portrait", _mixed(fresh or known), "portrait") or without(turn, "nothing_yet")


def of_days(turn: Turn, sheet: Inquiries) -> Said | None:
    """What was told on the days that a question names, or that nothing was."""
    if sheet.days.find(turn.text) is None:
        return None
    today = turn.given.context.now.date()
    when = period(turn.text, today)
    if when is None or sheet.day_words.sub("", when.rest).strip(" ?？!！.。,，、"):
        return None
    known = [thing for thing in things(turn) if _of(thing, when)]
    told = [thing for thing in known if thing.clause and thing.topic != "name"]
    return given_back(turn, "of_days", told[:_MOST] or known, "days") or without(turn, "no_days")


def _of(thing: Thing, when: Period) -> bool:
    return when.holds(thing.said_on) or (thing.on is not None and when.holds(thing.on))


def _last_asked(turn: Turn) -> str:
    last = next((m for m in reversed(turn.given.history) if m.role == "pet"), None)
    return last.trace.state.get("inquiry", "") if last is not None else ""


def _tells(thing: Thing, today: date) -> bool:
    """Whether it belongs into a portrait: told as a fact, not over, and nothing that hurts to hear in passing."""
    over = thing.on is not None and thing.on < today
    return bool(thing.clause) and not over and thing.topic not in _NEVER and thing.attribute not in _TENDER


def _mixed(known: Sequence[Thing]) -> list[Thing]:
    """One of each kind, then a second; what is for good before what passes."""
    kinds = [[t for t in known if t.topic in topics] for topics in _ORDER]
    for kind in kinds:
        kind.sort(key=lambda t: t.memory is None or t.memory.retention != "permanent")
    turns = range(max((len(kind) for kind in kinds), default=0))
    return [kind[n] for n in turns for kind in kinds if n < len(kind)][:_MOST]
