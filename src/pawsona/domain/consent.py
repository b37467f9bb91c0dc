"""What a person agreed to: which words, when, and until when. Without a yes there is none."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from pawsona.domain.ids import PersonId

Purpose = Literal["experiments", "training", "webhooks", "care_webhooks"]
"""To be part of experiments; that talk trains models; that a product hears of adoptions; that it hears of help."""
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
VERSIONS: Mapping[Purpose, str] = {"experiments": "1", "training": "1", "webhooks": "1", "care_webhooks": "1"}
"""Of the words of today (`app.consents`), in both languages.

Whoever changes a word raises it: an old yes is none to new words.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """One yes. It stays on record after it was withdrawn, and goes when its person is erased."""

    person: PersonId
    purpose: Purpose
    version: str
    """Of the words that were agreed to."""
    given_at: datetime
    withdrawn_at: datetime | None = None
