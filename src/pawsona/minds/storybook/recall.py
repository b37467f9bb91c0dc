"""Which of the person's memories may colour a day, and as what clause.

Only what is safe to be light about: nobody wants to find their grief in a joke about porridge.
"""

import re

from pawsona.domain.language import Language, is_chinese, length
from pawsona.domain.memory import Memory
from pawsona.minds.storybook.deck import draw
from pawsona.minds.storybook.history import History
from pawsona.skills.routine import DayInput

AT_MOST = 2
"""Memories used in one day (iPET's world draws on the latest 8)."""

_RESTS = 5
"""Days after which a memory may colour one again; the same thought every morning is a worry."""
_QUOTED = re.compile(r"[\"“”「」『』:：]")
"""What was kept in their own words for want of better ones is too raw for a diary."""
_LIGHT = frozenset({"hobbies", "food", "entertainment", "travel", "idol_chasing", "location", "birthday", "zodiac"})
_LONGEST: dict[Language, int] = {"en": 14, "zh": 26}


def clause(memory: Memory) -> str:
    """The memory as a clause in the third person, to be put into a sentence."""
    return memory.text.strip().rstrip(".。!！ ")


def memories_for(given: DayInput, past: History) -> list[Memory]:
    """At most two, the least recently used first; none in normal mode."""
    if given.mode != "memory":
        return []
    left = {f"mem={memory.id}": memory for memory in given.memories if _is_fit(memory, given.context.language)}
    chosen: list[Memory] = []
    while left and len(chosen) < AT_MOST:
        options = [_Option(line) for line in left]
        seed = given.context.pet.seed
        pick = draw(options, key=f"{past.on}:memory", seed=seed, today=past.on, ledger=past.used, cooldown=_RESTS)
        if pick is None:
            break
        chosen.append(left.pop(pick.id))
    return chosen


class _Option:
    def __init__(self, line: str) -> None:
        self.id = line


def _is_fit(memory: Memory, language: Language) -> bool:
    text = clause(memory)
    return (
        memory.topic in _LIGHT
        and memory.origin == "said"
        and is_chinese(text) == (language == "zh")
        and 0 < length(text, language) <= _LONGEST[language]
        and "{" not in text
        and not _QUOTED.search(text)
    )
