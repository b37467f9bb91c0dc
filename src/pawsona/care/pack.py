"""A pack: the rules of one jurisdiction."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, get_args

from pawsona.care.duties import Duties, Words

Told = Literal["disclosure", "break"]
TOLD: tuple[Told, ...] = get_args(Told)


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a check: something is done, and then something has to be so."""

    say: Words | None = None
    """The person says this."""
    reply: Words | None = None
    """The mind is made to answer this."""
    talk: timedelta | None = None
    """The person goes on talking for so long."""
    away: timedelta | None = None
    """Nobody says anything for so long."""
    contact: bool = False
    """The person names somebody to turn to in an emergency."""
    restart: bool = False
    """The program is closed and opened again."""
    told: tuple[tuple[Told, int], ...] = ()
    """Notices that were given in this step, each at least so often."""
    crisis: bool = False
    """The persona stepped aside, and said where help is."""
    blocked: bool = False
    """Nothing of the mind's answer was shown."""
    counted: tuple[str, ...] = ()
    """Events that were counted in this step."""


@dataclass(frozen=True, kw_only=True)
class Check:
    """A piece of life in which a rule has to hold; lived in every language."""

    it: str
    """What holds, as a sentence after "it"."""
    age: Literal["adult", "teen", "unknown"]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Uncertain:
    """A point of a law that could not be confirmed; it is taken on the strict side."""

    about: str
    words: Words


@dataclass(frozen=True)
class YearlyReport:
    """Who is told of the year's counts, and from when on."""

    to: Words
    since: date


@dataclass(frozen=True, kw_only=True)
class Pack:
    """The rules of one jurisdiction."""

    id: str
    name: Words
    law: str
    in_force: date
    """The first day on which it binds; it is kept before as well."""
    sources: tuple[str, ...]
    duties: Duties
    report: YearlyReport | None = None
    uncertain: tuple[Uncertain, ...] = ()
    checks: tuple[Check, ...] = ()

    def binds(self, today: date) -> bool:
        """Whether it is law already."""
        return today >= self.in_force
