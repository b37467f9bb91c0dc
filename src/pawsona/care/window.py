"""What the pet has said lately, as far as rules need it: read from the stored talk, so it survives a restart."""

from collections.abc import Sequence

from pawsona.care.marks import marks
from pawsona.domain.message import Message

WINDOW = 12
"""Replies of the pet that count for the balance of kind and critical things."""
RATIO = 5
"""Gottman: in stable relations five positive acts stand against one negative, in conflict too."""
NEGATIVE = frozenset({"criticism", "defensiveness", "stonewalling", "contempt"})
_POSITIVE = frozenset({"positive", "feeling", "credit", "affirming", "presence"})
_SORRY_FOR = 3
"""Replies within which sorry was said once for all."""


def too_few_kind(before: Sequence[Message]) -> bool:
    """Whether one more critical thing would be too much for what was kind lately."""
    found = [marks(text) for text in _said(before, WINDOW)]
    kind = sum(bool(_POSITIVE & each) and not NEGATIVE & each for each in found)
    critical = sum(bool(NEGATIVE & each) for each in found)
    return kind < RATIO * (critical + 1)


def apologised(before: Sequence[Message]) -> bool:
    """Whether the pet has said sorry in its last replies."""
    found = [marks(text) for text in _said(before, _SORRY_FOR)]
    return any("apology" in each and "sympathy" not in each for each in found)


def _said(before: Sequence[Message], most: int) -> list[str]:
    return [message.text for message in before if message.role == "pet"][-most:]
