"""Grave ground: where somebody may be at risk, only what is known to be good is said.

Elsewhere a sentence may be shown unless it is known to be bad. That is not enough here, since nobody can list all that
a model may say wrongly. So each part of a sentence must do one of the few things that help.
"""

import re

from pawsona.care.marks import GOOD, TURN, marks, named
from pawsona.domain.language import is_chinese, length

_STRONG = frozenset({"feeling", "presence", "points_to_people", "limits", "credit", "grounding", "stands_firm"})
_WEAK = frozenset({"asking", "choice"})
"""Good as well, unless something is agreed to in the same breath."""
_KIND = frozenset({"feeling_touched", "interest", "affirming"})
_NO_FAULT = frozenset({"question", "number", "apology", "sympathy", "advice", "endorsement"})
_PARTS = re.compile(
    r"[,;:，；：、。.!?！？()（）…—–~～*\"“”]+|\s-\s|\b(?:but|and|because|so|until|then|if|or|while|though|before|after)\b"
    r"|但是|可是|不过|然后|所以|因为|只要|等到",
    re.IGNORECASE,
)
_SMALL = {"en": 2, "zh": 4}
"""Words or characters that say nothing of their own: "oh", "little one", 嗯."""


def known_good(sentence: str) -> bool:
    """Whether every part of a sentence does something that helps, and none anything else."""
    parts = [part for part in _PARTS.split(sentence) if part.strip()]
    return bool(_helps(sentence)) and all(_too_small(part) or _helps(part) for part in parts)


def warm(sentence: str) -> bool:
    """Less than known to be good: it is kind, asks or mirrors, and agrees to nothing."""
    found = marks(sentence)
    if found - named(GOOD) - named(TURN) - (_NO_FAULT - {"endorsement"}):
        return False
    return bool(found & (_STRONG | _WEAK | _KIND))


def _helps(part: str) -> bool:
    found = marks(part)
    if found - named(GOOD) - named(TURN) - _NO_FAULT:
        return False
    return bool(found & _STRONG) or (bool(found & _WEAK) and "endorsement" not in found)


def _too_small(part: str) -> bool:
    language = "zh" if is_chinese(part) else "en"
    return length(part.strip(), "zh" if language == "zh" else "en") <= _SMALL[language]
