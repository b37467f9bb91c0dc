"""What care did, without what anybody said: a line of the audit trail, and the counts of a month."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from pawsona.domain.ids import Bond
from pawsona.domain.message import Tier

Event = Literal[
    "protocol", "referral", "support", "follow_up", "follow_up_answered", "disclosure", "break", "limit", "minors_on",
    "minors_off", "replaced", "contact_offered", "contact_called", "contact_failed",
]  # fmt: skip
EVENTS: tuple[Event, ...] = get_args(Event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the audit trail; it goes when its person goes."""

    bond: Bond
    at: datetime
    event: Event
    tier: Tier = Tier.none
    group: str = ""
    """The group of risks, as reports count them; empty where there is none."""
    minor: bool = False
    """Whether minors' mode was on."""
    detail: str = ""
    """A code, never words that somebody said: a technique, a reason, a message's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How often something happened here in a month. It names nobody, and stays when somebody is erased."""

    month: str
    """Of the person's calendar: 2026-11."""
    event: Event
    tier: Tier = Tier.none
    group: str = ""
    minor: bool = False
    count: int
