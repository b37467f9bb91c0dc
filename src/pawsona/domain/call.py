"""What one call of a model cost: counts and times, never words."""

from dataclasses import dataclass
from datetime import datetime

from pawsona.domain.ids import Bond


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request to a model server and what came of it."""

    bond: Bond
    at: datetime
    skill: str
    prompt: str
    """The prompt's version."""
    model: str
    tokens_in: int
    tokens_cached: int
    """Of those in, what the server had cached; 0 where it does not say."""
    tokens_out: int
    first_ms: float
    """Until the first piece of the answer (of a whole one: until it was there)."""
    ms: float
    retries: int
    outcome: str
    """`ok`, `unreadable` (another form than asked for, or empty), `invalid` (against the skill's rules), `language` (in
    the wrong one), `stopped` (by whoever listened), `failed` (no answer)."""
    counted: bool = True
    """False: the server gave no usage, the tokens are an estimate."""
