"""A phone that was paired: it may reach its person's home over the local network."""

from dataclasses import dataclass
from datetime import datetime

from pawsona.domain.ids import DeviceId, PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """One paired device; the secret that it sends stays with it."""

    id: DeviceId
    person: PersonId
    name: str
    key: str
    """SHA-256 of its secret, in hexadecimal."""
    paired_at: datetime
    seen_at: datetime
    """When it was last here, to the day."""
