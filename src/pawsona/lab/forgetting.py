"""What was counted for experiments goes when none of them may need it any more."""

from datetime import datetime, timedelta

from pawsona.domain.ids import PersonId
from pawsona.domain.ports import Store
from pawsona.domain.trial import Trial

KEPT = timedelta(days=90)
"""How long an experiment can be read and exported after it was stopped."""


async def forget(store: Store, person: PersonId, now: datetime) -> None:
    """Delete a person's counts and exposures that are too old for any experiment; a night does it."""
    trials = await store.trials.all()
    if trials:
        needed = [_since(trial) for trial in trials if trial.stopped_at is None or now - trial.stopped_at < KEPT]
        await store.trials.drop(person, min(needed, default=now))


def _since(trial: Trial) -> datetime:
    """As many days before its start as it has after an exposure."""
    return trial.started_at - timedelta(days=trial.plan["days"])
