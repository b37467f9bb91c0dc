"""What can be said of a day without a model: conflicts, feasibility, repetition, use of persona and memory."""

from collections.abc import Iterable

from pawsona.bench.core.suite import Item
from pawsona.bench.ipet.day import read
from pawsona.domain.day import Day
from pawsona.memory.terms import coverage, terms
from pawsona.world.check import conflicts, infeasible, repetitions, text_problems

CHECKS = ("no_conflict", "feasible", "no_repetition", "fitting", "persona", "memory")
USED = 0.4
"""Share of a memory's words that a day must have to have used it."""
MOST_USED = 2
"""Memories that one day may use (design of the world: more makes a day about nothing else)."""


def worth(item: Item, text: str) -> dict[str, float]:
    """1 where nothing is wrong, 0 where something is or it can't be read; nothing for a profile, which has no day."""
    instance = item.given["instance"]
    try:
        day = read(text, instance)
    except (ValueError, KeyError, TypeError):
        return dict.fromkeys(CHECKS[:-1], 0.0)
    if not day.items:
        return {}
    whole = _text(day)
    found = {
        "no_conflict": float(not conflicts(day.items)),
        "feasible": float(not infeasible(day.items)),
        "no_repetition": float(not repetitions(day)),
        "fitting": float(not text_problems(day.items, day.season, day.weather)),
        "persona": _share(instance["hobbies"], whole),
    }
    memories = instance["input"]["memories"]
    if memories:
        used = sum(coverage(terms(memory), whole) >= USED for memory in memories)
        found["memory"] = float(1 <= used <= MOST_USED)
    return found


def _text(day: Day) -> str:
    return "\n".join([day.outline, *(f"{item.label} {item.detail or ''}" for item in day.items)])


def _share(hobbies: Iterable[str], text: str) -> float:
    """Of what the pet likes, how much shows up: a hobby does with any of its words."""
    here = terms(text)
    wanted = [terms(hobby) for hobby in hobbies]
    return sum(bool(one & here) for one in wanted) / len(wanted) if wanted else 0.0
