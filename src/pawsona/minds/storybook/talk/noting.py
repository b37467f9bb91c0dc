"""The rung of plain facts: what is told once and for all is said back, so that both know it is kept."""

import re

from pawsona.domain.language import length
from pawsona.domain.message import Tier
from pawsona.memory.occasions import yearly
from pawsona.minds.storybook.drafts import draft_of
from pawsona.minds.storybook.remembering import matches
from pawsona.minds.storybook.statements import statements
from pawsona.minds.storybook.talk import acts, entrusting
from pawsona.minds.storybook.talk.turn import Said, Turn
from pawsona.minds.storybook.wording import addressed, trimmed
from pawsona.minds.storybook.worth import earnest

_PLAIN = frozenset(
    "name birthday kin_birthday age home hometown allergy not_eaten diet zodiac mbti kinship pet anniversary".split()
)
"""Attributes that nothing need be said about but that they are kept."""
_MOST = {"en": 14, "zh": 22}
"""Words (characters) of a message that tells no more than that."""

_TO_PET = {"en": re.compile(r"\b(?:you|your|yours|u)\b", re.IGNORECASE), "zh": re.compile("[你您]")}
"""What is said of the pet itself, and can't be said back as theirs: "remember that I love you"."""


def entrusted(turn: Turn) -> Said | None:
    """What it is asked to remember: that it is kept, where a rule knows it, else in their own words."""
    what = entrusting.entrusted(turn.text, turn.language)
    if not what or turn.heavy or turn.grave or turn.given.tier > Tier.none:
        return None
    context = turn.given.context
    known = (
        draft_of(rule, places, context, context.now, None).slots.get("you", "")
        for clause, full in statements(what, turn.language)
        for rule, places in (*matches(clause, turn.book), *matches(full, turn.book))
    )
    mem = next((mem for mem in known if mem), "")
    if not mem and earnest(turn.text, turn.language) and not _TO_PET[turn.language].search(what):
        mem = trimmed(addressed(what, turn.language), turn.language)
    return _kept(turn, mem)


def noted(turn: Turn) -> Said | None:
    """A plain fact, kept; an occasion that is today is no plain fact."""
    if turn.asks or turn.heavy or turn.grave or turn.size > _MOST[turn.language]:
        return None
    context = turn.given.context
    for clause, full in statements(turn.text, turn.language):
        for rule, places in (*matches(clause, turn.book), *matches(full, turn.book)):
            day = yearly(places.get("v", "")) if rule.attribute in {"birthday", "anniversary"} else None
            if rule.attribute not in _PLAIN or (day is not None and day.falls(context.now.date())):
                continue
            if rule.attribute == "name" and not rule.subject and "who" not in places:
                return acts.named(turn, "introduced")
            if said := _kept(turn, draft_of(rule, places, context, context.now, None).slots.get("you", "")):
                return said
    return None


def _kept(turn: Turn, mem: str) -> Said | None:
    line = turn.pick(turn.book.bank("memory", "kept"), "kept", {"mem": mem}) if mem else None
    if line is None or length(mem, turn.language) > _MOST[turn.language]:
        return None
    turn.slots["mem"] = mem
    return Said("memory", (line,), "chit-chat", {"memory": ""})
