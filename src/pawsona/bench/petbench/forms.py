"""Whether an answer has the form that its prompt asks for; a table of its own, no part of Pet-Bench's scores."""

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

_INTENT = re.compile(r"\s*(?:Intent|Intention): *\S.*\nQuery:.*\s*", re.IGNORECASE)
_NOTHING = re.compile(r"\s*no key information (?:\w+ ){0,2}extracted\.?\s*", re.IGNORECASE)
_MEMORY = re.compile(
    r"\s*(?:Memory Content: *\S.*\n+\s*Memory Category: *\S.*\n+\s*Memory Importance: *[012]\s*)+", re.IGNORECASE
)
_PLAN = re.compile(r"([01]\d|2[0-3]):([0-5]\d):? +\S.*")
_EVENING = 20
_ITEM = re.compile(r"\s*(?:\d+[.)] *)?(?:At )?(?:[01]?\d|2[0-3]):[0-5]\d.*", re.DOTALL)


def plan(text: str) -> bool:
    """Lines of `HH:MM activity`, ever later, the last in the evening: order and sleep are hard, the count is not."""
    found = [_PLAN.fullmatch(line.strip()) for line in text.strip().splitlines() if line.strip()]
    times = [60 * int(one[1]) + int(one[2]) for one in found if one]
    ascending = all(a < b for a, b in pairwise(times))
    return bool(times) and len(times) == len(found) and ascending and times[-1] >= 60 * _EVENING


FORMS: Mapping[str, Callable[[str], bool]] = {
    "note_intent": lambda text: _INTENT.fullmatch(text) is not None,
    "memory_summary": lambda text: bool(_NOTHING.fullmatch(text) or _MEMORY.fullmatch(text)),
    "routine_level_2": plan,
    "routine_level_3": lambda text: _ITEM.fullmatch(text) is not None,
}
"""By task; the others ask for free text."""
