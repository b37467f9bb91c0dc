"""Which memory a greeting brings up: what is coming, what is over, what asks for a sequel; a bare fact seldom."""

from collections.abc import Iterable
from datetime import date

from pawsona.domain.memory import Memory
from pawsona.minds.storybook.deck import roll
from pawsona.skills.context import Context

_AFTER = 3
"""Days for which one asks how a thing went."""
_LATEST = 14
"""Days after which nothing is asked about any more."""
_BEFORE = 1
"""Days before it from which one speaks of what is coming."""
_FRESH = 4
"""Days for which a follow-up without a date is asked."""
_SELDOM = 6
"""A bare fact comes up on one day in so many."""
_HEAVY = frozenset({"lost_job", "relationship", "illness", "sick", "injury", "lately", "sleep", "appointment"})
_NEVER = frozenset({"verbatim", "loss", "mood", "fear", "gender", "age", "medicine", "virtual"})


def choose(memories: Iterable[Memory], context: Context, away_hours: float) -> tuple[Memory, str] | None:
    """The memory whose moment it is, with the bank of `greet` that fits it; usually none."""
    today, away = context.now.date(), min(_LATEST, round(away_hours / 24))
    known = [m for m in memories if m.origin == "said" and m.slots.get("attribute") not in _NEVER]
    rows = [(rank, m, bank) for m in known for rank, bank in [_moment(m, today, away)] if bank]
    if rows:
        _, memory, bank = min(rows, key=lambda row: row[0])
        return memory, bank
    bare = [m for m in known if m.topic != "mood" and m.slots.get("attribute") not in _HEAVY and not m.slots.get("on")]
    if bare and roll(context.pet.seed, today, "greet.bare") % _SELDOM == 0:
        return bare[roll(context.pet.seed, today, "greet.which") % len(bare)], "memory"
    return None


def _moment(memory: Memory, today: date, away: int) -> tuple[int, str]:
    """How much it is this memory's moment (0: most), and the bank; no bank where it is not.

    Whoever was away for some days is asked about what happened in them.
    """
    on, ask = memory.slots.get("on", ""), memory.slots.get("ask", "")
    if on:
        days = (date.fromisoformat(on) - today).days
        if 0 <= days <= _BEFORE:
            return 0, "coming" if days else "today"
        return (1, "after") if ask and -max(_AFTER, away + 1) <= days < 0 else (9, "")
    if not ask or (today - memory.created_at.date()).days > max(_FRESH, away + 1):
        return 9, ""
    return (2, "gentle") if memory.slots.get("attribute") in _HEAVY else (3, "memory")
