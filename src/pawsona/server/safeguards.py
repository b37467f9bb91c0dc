"""What the care page shows and takes of limits, age, time and the emergency contact."""

import re
from datetime import date, datetime

from pydantic import Field

from pawsona.app.settling import GivenContact
from pawsona.care.limits import BREAKS
from pawsona.care.minors import is_minor
from pawsona.domain.person import AgeBand, Person
from pawsona.domain.safeguards import QUIET, Contact, Safeguards
from pawsona.domain.usage import UseDay
from pawsona.server.wire import Wire

_NUMBER = re.compile(r"^[+(]?[\d\s().-]{3,}$")


class QuietWire(Wire):
    """Two times of day, like 22:00."""

    start: str
    end: str


class ContactWire(Wire):
    """Somebody to turn to."""

    name: str
    reach: str
    href: str | None
    consent: bool


class UseDayWire(Wire):
    """One day on the person's calendar."""

    date: date
    minutes: int


class SafeguardsWire(Wire):
    """What is settled, and what it goes by."""

    age_band: AgeBand
    minor: bool = Field(description="Whether minors' rules hold: also where the age is not known.")
    seen: bool = Field(description="Whether they hold because of what was said in talk.")
    day_minutes: int | None
    break_minutes: int | None
    breaks: list[int]
    quiet: QuietWire
    own_quiet: bool = Field(description="Whether the person settled these hours; then talk is reminded of them too.")
    unasked: int
    contact: ContactWire | None
    hook: bool = Field(description="Whether whoever runs this can be told to reach the contact.")
    operator: str
    today_minutes: int
    days: list[UseDayWire]


class NewContact(Wire):
    """Somebody to turn to, as typed."""

    name: str
    reach: str
    consent: bool = False


class SafeguardsChange(Wire):
    """What is given changes; null takes a limit or the contact away."""

    day_minutes: int | None = None
    break_minutes: int | None = None
    quiet: QuietWire | None = None
    unasked: int = 3
    contact: NewContact | None = None

    def given(self) -> dict[str, object]:
        """Only what was sent, in the app's shapes."""
        found = {name: getattr(self, name) for name in self.model_fields_set}
        if found.get("quiet") is not None:
            found["quiet"] = (found["quiet"].start, found["quiet"].end)
        if found.get("contact") is not None:
            found["contact"] = GivenContact(**found["contact"].model_dump())
        return found


class AgeChange(Wire):
    """What a person says of their age."""

    age_band: AgeBand


def contact(of: Contact | None) -> ContactWire | None:
    """The contact; a number becomes a link to call it."""
    if of is None:
        return None
    href = "tel:" + re.sub(r"[^\d+]", "", of.reach) if _NUMBER.match(of.reach) else None
    return ContactWire(name=of.name, reach=of.reach, href=href, consent=of.consented_at is not None)


def safeguards(
    person: Person, of: Safeguards, days: list[UseDay], now: datetime, *, hook: bool, operator: str
) -> SafeguardsWire:
    """Everything on one page; `now` is the person's wall clock."""
    start, end = of.quiet or QUIET
    today = sum(day.seconds for day in days if day.on == now.date())
    return SafeguardsWire(
        age_band=person.age_band,
        minor=is_minor(person),
        seen=person.age_seen is not None,
        day_minutes=of.day_minutes,
        break_minutes=of.break_minutes,
        breaks=list(BREAKS),
        quiet=QuietWire(start=f"{start:%H:%M}", end=f"{end:%H:%M}"),
        own_quiet=of.quiet is not None,
        unasked=of.unasked,
        contact=contact(of.contact),
        hook=hook,
        operator=operator,
        today_minutes=round(today / 60),
        days=[UseDayWire(date=day.on, minutes=round(day.seconds / 60)) for day in days],
    )
