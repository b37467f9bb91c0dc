"""Identifiers. All are opaque strings; within one kind they sort by the time they were made."""

from dataclasses import dataclass
from datetime import datetime
from typing import NewType

PersonId = NewType("PersonId", str)
PetId = NewType("PetId", str)
SessionId = NewType("SessionId", str)
MessageId = NewType("MessageId", str)
MemoryId = NewType("MemoryId", str)
NoteId = NewType("NoteId", str)
DocumentId = NewType("DocumentId", str)
PromiseId = NewType("PromiseId", str)
FeedbackId = NewType("FeedbackId", str)
DeviceId = NewType("DeviceId", str)
CredentialId = NewType("CredentialId", str)


@dataclass(frozen=True, slots=True)
class Bond:
    """One person and one of their pets: everything that is remembered belongs to exactly one bond."""

    person: PersonId
    pet: PetId


def new_id(at: datetime, token: str) -> str:
    """Make an id that sorts by time: 11 hex digits of milliseconds, then the chance part.

    Args:
        at: the moment, time-zone aware.
        token: hex digits from the `Rng` port; 12 are plenty for one home, 16 for a server.
    """
    return f"{int(at.timestamp() * 1000):011x}{token}"
