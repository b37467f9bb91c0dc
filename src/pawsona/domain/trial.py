"""An experiment that was started, who met it, and what is counted of them: never what anybody said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from pawsona.domain.ids import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """An experiment from its start on; its plan changes no more."""

    name: str
    plan: Mapping[str, Any]
    """As plain data; `lab.plan` reads it."""
    digest: str
    """Of the plan, as it was started."""
    salt: str
    """Deals the arms, and makes the pseudonyms of its exports."""
    started_at: datetime
    stopped_at: datetime | None = None
    why: str = ""
    """Why it was stopped."""
    looked_at: datetime | None = None
    """When its guardrails were last looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """Somebody met, for the first time, what their arm makes different."""

    person: PersonId
    trial: str
    arm: str
    at: datetime
    cohort: str
    """Language, mode of days and tenure at that moment: `zh/memory/new`."""
    left_at: datetime | None = None
    """From here on they are in it no more: after a hard talk, or without consent."""


@dataclass(frozen=True, slots=True)
class Part:
    """A person's part in experiments: whether they said yes, when a talk was hard, what they met."""

    agreed_at: datetime | None
    hard_at: datetime | None
    met: Mapping[str, Exposure]
    """By the experiment's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """A count or a duration of somebody who may be in an experiment; `lab.metrics` names the kinds."""

    id: str
    """Sorts by time."""
    at: datetime
    kind: str
    value: float | None = None


class Trials(Protocol):
    """Experiments that were started, who met them, and what is counted of those who may be in one."""

    async def all(self) -> list[Trial]:
        """Every experiment of this database, by its start."""

    async def changed(self) -> str:
        """Another text after any experiment was started or stopped; a turn can afford to ask for it."""

    async def start(self, trial: Trial) -> None: ...
    async def stop(self, name: str, at: datetime, why: str) -> bool:
        """False: it does not run."""

    async def looked(self, name: str, at: datetime) -> None:
        """Its guardrails were looked at."""

    async def exposures(self, person: PersonId) -> list[Exposure]:
        """Every experiment that a person met, by when."""

    async def part(self, person: PersonId, hard: str, words: str) -> Part:
        """All that decides whether somebody is in an experiment, in one question: every turn asks it.

        Args:
            person: whose.
            hard: the mark of a hard talk.
            words: the version of the words that count as agreed to.
        """

    async def expose(self, exposure: Exposure) -> bool:
        """False: it is known already, and stays as it is."""

    async def leave(self, person: PersonId, at: datetime) -> None:
        """A person is in none of their experiments from a moment on."""

    async def count(self, person: PersonId, happenings: Sequence[Happening]) -> None: ...
    async def recent(self, person: PersonId, kinds: Sequence[str], since: datetime) -> list[Happening]:
        """Those of some kinds since a moment, oldest first."""

    async def set_value(self, person: PersonId, happening: str, value: float) -> None: ...
    async def drop(self, person: PersonId, before: datetime) -> None:
        """Forget what was counted and met before a moment."""

    async def arms(self, name: str) -> dict[str, int]:
        """Arm -> persons who met it, of the whole database."""

    async def page(self, name: str, after: PersonId | None, limit: int) -> list[tuple[Exposure, list[Happening]]]:
        """Those who met an experiment, by their ids, after one; each with everything counted of them, oldest first."""
