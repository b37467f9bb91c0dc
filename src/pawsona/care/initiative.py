"""What the pet may bring up by itself: not in hours of quiet, not often, and never to pull somebody back.

Answering, greeting who comes in, and reminding of what the person asked to be reminded of is no initiative of its own.
"""

from datetime import datetime

from pawsona.care.limits import in_quiet
from pawsona.domain.safeguards import Safeguards

MINORS = 1
"""How often a day at most where somebody is treated as a minor."""
MOST = 10
"""What a person may allow a day."""


def may_speak(local: datetime, safeguards: Safeguards, spoken: int, *, minor: bool, asked_for: bool) -> bool:
    """Whether the pet may bring something up now.

    Args:
        local: the person's wall clock.
        safeguards: what they settled.
        spoken: how often it did so today.
        minor: whether minors' rules hold.
        asked_for: the person wanted to be reminded of it; then only the hours of quiet count.
    """
    if in_quiet(local, safeguards.quiet):
        return False
    most = min(safeguards.unasked, MINORS) if minor else safeguards.unasked
    return asked_for or spoken < most
