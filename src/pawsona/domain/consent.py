"""What a person agreed to: which words, when, and until when. Without a yes there is none."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from pawsona.domain.ids import PersonId

Purpose = Literal["experiments", "training", "webhooks"]
"""To be part of experiments; that talk trains models; that webhooks carry words and not only events."""
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """One yes. It stays on record after it was withdrawn, and goes when its person is erased."""

    person: PersonId
    purpose: Purpose
    version: str
    """Of the words that were agreed to."""
    given_at: datetime
    withdrawn_at: datetime | None = None
